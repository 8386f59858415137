"""Multiple testing: Holm, Benjamini-Hochberg and simultaneous comparisons with one base.

METHODS.md gives formula, assumptions and source of each.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from simlab.analysis.intervals import Interval, change_of_shares, score_bounds
from simlab.analysis.max_t import deviations, max_t_critical_value

Array = NDArray[Any]


def holm(p_values: ArrayLike) -> Array:
    """Return p values adjusted by Holm's method (family-wise error rate).

    A nan stays nan and counts as a test.
    """
    p = np.asarray(p_values, dtype=np.float64)
    order = np.argsort(p)
    times = np.arange(len(p), 0, -1)
    return _in_place(np.maximum.accumulate(np.minimum(p[order] * times, 1)), order)


def benjamini_hochberg(p_values: ArrayLike) -> Array:
    """Return p values adjusted by Benjamini and Hochberg (false discovery rate).

    A nan stays nan and counts as a test.
    """
    p = np.asarray(p_values, dtype=np.float64)
    order = np.argsort(p)
    shares = p[order] * len(p) / np.arange(1, len(p) + 1)
    return _in_place(np.fmin.accumulate(shares[::-1])[::-1], order)


def against_base(
    differences: ArrayLike,
    *,
    are_shares: bool = False,
    step: float = 1.0,
    level: float = 0.95,
) -> Interval[Array]:
    """Return simultaneous intervals for the mean differences of variants from one base.

    `differences` has a row per block, which all variants and the base share, and a column per
    variant. With one block the intervals are unbounded. Differences of shares are within 1 and have
    the intervals of `change_of_shares`. Of other numbers, if all blocks differ alike, others may be
    `step` away.
    """
    rows = np.asarray(differences, dtype=np.float64)
    n, mean = len(rows), rows.mean(axis=0)
    if n == 1:
        return Interval(mean, np.full_like(mean, -np.inf), np.full_like(mean, np.inf), n)
    centred = deviations(rows)
    critical = max_t_critical_value(centred, np.ones(n, dtype=np.int64), level)
    if are_shares:
        return change_of_shares(rows, critical)
    half_width = critical * np.sqrt(np.square(centred).sum(axis=0) / (n * (n - 1)))
    never_seen = score_bounds(0.0, n, critical**2)[1]
    half_width = np.where(half_width == 0, step * never_seen, half_width)
    return Interval(mean, mean - half_width, mean + half_width, n)


def _in_place(sorted_numbers: Array, order: Array) -> Array:
    """Return sorted numbers in their original order."""
    numbers = np.empty_like(sorted_numbers)
    numbers[order] = sorted_numbers
    return numbers
