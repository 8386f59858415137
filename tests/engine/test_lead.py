"""The lead at the end of each turn: its changes, who led at each quarter, and the margin."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simlab.engine.lead import (
    LEAD,
    MOST_TURNS,
    NOBODY,
    QUARTERS,
    begin_lead,
    describe_lead,
    lead_record,
    note_leader,
)
from simlab.engine.record import NOT_APPLICABLE, new, row_of
from simlab.game import outcome_record, seat_record

SEATS = 3
ROW = outcome_record(SEATS, seat_record(), **LEAD)


def described(turns: list[list[int]], credits: list[float] | None = None) -> Any:
    """Return the row of a game with the points of each seat at the end of each turn."""
    lead, row = row_of(new(lead_record(SEATS))), row_of(new(ROW))
    begin_lead(lead)
    for scores in turns:
        lead.scores[: len(scores)] = scores
        note_leader(lead, len(scores))
    last = turns[-1] if turns else [0] * SEATS
    for seat, score in enumerate(last):
        row.seats[seat].score = score
        wins = last.count(max(last)) * (score == max(last))
        row.seats[seat].credit = credits[seat] if credits else 1 / wins if wins else 0
    describe_lead(lead, len(last), row)
    return row


def alone(leader: int) -> list[int]:
    """Return points of which one seat has the most, or all as many."""
    return [int(seat == leader) for seat in range(SEATS)]


def test_another_seat_that_leads_alone_changes_the_lead() -> None:
    leaders = [0, NOBODY, 0, 1, NOBODY, 1, 2]
    assert described([alone(leader) for leader in leaders]).lead_changes == 2


def test_the_first_leader_changes_nothing() -> None:
    assert described([alone(NOBODY), alone(2), alone(2)]).lead_changes == 0


def test_leaders_are_those_after_each_quarter_of_the_turns() -> None:
    turns = [alone(leader) for leader in (0, 1, NOBODY, 2)]
    assert described(turns).leader.tolist() == [0, 1, NOT_APPLICABLE]
    assert described(turns[:1]).leader.tolist() == [0, 0, 0]
    assert described([]).leader.tolist() == [NOT_APPLICABLE] * len(QUARTERS)


@settings(max_examples=20, deadline=None)
@given(st.integers(1, 5 * MOST_TURNS))
def test_a_long_game_has_its_quarters_to_a_four_hundredth(n_turns: int) -> None:
    """The seat that leads says in which part of the game a turn is."""
    parts = [(n_turns * (p - 1) // 100, n_turns * (p + 1) // 100 + 1) for p in QUARTERS]
    lead = row_of(new(lead_record(SEATS)))
    begin_lead(lead)
    for turn in range(1, n_turns + 1):
        is_near = any(low < turn <= high for low, high in parts)
        lead.scores[:] = alone(2 if is_near else 0)
        note_leader(lead, SEATS)
    row = row_of(new(ROW))
    describe_lead(lead, SEATS, row)
    assert lead.turns == n_turns
    if n_turns >= 100:
        assert row.leader.tolist() == [2] * len(QUARTERS)


@pytest.mark.parametrize(
    ("scores", "credits", "margin"),
    [
        ([7, 3, 5], None, 2),
        ([-7, -3, -5], None, 2),
        ([7, 7, 5], None, 0),
        ([7, 3, 5], [0.0, 1.0, 0.0], -4),
        ([7, 3, 5], [0.0, 0.5, 0.5], 0),
        ([7, 3, 5], [0.0, 0.0, 0.0], NOT_APPLICABLE),
        ([7], None, NOT_APPLICABLE),
    ],
)
def test_the_margin_is_that_of_the_only_winner(
    scores: list[int], credits: list[float] | None, margin: int
) -> None:
    assert described([scores], credits).margin == margin


def test_numbers_of_a_row_fit_what_they_are() -> None:
    assert all(np.issubdtype(field.dtype, np.int32) for field in LEAD.values())
