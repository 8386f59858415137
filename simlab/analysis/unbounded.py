"""Intervals that hold at every look for numbers of which no range is known.

METHODS.md gives formula, assumptions and source.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from simlab.analysis.intervals import Interval

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
    mean, spread = float(values.mean()), float(values.std(ddof=1))
    tuned = n * _tuning(1 - level)
    half_width = spread * np.sqrt(
        2 * (tuned + 1) / (n * tuned) * np.log(np.sqrt(tuned + 1) / (1 - level))
    )
    return Interval(mean, mean - half_width, mean + half_width, n)


def _tuning(alpha: float) -> float:
    """Return the square of the parameter that makes the interval sharpest at SHARPEST blocks."""
    return float((-2 * np.log(alpha) + np.log(1 - 2 * np.log(alpha))) / SHARPEST)
