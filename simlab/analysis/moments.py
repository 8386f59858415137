"""Ratio estimators from sums and products over blocks: means and rates of selected seats.

A mean over seats selected by the outcome (winners, seats that played a card) is a ratio of two sums
over blocks. Its standard error follows from sums of products, so no block needs to be kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import stdtrit

from simlab.analysis.intervals import Interval, difference_bounds, mean_bounds, score_bounds

Array = NDArray[Any]

LEVEL = 0.95
ROUNDING = 1e-12
"""A variance below this part of the terms that it is made of counts as 0."""

Part = tuple[Sequence[Array], Sequence[Array]]
"""Columns of some blocks and masks of seats, all of shape (blocks, rotations, seats)."""


@dataclass(frozen=True, eq=False)
class Moments:
    """Number of blocks, totals of their columns, and sums of deviations and of their products."""

    n: int
    totals: Array
    deviations: Array
    """Sums of deviations from a block: of numbers far from 0, squares lose most of their digits."""
    products: Array
    """Sums of products of the deviations of two columns."""

    def ratios(self, numerators: ArrayLike, denominators: ArrayLike) -> Estimates:
        """Return the ratios of the totals of some columns to those of others."""
        numerator, denominator = np.asarray(numerators), np.asarray(denominators)
        counts = self.totals[denominator]
        base = np.where(counts > 0, counts, np.nan)
        values = self.totals[numerator] / base
        gradients = np.zeros((len(numerator), len(self.totals)))
        ratio_rows = np.arange(len(numerator))
        np.add.at(gradients, (ratio_rows, numerator), 1 / base)
        np.add.at(gradients, (ratio_rows, denominator), -values / base)
        return Estimates(self, values, gradients, counts)


@dataclass(frozen=True, eq=False)
class Estimates:
    """Ratios of totals over blocks; nan where no block counts."""

    moments: Moments
    values: Array
    gradients: Array
    """Derivative of each ratio by each total."""
    counts: Array
    """Observations behind each ratio."""

    def __sub__(self, other: Estimates) -> Estimates:
        """Return differences of ratios over the same blocks."""
        counts = np.minimum(self.counts, other.counts)
        return Estimates(
            self.moments, self.values - other.values, self.gradients - other.gradients, counts
        )

    def covariance(self, partner: Estimates) -> Array:
        """Return the covariance of each ratio with that of `partner`; nan with one block."""
        n, shifts = self.moments.n, self.moments.deviations
        if n == 1:
            return np.full(len(self.values), np.nan)
        crossed = np.einsum("ij,jk,ik->i", self.gradients, self.moments.products, partner.gradients)
        centred = crossed - (self.gradients @ shifts) * (partner.gradients @ shifts) / n
        return np.asarray(centred * n / (n - 1))

    @property
    def variance(self) -> Array:
        """Square of the standard error of each ratio; 0 where it is rounding."""
        steep, products = np.abs(self.gradients), np.abs(self.moments.products)
        terms = np.einsum("ij,jk,ik->i", steep, products, steep)
        variance = self.covariance(self)
        return np.where(variance <= ROUNDING * terms, 0, variance)

    def means(self, family: int = 1, *, low: float | None = None) -> Interval[Array]:
        """Return t intervals, simultaneous within families of this size (Bonferroni).

        Means that are not below `low` have bounds that are not, either.
        """
        half_widths = np.nan_to_num(self._t(family) * np.sqrt(self.variance), nan=np.inf)
        n = np.minimum(self.counts, self.moments.n)
        level = 1 - (1 - LEVEL) / family
        bounds = mean_bounds(np.nan_to_num(self.values), half_widths, n, level=level, low=low)
        return Interval(self.values, *bounds, self.moments.n)

    def rates(self, per_block: int, family: int = 1) -> Interval[Array]:
        """Return score intervals for means of values in [0, 1], at most `per_block` in a block."""
        outright, n = self.values * (1 - self.values), self.counts / per_block
        variance = self.variance
        np.divide(outright, variance, out=n, where=variance > 0)
        # with one block, all intervals are from 0 to 1
        z_squared = self._t(family) ** 2 if self.moments.n > 1 else np.nan
        low, high = score_bounds(self.values, n, z_squared)
        return Interval(self.values, np.fmax(low, 0), np.fmin(high, 1), self.moments.n)

    def _t(self, family: int) -> float:
        n = self.moments.n
        return float(stdtrit(n - 1, 1 - (1 - LEVEL) / (2 * family))) if n > 1 else np.inf


def moments_of(batches: Iterable[Array]) -> Moments:
    """Sum up batches with one row per block."""
    moments: list[Moments] = []
    reference: Array | None = None
    for batch in batches:
        if reference is None and len(batch):
            reference = batch[0]
        moments.append(_moments_about(batch, 0 if reference is None else reference))
    return Moments(
        sum(addend.n for addend in moments),
        np.sum([addend.totals for addend in moments], axis=0),
        np.sum([addend.deviations for addend in moments], axis=0),
        np.sum([addend.products for addend in moments], axis=0),
    )


def _moments_about(blocks: Array, reference: Any) -> Moments:
    shifted = blocks - reference
    # unlike a matrix product: the same digits on any machine, and no threads
    products = np.einsum("ni,nj->ij", shifted, shifted)
    return Moments(len(blocks), blocks.sum(axis=0), shifted.sum(axis=0), products)


def means_among(batches: Iterable[Part], n_columns: int) -> list[Estimates]:
    """Return for each set of seats the mean of each column over its known seats."""
    moments = moments_of(block_sums(columns, sets) for columns, sets in batches)
    columns_by_set = np.arange(len(moments.totals)).reshape(-1, 1 + n_columns)
    return [
        moments.ratios(set_columns[1:], np.full(n_columns, set_columns[0]))
        for set_columns in columns_by_set
    ]


def join_estimates(all_estimates: Sequence[Estimates]) -> Estimates:
    """Return several estimates over the same blocks as one."""
    return Estimates(
        all_estimates[0].moments,
        np.concatenate([estimates.values for estimates in all_estimates]),
        np.concatenate([estimates.gradients for estimates in all_estimates]),
        np.concatenate([estimates.counts for estimates in all_estimates]),
    )


def block_sums(columns: Sequence[Array], sets: Sequence[Array]) -> Array:
    """Return for each set the number of known seats, then the sum of each of their columns.

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
    minuend: Estimates, subtrahend: Estimates, per_block: int, family: int = 1
) -> Interval[Array]:
    """Return intervals for differences of two rates over the same blocks (Zou and Donner)."""
    minuend_rates, subtrahend_rates = (
        rate.rates(per_block, family) for rate in (minuend, subtrahend)
    )
    errors = np.sqrt(minuend.variance * subtrahend.variance)
    correlation = np.zeros_like(errors)
    np.divide(minuend.covariance(subtrahend), errors, out=correlation, where=errors > 0)
    difference = minuend.values - subtrahend.values
    low, high = difference_bounds(minuend_rates, subtrahend_rates, correlation)
    return Interval(
        difference, np.nan_to_num(low, nan=-1), np.nan_to_num(high, nan=1), minuend_rates.n
    )
