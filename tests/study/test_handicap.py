"""Handicaps in Pig: the amounts that the exact chances say are found."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from simlab.analysis.handicap import HandicapAnswer
from simlab.analysis.verdict import Verdict
from simlab.catalog import find_game
from simlab.errors import InputError
from simlab.execution.executor import Threads
from simlab.study.handicap import HandicapRequest, play, requested_handicap, result_of
from tests.games.pig.exact import hold_at, win_chances


def request_of(
    seat: str | None = None, *, is_first: bool = False, **options: Any
) -> HandicapRequest:
    table = {"game": "pig", "games": 3_000, **options}
    return requested_handicap(table, "hold", None, seat, None, is_first=is_first)


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
    assert request.getting(0) == [1, 2]
    scenario = request.scenario(4, 0)
    assert scenario.rules.row["head_start"].tolist() == [[0, 4, 4, 0]]


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
