"""Headroom: how much better than a scripted player one can play, as far as others show it.

Where all seats share one score, the same player sits at every seat; else one player sits among
scripted ones, in all rotations.
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
from simlab.analysis.intervals import Interval, mean_t, simultaneous_means, wilson
from simlab.analysis.verdict import verdict

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
    "Share of all games that reach the score; Wilson’s intervals, 95 % for all scores and players"
    " together (Bonferroni)."
)


@dataclass(frozen=True)
class Player:
    """Somebody who is measured: a policy, and if it is_search, with which base and how far."""

    policy: str
    base: str = ""
    rollouts: int = 0

    @property
    def is_search(self) -> bool:
        """Whether it tries its choices before it makes them."""
        return self.rollouts > 0


GamesByPlayer = Mapping[Player, Games]
"""The games of each player; those of one score begin with the same deals."""


@dataclass(frozen=True, eq=False)
class Headroom:
    """The tables of who was measured against a scripted player, as far as its game has them."""

    policy: str
    """The scripted player in question."""
    players: int
    scale: Scale
    par: Interval[float]
    """How well the scripted player does: its score, or an even share of the wins."""
    gains: pd.DataFrame
    """How much better than that each of the others does."""
    lineups: pd.DataFrame
    ends: pd.DataFrame
    tiers: pd.DataFrame = field(default_factory=pd.DataFrame)
    """How often the tiers of the victory table are reached, where there is one."""

    @property
    def n_games(self) -> int:
        """Games played."""
        return int(self.lineups["games"].sum())

    @property
    def levels(self) -> pd.DataFrame:
        """How well each of the others does: par and its gain; the bounds add up likewise."""
        ends = {end: self.gains[end] + getattr(self.par, end) for end in ENDS}
        return self.gains.assign(**ends)

    @property
    def best(self) -> dict[str, Any]:
        """The row of whoever is surely better by most, else of who is_search and seems best."""
        rows: list[dict[str, Any]] = self.gains.to_dict("records")  # type: ignore[assignment]
        if any(row["low"] > 0 for row in rows):
            return max(rows, key=lambda row: float(row["low"]))
        searches = [row for row in rows if row["rollouts"]]
        return max(searches, key=lambda row: float(row["estimate"]))


def par_of_wins(players: int) -> Interval[float]:
    """Return the share of the wins of a player among equals, which is known."""
    return Interval(1 / players, 1 / players, 1 / players, 0)


def par_of_scores(scripted: Games, n_others: int) -> Interval[float]:
    """Return the mean score of the scripted player, beside the gains of so many others."""
    return mean_t(scores(scripted), level=_level(n_others + 1))


def gains_in_wins(games_by_player: GamesByPlayer, margin: float) -> pd.DataFrame:
    """Return by how much the share of the wins of each player exceeds an even one."""
    level = _level(len(games_by_player))
    return _judged(
        {player: _gain_in_wins(player, games, level) for player, games in games_by_player.items()},
        margin,
    )


def gains_in_scores(scripted: Games, games_by_player: GamesByPlayer, scale: Scale) -> pd.DataFrame:
    """Return by how much each of the others scores more than the scripted player."""
    base, level = scores(scripted), _level(len(games_by_player) + 1)
    gains = {
        player: mean_difference(scores(games) - base[: games.n_blocks], scale, level)
        for player, games in games_by_player.items()
    }
    return _judged(gains, scale.margin)


def mean_difference(differences: Array, scale: Scale, level: float) -> Interval[float]:
    """Return the mean difference of scores on the same deals.

    Where none of them differs it is as unsure as a rate that was never seen, of differences as
    large as the scale has room for.
    """
    if differences.any():
        return mean_t(differences, level=level)
    unseen, n = wilson(0, len(differences), level=level).high, len(differences)
    most = np.inf if scale.low is None or scale.high is None else unseen * (scale.high - scale.low)
    return Interval(0.0, -most, most, n)


def tiers_by_player(
    games_by_player: GamesByPlayer, tiers: Sequence[Mapping[str, Any]]
) -> pd.DataFrame:
    """Return how often each player reaches the scores at which a tier begins."""
    level = _level(len(games_by_player) * max(len(tiers), 1))
    rows = []
    for tier in tiers:
        tier_keys = {"tier": f"{tier['from']} or more", "label": tier["label"]}
        for player, games in games_by_player.items():
            n_reached = int((scores(games) >= tier["from"]).sum())
            reached = wilson(n_reached, games.n_blocks, level=level)
            rows.append({**_keys(player), **tier_keys, **reached._asdict()})
    return pd.DataFrame(rows)


def _gain_in_wins(player: Player, games: Games, level: float) -> Interval[float]:
    """Return one gain; of shares the bounds stay within 0 and 1."""
    own = shares(games, player.policy)
    intervals = simultaneous_means(own[:, None], level=level)
    estimate, low, high = (float(end[0]) - 1 / games.players for end in intervals[:3])
    return Interval(estimate, low, high, len(own))


def _judged(gains: Mapping[Player, Interval[float]], margin: float) -> pd.DataFrame:
    return pd.DataFrame(
        {**_keys(player), **gain._asdict(), "verdict": verdict(gain, margin)}
        for player, gain in gains.items()
    )


def _keys(player: Player) -> dict[str, Any]:
    return {"policy": player.policy, "base": player.base, "rollouts": player.rollouts}


def _level(family: int) -> float:
    """Return the level of each of several intervals that are to hold together (Bonferroni)."""
    return 1 - (1 - LEVEL) / family
