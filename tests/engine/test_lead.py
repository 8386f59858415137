"""The lead at the end of each turn: its changes, who led when, the margin, and tension."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simlab.engine import lead
from simlab.engine.lead import (
    LEAD,
    MOST_TURNS,
    NOBODY,
    QUARTERS,
    TENSION,
    TENSION_OF_SEATS,
    begin_lead,
    describe_lead,
    describe_tension,
    kept_points,
    lead_record,
    note_leader,
    notes_lead,
)
from simlab.engine.record import NOT_APPLICABLE, new, row_of, small
from simlab.game import facts, outcome_record, seat_record

SEATS = 3
ROW = outcome_record(SEATS, seat_record(**TENSION_OF_SEATS), **LEAD, **TENSION)


def described(turns: list[list[int]], credits: list[float] | None = None) -> Any:
    """Return the row of a game with the points of each seat at the end of each turn."""
    lead, row = row_of(new(lead_record(SEATS))), row_of(new(ROW))
    begin_lead(lead)
    for turn, scores in enumerate(turns):
        lead.scores[: len(scores)] = scores
        note_leader(lead, len(scores), turn % len(scores))
    last = turns[-1] if turns else [0] * SEATS
    for seat, score in enumerate(last):
        row.seats[seat].score = score
        wins = last.count(max(last)) * (score == max(last))
        row.seats[seat].credit = credits[seat] if credits else 1 / wins if wins else 0
    describe_lead(lead, len(last), row)
    describe_tension(lead, len(last), row)
    return row


def alone(leader: int) -> list[int]:
    """Return points of which one seat has the most, or all as many."""
    return [int(seat == leader) for seat in range(SEATS)]


def test_readers_divide_by_what_the_engine_multiplies_with() -> None:
    assert facts.THOUSANDTHS == lead.THOUSANDTHS


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
        note_leader(lead, SEATS, turn % SEATS)
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
    fields = (LEAD | TENSION | TENSION_OF_SEATS).values()
    assert all(np.issubdtype(field.dtype, np.int32) for field in fields)


def test_a_game_is_decided_when_the_winner_comes_to_lead_for_good() -> None:
    by_turn = {
        (0, 0, 0, 0): 250,
        (1, 1, 1, 0): 1000,
        (0, 1, 0, 0): 750,
        (0, NOBODY, 0, 0): 750,
        (NOBODY, 0): 1000,
    }
    for leaders, decided_at in by_turn.items():
        assert described([alone(leader) for leader in leaders]).decided_at == decided_at


def test_a_winner_that_the_rules_name_is_not_known_before_the_end() -> None:
    assert described([alone(0), alone(0)], [0.0, 1.0, 0.0]).decided_at == 1000


def test_drama_is_the_mean_root_of_what_the_winner_was_behind() -> None:
    assert described([[1, 0, 5], [1, 0, 17], [17, 0, 17], [18, 0, 17]]).drama == 3000
    assert described([[1, 0, 0], [2, 0, 0]]).drama == 0
    assert described([[0, 3, 0], [4, 3, 0]]).drama == 1732


def test_half_time_is_the_end_of_the_turn_with_which_half_of_them_have_ended() -> None:
    turns = [[9, 0, 0], [9, 5, 0], [9, 99, 0]]
    assert described(turns).seats["behind_at_half"].tolist() == [0, 4, 9]


def test_a_shared_win_is_nobodys_drama() -> None:
    row = described([[0, 3, 0], [4, 4, 0]])
    assert (row.decided_at, row.drama) == (NOT_APPLICABLE, NOT_APPLICABLE)
    assert row.seats["behind_at_half"].tolist() == [3, 0, 3]


def test_a_game_of_no_turn_has_no_tension() -> None:
    row = described([])
    assert (row.decided_at, row.drama) == (NOT_APPLICABLE, NOT_APPLICABLE)
    assert row.seats["behind_at_half"].tolist() == [NOT_APPLICABLE] * SEATS


def test_kept_points_are_those_at_the_end_of_each_turn_with_whose_turn_it_was() -> None:
    lead = row_of(new(lead_record(SEATS)))
    begin_lead(lead)
    for turn in range(3):
        lead.scores[:] = [turn, 10, 0]
        note_leader(lead, SEATS, 2 - turn)
    points, movers, span = kept_points(lead, 2)
    assert span == 1
    assert points.tolist() == [[0, 10], [1, 10], [2, 10]]
    assert movers.tolist() == [2, 1, 0]


def test_a_game_may_note_the_lead_by_itself() -> None:
    own_fields = {"lead_changes": small("times the lead changes, by round", "times")}
    assert notes_lead(ROW)
    assert not notes_lead(outcome_record(SEATS, seat_record(), **LEAD | own_fields))
