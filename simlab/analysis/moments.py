"""Blocks summed up: from totals and products alone, means over parts of them and their doubts.

A mean over seats that are picked by what happened to them (winners, those who played a card) is a
ratio of two sums over blocks, and so is its doubt: no block needs to be kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import stdtrit

from simlab.analysis.intervals import Interval, score_bounds

Array = NDArray[Any]

LEVEL = 0.95
ROUNDING = 1e-12
"""A variance below this part of the largest possible is that of numbers which all agree."""

Part = tuple[Sequence[Array], Sequence[Array]]
"""Some columns of some blocks, and sets of their seats, all of shape (blocks, rotations, seats)."""


@dataclass(frozen=True, eq=False)
class Moments:
    """How many blocks there are, the totals of their numbers and of the products of every two."""

    n: int
    totals: Array
    products: Array

    def ratios(self, tops: ArrayLike, bottoms: ArrayLike) -> Estimates:
        """Return the total of each number in `tops` over that of its partner in `bottoms`."""
        top, bottom = np.asarray(tops), np.asarray(bottoms)
        counts = self.totals[bottom]
        base = np.where(counts > 0, counts, np.nan)
        values = self.totals[top] / base
        gradients = np.zeros((len(top), len(self.totals)))
        each = np.arange(len(top))
        np.add.at(gradients, (each, top), 1 / base)
        np.add.at(gradients, (each, bottom), -values / base)
        return Estimates(self, values, gradients, counts)


@dataclass(frozen=True, eq=False)
class Estimates:
    """Numbers made from the totals of blocks; nan where no block tells anything."""

    moments: Moments
    values: Array
    gradients: Array
    """How much each changes with each total."""
    counts: Array
    """How many observations are behind each."""

    def __sub__(self, other: Estimates) -> Estimates:
        """Return the differences of numbers that come from the same blocks."""
        counts = np.minimum(self.counts, other.counts)
        return Estimates(
            self.moments, self.values - other.values, self.gradients - other.gradients, counts
        )

    def covariance(self, other: Estimates) -> Array:
        """Return the covariance of each number with its partner in `other`; of one block, nan."""
        n, totals = self.moments.n, self.moments.totals
        if n == 1:
            return np.full(len(self.values), np.nan)
        crossed = np.einsum("ij,jk,ik->i", self.gradients, self.moments.products, other.gradients)
        centred = crossed - (self.gradients @ totals) * (other.gradients @ totals) / n
        return np.asarray(centred * n / (n - 1))

    @property
    def variance(self) -> Array:
        """The square of the standard error of each number."""
        return np.maximum(self.covariance(self), 0)

    def means(self, family: int = 1) -> Interval[Array]:
        """Return t intervals, of which as many as make a family hold together."""
        half_widths = np.nan_to_num(self._t(family) * np.sqrt(self.variance), nan=np.inf)
        lows, highs = (np.nan_to_num(self.values) + side * half_widths for side in (-1, 1))
        return Interval(self.values, lows, highs, self.moments.n)

    def rates(self, per_block: int, family: int = 1) -> Interval[Array]:
        """Return score intervals for means of numbers in [0, 1], `per_block` at most in a block."""
        outright, n = self.values * (1 - self.values), self.counts / per_block
        np.divide(outright, self.variance, out=n, where=self.variance > ROUNDING * outright)
        # of one block nothing is known: all from 0 to 1
        z_squared = self._t(family) ** 2 if self.moments.n > 1 else np.nan
        low, high = score_bounds(self.values, n, z_squared)
        return Interval(self.values, np.fmax(low, 0), np.fmin(high, 1), self.moments.n)

    def _t(self, family: int) -> float:
        n = self.moments.n
        return float(stdtrit(n - 1, 1 - (1 - LEVEL) / (2 * family))) if n > 1 else np.inf


def moments_of(parts: Iterable[Array]) -> Moments:
    """Sum up blocks, a row of numbers each, part by part."""
    moments = [Moments(len(part), part.sum(axis=0), _products(part)) for part in parts]
    return Moments(
        sum(part.n for part in moments),
        np.sum([part.totals for part in moments], axis=0),
        np.sum([part.products for part in moments], axis=0),
    )


def _products(part: Array) -> Array:
    # the same digits on any machine, and no threads that wait for each other on a busy one
    return np.asarray(np.einsum("ni,nj->ij", part, part))


def means_among(parts: Iterable[Part], n_columns: int) -> list[Estimates]:
    """Return for each set of seats the mean of each column over those in it that are known."""
    moments = moments_of(block_sums(columns, sets) for columns, sets in parts)
    places = np.arange(len(moments.totals)).reshape(-1, 1 + n_columns)
    return [moments.ratios(own[1:], np.full(n_columns, own[0])) for own in places]


def joined(several: Sequence[Estimates]) -> Estimates:
    """Return numbers of the same blocks as one row of numbers."""
    return Estimates(
        several[0].moments,
        np.concatenate([estimates.values for estimates in several]),
        np.concatenate([estimates.gradients for estimates in several]),
        np.concatenate([estimates.counts for estimates in several]),
    )


def block_sums(columns: Sequence[Array], sets: Sequence[Array]) -> Array:
    """Return for each set how many of its seats are known, then the sum of each of their columns.

    A seat is known where no column is nan. There is a row for each block.
    """
    is_known = ~np.isnan(np.sum(columns, axis=0))
    numbers = [np.ones(is_known.shape), *map(np.nan_to_num, columns)]
    sums = [
        np.where(is_in & is_known, number, 0).sum(axis=(1, 2))
        for is_in in sets
        for number in numbers
    ]
    return np.stack(sums, axis=1)


def rate_differences(
    first: Estimates, second: Estimates, per_block: int, family: int = 1
) -> Interval[Array]:
    """Return intervals for differences of rates of the same blocks, made from those of both."""
    one, other = (rate.rates(per_block, family) for rate in (first, second))
    errors = np.sqrt(first.variance * second.variance)
    correlation = np.zeros_like(errors)
    np.divide(first.covariance(second), errors, out=correlation, where=errors > 0)

    def reach(ours: Array, theirs: Array) -> Array:
        squares = ours**2 + theirs**2 - 2 * correlation * ours * theirs
        return np.asarray(np.sqrt(np.maximum(squares, 0)))

    difference = first.values - second.values
    low = difference - reach(one.estimate - one.low, other.high - other.estimate)
    high = difference + reach(one.high - one.estimate, other.estimate - other.low)
    return Interval(difference, np.nan_to_num(low, nan=-1), np.nan_to_num(high, nan=1), one.n)
