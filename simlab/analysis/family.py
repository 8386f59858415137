"""Families of comparisons that hold together.

METHODS.md gives formula, assumptions and source of each.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from simlab.analysis.critical import critical_t, deviations
from simlab.analysis.intervals import Interval


def against_base(differences: ArrayLike) -> Interval[NDArray[Any]]:
    blocks = np.asarray(differences, dtype=np.float64)
    n = len(blocks)
    mean, apart = blocks.mean(axis=0), deviations(blocks)
    times = np.ones(n, dtype=np.int64)
    t = critical_t(apart, times, 0.95, 2000, 0)
    half = t * np.sqrt(np.square(apart).sum(axis=0) / (n * (n - 1)))
    return Interval(mean, mean - half, mean + half, n)
