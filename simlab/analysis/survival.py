"""How long something lasts, where of some it is known only that they lasted longer."""

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
    """How many games ended, and how many were capped, at each length that was seen, in order."""

    lengths: Array
    ended: Array
    capped: Array

    @property
    def n(self) -> int:
        """How many games there are."""
        return int(self.ended.sum() + self.capped.sum())

    @cached_property
    def going(self) -> Array:
        """How many games had not ended before each length."""
        return np.cumsum((self.ended + self.capped)[::-1])[::-1]

    @cached_property
    def hazard(self) -> Array:
        """The share of them that end at this length."""
        return np.asarray(self.ended / self.going)

    @cached_property
    def lasting(self) -> Array:
        """The share of all games that last longer than each length: Kaplan and Meier's curve."""
        return np.cumprod(1 - self.hazard)

    @cached_property
    def mean(self) -> float:
        """The mean length up to the longest that was seen: the area under the curve."""
        return float(self.lengths[0] + self._areas[0])

    @property
    def _areas(self) -> Array:
        """The area under the curve from each length on."""
        steps = np.append(self.lasting[:-1] * np.diff(self.lengths), 0)
        return np.cumsum(steps[::-1])[::-1]

    def influence(self) -> tuple[Array, Array]:
        """Return how far a game of each length moves the mean, if it ended, if it was capped.

        Where no game is capped, one that ended moves it by its own distance from the mean.
        """
        surviving = np.where(self.hazard < 1, 1 - self.hazard, 1)
        weights = self.n * self._areas / (self.going * surviving)
        expected = np.cumsum(weights * self.hazard)
        return expected - weights, expected


def kaplan_meier(lifetimes: Lifetimes, *, per_block: int = 1) -> Interval[Array]:
    """Return the share of games that last longer than each length, with Greenwood's variance."""
    lasting, n = lifetimes.lasting, lifetimes.n / per_block
    remaining = lifetimes.going - lifetimes.ended
    terms = np.zeros(len(remaining))
    np.divide(lifetimes.hazard, remaining, out=terms, where=remaining > 0)
    variance = per_block * lasting**2 * np.cumsum(terms)
    effective_n = np.full(len(remaining), n)
    np.divide(lasting * (1 - lasting), variance, out=effective_n, where=variance > 0)
    low, high = score_bounds(lasting, effective_n, chdtri(1, 1 - LEVEL))
    return Interval(lasting, low, high, int(n))


def median_of(lifetimes: Lifetimes, *, per_block: int = 1) -> Interval[float]:
    """Return the length that half of the games do not exceed; without end where it is not known."""
    curve = kaplan_meier(lifetimes, per_block=per_block)
    estimate, low, high = (
        float(np.append(lifetimes.lengths, np.inf)[np.append(share <= 0.5, True).argmax()])
        for share in curve[:3]
    )
    return Interval(estimate, low, high, int(curve.n))
