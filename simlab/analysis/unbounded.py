"""Confidence sequence for the mean of values without a known range.

METHODS.md gives formula, assumptions and source.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from simlab.analysis.intervals import Interval

SHARPEST = 1000
"""Number of blocks at which the interval is tightest: between a first look and a long run."""


def anytime_mean_unbounded(blocks: ArrayLike, *, level: float = 0.95) -> Interval[float]:
    """Return the current interval of an asymptotic confidence sequence for a mean.

    With less than two blocks it is unbounded.
    """
    values = np.asarray(blocks, dtype=np.float64)
    n = len(values)
    if n < 2:
        return Interval(float(values.mean()) if n else np.nan, -np.inf, np.inf, n)
    mean = float(values.mean())
    half_width = _half_width(float(values.std(ddof=1)), n, 1 - level)
    return Interval(mean, mean - half_width, mean + half_width, n)


def _half_width(sd: float, n: int, alpha: float) -> float:
    tuned = n * _tuning(alpha)
    return float(sd * np.sqrt(2 * (tuned + 1) / (n * tuned) * np.log(np.sqrt(tuned + 1) / alpha)))


def _tuning(alpha: float) -> float:
    """Return the squared parameter that makes the interval tightest at SHARPEST blocks."""
    return float((-2 * np.log(alpha) + np.log(1 - 2 * np.log(alpha))) / SHARPEST)
