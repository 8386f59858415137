"""Answer of ratings from matches played elsewhere: who is strongest, and how sure that is."""

from __future__ import annotations

from simlab.report.page_table import records
from simlab.report.wording import Row, join_list, n_of, share
from simlab.studies.ladder.match_rating import MatchRatings

MOST_LISTED = 6
"""Players that a sentence names; the table has all of them."""


def answer(ratings: MatchRatings) -> list[str]:
    """Return who is the strongest player, and who else may be."""
    if ratings.n_groups > 1:
        return [
            f"The players are of {ratings.n_groups} groups that never met, so that only players of"
            " one group compare.",
            *(_strongest(ratings, rows) for rows in _groups(ratings)),
        ]
    return [_strongest(ratings, _groups(ratings)[0])]


def findings(ratings: MatchRatings) -> dict[str, str]:
    """Return more sentences, each with its topic."""
    fewest = min(records(ratings.strengths), key=lambda row: row["n"])
    return {
        "Fewest matches": f"{fewest['player']} played {n_of(int(fewest['n']), 'match', 'matches')}."
    }


def ahead_of_strongest(row: Row) -> Row:
    """Return the chance of a player to place ahead of the strongest other player."""
    return {end: row[end] / (row[end] + 1) for end in ("estimate", "low", "high")}


def _groups(ratings: MatchRatings) -> list[list[Row]]:
    """Return the players of each group, the strongest first."""
    return [list(records(rows)) for _, rows in ratings.strengths.groupby("group")]


def _strongest(ratings: MatchRatings, rows: list[Row]) -> str:
    first, runner_up, *_ = rows
    chance = share(ahead_of_strongest(first)).full
    candidates = [row["player"] for row in rows if row["high"] >= 1]
    n_players, n_matches = n_of(len(rows), "player"), n_of(ratings.n_games, "match", "matches")
    meeting = f"ahead of {runner_up['player']}, the next, with a chance of {chance}"
    if len(candidates) == 1:
        lead = f"{first['player']} is the strongest of {n_players}"
        return f"In {n_matches}, {lead}, {meeting}."
    others = candidates[1:] if len(candidates) <= MOST_LISTED else []
    named = join_list(others) if others else f"{len(candidates) - 1} others"
    lead = f"{first['player']} is the strongest seen of {n_players}"
    return f"In {n_matches}, {lead}, {meeting}; {named} may be as strong or stronger."
