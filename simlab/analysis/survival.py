"""Kaplan-Meier survival curve, with restricted mean and median."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import chdtri

from simlab.analysis.design_effect import inflations
from simlab.analysis.intervals import Interval, clopper_pearson, score_bounds

Array = NDArray[Any]

LEVEL = 0.95
HALF = 0.5


@dataclass(frozen=True, eq=False)
class Lifetimes:
    """Number of games that ended and that were capped (censored) at each length seen."""

    lengths: Array
    ended: Array
    capped: Array

    @property
    def n(self) -> int:
        """Number of games."""
        return int(self.ended.sum() + self.capped.sum())

    @cached_property
    def at_risk(self) -> Array:
        """Number of games at risk: those not ended before each length."""
        return np.cumsum((self.ended + self.capped)[::-1])[::-1]

    @cached_property
    def hazard(self) -> Array:
        """Hazard: share of the games at risk that end at each length."""
        return np.asarray(self.ended / self.at_risk)

    @cached_property
    def survival(self) -> Array:
        """Kaplan-Meier curve: share of games that last longer than each length."""
        return np.cumprod(1 - self.hazard)

    @cached_property
    def mean(self) -> float:
        """Restricted mean: area under the curve up to the longest length seen."""
        return float(self.lengths[0] + self._areas[0])

    @property
    def _areas(self) -> Array:
        """Area under the curve from each length on."""
        steps = np.append(self.survival[:-1] * np.diff(self.lengths), 0)
        return np.cumsum(steps[::-1])[::-1]

    def influence(self) -> tuple[Array, Array]:
        """Return the influence of a game of each length on the mean: if ended, if capped.

        Without capped games this is the distance of the length from the mean.
        """
        weights = self.n * self._areas * self._weights
        expected = np.cumsum(weights * self.hazard)
        return expected - weights, expected

    def curve_influence(self, length_indices: Array, is_capped: Array) -> Array:
        """Return the influence of games on the curve at each length, shape (games, lengths).

        `length_indices` are the indices of their lengths. The influences of all games add up to 0,
        their squares to Greenwood's variance.
        """
        at = np.arange(len(self.lengths))
        expected = np.cumsum(self._weights * self.hazard)[np.minimum(length_indices[:, None], at)]
        ended = (length_indices[:, None] <= at) & ~is_capped[:, None]
        return np.asarray(
            self.survival * (expected - ended * self._weights[length_indices][:, None])
        )

    @property
    def _weights(self) -> Array:
        """Influence of a game that ends on the logarithm of the curve, at each length."""
        surviving = np.where(self.hazard < 1, 1 - self.hazard, 1)
        return np.asarray(1 / (self.at_risk * surviving))

    @property
    def variance(self) -> Array:
        """Greenwood's variance of the curve at each length, for independent games."""
        remaining = self.at_risk - self.ended
        terms = np.zeros(len(remaining))
        np.divide(self.hazard, remaining, out=terms, where=remaining > 0)
        return np.asarray(self.survival**2 * np.cumsum(terms))


def kaplan_meier(
    lifetimes: Lifetimes, *, per_block: int = 1, effects: ArrayLike | None = None
) -> Interval[Array]:
    """Return the share of games that last longer than each length.

    `per_block` games make a block; `effects` has the design effect of the share at each length,
    without which all games of a block count as one.
    """
    lasting, n = lifetimes.survival, lifetimes.n // per_block
    inflation = inflations(effects, per_block, n, LEVEL) * np.ones(len(lasting))
    variance, effective_n = inflation * lifetimes.variance, lifetimes.n / inflation
    np.divide(lasting * (1 - lasting), variance, out=effective_n, where=variance > 0)
    low, high = score_bounds(lasting, effective_n, chdtri(1, 1 - LEVEL))
    return Interval(lasting, low, high, n)


def median_of(lifetimes: Lifetimes, curve: Interval[Array]) -> Interval[float]:
    """Return the median length by its curve; infinite if that does not fall to a half.

    With so few blocks that all may be on one side of the median, it may be any length.
    """
    estimate, low, high = (
        float(np.append(lifetimes.lengths, np.inf)[np.append(share <= HALF, True).argmax()])
        for share in curve[:3]
    )
    n = int(curve.n)
    if clopper_pearson(n, n, level=LEVEL).low <= HALF:
        return Interval(estimate, 0.0, np.inf, n)
    return Interval(estimate, low, high, n)
