"""Statistics over all line-ups of a ladder: strengths, seats, ends and mean scores."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from simlab.analysis.crosstable import LEVEL, Lineup, Scale, mean_score, scores, win_shares
from simlab.analysis.games import Games
from simlab.analysis.group_sequential import Design
from simlab.analysis.intervals import Interval, mean_of_means, mean_points, rate_of_games
from simlab.analysis.luck import every
from simlab.analysis.points_per_game import beyond_mean
from simlab.analysis.rating import Results, ratings
from simlab.analysis.verdict import verdict
from simlab.experiment.lineup import in_short

Array = NDArray[Any]

SEAT_METHOD = (
    "Share of the wins, a mean over all line-ups with equal weights, from all games; a game that"
    " nobody wins counts as shared by all. Simultaneous intervals on deals, 95 % for all seats"
    " together."
)
STRENGTH_METHOD = (
    "Strengths by Plackett and Luce (with two seats, Bradley and Terry) that make the wins in all"
    " games likeliest, all line-ups with equal weights, as ratios to the strongest other policy;"
    " bootstrap of deals, 95 % for all policies together (multiple comparisons with the best), for"
    " this number of games."
)
MEAN_METHOD = (
    "Mean score of a table. Intervals hold at every look, 95 % for all line-ups together (empirical"
    " likelihood, Bonferroni)."
)
SEAT_POINTS_METHOD = (
    "Points per game, a mean over all line-ups with equal weights, from all games. Simultaneous t"
    " intervals on deals, 95 % for all seats together (max-t)."
)
POLICY_POINTS_METHOD = (
    "Points per game of one seat of the policy, a mean over all line-ups in which it met others,"
    " with equal weights. t intervals on deals, 95 % for all policies together (Bonferroni), for"
    " this number of games."
)
END_METHOD = (
    "Share of all games; Clopper–Pearson intervals, 95 %, wider as the games of a block agree."
)


def strongest_first(games_by_lineup: Mapping[Lineup, Games]) -> pd.DataFrame:
    """Return the Plackett-Luce strength of each policy, highest first."""
    # only who won is ranked: all others share a place
    strengths = ratings(results_of(games_by_lineup), n_places=1)
    return strengths.sort_values("estimate", ascending=False, kind="stable", ignore_index=True)


def results_of(games_by_lineup: Mapping[Lineup, Games]) -> Results:
    """Return who won each game, games of one deal as a block, independent of policy order.

    All line-ups have the same total weight, so that strengths do not depend on which line-ups were
    given more games. The total of all weights is the number of games.
    """
    # sorted, so that rounding does not depend on the order of policies
    names = sorted({policy for lineup in games_by_lineup for policy in lineup})
    ended_games = [_outcomes(games_by_lineup[lineup], names) for lineup in sorted(games_by_lineup)]
    policies, ranks, deals = (np.concatenate(column) for column in zip(*ended_games, strict=True))
    sizes = np.array([len(lineup_deals) for _, _, lineup_deals in ended_games])
    weights = np.repeat(sizes.mean() / sizes, sizes)
    return Results(tuple(names), policies, ranks, deals, weights)


def _outcomes(games: Games, names: Sequence[str]) -> tuple[Array, Array, Array]:
    """Return the policy at every seat of each game, its rank (1 won, 2 not), and the deals."""
    policies = np.tile(np.searchsorted(names, games.seating()), (games.n_blocks, 1))
    ranks = np.where(games.seat("credit") > 0, 1, 2).reshape(policies.shape)
    return policies, ranks, np.repeat(np.arange(games.n_blocks), games.rotations)


def by_seat(
    games_by_lineup: Mapping[Lineup, Games], names: Sequence[str], margin: float
) -> pd.DataFrame:
    """Return the share of the wins of each seat, with a verdict against an even share.

    It is the mean over line-ups, each with the same weight, from all games.
    """
    intervals = mean_of_means(
        [win_shares(games).mean(axis=1) for games in games_by_lineup.values()]
    )
    n_deals = int(intervals.n)
    fair = 1 / len(names)
    rows = []
    for name, estimate, low, high in zip(names, *intervals[:3], strict=True):
        seat = Interval(estimate, low, high, n_deals)
        seat_verdict = verdict(seat, margin, fair=fair)
        rows.append({"seat": name, **seat._asdict(), "fair": fair, "verdict": seat_verdict})
    return pd.DataFrame(rows)


def points_by_seat(
    games_by_lineup: Mapping[Lineup, Games], names: Sequence[str], margin: float
) -> pd.DataFrame:
    """Return the points per game of each seat, with a verdict against the mean of all seats.

    They are means over line-ups, each with the same weight, from all games.
    """
    groups = [games.seat("score").mean(axis=1) for games in games_by_lineup.values()]
    seats, beyond = every(mean_points(groups)), every(mean_points(list(map(beyond_mean, groups))))
    fair = float(np.mean([seat.estimate for seat in seats]))
    return pd.DataFrame(
        {"seat": name, **seat._asdict(), "fair": fair, "verdict": verdict(difference, margin)}
        for name, seat, difference in zip(names, seats, beyond, strict=True)
    )


def by_lineup(games_by_lineup: Mapping[Lineup, Games]) -> pd.DataFrame:
    """Return games, capped games and, in competitive games, shared wins of each line-up."""
    return pd.DataFrame(
        [
            {
                "lineup": ", ".join(in_short(lineup)),
                "games": len(games.games),
                "capped": int(is_capped(games).sum()),
                **({} if games.seats is None else {"shared": int(is_shared(games).sum())}),
            }
            for lineup, games in games_by_lineup.items()
        ]
    )


def ends(games_by_lineup: Mapping[Lineup, Games]) -> pd.DataFrame:
    """Return the share of games that were capped, and won by several where seats play for wins."""
    kinds: dict[str, Callable[[Games], Array]] = {"capped": is_capped}
    if not any(games.is_for_points for games in games_by_lineup.values()):
        kinds["shared"] = is_shared
    return pd.DataFrame(
        [{"end": name, **_rate(games_by_lineup, has)} for name, has in kinds.items()]
    )


def means(scale: Scale, design: Design, games_by_lineup: Mapping[Lineup, Games]) -> pd.DataFrame:
    """Return the mean score of each line-up, the highest first."""
    lineup_design = design.split(len(games_by_lineup))
    rows = [
        {"lineup": ", ".join(in_short(lineup)), **mean_score(scale, lineup_design, games)._asdict()}
        for lineup, games in games_by_lineup.items()
    ]
    return pd.DataFrame(rows).sort_values("estimate", ascending=False, kind="stable")


def points_of_policies(
    games_by_lineup: Mapping[Lineup, Games], policies: Sequence[str]
) -> pd.DataFrame:
    """Return the points per game of a seat of each policy where it met others, the most first.

    All line-ups in which several policies met have the same weight.
    """
    rows = []
    level = 1 - (1 - LEVEL) / len(policies)
    for policy in policies:
        met = [
            scores(games, policy)[:, None]
            for lineup, games in games_by_lineup.items()
            if policy in lineup and len(set(lineup)) > 1
        ]
        if met:
            [points] = every(mean_points(met, level=level))
            rows.append({"lineup": policy, **points._asdict()})
    return pd.DataFrame(rows).sort_values("estimate", ascending=False, kind="stable")


def is_capped(games: Games) -> Array:
    """Return whether each game was capped, shape (blocks, rotations)."""
    return np.asarray(games.game("finished") == 0)


def is_shared(games: Games) -> Array:
    """Return whether several seats won each game, shape (blocks, rotations)."""
    credits = games.seat("credit")
    return np.asarray(((credits > 0) & (credits < 1)).any(axis=2))


def _rate(games_by_lineup: Mapping[Lineup, Games], has: Callable[[Games], Array]) -> dict[str, Any]:
    """Return how often something happens in the games of all line-ups."""
    return rate_of_games(map(has, games_by_lineup.values()))._asdict()
