"""How the values of several sets of games are spread, in bars that all sets share."""

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
NICE = (1, 2, 5, 10)
"""Widths of a bar, times a power of ten."""


@dataclass(frozen=True, eq=False)
class Histogram:
    """Bars from left to right, and the share of the games of each set in each of them."""

    starts: Array
    """The lowest value of each bar."""
    width: float
    """Of every bar; of whole numbers, how many share one."""
    shares: Array
    """Shape (sets, bars)."""


def histogram(sets: Sequence[Counts]) -> Histogram:
    """Return bars for all values that were seen in some set, 80 at most."""
    seen = add(sets).values.astype(np.float64)
    is_whole = bool((seen == np.round(seen)).all())
    width = _width(float(seen[-1] - seen[0]) + is_whole, is_whole=is_whole)
    first = width * math.floor(seen[0] / width)
    n_bars = max(math.floor((seen[-1] - first) / width) + 1, 1)
    shares = [
        np.bincount(
            np.clip(_places(own.values, first, width), 0, n_bars - 1),
            weights=own.counts,
            minlength=n_bars,
        )
        / own.n
        for own in sets
    ]
    return Histogram(first + width * np.arange(n_bars), width, np.array(shares))


def _places(values: Array, first: float, width: float) -> Array:
    """Return in which bar each value lies; a billionth of one is rounding.

    Rounding of large numbers may still put the first or the last value beyond the bars.
    """
    return np.asarray(np.floor((values - first) / width + 1e-9), dtype=np.int64)


def _width(span: float, *, is_whole: bool) -> float:
    """Return the smallest nice width with which no more bars are needed than there is room for."""
    least = max(span / (MOST_BARS - 1), 1e-9)
    if is_whole and span <= MOST_BARS:
        return 1.0
    power = 10.0 ** math.floor(math.log10(least))
    return next(step * power for step in NICE if step * power >= least)
