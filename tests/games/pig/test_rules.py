"""The rules of Pig one by one, on a table arranged for each."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from simlab.engine.journal import events, new_journal
from simlab.engine.loop import OVER
from simlab.engine.record import NOT_APPLICABLE, Row, Words, new, row_of
from simlab.engine.rng import STREAM, below, seed_table
from simlab.games.pig.components import RULES
from simlab.games.pig.events import BANKED, BUSTED, ROLLED
from simlab.games.pig.rules import (
    HOLD,
    NOBODY,
    ROLL,
    apply,
    hide,
    legal,
    next_seat,
    outcome,
    setup,
)
from simlab.games.pig.state import MOST_PLAYERS, OUTCOME, STATE, Source


class Table:
    """A game of Pig to 100 points, or another target, at which the test decides and rolls."""

    def __init__(self, players: int = 2, target: int = 100) -> None:
        rules = new(RULES)
        rules["target"] = target
        self.rules = row_of(rules)
        self.state = row_of(new(STATE))
        self.journal = new_journal(listening=True)
        setup(self.rules, self.state, players, dice(6), row_of(self.journal))

    def roll(self, *faces: int) -> None:
        for face in faces:
            apply(self.rules, self.state, ROLL, dice(face), row_of(self.journal))

    def hold(self) -> None:
        apply(self.rules, self.state, HOLD, dice(6), row_of(self.journal))

    def scores(self) -> list[int]:
        return [int(player.score) for player in self.state.players]

    def to_move(self) -> int:
        return next_seat(self.rules, self.state)

    def outcome(self, finished: bool) -> Row:
        row = row_of(new(OUTCOME))
        outcome(self.rules, self.state, finished, row)
        return row

    def events_told(self) -> list[list[int]]:
        return [event[:4] for event in events(self.journal).tolist()]


def dice(face: int) -> Words:
    """Return streams of which the dice roll this face next."""
    streams = np.zeros((len(Source), STREAM), np.uint64)
    for deal in range(1000):
        seed_table(streams, 0, deal)
        if 1 + below(streams[Source.DICE].copy(), 6) == face:
            return streams
    raise AssertionError(f"no deal rolls a {face}")


# P1 start


@pytest.mark.parametrize("players", [2, 3, 4])
def test_p1_the_first_player_begins_and_nobody_has_points(players: int) -> None:
    state = new(STATE)
    state.view(np.uint8)[:] = 7
    setup(row_of(new(RULES)), row_of(state), players, dice(6), row_of(new_journal(False)))
    assert state["players"]["score"][0].tolist() == [0] * MOST_PLAYERS
    assert state[["n_players", "seat", "turn_total", "turns", "winner"]].tolist() == [
        (players, 0, 0, 0, NOBODY)
    ]


# P2 turns


def test_p2_a_player_may_always_roll_or_hold() -> None:
    table, menu = Table(), np.zeros(2, np.int64)
    for faces in ((), (2,), (6, 6, 6)):
        table.roll(*faces)
        assert legal(table.rules, table.state, menu) == 2
        assert set(menu.tolist()) == {ROLL, HOLD}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_p2_the_die_goes_round_to_the_left(players: int) -> None:
    table = Table(players)
    seats = []
    for _ in range(2 * players):
        seats.append(table.to_move())
        table.hold()
    assert seats == 2 * list(range(players))
    assert table.state.turns == 2 * players


def test_p2_a_turn_may_be_passed_by_holding_at_nothing() -> None:
    table = Table()
    table.hold()
    assert (table.scores()[0], table.to_move()) == (0, 1)


# P3 rolling


@pytest.mark.parametrize("face", [2, 3, 4, 5, 6])
def test_p3_other_faces_than_1_add_to_the_turn_and_let_it_go_on(face: int) -> None:
    table = Table()
    table.roll(5, face)
    assert (table.state.turn_total, table.to_move(), table.scores()[0]) == (5 + face, 0, 0)
    assert table.events_told() == [[ROLLED, 0, 5, 0], [ROLLED, 0, face, 0]]


def test_p3_a_1_ends_the_turn_and_loses_its_points_only() -> None:
    table = Table()
    table.roll(6, 5)
    table.hold()
    table.hold()
    table.roll(4, 3, 1)
    assert (table.state.turn_total, table.to_move(), table.scores()[0]) == (0, 1, 11)
    assert table.events_told()[-2:] == [[ROLLED, 0, 1, 0], [BUSTED, 0, 7, 0]]


def test_p3_the_die_is_fair() -> None:
    table, streams = Table(target=100), dice(6)
    for _ in range(6_000):
        apply(table.rules, table.state, ROLL, streams, row_of(table.journal))
    faces = [event[2] for event in table.events_told() if event[0] == ROLLED]
    counts = np.bincount(faces, minlength=7)
    assert counts[0] == 0
    assert np.abs(counts[1:] - 1_000).max() < 5 * np.sqrt(6_000 * 5 / 36)


# P4 holding


def test_p4_holding_banks_the_points_of_the_turn() -> None:
    table = Table(players=3)
    for faces in ((6, 6), (2, 3), (4,), (5,)):
        table.roll(*faces)
        table.hold()
    assert table.scores()[:3] == [17, 5, 4]
    assert (table.state.turn_total, table.to_move()) == (0, 1)
    assert table.events_told()[-1] == [BANKED, 0, 5, 17]


# P5 winning


@pytest.mark.parametrize(("faces", "is_over"), [((5, 4), False), ((6, 4), True), ((6, 6), True)])
def test_p5_the_target_reached_or_passed_wins_at_once(
    faces: tuple[int, ...], is_over: bool
) -> None:
    table = Table(target=10)
    table.roll(*faces)
    table.hold()
    assert (table.to_move() == OVER) == is_over
    assert table.state.winner == (0 if is_over else NOBODY)


def test_p5_points_of_the_turn_win_only_when_they_are_held() -> None:
    table = Table(target=10)
    table.roll(6, 6)
    assert table.to_move() == 0
    table.roll(1)
    assert (table.to_move(), table.scores()[0]) == (1, 0)


def test_p5_the_others_get_no_turn_to_catch_up() -> None:
    table = Table(players=3, target=10)
    table.hold()
    table.roll(6, 6)
    table.hold()
    assert (table.to_move(), table.state.winner) == (OVER, 1)


# What is reported.


def played_to_the_end() -> Table:
    """Return a game to 10 points that ends 5, 12, 5."""
    table = Table(players=3, target=10)
    for faces in ((5,), (6,), (5,), (1,), (6,)):
        table.roll(*faces)
        if faces != (1,):
            table.hold()
    return table


def test_the_winner_has_the_credit_and_tied_losers_share_a_rank() -> None:
    row = played_to_the_end().outcome(finished=True)
    assert (row.turns, row.winner) == (5, 1)
    assert row.seats["score"][:3].tolist() == [5, 12, 5]
    assert row.seats["credit"][:3].tolist() == [0.0, 1.0, 0.0]
    assert row.seats["rank"][:3].tolist() == [2, 1, 2]


def test_a_capped_game_has_no_winner() -> None:
    table = Table()
    table.roll(6)
    table.hold()
    row = table.outcome(finished=False)
    assert row.winner == NOT_APPLICABLE
    assert row.seats["credit"][:2].tolist() == [0.0, 0.0]
    assert row.seats["rank"][:2].tolist() == [1, 2]


def test_nothing_is_hidden() -> None:
    table = played_to_the_end()
    before: Any = table.state.tobytes()
    hide(table.rules, table.state, 0, dice(1))
    assert table.state.tobytes() == before
