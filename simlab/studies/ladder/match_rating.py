"""Ratings of players from matches played elsewhere, of any numbers of players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from simlab.analysis.rating import choices, leads_of
from simlab.studies.ladder.match_log import Match

METHOD = (
    "Strengths by Plackett and Luce (with two players, Bradley and Terry) that make the places in"
    " all matches likeliest, as ratios to the strongest other player; bootstrap of matches, 95 %"
    " for all players together (multiple comparisons with the best)."
)


@dataclass(frozen=True, eq=False)
class MatchRatings:
    """Strengths of players, the strongest first, with what they played."""

    strengths: pd.DataFrame
    """A row for each player: strength with interval, matches `n`, wins, mean place and `group`."""
    n_games: int
    """Matches that were played."""

    @property
    def n_groups(self) -> int:
        """Groups of players of whom none met one of another group."""
        return int(self.strengths["group"].nunique())


def match_ratings(matches: Sequence[Match], *, n_resamples: int = 1000) -> MatchRatings:
    """Return the strength of each player as a ratio to the strongest of the others, with bounds.

    METHODS.md: Plackett-Luce ratings of policies.
    """
    names = sorted({player for match in matches for player in match.players})
    number = {name: index for index, name in enumerate(names)}
    rankings = [
        tuple(sorted(zip(match.ranks, map(number.__getitem__, match.players), strict=True)))
        for match in matches
    ]
    # matches with the same ranking are of one kind, of which the choices are made once
    kinds = {ranking: kind for kind, ranking in enumerate(dict.fromkeys(rankings))}
    lead, groups = leads_of(
        choices([*kinds], len(names)),
        np.array([kinds[ranking] for ranking in rankings]),
        np.arange(len(matches)),  # each match is a block of the bootstrap
        np.ones(len(matches)),
        n_resamples=n_resamples,
    )
    results = [_results_of(name, matches) for name in names]
    bounds = dict(zip(("estimate", "low", "high"), np.exp(lead), strict=True))
    frame = pd.DataFrame({"player": names, **bounds, **pd.DataFrame(results), "group": groups})
    ordered = frame.sort_values(["group", "estimate"], ascending=[True, False], kind="stable")
    return MatchRatings(ordered.reset_index(drop=True), len(matches))


def _results_of(player: str, matches: Sequence[Match]) -> dict[str, float]:
    """Return how many matches a player played and won, and the mean place."""
    ranks = [
        (match.ranks[match.players.index(player)], match.ranks)
        for match in matches
        if player in match.players
    ]
    mean_place = np.mean(
        [
            sum(rank < rank_of_player for rank in all_ranks)
            + (all_ranks.count(rank_of_player) + 1) / 2
            for rank_of_player, all_ranks in ranks
        ]
    )
    wins = [
        1 / all_ranks.count(rank_of_player)
        for rank_of_player, all_ranks in ranks
        if rank_of_player == min(all_ranks)
    ]
    return {"n": len(ranks), "wins": sum(wins), "mean_place": float(mean_place)}
