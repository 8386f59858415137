"""Probability of a rare result by multilevel splitting: levels, importance and interval.

METHODS.md gives formula, assumptions and source of each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from scipy.special import stdtrit

from simlab.analysis.intervals import Array, Interval, mean_t

SHARE = 0.35
"""Share of games that reach the next level. Measured in Taxis (64 points, planner): 0.1, 0.2, 0.35
and 0.5 save games by factors of 2.4, 4.0, 6.5 and 5.3."""
FEWEST_PREDICTIONS = 50
"""Fewest games from which the result is predicted in a span."""
LEAST_SPREAD = 0.1
"""Least standard deviation of what is to come, as a part of that of the result: near the end of a
game it is 0, which would make the importance infinite."""
ROUNDING = 1e-9
"""Relative difference of values that are equal except for rounding."""
LARGE_SPREAD = 0.5
"""Spread of the replicates, in units of their mean, above which the interval may be too narrow: few
replicates with large estimates, which others lack, then make up much of the mean."""


@dataclass(frozen=True, eq=False)
class Rare:
    """Games of all replicates, and the probability that follows from them."""

    shares: Array
    """Share of the games of a stage that reached the next one, shape (replicates, stages); nan
    where no game had reached the stage. The last stage reaches the result."""
    n_per_stage: int
    """Games of a stage of a replicate."""
    n_games: float
    """What was played, pilot included, in whole games: decisions over those of a mean game."""

    @property
    def estimates(self) -> Array:
        """The probability by each replicate."""
        # a stage that no game reached makes the whole estimate 0
        product: Array = np.nan_to_num(self.shares).prod(axis=1)
        return product

    @property
    def is_reached(self) -> bool:
        """Whether any game had the result."""
        return bool(self.estimates.any())

    @property
    def probability(self) -> Interval[float]:
        """The probability of the result; nan between 0 and 1 if no game had it."""
        return rare_probability(self.estimates)

    @property
    def spread(self) -> float:
        """Standard deviation of the estimates of single replicates, in units of their mean."""
        return float(self.estimates.std(ddof=1) / self.estimates.mean())

    @property
    def n_plain_games(self) -> float:
        """Games without splitting that estimate the probability with the same precision."""
        p = float(self.estimates.mean())
        return p * (1 - p) * len(self.estimates) / float(self.estimates.var(ddof=1))

    @property
    def saving(self) -> float:
        """How many times fewer games were played than without splitting."""
        return self.n_plain_games / self.n_games

    @property
    def stages(self) -> pd.DataFrame:
        """Share of the games of each stage that reached the next one."""
        known = [column[~np.isnan(column)] for column in self.shares.T]
        rows = [
            {"stage": stage + 1, **mean_t(shares)._asdict()}
            for stage, shares in enumerate(known)
            if len(shares)
        ]
        return pd.DataFrame(rows)


def rare_probability(estimates: Array, *, level: float = 0.95) -> Interval[float]:
    """Return the mean of independent unbiased estimates with a t interval of its logarithm.

    METHODS.md: A rare result.
    """
    n, mean = len(estimates), float(estimates.mean())
    if mean == 0.0:
        return Interval(float("nan"), 0.0, 1.0, n)
    error = float(estimates.std(ddof=1)) / np.sqrt(n) / mean
    # of the logarithm: estimates are products of shares, and so skewed
    factor = float(np.exp(stdtrit(n - 1, (1 + level) / 2) * error))
    return Interval(mean, mean / factor, min(mean * factor, 1.0), n)


def importance_of(values: Array, finals: Array, target: float) -> tuple[Array, Array]:
    """Return offset and slope of the importance by span: how far the prediction is from the target.

    In each span, the final result is predicted from the value of the position by least squares;
    importance is the predicted result less the target, in standard deviations of the error. A span
    with too few games has the importance of the one before. Values have shape (games, spans), with
    nan where a game had ended.
    """
    offsets, slopes = np.zeros(values.shape[1]), np.zeros(values.shape[1])
    has_ended = np.isfinite(finals)
    # of games that all end alike, any unit does
    least = LEAST_SPREAD * finals[has_ended].std() or 1.0
    for span, column in enumerate(values.T):
        is_used = has_ended & ~np.isnan(column)
        if is_used.sum() < FEWEST_PREDICTIONS:
            before = max(span - 1, 0)
            offsets[span], slopes[span] = offsets[before], slopes[before]
            continue
        x, y = column[is_used], finals[is_used]
        slope = slope_of(x, y)
        # in standard deviations: how likely the target still is, whatever the span
        error = max(float((y - slope * x).std()), least)
        offsets[span] = ((y - slope * x).mean() - target) / error
        slopes[span] = slope / error
    return offsets, slopes


def slope_of(x: Array, y: Array) -> float:
    """Return the slope of the least-squares line through some points, 0 if all x are equal."""
    if np.ptp(x) <= ROUNDING * np.abs(x).max():
        return 0.0
    spread = x - x.mean()
    return float(spread @ y) / float(spread @ spread)


def next_level(highest: Array, previous: float) -> float:
    """Return the level above the previous one that a share SHARE of games reach, or fewer."""
    ranked = np.sort(highest)[::-1]
    level = float(ranked[int(SHARE * len(ranked))])
    if level > previous:
        return level
    # many games have the same importance: the next value that occurs
    return float(min(highest[highest > previous], default=np.inf))


def join_shares(replicates: Sequence[Sequence[float]], n_stages: int) -> Array:
    """Return the shares of all replicates, with nan for stages that none of its games reached."""
    shares = np.full((len(replicates), n_stages), np.nan)
    for row, replicate in zip(shares, replicates, strict=True):
        row[: len(replicate)] = replicate
    return shares
