"""Group-sequential intervals and verdicts by empirical likelihood, for looks known beforehand.

METHODS.md gives formula, assumptions and source of each.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from math import ceil
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtri

from simlab.analysis.intervals import Interval
from simlab.analysis.paired import MIDDLE, gap_of
from simlab.analysis.value_range import inside
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
    most = -float(ndtri(error / len(looks) / (2 if is_two_sided else 1)))
    return (
        fixed if len(looks) == 1 else round(_zero_of(excess, fixed, most, tolerance=1e-4), DIGITS)
    )


def chance_of_crossing(looks: Sequence[int], value: float, *, is_two_sided: bool) -> float:
    """Return the probability that a normal mean without effect crosses a limit at any look.

    The density of the standardised mean over the region in which all looks so far lie is carried
    from look to look at the integration nodes.
    """
    low = -value if is_two_sided else -FAR
    middle, half = (value + low) / 2, (value - low) / 2
    nodes, weights = middle + half * NODES, half * WEIGHTS
    density = np.exp(-np.square(nodes) / 2) / np.sqrt(2 * np.pi)
    for before, now in pairwise(looks):
        kept = before / now
        off = (nodes[:, np.newaxis] - np.sqrt(kept) * nodes) / np.sqrt(1 - kept)
        steps = np.exp(-np.square(off) / 2) / np.sqrt(2 * np.pi * (1 - kept))
        density = steps @ (weights * density)
    return float(1 - weights @ density)


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
    largest = SHORT * (1 / (mean - low) if pull > 0 else -1 / (high - mean))

    def slope(bet: float) -> float:
        return float(counts @ (away / (1 + bet * away)))

    bet = _zero_of(slope, 0, largest) if slope(largest) * pull < 0 else largest
    return float(np.sign(pull) * np.sqrt(2 * (counts @ np.log1p(bet * away))))


class LikelihoodRatio:
    """Empirical likelihood ratio of any mean, from all blocks at a look."""

    def __init__(
        self, blocks: ArrayLike, low: float, high: float, *, is_range_seen: bool = False
    ) -> None:
        """Take the blocks in any order; ValueError if one is out of [`low`, `high`].

        A range that was only seen counts one block more at each end, since blocks there may yet
        occur.
        """
        own = inside(np.asarray(blocks, dtype=np.float64), low, high)
        values = np.append(own, [low, high]) if is_range_seen else own
        self.values, self.counts = np.unique(values, return_counts=True)
        self.n, self.low, self.high = len(own), low, high
        self.mean = float(own.mean()) if len(own) else np.nan
        self.middle = float(values.mean()) if len(values) else np.nan

    def root(self, mean: float) -> float:
        """Return the signed root of a mean; infinite outside of the range."""
        if self.low < mean < self.high:
            return signed_root(self.values, self.counts, mean, self.low, self.high)
        return np.inf if mean <= self.low else -np.inf

    def limit(self, critical: float) -> float:
        """Return the limit of roots: the critical value, larger while there are few blocks."""
        return critical * (1 + (critical**2 + 1) / (4 * self.n))

    def interval(self, design: Design) -> Interval[float]:
        """Return the means whose root is within the limit; unbounded without blocks."""
        if not self.n:
            return Interval(np.nan, -np.inf, np.inf, 0)
        limit = self.limit(design.two_sided)
        low, high = self._crossing(self.low, limit), self._crossing(self.high, -limit)
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
        beyond = within if margin >= self.standard_error else self.limit(design.two_sided)
        if above > beyond:
            return Verdict.MORE
        if below < -beyond:
            return Verdict.LESS
        return Verdict.SAME if above < -within and below > within else Verdict.UNDECIDED

    @property
    def standard_error(self) -> float:
        """The standard error of the mean."""
        squares = self.counts @ np.square(self.values - self.middle)
        return float(np.sqrt(squares) / self.n)

    def _crossing(self, end: float, root: float) -> float:
        """Return the mean with this root, between an end of the range and the mean of blocks."""
        near = self.middle + (end - self.middle) * SHORT
        if near == self.middle or abs(self.root(near)) <= abs(root):
            return end
        return _zero_of(lambda at: self.root(at) - root, near, self.middle)


def blocks_to_decide(sd: float, margin: float, design: Design, *, effect: float = 0.0) -> int:
    """Return the median number of blocks at which a verdict is reached.

    `sd` is that of block differences. ValueError if the effect equals the margin.
    """
    gap = gap_of(margin, effect)
    return max(1, ceil(((design.one_sided + MIDDLE) * sd / gap) ** 2))


def _zero_of(
    function: Callable[[float], float], low: float, high: float, tolerance: float = 2e-12
) -> float:
    """Return where a function is 0 between two places at which its signs differ."""
    from scipy.optimize import brentq  # takes a tenth of a second

    return float(brentq(function, low, high, xtol=tolerance))
