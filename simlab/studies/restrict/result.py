"""Restricted play: what a player loses who may never make one kind of choice.

METHODS.md: Restricted play.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from simlab.analysis.crosstable import LEVEL, Scale, scores, shares
from simlab.analysis.games import Games
from simlab.analysis.intervals import Interval, mean_t
from simlab.analysis.multiple_testing import against_base
from simlab.analysis.verdict import Verdict, verdict

Array = NDArray[Any]

WIN_METHOD = (
    "An even share less the share of the wins of one player under the restriction among players"
    " without one, in all rotations; a game that nobody wins counts as shared by all. Simultaneous"
    " intervals on blocks, 95 % for all rows together (max-t)."
)
SCORE_METHOD = (
    "Mean difference of scores on the same deals, without and with the restriction. Simultaneous"
    " intervals on blocks, 95 % for all rows together (max-t)."
)
COUNT_METHOD = (
    "Mean per game and player of the first games of each line-up; t intervals, 95 %, each by"
    " itself."
)
PART_OF_MANDATORY = 0.5
"""A kind is mandatory if a player without it keeps less than this part of the wins or points."""
COUNTS = ("chosen", "forced", "replaced")
"""Choices of the kind without a restriction; with it, those that it could not avoid, and those
that it made in place of a forbidden one."""


class Worth(StrEnum):
    """What a kind of choice is worth to a player."""

    MANDATORY = "mandatory"
    USEFUL = "useful"
    USELESS = "useless"
    HARMFUL = "harmful"
    UNUSED = "never chosen"
    FORCED = "not avoidable"
    UNDECIDED = "not decided"


WORTH_OF_VERDICT = {
    Verdict.MORE: Worth.USEFUL,
    Verdict.SAME: Worth.USELESS,
    Verdict.LESS: Worth.HARMFUL,
    Verdict.UNDECIDED: Worth.UNDECIDED,
}


@dataclass(frozen=True, eq=False)
class Restriction:
    """Result of a study of restricted play."""

    policy: str
    players: int
    seats: int
    """Seats under the restriction."""
    scale: Scale
    level: Interval[float]
    """Wins or score of players without a restriction."""
    worths: pd.DataFrame
    """What each restriction costs, the most costly first."""
    counts: pd.DataFrame
    """How often the kinds are chosen, and how often a restriction matters."""
    lineups: pd.DataFrame
    ends: pd.DataFrame

    @property
    def n_games(self) -> int:
        """Games played."""
        return int(self.lineups["games"].sum())


def level_of(base: Games, scale: Scale) -> Interval[float]:
    """Return the share of the wins, or the mean score, of players without a restriction."""
    if scale.is_share:
        # equal players in all rotations share the wins evenly, whatever they do
        fair = 1 / base.players
        return Interval(fair, fair, fair, base.n_blocks)
    return mean_t(scores(base), low=scale.low, high=scale.high)


def worths(
    base: Games,
    restricted: Mapping[str, Games],
    policies: Mapping[str, str],
    chosen: Mapping[str, bool],
    scale: Scale,
) -> pd.DataFrame:
    """Return what each restriction costs a player, the most costly first.

    `restricted` has the games of each restriction on the deals of `base`, `policies` its policy.
    `chosen` says of each restriction of a kind whether anybody chooses that kind; where no game
    differs, that kind is never chosen, or cannot be avoided. `with` is what a player under the
    restriction wins or scores. No kind is mandatory where each seat plays for points of its own:
    these may be negative, so that half of them means nothing.
    """
    outcomes = np.stack(
        [_values(games, policies[name]) for name, games in restricted.items()], axis=1
    )
    full = np.full(len(outcomes), 1 / base.players) if scale.is_share else scores(base)
    losses = full[:, None] - outcomes
    missing = PART_OF_MANDATORY * full[:, None] - outcomes
    # one family, so that the worth of a kind and whether it is mandatory hold together
    both = against_base(np.hstack([losses, missing]), are_shares=scale.is_share)
    n = len(restricted)
    level = 1 - (1 - LEVEL) / n
    rows = []
    for column, name in enumerate(restricted):
        estimate, low, high = (float(end[column]) for end in (both.estimate, both.low, both.high))
        interval = Interval(estimate, low, high, len(outcomes))
        decided = verdict(interval, scale.margin)
        worth = WORTH_OF_VERDICT[decided]
        # not one block differs: the kind was never met, or nothing else could be chosen
        if name in chosen and not losses[:, column].any():
            worth = Worth.FORCED if chosen[name] else Worth.UNUSED
        elif name in chosen and not scale.is_of_seat and both.low[column + n] > 0:
            worth = Worth.MANDATORY
        mean = mean_t(outcomes[:, column], level=level, low=scale.low, high=scale.high)
        ends = {"with": mean.estimate, "with_low": mean.low, "with_high": mean.high}
        rows.append(
            {"restriction": name, **interval._asdict(), "verdict": decided, "worth": worth, **ends}
        )
    return pd.DataFrame(rows).sort_values("estimate", ascending=False, ignore_index=True)


def counts(by_game: Mapping[str, Mapping[str, Array]]) -> pd.DataFrame:
    """Return the mean of each of COUNTS by restriction, from numbers per game and player."""
    rows = []
    for name, numbers in by_game.items():
        row: dict[str, Any] = {"restriction": name}
        for count_name in (count_name for count_name in COUNTS if count_name in numbers):
            mean = mean_t(numbers[count_name], low=0.0)
            row |= {
                count_name: mean.estimate,
                f"{count_name}_low": mean.low,
                f"{count_name}_high": mean.high,
            }
        rows.append({**row, "n": max(map(len, numbers.values()))})
    return pd.DataFrame(rows)


def _values(games: Games, policy: str) -> Array:
    """Return the share of the wins of a policy, or its score, in each block."""
    return scores(games, policy) if games.is_for_points else shares(games, policy)
