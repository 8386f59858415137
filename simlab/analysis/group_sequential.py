"""Group-sequential intervals and verdicts by empirical likelihood, for looks known beforehand.

METHODS.md gives formula, assumptions and source of each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import ceil
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtri

from simlab.analysis.intervals import Interval
from simlab.analysis.paired import MIDDLE, gap_of
from simlab.analysis.root_finding import zero_of
from simlab.analysis.value_range import ANY_VALUE, ValueRange, has_shown_range, inside
from simlab.analysis.verdict import Verdict

Array = NDArray[Any]

FIRST_LOOK = 50
"""Blocks before the first look: enough for a nearly normal likelihood ratio."""

NODES, WEIGHTS = np.polynomial.legendre.leggauss(128)
"""Gauss-Legendre nodes on [-1, 1]; 128 resolve looks that are one percent apart."""
FAR = 8.0
"""Where integration ends, in standard errors: a normal value is practically never beyond."""
DIGITS = 3
"""Decimals of a critical value, so that it is the same on any machine."""
SHORT = 1 - 1e-9
"""Part of the largest legal bet that is tried, to keep its logarithm finite."""


@cache
def critical_value(looks: tuple[int, ...], error: float, *, is_two_sided: bool = True) -> float:
    """Return the number of standard errors that a mean crosses at any look with this probability.

    `looks` are the numbers of blocks at each look; the limit is the same at all of them (Pocock).
    """

    def excess(value: float) -> float:
        return chance_of_crossing(looks, value, is_two_sided=is_two_sided) - error

    fixed = -float(ndtri(error / 2 if is_two_sided else error))
    # the true value lies between that of one look and that of Bonferroni
    most = -float(ndtri(error / len(looks) / (2 if is_two_sided else 1)))
    return fixed if len(looks) == 1 else round(zero_of(excess, fixed, most, tolerance=1e-4), DIGITS)


def chance_of_crossing(looks: Sequence[int], value: float, *, is_two_sided: bool) -> float:
    """Return the probability that a normal mean without effect crosses a limit at any look.

    The density of the standardised mean over the region in which all looks so far lie is carried
    from look to look at the integration nodes.
    """
    low = -value if is_two_sided else -FAR
    *_, (_, chances) = densities_before_crossing(looks, [(low, value)] * len(looks))
    return float(1 - chances.sum())


def densities_before_crossing(
    looks: Sequence[int], limits: Iterable[tuple[float, float]]
) -> Iterator[tuple[Array, Array]]:
    """Yield after each look where a normal mean without effect may be that has crossed no limit.

    That is in standard errors: the nodes between the limits of the look, and the probability at
    each.
    """
    before, nodes, chances = 0, np.zeros(1), np.ones(1)
    for now, (low, high) in zip(looks, limits, strict=True):
        middle, half = (high + low) / 2, (high - low) / 2
        shared = before / now
        later = middle + half * NODES
        off = (later[:, np.newaxis] - np.sqrt(shared) * nodes) / np.sqrt(1 - shared)
        steps = np.exp(-np.square(off) / 2) / np.sqrt(2 * np.pi * (1 - shared))
        before, nodes, chances = now, later, half * WEIGHTS * (steps @ chances)
        yield nodes, chances


@dataclass(frozen=True)
class Design:
    """Looks planned before any game is played, and the joint error over all of them."""

    looks: tuple[int, ...]
    """Numbers of blocks at each look; fewer looks may be made."""
    error: float
    """Share of comparisons that may end with a wrong verdict, and in which an interval may miss."""

    def split(self, n_comparisons: int) -> Design:
        """Return the design of each of some comparisons that share the error (Bonferroni)."""
        return replace(self, error=self.error / n_comparisons)

    @property
    def one_sided(self) -> float:
        """Critical value of a limit on one side, in standard errors."""
        return critical_value(self.looks, self.error, is_two_sided=False)

    @property
    def two_sided(self) -> float:
        """Critical value of limits on both sides, in standard errors."""
        return critical_value(self.looks, self.error)


def signed_root(values: Array, counts: Array, mean: float, low: float, high: float) -> float:
    """Return the signed root of the likelihood ratio of a mean, positive if blocks lie above it.

    It is the logarithm of the best bet in hindsight against that mean, of those that no block in
    [`low`, `high`] can ruin.
    """
    away = values - mean
    pull = float(counts @ away)
    if pull == 0:
        return 0.0
    # with a larger bet, a block at the end of the range would ruin the gambler
    largest = SHORT * (1 / (mean - low) if pull > 0 else -1 / (high - mean))

    def slope(bet: float) -> float:
        return float(counts @ (away / (1 + bet * away)))

    # the gain still grows at the largest legal bet: the best one is there
    bet = zero_of(slope, 0, largest) if slope(largest) * pull < 0 else largest
    return float(np.sign(pull) * np.sqrt(2 * (counts @ np.log1p(bet * away))))


def limit_of_roots(critical: float, n_blocks: Any) -> Any:
    """Return the limit of signed roots: the critical value, larger while there are few blocks."""
    return critical * (1 + (critical**2 + 1) / (4 * n_blocks))


class LikelihoodRatio:
    """Empirical likelihood ratio of any mean, from all blocks at a look."""

    def __init__(
        self, blocks: ArrayLike, low: float, high: float, *, is_range_seen: bool = False
    ) -> None:
        """Take the blocks in any order; ValueError if one is out of [`low`, `high`].

        Of a range that was only seen, a block at the end that speaks against a conclusion counts
        beside them, since it may yet occur.
        """
        self.blocks = inside(np.asarray(blocks, dtype=np.float64), low, high)
        self.values, self.counts = np.unique(self.blocks, return_counts=True)
        self.n, self.low, self.high = len(self.blocks), low, high
        self.is_range_seen = is_range_seen
        self.mean = float(self.blocks.mean()) if self.n else np.nan

    @classmethod
    def in_seen_range(
        cls, blocks: ArrayLike, seen: ValueRange, possible: ValueRange = ANY_VALUE
    ) -> LikelihoodRatio:
        """Take blocks whose range is what they and others have shown, in `seen`.

        Until they have shown it, their range is what is possible; without a bound on one side,
        nothing is known of their mean on that side.
        """
        values = np.asarray(blocks, dtype=np.float64)
        if has_shown_range(values):
            return cls(values, *seen.with_values(values).with_tail(values), is_range_seen=True)
        return cls(values, *possible.with_values(values))

    def root(self, mean: float) -> float:
        """Return the signed root of a mean; infinite outside of the range."""
        if not self.low < mean < self.high:
            return np.inf if mean <= self.low else -np.inf
        values, counts = self.values, self.counts
        if self.is_range_seen:
            # the end that would pull the mean towards the hypothesis
            end = self.low if mean < self.mean else self.high
            values, counts = np.append(values, end), np.append(counts, 1)
            if (counts @ (values - mean)) * (self.mean - mean) <= 0:  # it outweighs all blocks
                return 0.0
        return signed_root(values, counts, mean, self.low, self.high)

    def limit(self, critical: float) -> float:
        """Return the limit of roots."""
        return float(limit_of_roots(critical, self.n))

    def interval(self, design: Design) -> Interval[float]:
        """Return the means whose root is within the limit; unbounded without blocks."""
        if not self.n:
            return Interval(np.nan, -np.inf, np.inf, 0)
        limit = self.limit(design.two_sided)
        low, high = self._mean_at_root(self.low, limit), self._mean_at_root(self.high, -limit)
        return Interval(self.mean, min(low, self.mean), max(high, self.mean), self.n)

    def verdict(self, margin: float, design: Design, *, fair: float = 0.0) -> Verdict:
        """Return the verdict on the mean against a margin on both sides of a fair value.

        At most one of the three verdicts can be wrong with more than a vanishing probability, so
        one-sided critical values decide; but while the margin is within a standard error, more and
        less can both be wrong, so they need the two-sided one.
        """
        if not self.n:
            return Verdict.UNDECIDED
        above, below = self.root(fair + margin), self.root(fair - margin)
        within = self.limit(design.one_sided)
        # see the docstring: only with such a margin can at most one of both be wrong
        beyond = within if margin >= self.standard_error else self.limit(design.two_sided)
        if above > beyond:
            return Verdict.MORE
        if below < -beyond:
            return Verdict.LESS
        return Verdict.SAME if above < -within and below > within else Verdict.UNDECIDED

    @property
    def standard_error(self) -> float:
        """The standard error of the mean."""
        squares = self.counts @ np.square(self.values - self.mean)
        return float(np.sqrt(squares) / self.n)

    def _mean_at_root(self, end: float, root: float) -> float:
        """Return the mean with this root, between an end of the range and the mean of blocks."""
        if not np.isfinite(end):
            return end
        # at the end itself the root is infinite
        near = self.mean + (end - self.mean) * SHORT
        if near == self.mean or abs(self.root(near)) <= abs(root):
            return end
        return zero_of(lambda at: self.root(at) - root, near, self.mean)


def blocks_to_decide(sd: float, margin: float, design: Design, *, effect: float = 0.0) -> int:
    """Return the median number of blocks at which a verdict is reached.

    `sd` is that of block differences. ValueError if the effect equals the margin.
    """
    gap = gap_of(margin, effect)
    return max(1, ceil(((design.one_sided + MIDDLE) * sd / gap) ** 2))
