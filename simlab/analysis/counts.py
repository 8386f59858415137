"""Histograms as counts of values: means and quantiles without keeping single games."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from simlab.analysis.intervals import Interval, mean_from_counts, quantile_from_counts

Array = NDArray[Any]

UNKNOWN = Interval(np.nan, -np.inf, np.inf, 0)
"""Interval of a value that no game has."""


@dataclass(frozen=True, eq=False)
class Counts:
    """Distinct values in order, and how often each was seen."""

    values: Array
    counts: Array

    @property
    def n(self) -> int:
        """Number of observations."""
        return int(self.counts.sum())

    def of(self, values: ArrayLike) -> Array:
        """Return the counts of some values."""
        wanted = np.asarray(values)
        if not len(self.values):
            return np.zeros(len(wanted), dtype=np.int64)
        index = np.searchsorted(self.values, wanted).clip(max=len(self.values) - 1)
        return np.where(self.values[index] == wanted, self.counts[index], 0)

    def fill_gaps(self) -> Counts:
        """Return the counts of every whole number from the lowest to the highest seen."""
        whole = np.arange(self.values[0], self.values[-1] + 1) if self.n else self.values
        return Counts(whole, self.of(whole))

    def mean(self, low: float | None = None, high: float | None = None) -> Interval[float]:
        """Return the t interval for the mean of independent observations.

        Bounds stay within `low` and `high`; an end beyond which a value was seen is none.
        """
        if not self.n:
            return UNKNOWN
        low = None if low is None or self.values[0] < low else low
        high = None if high is None or self.values[-1] > high else high
        return mean_from_counts(self.values, self.counts, low=low, high=high)

    def quantile(self, q: float, *, per_block: int = 1) -> Interval[float]:
        """Return the order-statistic interval for a quantile of blocks of observations."""
        if self.n < per_block:
            return UNKNOWN
        return quantile_from_counts(self.values, self.counts, q, per_block=per_block)


def count(values: ArrayLike) -> Counts:
    """Count how often each value occurs."""
    return Counts(*np.unique(np.asarray(values), return_counts=True))


def add(all_counts: Iterable[Counts]) -> Counts:
    """Return the sum of several counts."""
    addends = list(all_counts)
    values, index = np.unique(
        np.concatenate([addend.values for addend in addends]), return_inverse=True
    )
    counts = np.zeros(len(values), dtype=np.int64)
    np.add.at(counts, index, np.concatenate([addend.counts for addend in addends]))
    return Counts(values, counts)
