"""The lead: who has the most points at the end of each turn, as columns of a game's row.

A turn ends where another seat decides, or the game is over.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from simlab.engine.record import NOT_APPLICABLE, Row, record, small, whole

NOBODY = -1
QUARTERS = (25, 50, 75)
"""Percentages of the turns of a game."""
MOST_TURNS = 512
"""Turns whose leaders are kept; of longer games only every second turn, every fourth and so on, so
that a quarter is found to a four-hundredth of the game."""

LEAD = {
    "margin": small(
        "points of the winner beyond the best rival, 0 if the win is shared, null without a winner",
        "points",
    ),
    "lead_changes": small("times another seat came to lead alone at the end of a turn", "times"),
    "leader": small(
        "seat that led alone at this percentage of the turns, null for none",
        "seat",
        tuple(f"leader_{percent}" for percent in QUARTERS),
    ),
}
"""Fields of the row of a competitive game with points."""
LEAD_COLUMNS = frozenset(
    column for name, field in LEAD.items() for column in (field.each or (name,))
)


def lead_record(seats: int) -> np.dtype[Any]:
    """Return the type of what is known of the lead while a game is played."""
    return record(
        scores=whole("points of each seat so far", "points", seats),
        leader=whole("seat that was the last to lead alone, or NOBODY"),
        changes=whole("times another seat came to lead alone", "times"),
        turns=whole("turns that have ended", "turns"),
        halvings=whole("a leader is kept at the end of every 2 ** halvings-th turn"),
        leaders=whole("seat that led alone then, or NOBODY", shape=MOST_TURNS),
    )


def begin_lead(lead: Row) -> None:
    """Let nobody lead before the first turn."""
    lead.leader = NOBODY
    lead.changes = 0
    lead.turns = 0
    lead.halvings = 0


def follow_turn(rules: Row, players: int, state: Row, lead: Row) -> None:
    """Note who leads at the end of a turn."""
    points_so_far(rules, state, lead)
    note_leader(lead, players)


def note_leader(lead: Row, players: int) -> None:
    """Note who leads by `lead.scores`, which are the points at the end of a turn."""
    leader = sole_leader(lead.scores, players)
    if leader != NOBODY and leader != lead.leader:
        lead.changes += lead.leader != NOBODY
        lead.leader = leader
    lead.turns += 1
    # shifts, as divisions would take a tenth of the time of a short turn
    if lead.turns == (MOST_TURNS + 1) << lead.halvings:
        for index in range(MOST_TURNS // 2):
            lead.leaders[index] = lead.leaders[2 * index + 1]
        lead.halvings += 1
    index = lead.turns >> lead.halvings
    if index << lead.halvings == lead.turns:
        lead.leaders[index - 1] = leader


def sole_leader(scores: Any, players: int) -> int:
    """Return the seat with more points than every other, or NOBODY."""
    leader, most = 0, scores[0]
    for seat in range(1, players):
        if scores[seat] > most:
            leader, most = seat, scores[seat]
        elif scores[seat] == most:
            leader = NOBODY
    return leader


def describe_lead(lead: Row, players: int, row: Row) -> None:
    """Write the columns of the lead into the row of a game that has its results."""
    row.margin = margin(row.seats, players)
    row.lead_changes = lead.changes
    for quarter in range(len(QUARTERS)):
        turn = -(-QUARTERS[quarter] * lead.turns // 100)
        index = min(-(-turn >> lead.halvings), lead.turns >> lead.halvings) - 1
        leader = lead.leaders[index] if index >= 0 else NOBODY
        row.leader[quarter] = NOT_APPLICABLE if leader == NOBODY else leader


def margin(seats: Any, players: int) -> int:
    """Return the points of the winner beyond the best rival, 0 for several winners.

    A winner that the rules name may have fewer. Without a winner or a rival it is not applicable.
    """
    n_winners, winner = 0, NOBODY
    for seat in range(players):
        if seats[seat].credit > 0.0:
            n_winners, winner = n_winners + 1, seat
    if n_winners > 1:
        return 0
    if n_winners == 0 or players == 1:
        return NOT_APPLICABLE
    rival = 0 if winner != 0 else 1
    for seat in range(players):
        if seat != winner and seats[seat].score > seats[rival].score:
            rival = seat
    points: int = seats[winner].score - seats[rival].score
    return points


def unbound(*_: Any) -> None:
    """Placeholder for the function of a game; a call means that `build.py` was bypassed."""
    raise RuntimeError("the loop is played through Engine, which binds a game's functions to it")


points_so_far = unbound
PARTS = {"begin_lead": begin_lead, "follow_turn": follow_turn, "describe_lead": describe_lead}
"""What the loop does where the lead is followed."""
MADE_OF: tuple[Callable[..., Any], ...] = (sole_leader, note_leader, margin)
"""What these call, in the order in which they are bound."""
