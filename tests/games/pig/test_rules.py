"""The rules of Pig one by one, at a table where the test decides and rolls."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from simlab.games.pig import GAME
from simlab.games.pig.rules import HOLD, ROLL
from simlab.plain import new_game
from simlab.plain.results import results_of


@dataclass
class Dice:
    """A die that shows what it is asked to."""

    faces: Iterator[int]

    def die(self) -> int:
        return next(self.faces)


class Table:
    """A game of Pig to 100 points, or another target."""

    def __init__(self, players: int = 2, target: int = 100, **patch: int) -> None:
        self.game: Any = new_game(GAME, players, patch={"target": target, **patch})
        self.logged: list[tuple[object, ...]] = []
        self.game.log = lambda event, **details: self.logged.append((event, *details.values()))

    def roll(self, *faces: int) -> None:
        self.game.chance = {"dice": Dice(iter(faces))}
        for _ in faces:
            self.game.play(ROLL)

    def hold(self) -> None:
        self.game.play(HOLD)

    @property
    def points(self) -> list[int]:
        return self.game.scores()

    @property
    def to_move(self) -> int | None:
        return self.game.seat()


# P1 start


@pytest.mark.parametrize("players", [2, 3, 4])
def test_p1_the_first_player_begins_and_nobody_has_points(players: int) -> None:
    table = Table(players)
    assert (table.points, table.to_move, table.game.turn_total) == ([0] * players, 0, 0)


def test_p1_points_at_the_start_belong_to_a_seat() -> None:
    assert Table(3, head_start_2=7, head_start_4=9).points == [0, 7, 0]


# P2 turns


def test_p2_a_player_may_always_roll_or_hold() -> None:
    table = Table()
    for faces in ((), (2,), (6, 6, 6)):
        table.roll(*faces)
        assert table.game.choices() == [HOLD, ROLL]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_p2_the_die_goes_round_to_the_left(players: int) -> None:
    table = Table(players)
    seats = []
    for _ in range(2 * players):
        seats.append(table.to_move)
        table.hold()
    assert seats == 2 * list(range(players))
    assert table.logged.count(("turns",)) == 2 * players


def test_p2_a_turn_may_be_passed_by_holding_at_nothing() -> None:
    table = Table()
    table.hold()
    assert (table.points[0], table.to_move) == (0, 1)


# P3 rolling


@pytest.mark.parametrize("face", [2, 3, 4, 5, 6])
def test_p3_other_faces_than_1_add_to_the_turn_and_let_it_go_on(face: int) -> None:
    table = Table()
    table.roll(5, face)
    assert (table.game.turn_total, table.to_move, table.points[0]) == (5 + face, 0, 0)
    assert table.logged == [("rolled", 0, 5), ("rolled", 0, face)]


def test_p3_a_1_ends_the_turn_and_loses_its_points_only() -> None:
    table = Table()
    table.roll(6, 5)
    table.hold()
    table.hold()
    table.roll(4, 3, 1)
    assert (table.game.turn_total, table.to_move, table.points[0]) == (0, 1, 11)
    assert table.logged[-3:] == [("rolled", 0, 1), ("busted", 0, 7), ("turns",)]


def test_p3_the_die_is_fair() -> None:
    game = new_game(GAME, 2)
    counts = np.bincount([game.chance["dice"].die() for _ in range(6_000)], minlength=7)
    assert counts[0] == 0
    assert np.abs(counts[1:] - 1_000).max() < 5 * np.sqrt(6_000 * 5 / 36)


# P4 holding


def test_p4_holding_banks_the_points_of_the_turn() -> None:
    table = Table(players=3)
    for faces in ((6, 6), (2, 3), (4,), (5,)):
        table.roll(*faces)
        table.hold()
    assert table.points == [17, 5, 4]
    assert (table.game.turn_total, table.to_move) == (0, 1)
    assert table.logged[-2] == ("banked", 0, 5, 17)


# P5 winning


@pytest.mark.parametrize(("faces", "is_over"), [((5, 4), False), ((6, 4), True), ((6, 6), True)])
def test_p5_the_target_reached_or_passed_wins_at_once(
    faces: tuple[int, ...], is_over: bool
) -> None:
    table = Table(target=10)
    table.roll(*faces)
    table.hold()
    assert (table.to_move is None) == is_over
    assert table.game.winner() == (0 if is_over else None)


def test_p5_points_of_the_turn_win_only_when_they_are_held() -> None:
    table = Table(target=10)
    table.roll(6, 6)
    assert table.to_move == 0
    table.roll(1)
    assert (table.to_move, table.points[0]) == (1, 0)


def test_p5_the_others_get_no_turn_to_catch_up() -> None:
    table = Table(players=3, target=10)
    table.hold()
    table.roll(6, 6)
    table.hold()
    assert (table.to_move, table.game.winner()) == (None, 1)


def test_p5_points_at_the_start_win_only_when_their_player_has_held() -> None:
    table = Table(target=10, head_start_2=20)
    assert table.to_move == 0
    table.hold()
    assert table.game.winner() is None
    table.hold()
    assert table.game.winner() == 1


def test_the_winner_has_the_credit_and_tied_losers_share_a_rank() -> None:
    table = Table(players=3, target=10)
    for faces in ((5,), (6,), (5,), (1,), (6,)):
        table.roll(*faces)
        if faces != (1,):
            table.hold()
    results = results_of(table.game, 3, is_over=True)
    assert (results.scores, results.winner) == ([5, 12, 5], 1)
    assert (results.credits, results.ranks) == ([0, 1, 0], [2, 1, 2])
