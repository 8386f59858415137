"""Median-unbiased estimate of an effect after an early stop, by stage-wise ordering.

METHODS.md: Estimate after an early stop.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr

from simlab.analysis.group_sequential import (
    SHORT,
    Design,
    LikelihoodRatio,
    densities_before_crossing,
    limit_of_roots,
)
from simlab.analysis.intervals import Interval
from simlab.analysis.root_finding import zero_of
from simlab.analysis.value_range import has_shown_range
from simlab.analysis.verdict import Verdict

Array = NDArray[Any]

PRECISION = 1e-4
"""Precision of an estimate, in standard errors of the mean."""
HALVINGS = 50
"""Steps of a bisection: the rest is far below rounding."""
STILL = 1e-9
"""A standard error below this part of the margin is rounding: blocks do not vary."""


def interval_at_stop(
    ratio: LikelihoodRatio, margin: float, design: Design, n_blocks: int, *, fair: float = 0.0
) -> Interval[float]:
    """Return the interval of a comparison that stops once decided, with an unbiased estimate.

    `n_blocks` have been played, of which those of `ratio`, in their order, have a value. After a
    verdict of more or less at a later look than the first, their mean is too far from `fair`.
    """
    interval, verdict = ratio.interval(design), ratio.verdict(margin, design, fair=fair)
    if verdict not in (Verdict.MORE, Verdict.LESS) or ratio.standard_error <= STILL * margin:
        return interval
    # less is more of the opposite: turned around, one case is left
    sign = 1 if verdict == Verdict.MORE else -1
    bound = fair + sign * margin
    ends = (ratio.low, ratio.high) if verdict == Verdict.MORE else (ratio.high, ratio.low)
    stop = _Stop(
        looks=[*_open_looks(ratio, design, n_blocks), ratio.n],
        mean=sign * (ratio.mean - fair),
        margin=margin,
        deviation=ratio.standard_error * np.sqrt(ratio.n),
        below=sign * (bound - ends[0]),
        above=sign * (ends[1] - bound),
        n_unseen=int(ratio.is_range_seen),
        design=design,
    )
    estimate = fair + sign * stop.median_unbiased
    # both are made in different ways, and an estimate outside its interval would confuse
    return interval._replace(estimate=min(max(estimate, interval.low), interval.high))


def _open_looks(ratio: LikelihoodRatio, design: Design, n_blocks: int) -> list[int]:
    """Return the blocks with a value at each earlier look that might have given a verdict."""
    counts = [look * ratio.n // n_blocks for look in design.looks if look < n_blocks]
    if not ratio.is_range_seen:
        return [count for count in counts if count]
    # before that no verdict was possible
    return [count for count in counts if has_shown_range(ratio.blocks[:count])]


@dataclass(frozen=True)
class _Stop:
    """A comparison at the look after which it is called more, turned around if it is less."""

    looks: Sequence[int]
    mean: float
    margin: float
    deviation: float
    """Standard deviation of blocks."""
    below: float
    """Distance of the margin from the lower end of the range; `above` that from the upper end."""
    above: float
    n_unseen: int
    """Blocks that count at the end of the range though they have not occurred."""
    design: Design

    @property
    def errors(self) -> Array:
        """Standard error of the mean at each look."""
        return self.deviation / np.sqrt(self.looks)

    @property
    def median_unbiased(self) -> float:
        """The effect with which half of all comparisons are called more at least as surprisingly.

        That is at an earlier look, or at the same one with at least this mean.
        """
        lows, highs = self._open_means()
        highs[-1] = self.mean

        def excess(effect: float) -> float:
            ends = zip((lows - effect) / self.errors, (highs - effect) / self.errors, strict=True)
            return chance_of_more(self.looks, list(ends)) - 0.5

        # nothing to correct: it was hardly likely to stop earlier
        if excess(self.mean) <= 0:
            return self.mean
        return zero_of(excess, self.margin, self.mean, PRECISION * float(self.errors[-1]))

    def _open_means(self) -> tuple[Array, Array]:
        """Return the means at each look between which it was open, and might yet be called more.

        Where means around 0 are called the same, those below are left out.
        """
        one_sided, two_sided = self.design.one_sided, self.design.two_sided
        beyond = np.where(self.margin >= self.errors, one_sided, two_sided)
        lows = self.margin - self._distance(one_sided, self.above)
        highs = self.margin + self._distance(beyond, self.below)
        return np.where(lows > 0, lows, -highs), highs

    def _distance(self, critical: Any, reach: float) -> Array:
        """Return how far from the margin a mean at each look has the root that decides.

        `reach` is the distance of the margin from the end of the range beyond.
        """
        n = np.array(self.looks)
        limit = limit_of_roots(critical, n)
        low, high = np.zeros(len(n)), np.full(len(n), self.deviation + reach)
        # bisection for all looks at once; the root rises with the distance
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            is_far = self._root(middle, n, reach) > limit
            low, high = np.where(is_far, low, middle), np.where(is_far, middle, high)
        return high

    def _root(self, away: Array, n: Array, reach: float) -> Array:
        """Return the signed root of the margin if means are away from it, to second order."""
        square = self.deviation**2 + away**2
        linear = square + away * reach
        rest = linear**2 - 4 * square * reach * (away - self.n_unseen * reach / n)
        bet = (linear - np.sqrt(rest)) / (2 * square * reach)
        bet = np.clip(bet, 0, SHORT / reach)
        gain = n * (bet * away - bet**2 * square / 2)
        gain += self.n_unseen * np.log1p(-bet * reach)
        return np.asarray(np.sqrt(2 * np.maximum(gain, 0)))


def chance_of_more(looks: Sequence[int], limits: Sequence[tuple[float, float]]) -> float:
    """Return the probability that a normal mean crosses an upper limit before any lower one.

    Limits are in standard errors from the expectation.
    """
    chance = float(ndtr(-limits[0][1]))
    steps = zip(pairwise(looks), densities_before_crossing(looks, limits), limits[1:], strict=False)
    for (before, now), (nodes, chances), (_, high) in steps:
        shared = before / now
        off = (high - np.sqrt(shared) * nodes) / np.sqrt(1 - shared)
        chance += float(chances @ ndtr(-off))
    return chance
