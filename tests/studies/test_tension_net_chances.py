"""Winning chances that a net says, corrected and checked in races of coins with known chances."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.special import bdtrc

from simlab.analysis.chance_tension import GameChances, uncertainty, volatility
from simlab.analysis.verdict import Verdict
from simlab.errors import InputError
from simlab.studies.tension.net_chances import (
    AS_SAID,
    CORRECTED,
    FEWEST_FINISHED,
    ValuedTurns,
    calibration,
    game_chances,
    net_chances,
    reliability,
)

Array = NDArray[Any]
TOSSES = 9
LEFT, WON = np.mgrid[TOSSES:0:-1, :TOSSES]
CHANCES = np.nan_to_num(bdtrc(4 - WON, LEFT, 0.5))  # nan where it cannot be won any more
"""Chance to win most of nine tosses, by the tosses made and those won of them."""


def race(rng: np.random.Generator) -> ValuedTurns:
    """Return a race of coins with its true chances."""
    tosses = rng.integers(0, 2, TOSSES)
    won = np.concatenate([[0], tosses.cumsum()[:-1]])
    first = CHANCES[np.arange(TOSSES), won]
    result = np.array([1.0, 0.0]) if tosses.sum() > TOSSES / 2 else np.array([0.0, 1.0])
    return ValuedTurns(np.stack([first, 1 - first], axis=1), result)


def shy(game: ValuedTurns) -> ValuedTurns:
    """Return a game whose chances are said to be nearer to one half than they are."""
    return ValuedTurns(0.5 + (game.values - 0.5) / 2, game.result)


def races(n_games: int, seed: int) -> list[ValuedTurns]:
    rng = np.random.default_rng(seed)
    return [race(rng) for _ in range(n_games)]


def test_chances_that_are_too_even_are_set_right() -> None:
    games = races(8000, 1)
    learnt = net_chances([shy(game) for game in games])
    lines = learnt.reliability.groupby("chances", sort=False)
    verdicts = {str(line): calibration(rows) for line, rows in lines}
    assert verdicts[AS_SAID] in (Verdict.MORE, Verdict.LESS)
    assert verdicts[CORRECTED] == Verdict.SAME
    true = [
        GameChances(
            chances.parts, np.repeat(game.chances[:, None], 2, axis=1), inf, game.result, TOSSES
        )
        for chances, game in zip(learnt.games, games[4000:], strict=True)
    ]
    means = [np.mean([uncertainty(game) for game in some]) for some in (learnt.games, true)]
    assert means[0] == pytest.approx(means[1], abs=0.01)


@pytest.mark.parametrize("step", [1, 3])
def test_changes_over_several_turns_are_those_of_each(step: int) -> None:
    squares = []
    for race_of_coins in races(2000, 4):
        game = game_chances(race_of_coins.chances, race_of_coins.result)
        some = replace(game, parts=game.parts[::step], chances=game.chances[::step])
        squares.append(volatility(some))
    error = np.std(squares) / np.sqrt(len(squares))
    assert abs(np.mean(squares) - 0.25 / TOSSES) < 5 * error


def test_intervals_of_true_chances_cover_all_groups_and_seldom_call_them_wrong() -> None:
    n_studies, covered, wrong = 150, 0, 0
    games = races(n_studies * 60, 2)
    for study in range(n_studies):
        some = games[60 * study : 60 * (study + 1)]
        rows = reliability([game.chances for game in some], [game.result for game in some])
        covered += bool(((rows["low"] <= rows["x"]) & (rows["x"] <= rows["high"])).all())
        wrong += calibration(rows) in (Verdict.MORE, Verdict.LESS)
    error = np.sqrt(0.05 * 0.95 / n_studies)
    assert covered / n_studies > 0.95 - 5 * error
    assert wrong / n_studies < 0.05


def test_long_games_count_no_more_than_short_ones() -> None:
    short = ValuedTurns(np.array([[0.7, 0.3]]), np.array([1.0, 0.0]))
    long = ValuedTurns(np.tile(short.values, (99, 1)), np.array([0.0, 1.0]))
    games = [short, long] * 50
    rows = reliability([game.chances for game in games], [game.result for game in games])
    assert rows["x"].tolist() == pytest.approx([0.3, 0.7])
    assert rows["estimate"].tolist() == pytest.approx([0.5, 0.5])
    assert (rows["verdict"] == Verdict.UNDECIDED).sum() == 0


def test_values_become_chances_with_a_sum_of_one() -> None:
    game = ValuedTurns(np.array([[0.9, 0.3], [1.4, -0.2], [-3.0, 4.0]]), np.array([1.0, 0.0]))
    assert game.chances == pytest.approx(np.array([[0.8, 0.2], [1.0, 0.0], [0.0, 1.0]]))


def test_games_without_an_end_say_nothing() -> None:
    capped = ValuedTurns(np.full((3, 2), 0.5), np.zeros(2))
    games = [game for each in races(FEWEST_FINISHED, 3) for game in (each, capped)]
    assert len(net_chances(games).games) == FEWEST_FINISHED // 2
    with pytest.raises(InputError, match="99 of 199 games came to an end"):
        net_chances(games[1:])
