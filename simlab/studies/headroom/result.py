"""Headroom of a scripted policy: gap to search and to other policies, with intervals.

In cooperative games the measured policy has all seats; in competitive games it has one seat among
scripted policies, in all rotations. Where seats play for points, its score is compared with that of
the scripted policy among equals, on the same deals.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from simlab.analysis.crosstable import LEVEL, Scale, scores, shares
from simlab.analysis.games import Games
from simlab.analysis.intervals import (
    Interval,
    clip_interval,
    clopper_pearson,
    mean_t,
    simultaneous_means,
    wilson,
)
from simlab.analysis.luck import as_played, shares_less_luck
from simlab.analysis.verdict import verdict
from simlab.analysis.win_rate import policy_means
from simlab.game.facts import Tier

Array = NDArray[Any]
ENDS = ("estimate", "low", "high")

WIN_METHOD = (
    "Share of the wins of one such player among scripted ones, in all rotations; a game that nobody"
    " wins counts as shared by all. Intervals on blocks, 95 % for all players together"
    " (Bonferroni), so that the best of them may be picked."
)
GAIN_METHOD = (
    "Mean difference of scores on the same deals; t intervals. The score is this added to the mean"
    " of the scripted player on more deals. 95 % for all players together (Bonferroni), so that the"
    " best of them may be picked."
)
TIER_METHOD = (
    "Share of all games that reach the score; Clopper–Pearson intervals, 95 % for all scores and"
    " players together (Bonferroni)."
)


@dataclass(frozen=True)
class Player:
    """A measured policy; for a search also its base policy and its rollouts."""

    policy: str
    base: str = ""
    rollouts: int = 0

    @property
    def is_search(self) -> bool:
        """Whether the policy is a search."""
        return self.rollouts > 0


GamesByPlayer = Mapping[Player, Games]
"""Games of each measured policy; where seats play for points all start with the same deals."""


@dataclass(frozen=True, eq=False)
class Headroom:
    """Result of a headroom study; tables that the kind of game does not have are empty."""

    policy: str
    """The scripted policy."""
    players: int
    scale: Scale
    par: Interval[float]
    """Level of the scripted policy: its mean score, or an even share of the wins."""
    gains: pd.DataFrame
    """Gain of each measured policy over `par`."""
    lineups: pd.DataFrame
    ends: pd.DataFrame
    tiers: pd.DataFrame = field(default_factory=pd.DataFrame)
    """How often each tier of the victory table is reached, if there is one."""

    @property
    def n_games(self) -> int:
        """Games played."""
        return int(self.lineups["games"].sum())

    @property
    def levels(self) -> pd.DataFrame:
        """Level of each measured policy: par plus gain; so are the bounds, within the range."""
        ends = {
            end: (self.gains[end] + getattr(self.par, end)).clip(self.scale.low, self.scale.high)
            for end in ENDS
        }
        return self.gains.assign(**ends)

    @property
    def best(self) -> dict[str, Any]:
        """Row with the highest lower bound above 0, else the best estimate among searches."""
        rows: list[dict[str, Any]] = self.gains.to_dict("records")  # type: ignore[assignment]
        if any(row["low"] > 0 for row in rows):
            # by the lower bound: of many players, the best estimate is the luckiest one, too
            return max(rows, key=lambda row: float(row["low"]))
        searches = [row for row in rows if row["rollouts"]]
        return max(searches, key=lambda row: float(row["estimate"]))


def par_of_wins(players: int) -> Interval[float]:
    """Return the even share of the wins, which needs no games.

    METHODS.md: Headroom over a scripted policy.
    """
    # equal policies in all rotations win equally: no games are needed
    return Interval(1 / players, 1 / players, 1 / players, 0)


def par_of_scores(scripted: Games, n_others: int, scale: Scale) -> Interval[float]:
    """Return the mean score of the scripted policy, at the joint level with `n_others` gains.

    METHODS.md: Headroom over a scripted policy.
    """
    return mean_t(scores(scripted), level=_level(n_others + 1), low=scale.low, high=scale.high)


def gains_in_wins(games_by_player: GamesByPlayer, margin: float) -> pd.DataFrame:
    """Return the share of the wins of each measured policy minus an even share."""
    level = _level(len(games_by_player))
    gains = {
        player: _gain_in_wins(player, games, level) for player, games in games_by_player.items()
    }
    return _verdict_frame(gains, margin).assign(**_as_played(gains, games_by_player, level))


def gains_in_scores(scripted: Games, games_by_player: GamesByPlayer, scale: Scale) -> pd.DataFrame:
    """Return the score of each measured policy minus that of the scripted policy."""
    base, level = scores(scripted), _level(len(games_by_player) + 1)
    gains = {
        player: mean_difference(scores(games, player.policy) - base[: games.n_blocks], scale, level)
        for player, games in games_by_player.items()
    }
    return _verdict_frame(gains, scale.margin)


def mean_difference(differences: Array, scale: Scale, level: float) -> Interval[float]:
    """Return the mean difference of scores on the same deals.

    One deal more, with the largest difference seen, counts in the variance, which is known from
    the deals that differ: their number is that of the degrees of freedom. If no deal differs, the
    bounds are those of a rate never seen times the range of the scale.
    METHODS.md: Headroom over a scripted policy.
    """
    width = None if scale.low is None or scale.high is None else scale.high - scale.low
    n_different = int(np.count_nonzero(differences))
    if n_different:
        largest = float(np.abs(differences).max())
        # most deals end alike, so that few tell of the variance
        gain = mean_t(differences, level=level, unseen=largest, n_varying=n_different)
        return gain if width is None else clip_interval(gain, -width, width)
    unseen, n = wilson(0, len(differences), level=level).high, len(differences)
    most = np.inf if width is None else unseen * width
    return Interval(0.0, -most, most, n)


def tiers_by_player(games_by_player: GamesByPlayer, tiers: Sequence[Tier]) -> pd.DataFrame:
    """Return how often each policy reaches the lowest score of each tier."""
    level = _level(len(games_by_player) * max(len(tiers), 1))
    rows = []
    for tier in tiers:
        tier_keys = {"tier": f"{tier.start} or more", "label": tier.label}
        for player, games in games_by_player.items():
            n_reached = int((scores(games) >= tier.start).sum())
            reached = clopper_pearson(n_reached, games.n_blocks, level=level)
            rows.append({**_keys(player), **tier_keys, **reached._asdict()})
    return pd.DataFrame(rows)


def _gain_in_wins(player: Player, games: Games, level: float) -> Interval[float]:
    """Return one gain, less luck if measured; the bounds of the share stay within 0 and 1."""
    played = _shares_as_played(player, games, level)
    if not games.measures_luck:
        return _beyond_even(played, games)
    policy_shares = shares(games, player.policy)[:, None]
    luck = policy_means(games.seat("luck"), games.seating(), [player.policy])
    return _beyond_even(shares_less_luck(policy_shares, luck, played, level), games)


def _shares_as_played(player: Player, games: Games, level: float) -> Interval[Array]:
    return simultaneous_means(shares(games, player.policy)[:, None], level=level)


def _beyond_even(share: Interval[Array], games: Games) -> Interval[float]:
    """Return the interval of one share minus an even share."""
    estimate, low, high = (float(end[0]) - 1 / games.players for end in share[:3])
    return Interval(estimate, low, high, games.n_blocks)


def _as_played(
    gains: Mapping[Player, Interval[float]], games_by_player: GamesByPlayer, level: float
) -> dict[str, list[Any]]:
    """Return columns with the gains as played, if luck was subtracted."""
    cells = [
        as_played(_beyond_even(_shares_as_played(player, games, level), games), gains[player])
        for player, games in games_by_player.items()
        if games.measures_luck
    ]
    return {name: [row[name] for row in cells] for name in cells[0]} if cells else {}


def _verdict_frame(gains: Mapping[Player, Interval[float]], margin: float) -> pd.DataFrame:
    return pd.DataFrame(
        {**_keys(player), **gain._asdict(), "verdict": verdict(gain, margin)}
        for player, gain in gains.items()
    )


def _keys(player: Player) -> dict[str, Any]:
    return {"policy": player.policy, "base": player.base, "rollouts": player.rollouts}


def _level(family: int) -> float:
    """Return the level of each of several joint intervals (Bonferroni)."""
    return 1 - (1 - LEVEL) / family
