"""Kaplan-Meier survival curve, with restricted mean and median."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import chdtri

from simlab.analysis.intervals import Interval, score_bounds

Array = NDArray[Any]

LEVEL = 0.95


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
        surviving = np.where(self.hazard < 1, 1 - self.hazard, 1)
        weights = self.n * self._areas / (self.at_risk * surviving)
        expected = np.cumsum(weights * self.hazard)
        return expected - weights, expected


def kaplan_meier(lifetimes: Lifetimes, *, per_block: int = 1) -> Interval[Array]:
    """Return the share of games that last longer than each length, with Greenwood's variance."""
    lasting, n = lifetimes.survival, lifetimes.n / per_block
    remaining = lifetimes.at_risk - lifetimes.ended
    terms = np.zeros(len(remaining))
    np.divide(lifetimes.hazard, remaining, out=terms, where=remaining > 0)
    variance = per_block * lasting**2 * np.cumsum(terms)
    effective_n = np.full(len(remaining), n)
    np.divide(lasting * (1 - lasting), variance, out=effective_n, where=variance > 0)
    low, high = score_bounds(lasting, effective_n, chdtri(1, 1 - LEVEL))
    return Interval(lasting, low, high, int(n))


def median_of(lifetimes: Lifetimes, *, per_block: int = 1) -> Interval[float]:
    """Return the median length; infinite if the curve does not fall to a half."""
    curve = kaplan_meier(lifetimes, per_block=per_block)
    estimate, low, high = (
        float(np.append(lifetimes.lengths, np.inf)[np.append(share <= 0.5, True).argmax()])
        for share in curve[:3]
    )
    return Interval(estimate, low, high, int(curve.n))
