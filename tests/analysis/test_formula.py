"""Metrics of one's own: expressions over columns, by hand-made games."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pyarrow as pa
import pytest
from numpy.testing import assert_allclose

from simlab.analysis.games import Games
from simlab.analysis.metric import find_metric, metrics_of
from simlab.errors import InputError
from simlab.game.facts import OPTIONS, Facts, Formula

NONE = float("nan")


def games() -> Games:
    """Two blocks of two games with two seats each; the last game has no winner."""
    of_games = pa.table(
        {
            "deal": [0, 0, 1, 1],
            "rotation": [0, 1, 0, 1],
            "finished": [1, 1, 1, 0],
            "rounds": [4, 6, 8, 9],
            "winner": pa.array([0, 1, 0, None], pa.int64()),
        }
    )
    seats = pa.table(
        {
            "policy": ["a", "b"] * 4,
            "score": [10, 7, 3, 9, 5, 5, 2, 0],
            "credit": [1.0, 0, 0, 1, 0.5, 0.5, 0, 0],
            "busted": [0, 1, 2, 3, 4, 5, 6, 7],
        }
    )
    return Games(of_games, seats, 2, 2)


def facts(expression: str, name: str = "mine", unit: str = "points") -> Facts:
    formula = Formula(
        name=name,
        label="my metric",
        unit=unit,
        group=OPTIONS,
        margin=0.5,
        expression=expression,
        file="mine.toml",
    )
    return replace(Facts(), formulas=(formula,))


@pytest.mark.parametrize(
    ("expression", "by_game"),
    [
        ("score_1 - score_2", [[3, -6], [0, 2]]),
        ("sum(busted)", [[1, 5], [9, 13]]),
        ("max(score) - min(score)", [[3, 6], [0, 2]]),
        ("max(score_1, 4) + -rounds", [[6, -2], [-3, -5]]),
        ("mean(score * busted) / 2", [[1.75, 8.25], [11.25, 3]]),
        ("abs(score_1 - rounds)", [[6, 3], [3, 7]]),
        ("rounds / busted_1", [[NONE, 3], [2, 1.5]]),
        ("1 < rounds <= 6", [[1, 1], [0, 0]]),
        ("not rounds > 5 or winner == 1", [[1, 1], [0, NONE]]),
        ("winner == 0 and score_1 >= 5", [[1, 0], [1, NONE]]),
        ("max(score >= 9)", [[1, 1], [0, 0]]),
    ],
)
def test_an_expression_has_a_value_in_each_game(expression: str, by_game) -> None:
    metric = find_metric("mine", metrics_of(facts(expression), games()))
    assert_allclose(metric.by_game(games()), by_game)


def test_a_yes_or_no_is_a_share_and_the_file_names_the_margin() -> None:
    share = find_metric("mine", metrics_of(facts("rounds > 5", unit=""), games()))
    assert (share.is_share, share.low, share.high, share.margin(games())) == (True, 0, 1, 0.5)
    assert_allclose(share.of(games()), [0.5, 1.0])


@pytest.mark.parametrize(
    ("expression", "problem"),
    [
        ("scor_1 - score_2", 'mine.toml: expression: "scor_1" is not one of .* mean "score_1"'),
        ("score_3", "score_3"),
        ("deal", '"deal" is not one of'),
        ("score - 1", "has a value for each seat; name one seat"),
    ],
)
def test_what_the_games_do_not_have_is_named_with_the_nearest(
    expression: str, problem: str
) -> None:
    with pytest.raises(InputError, match=problem):
        metrics_of(facts(expression), games())


def test_a_metric_of_the_game_keeps_its_name() -> None:
    with pytest.raises(InputError, match=r"mine.toml: name: \"rounds\" is a metric of the game"):
        metrics_of(facts("rounds + 1", name="rounds"), games())


def test_values_that_are_infinite_or_unknown_apply_to_no_game() -> None:
    metric = find_metric("mine", metrics_of(facts("1 / (rounds - 4)"), games()))
    assert np.isnan(metric.by_game(games())).tolist() == [[True, False], [False, False]]
