"""Histogram with common bins for several sets of games."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simlab.analysis.counts import Counts, add

Array = NDArray[Any]

MOST_BARS = 80
"""Bins at most: as many as stay readable in a figure."""
NICE = (1, 2, 5, 10)
"""Widths of a bin, times a power of ten."""


@dataclass(frozen=True, eq=False)
class Histogram:
    """Common bins, and the share of the games of each set in each bin."""

    starts: Array
    """Lowest value of each bin."""
    width: float
    """Width of every bin; for whole numbers, how many share one."""
    shares: Array
    """Shape (sets, bins)."""


def histogram(sets: Sequence[Counts]) -> Histogram:
    """Return bins for all values of all sets, MOST_BARS at most."""
    seen = add(sets).values.astype(np.float64)
    is_whole = bool((seen == np.round(seen)).all())
    width = _width(float(seen[-1] - seen[0]) + is_whole, is_whole=is_whole)
    first = width * math.floor(seen[0] / width)
    n_bars = max(math.floor((seen[-1] - first) / width) + 1, 1)
    shares = [
        np.bincount(
            np.clip(_places(counts.values, first, width), 0, n_bars - 1),
            weights=counts.counts,
            minlength=n_bars,
        )
        / counts.n
        for counts in sets
    ]
    return Histogram(first + width * np.arange(n_bars), width, np.array(shares))


def _places(values: Array, first: float, width: float) -> Array:
    """Return the bin of each value; a billionth of a bin counts as rounding.

    Rounding of large numbers may still put the first or last value outside the bins.
    """
    return np.asarray(np.floor((values - first) / width + 1e-9), dtype=np.int64)


def _width(span: float, *, is_whole: bool) -> float:
    """Return the smallest nice width that needs at most MOST_BARS bins."""
    least = max(span / (MOST_BARS - 1), 1e-9)
    if is_whole and span <= MOST_BARS:
        return 1.0
    power = 10.0 ** math.floor(math.log10(least))
    return next(step * power for step in NICE if step * power >= least)
