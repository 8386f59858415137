"""Handicaps in Pig: the amounts that the exact chances say are found."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from simlab.analysis.games import Games
from simlab.analysis.verdict import Verdict
from simlab.catalog import find_game
from simlab.errors import InputError
from simlab.execution.executor import Threads
from simlab.studies.handicap.result import HandicapAnswer, with_points
from simlab.studies.handicap.study import (
    HandicapRequest,
    play,
    request_handicap,
    result_of,
    with_range,
)
from tests.games.pig.exact import hold_at, win_chances


def request_of(
    seat: str | None = None, *, is_first: bool = False, **options: Any
) -> HandicapRequest:
    table = {"game": "pig", "games": 3_000, **options}
    return request_handicap(table, "hold", None, seat, None, is_first=is_first)


def answer_of(request: HandicapRequest) -> HandicapAnswer:
    threads = Threads(1)
    threads.prepare([request.base])
    *_, progress = play(request, threads)
    return result_of(request, progress)


def test_the_seat_that_wins_least_is_made_even_as_the_exact_chances_say() -> None:
    study = answer_of(request_of())
    first, _ = win_chances(hold_at(20), hold_at(20))
    exact = float(np.interp(0.5, 1 - first[0], np.arange(len(first))))
    assert study.seat == "seat 2"
    assert study.bracket.too_little < exact < (study.bracket.too_much or 99)
    assert abs(study.estimate - exact) < 6
    assert study.fresh["verdict"].iloc[-1] in (Verdict.SAME, Verdict.UNDECIDED)


def test_a_seat_that_starts_behind_gets_what_it_lacks() -> None:
    behind = answer_of(request_of("1", patch=["head_start_2=40"]))
    assert behind.getting == ("seat 1",)
    assert behind.bracket.too_little > 20
    assert abs(behind.estimate - 36) < 8  # 40 less what moving first is worth there


def test_who_has_more_than_an_even_share_needs_nothing() -> None:
    study = answer_of(request_of("2", patch=["head_start_2=30"]))
    assert study.bracket.too_much == 0
    assert study.amount == 0
    assert list(study.fresh["amount"]) == [0]


def test_what_moving_first_is_worth_is_given_to_all_others() -> None:
    request = request_of(is_first=True, players=3)
    assert request.seats_with_handicap(0) == [1, 2]
    scenario = request.scenario(4, 0)
    starts = [scenario.rules.row[f"head_start_{seat}"][0] for seat in range(1, 5)]
    assert starts == [0, 4, 4, 0]


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ({"seat": "5"}, 'seat: "5" is not one of 1, 2, seat 1, seat 2'),
        ({"game": "taxis"}, "game: all seats of Les Taxis de la Marne share one score"),
        ({"seat": "2", "is_first": True}, "seat: moving first is about the first seat"),
    ],
)
def test_requests_that_are_impossible_are_refused(words: dict[str, Any], problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        request_of(**words)


@pytest.mark.parametrize("name", ["pig", "arriala", "mare_nostrum"])
def test_what_a_game_declares_can_be_given_to_every_seat(name: str) -> None:
    game = find_game(name)
    rules = game.load()
    for handicap in game.facts(rules).handicaps:
        assert len(handicap.keys) == game.players[1]
        for key in handicap.keys:
            given = game.load(patch={key: f"+{handicap.most}"})
            assert (given.row != rules.row).any()


AHEAD = """\
from simlab.plain import Handicap, Parameter, PlainGame, define


class Ahead(PlainGame):
    parameters = tuple(
        Parameter(f"points_{seat}", f"points of seat {seat} at the start", "A1", 0, 50)
        for seat in (1, 2)
    )
    DECLARED

    def setup(self, players, chance):
        self.points = [self.rules.points_1, self.rules.points_2]
        self.turn = 0

    def seat(self):
        return self.turn % 2 if self.turn < 8 else None

    def choices(self):
        return ["roll"]

    def play(self, choice):
        self.points[self.seat()] += self.chance.die()
        self.turn += 1

    def scores(self):
        return self.points


GAME = define(Ahead)
"""
BY_RULE = (
    'handicaps = (Handicap(name="start", label="points at the start", unit="points",'
    ' keys=("points_1", "points_2"), most=30),)'
)


def plain_game(folder: Path, declared: str) -> str:
    """Return the path of a game in which the first of two equal seats begins with 7 points."""
    (folder / "ahead.py").write_text(AHEAD.replace("DECLARED", declared))
    values = {"points_1": 7, "points_2": 0}
    text = "".join(f"[{name}]\nvalue = {n}\nprovenance = 'rule'\n" for name, n in values.items())
    (folder / "rules.toml").write_text(text)
    return str(folder / "ahead.py")


@pytest.mark.parametrize(
    ("declared", "name"), [("", "points"), pytest.param(BY_RULE, "start", marks=pytest.mark.long)]
)
def test_a_plain_game_gives_points_at_the_end_or_what_it_declares(tmp_path, declared, name) -> None:
    options = {"game": plain_game(tmp_path, declared), "games": 2_000}
    request = request_handicap(options, "random", None, None, None, is_first=False)
    executor = Threads(1)
    request = with_range(request, executor)
    assert request.handicap.name == name
    assert request.handicap.most > 12
    *_, progress = play(request, executor)
    study = result_of(request, progress)
    assert (study.seat, study.is_rule) == ("seat 2", bool(declared))
    assert abs(study.estimate - 7) < 1.5
    assert abs(study.fresh["estimate"].iloc[-1] - 0.5) < 0.06


def test_a_game_without_points_gives_none_at_the_end(tmp_path) -> None:
    game = plain_game(tmp_path, "")
    who_has_won = "[int(self.points[seat] >= self.points[1 - seat]) for seat in (0, 1)]"
    source = Path(game).read_text()
    Path(game).write_text(source.replace("return self.points\n", f"return {who_has_won}\n"))
    options = {"game": game, "games": 2_000}
    request = request_handicap(options, "random", None, None, None, is_first=False)
    with pytest.raises(InputError, match=r"no points: .* so that points at the end"):
        with_range(request, Threads(1))


def test_points_at_the_end_say_who_wins_and_leave_games_that_nobody_won() -> None:
    seats = pa.table({"score": [5, 3, 5, 4, 2, 2], "credit": [1.0, 0.0, 1.0, 0.0, 0.0, 0.0]})
    games = Games(pa.table({"deal": [0, 1, 2]}), seats, rotations=1, players=2)
    given = with_points(games, [1], 2)
    assert given.seat("score").tolist() == [[[5, 5]], [[5, 6]], [[2, 4]]]
    assert given.seat("credit").tolist() == [[[0.5, 0.5]], [[0, 1]], [[0, 0]]]
