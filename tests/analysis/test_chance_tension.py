"""Tension by winning chances: exact values of games that one turn decides."""

from __future__ import annotations

import numpy as np
import pytest

from simlab.analysis.chance_tension import (
    GameChances,
    chance_measures,
    chance_of_leader,
    decided_at,
    drama,
    uncertainty,
    volatility,
)

N_POSITIONS, N_ROLLOUTS = 10, 50


def game(chances_of_first: list[float], result: tuple[float, float] = (1, 0)) -> GameChances:
    """Return a game between two seats with the same chances in both halves."""
    first = np.array(chances_of_first)
    chances = np.stack([first, 1 - first], axis=1)
    parts = np.arange(len(first)) / len(first)
    halves = np.stack([chances, chances], axis=1)
    return GameChances(parts, halves, N_ROLLOUTS, np.array(result), len(first))


def decided_by(turn: int) -> GameChances:
    """Return a game in which a fair coin decides in one of its turns."""
    return game([0.5] * (turn + 1) + [1.0] * (N_POSITIONS - turn - 1))


@pytest.mark.parametrize("turn", [0, 4, 9])
def test_a_game_is_uncertain_until_the_turn_that_decides_it(turn: int) -> None:
    assert uncertainty(decided_by(turn)) == pytest.approx((turn + 1) / N_POSITIONS)
    assert volatility(decided_by(turn)) == pytest.approx(0.25 / N_POSITIONS)


def test_the_error_of_chances_adds_nothing_to_their_changes() -> None:
    """A game of chance alone: the chances are even until the last turn, and the halves only err."""
    rng = np.random.default_rng(7)
    squares = []
    for _ in range(2000):
        wins = rng.binomial(N_ROLLOUTS, 0.5, (N_POSITIONS, 2)) / N_ROLLOUTS
        chances = np.stack([wins, 1 - wins], axis=2)
        parts = np.arange(N_POSITIONS) / N_POSITIONS
        result = np.array([1.0, 0.0])
        squares.append(volatility(GameChances(parts, chances, N_ROLLOUTS, result, N_POSITIONS)))
    error = np.std(squares) / np.sqrt(len(squares))
    assert abs(np.mean(squares) - 0.25 / N_POSITIONS) < 5 * error


def test_the_chance_of_who_leads_by_one_half_is_that_of_the_other() -> None:
    """Of even chances the leader by a half has one half on average, not more."""
    rng = np.random.default_rng(8)
    chances = []
    for _ in range(2000):
        wins = rng.binomial(N_ROLLOUTS, 0.5, (4, 2)) / N_ROLLOUTS
        halves = np.stack([wins, 1 - wins], axis=2)
        even = GameChances(np.arange(4) / 4, halves, N_ROLLOUTS, np.array([1.0, 0.0]), 4)
        chances.append(chance_of_leader(50)(even))
    assert abs(np.mean(chances) - 0.5) < 5 * np.std(chances) / np.sqrt(len(chances))


def test_drama_and_decision_by_chances() -> None:
    behind = game([0.32, 0.5, 0.32, 0.9])
    assert drama(behind) == pytest.approx(np.sqrt(0.36))
    assert decided_at(behind) == 0.75
    assert drama(game([0.9, 0.9])) == 0
    assert decided_at(game([0.9, 0.1])) == 1.0
    assert decided_at(game([0.9, 0.9])) == 0.0


def test_shared_wins_have_no_drama() -> None:
    shared = game([0.4, 0.6], (0.5, 0.5))
    assert np.isnan(drama(shared))
    assert np.isnan(decided_at(shared))


def test_each_measure_has_an_interval() -> None:
    frame = chance_measures([decided_by(turn) for turn in (2, 4, 6)]).set_index("name")
    assert frame.loc["uncertainty", "estimate"] == pytest.approx(0.5)
    assert (frame["low"] <= frame["estimate"]).all()
    assert (frame["estimate"] <= frame["high"]).all()
    assert frame.loc["volatility", "estimate"] == pytest.approx(np.sqrt(0.25 / N_POSITIONS))
