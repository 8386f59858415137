"""Advice of `simlab check` on declarations that are hardly what an author means."""

from __future__ import annotations

from pathlib import Path

import simlab
from tests.support.own_game import write_dice


def test_a_solo_game_is_shown_of_cooperative_games(tmp_path: Path) -> None:
    result = simlab.check_game(write_dice(tmp_path, fewest=1), players=2)
    assert result.is_good
    assert any("cooperative = True" in sentence for sentence in result.sentences)
    assert result.to_dict()["advice"] == result.report.advice


def test_a_clock_that_no_game_logs_is_named(tmp_path: Path) -> None:
    result = simlab.check_game(write_dice(tmp_path, events='"rounds": ""'))
    (sentence,) = result.report.advice
    assert sentence.startswith("No game logged rounds, which events declares")


def test_a_game_that_is_over_at_once_is_a_problem(tmp_path: Path) -> None:
    result = simlab.check_game(write_dice(tmp_path, is_over="True"))
    assert result.problems == [
        "Each game is over before its first decision: seat() is None after setup()"
    ]
    assert result.report.advice == []


def test_a_usual_game_gets_no_advice(tmp_path: Path) -> None:
    assert simlab.check_game(write_dice(tmp_path)).report.advice == []
