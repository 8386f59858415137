"""Intervals that hold at every look for numbers of which no range is known.

METHODS.md gives formula, assumptions and source.
"""

from __future__ import annotations

from bisect import bisect_left
from math import sqrt

import numpy as np
from numpy.typing import ArrayLike

from simlab.analysis.intervals import Interval
from simlab.analysis.paired import MIDDLE, MOST_BLOCKS, gap_of

SHARPEST = 1000
"""The number of blocks at which the interval is as narrow as it can be made."""


def anytime_mean_unbounded(blocks: ArrayLike, *, level: float = 0.95) -> Interval[float]:
    """Return an interval for the mean of numbers that holds at every look at many blocks.

    Of less than two blocks, it is unbounded.
    """
    values = np.asarray(blocks, dtype=np.float64)
    n = len(values)
    if n < 2:
        return Interval(float(values.mean()) if n else np.nan, -np.inf, np.inf, n)
    mean = float(values.mean())
    half_width = _half_width(float(values.std(ddof=1)), n, 1 - level)
    return Interval(mean, mean - half_width, mean + half_width, n)


def anytime_blocks_unbounded(
    sd: float, margin: float, *, effect: float = 0.0, level: float = 0.95
) -> int:
    """Return how many blocks it takes in half of all runs to decide on a difference.

    `sd` is that of the differences of blocks. ValueError if the effect is as large as the margin.
    """
    gap = gap_of(margin, effect)

    def is_decided(n: int) -> bool:
        return _half_width(sd, n, 1 - level) + MIDDLE * sd / sqrt(n) <= gap

    return 1 + bisect_left(range(1, MOST_BLOCKS), True, key=is_decided)


def _half_width(sd: float, n: int, alpha: float) -> float:
    tuned = n * _tuning(alpha)
    return float(sd * np.sqrt(2 * (tuned + 1) / (n * tuned) * np.log(np.sqrt(tuned + 1) / alpha)))


def _tuning(alpha: float) -> float:
    """Return the square of the parameter that makes the interval sharpest at SHARPEST blocks."""
    return float((-2 * np.log(alpha) + np.log(1 - 2 * np.log(alpha))) / SHARPEST)
