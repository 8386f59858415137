"""The lead: who has the most points at the end of each turn, as columns of a game's row.

A turn ends where another seat decides, or the game is over. From the same points come the columns
on tension: when the winner took the lead for good, and how far it was behind before.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from simlab.engine.record import NOT_APPLICABLE, Row, fields_of, new, record, small, whole

NOBODY = -1
QUARTERS = (25, 50, 75)
"""Percentages of the turns of a game."""
MOST_TURNS = 512
"""Turns whose points are kept; of longer games only every second turn, every fourth and so on, so
that a quarter is found to a four-hundredth of the game."""
THOUSANDTHS = 1000
"""Rows hold shares and roots in thousandths, as all their columns of play are integers."""

LEAD: dict[str, Any] = {
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
TENSION: dict[str, Any] = {
    "decided_at": small(
        "turn with which the winner came to lead alone for good, the last one if it never did, in"
        " thousandths of the turns; null without a single winner",
        "thousandths",
    ),
    "drama": small(
        "mean of the square root of the points by which the winner was behind, over the ends of"
        " turns at which it was, 0 if it never was, in thousandths; null without a single winner",
        "thousandths",
    ),
}
"""Fields of the row of a game whose points are followed, also if it notes the lead by itself."""
TENSION_OF_SEATS: dict[str, Any] = {
    "behind_at_half": small(
        "points behind the seat with the most after half of the turns, null in a game of no turn",
        "points",
    )
}
"""Fields of the row of each seat of such a game."""
TENSION_COLUMNS = TENSION.keys() | TENSION_OF_SEATS.keys()


class KeptPoints(NamedTuple):
    """Points of each seat at the end of every `span`-th turn of a game, and whose turns these were.

    The points have shape (turns, seats).
    """

    points: npt.NDArray[np.int64]
    movers: npt.NDArray[np.int64]
    span: int


LEAD_COLUMNS = frozenset(
    column for name, field in LEAD.items() for column in (field.each or (name,))
)


def notes_lead(outcome_row: np.dtype[Any]) -> bool:
    """Return whether a game leaves the columns of the lead to the loop.

    A game that notes the lead by itself, for instance by round, has other fields of these names.
    """
    fields = fields_of(outcome_row)
    return all(fields.get(name) == field for name, field in LEAD.items())


def lead_record(seats: int) -> np.dtype[Any]:
    """Return the type of what is known of the lead while a game is played."""
    return record(
        scores=whole("points of each seat so far", "points", seats),
        leader=whole("seat that was the last to lead alone, or NOBODY"),
        now=whole("seat that leads alone now, or NOBODY"),
        since=whole("turns that had ended before it came to", "turns"),
        changes=whole("times another seat came to lead alone", "times"),
        turns=whole("turns that have ended", "turns"),
        halvings=whole("points are kept at the end of every 2 ** halvings-th turn"),
        points=whole("points of each seat then", "points", (MOST_TURNS, seats)),
        movers=whole("seat whose turn that was", shape=MOST_TURNS),
    )


def lead_in_python(players: int) -> Row:
    """Return the same for a plain game: an object, which Python reads faster than a record."""
    lead = new(lead_record(players))[0]
    fields = {name: lead[name] for name in lead.dtype.names}
    return SimpleNamespace(
        **{name: field if field.ndim > 1 else field.tolist() for name, field in fields.items()}
    )


def begin_lead(lead: Row) -> None:
    """Let nobody lead before the first turn."""
    lead.leader = NOBODY
    lead.now = NOBODY
    lead.since = 0
    lead.changes = 0
    lead.turns = 0
    lead.halvings = 0


def follow_turn(rules: Row, players: int, state: Row, mover: int, lead: Row) -> None:
    """Note who leads at the end of the turn of a seat."""
    points_so_far(rules, state, lead)
    note_leader(lead, players, mover)


def note_leader(lead: Row, players: int, mover: int) -> None:
    """Note who leads by `lead.scores`, which are the points at the end of a turn."""
    leader = sole_leader(lead.scores, players)
    if leader != lead.now:
        lead.now = leader
        lead.since = lead.turns
        if leader != NOBODY and leader != lead.leader:
            lead.changes += lead.leader != NOBODY
            lead.leader = leader
    lead.turns += 1
    # shifts, as divisions would take a tenth of the time of a short turn
    if lead.turns == (MOST_TURNS + 1) << lead.halvings:
        for index in range(MOST_TURNS // 2):
            lead.movers[index] = lead.movers[2 * index + 1]
            for seat in range(players):
                lead.points[index, seat] = lead.points[2 * index + 1, seat]
        lead.halvings += 1
    index = lead.turns >> lead.halvings
    if index << lead.halvings == lead.turns:
        lead.movers[index - 1] = mover
        for seat in range(players):
            lead.points[index - 1, seat] = lead.scores[seat]


def sole_leader(scores: Any, players: int) -> int:
    """Return the seat with more points than every other, or NOBODY."""
    leader, most = 0, scores[0]
    for seat in range(1, players):
        if scores[seat] > most:
            leader, most = seat, scores[seat]
        elif scores[seat] == most:
            leader = NOBODY
    return leader


def kept_turn(lead: Row, percent: int) -> int:
    """Return the index of the kept points at a percentage of the turns, below 0 if none are."""
    turn = -(-percent * lead.turns // 100)
    return min(-(-turn >> lead.halvings), lead.turns >> lead.halvings) - 1


def describe_lead(lead: Row, players: int, row: Row) -> None:
    """Write the columns of the lead into the row of a game that has its results."""
    row.margin = margin(row.seats, players)
    row.lead_changes = lead.changes
    for quarter in range(len(QUARTERS)):
        index = kept_turn(lead, QUARTERS[quarter])
        leader = sole_leader(lead.points[index], players) if index >= 0 else NOBODY
        row.leader[quarter] = NOT_APPLICABLE if leader == NOBODY else leader


def describe_tension(lead: Row, players: int, row: Row) -> None:
    """Write the columns on tension into the row of a game that has its results."""
    winner = only_winner(row.seats, players)
    row.decided_at = NOT_APPLICABLE
    row.drama = NOT_APPLICABLE
    if winner != NOBODY and lead.turns > 0:
        turn = lead.since + 1 if lead.now == winner else lead.turns
        row.decided_at = (2 * THOUSANDTHS * turn + lead.turns) // (2 * lead.turns)
        row.drama = int(THOUSANDTHS * drama(lead, players, winner) + 0.5)
    half = kept_turn(lead, 50)
    most = most_points(lead, players, half) if half >= 0 else 0
    for seat in range(players):
        behind = most - lead.points[half, seat] if half >= 0 else NOT_APPLICABLE
        row.seats[seat].behind_at_half = behind


def drama(lead: Row, players: int, winner: int) -> float:
    """Return the mean root of the points by which the winner was behind, where it was; else 0."""
    total, n_turns = 0.0, 0
    before = lead.since if lead.now == winner else lead.turns  # later it is not behind
    for index in range(before >> lead.halvings):
        behind = most_points(lead, players, index) - lead.points[index, winner]
        if behind > 0:
            total += math.sqrt(behind)
            n_turns += 1
    return total / n_turns if n_turns > 0 else 0.0


def most_points(lead: Row, players: int, index: int) -> int:
    """Return the most points that a seat had at the end of a kept turn."""
    most: int = lead.points[index, 0]
    for seat in range(1, players):
        if lead.points[index, seat] > most:
            most = lead.points[index, seat]
    return most


def only_winner(seats: Any, players: int) -> int:
    """Return the seat that won alone, or NOBODY."""
    winner = NOBODY
    for seat in range(players):
        if seats[seat].credit > 0.0:
            if winner != NOBODY:
                return NOBODY
            winner = seat
    return winner


def kept_points(lead: Any, players: int) -> KeptPoints:
    """Return what is kept of the points of a game that has ended."""
    n_kept = int(lead.turns) >> int(lead.halvings)
    points, movers = np.array(lead.points[:n_kept, :players]), np.array(lead.movers[:n_kept])
    return KeptPoints(points, movers, 1 << int(lead.halvings))


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
PARTS = {"begin_lead": begin_lead, "follow_turn": follow_turn, "describe_tension": describe_tension}
"""What the loop does where the points are followed."""
OWN_PARTS = {"describe_lead": describe_lead}
"""What it does where the game leaves the columns of the lead to it."""
MADE_OF: tuple[Callable[..., Any], ...] = (
    sole_leader,
    note_leader,
    margin,
    kept_turn,
    most_points,
    only_winner,
    drama,
)
"""What these call, in the order in which they are bound."""
