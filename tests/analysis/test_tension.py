"""Tension from points: exact values for races of fair coins, and games decided first or last."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from numpy.typing import NDArray
from scipy.special import comb

from simlab.analysis.games import Games
from simlab.analysis.intervals import Interval
from simlab.analysis.tension import (
    HALF_TIME,
    FollowedGames,
    chances_by_distance,
    comebacks,
    decision_curve,
    leaders,
    median_of,
    not_rising,
    shuffle_gains,
)

Array = NDArray[Any]
ROUNDS = 10
"""Rounds of a race: each seat gains a point or none by a fair coin in its turn."""


def followed(gains: Array, seats: int = 2) -> FollowedGames:
    """Return games in which seats gain these points in turn, shape (games, turns)."""
    n_games, n_turns = gains.shape
    movers = np.arange(n_turns) % seats
    points = (gains[:, :, None] * (movers[:, None] == np.arange(seats))).cumsum(axis=1)
    final = points[:, -1]
    is_best = final == final.max(axis=1, keepdims=True)
    credits = is_best / is_best.sum(axis=1, keepdims=True)
    return FollowedGames(
        Games(
            pa.table({"finished": np.ones(n_games, np.int32)}),
            pa.table({"credit": credits.ravel()}),
            1,
            seats,
        ),
        points.reshape(-1, seats),
        np.tile(movers, n_games),
        np.full(n_games, n_turns),
        np.ones(n_games, int),
    )


def coin_races(n_games: int, seed: int) -> FollowedGames:
    return followed(np.random.default_rng(seed).integers(0, 2, (n_games, 2 * ROUNDS)))


def chance_to_catch_up(behind: int) -> float:
    """Return the exact chance to win a race that a seat is behind in after half of the rounds.

    What both gain in n rounds each differs as a coin of 2n tosses from its mean.
    """
    n = ROUNDS // 2
    difference = np.arange(-n, n + 1)
    chances = comb(2 * n, n + difference) / 4**n
    return float(chances[difference > behind].sum() + chances[difference == behind].sum() / 2)


def chance_of_leader() -> float:
    """Return the exact chance of the seat that leads alone after half of the rounds."""
    n = ROUNDS // 2
    leads = np.arange(1, n + 1)
    wins = np.array([1 - chance_to_catch_up(lead) for lead in leads])
    return float(np.average(wins, weights=comb(2 * n, n + leads)))


def test_comebacks_in_a_race_of_coins_have_their_exact_chances() -> None:
    frame = comebacks(coin_races(20_000, 12), ROUNDS)
    for moment in (HALF_TIME, f"turn {ROUNDS}"):
        rows = frame[frame["moment"] == moment]
        single = rows[(rows["first"] == rows["last"]) & (rows["first"] > 0)]
        assert len(single) >= 2
        exact = np.array([chance_to_catch_up(d) for d in single["first"]])
        assert ((single["low"] <= exact) & (exact <= single["high"])).all()


def test_a_leader_in_a_race_of_coins_has_its_exact_chance_in_any_order() -> None:
    row = leaders(coin_races(20_000, 2)).set_index("percent").loc[50]
    exact = chance_of_leader()
    assert row["low"] <= exact <= row["high"]
    assert row["shuffled_low"] <= exact <= row["shuffled_high"]
    assert row["difference_low"] <= 0 <= row["difference_high"]


def test_a_lead_that_brings_points_is_worth_more_than_in_other_order() -> None:
    """Who is ahead gains more: games are decided early, and a lead lasts."""
    rng, n_games = np.random.default_rng(3), 4000
    gains, totals = np.zeros((n_games, 2 * ROUNDS), int), np.zeros((n_games, 2), int)
    for turn in range(2 * ROUNDS):
        seat = turn % 2
        is_last = turn >= 2 * ROUNDS - 6
        bonus = 3 * (totals[:, seat] < totals[:, 1 - seat]) * is_last
        gains[:, turn] = rng.integers(0, 2, n_games) + bonus
        totals[:, seat] += gains[:, turn]
    row = leaders(followed(gains)).set_index("percent").loc[50]
    assert row["difference_high"] < 0  # here who is behind gains more at the end


@pytest.mark.long
def test_intervals_of_the_difference_cover_nothing_where_order_is_chance() -> None:
    n_runs, misses = 200, np.zeros(3)
    for seed in range(n_runs):
        frame = leaders(coin_races(300, 1000 + seed))
        misses += (frame["difference_low"] > 0) | (frame["difference_high"] < 0)
    allowed = 0.05 / 3
    assert (misses <= n_runs * allowed + 5 * np.sqrt(n_runs * allowed)).all()


@pytest.mark.long
def test_bands_of_comebacks_cover_all_distances_together() -> None:
    n_runs, n_missed = 200, 0
    for seed in range(n_runs):
        frame = comebacks(coin_races(1000, 5000 + seed), ROUNDS)
        rows = frame[(frame["moment"] == HALF_TIME) & (frame["first"] == frame["last"])]
        rows = rows[rows["first"] > 0]
        exact = np.array([chance_to_catch_up(d) for d in rows["first"]])
        n_missed += not ((rows["low"] <= exact) & (exact <= rows["high"])).all()
    assert n_missed <= n_runs * 0.05 + 5 * np.sqrt(n_runs * 0.05 * 0.95)


def test_shuffled_games_have_the_same_results_and_each_seat_its_gains() -> None:
    games = coin_races(50, 4)
    other = shuffle_gains(games, 0)
    last = games.starts + games.n_turns - 1
    assert (other.points[last] == games.points[last]).all()
    assert (other.points != games.points).any()
    gains = np.diff(other.points.reshape(50, 2 * ROUNDS, 2), axis=1)
    assert (gains[:, 1::2, 1] == 0).all()  # seat 2 gains nothing in turns of seat 1


def test_games_decided_at_once_and_at_the_end() -> None:
    frame = decision_curve(np.full(1000, 0.05)).set_index("x")["estimate"]
    assert frame[5] == 1
    frame = decision_curve(np.full(1000, 1.0)).set_index("x")["estimate"]
    assert (frame[95], frame[100]) == (0, 1)


def test_half_of_the_games_are_decided_at_the_median() -> None:
    parts = np.repeat([0.1, 0.4, 0.9], [300, 400, 300])
    median = median_of(parts)
    assert (median.estimate, median.low, median.high) == (0.4, 0.4, 0.4)


def test_groups_of_distances_leave_no_seat_out() -> None:
    behind = np.random.default_rng(5).integers(0, 40, (500, 3)).astype(float)
    behind[:, 0] = 0
    rows = chances_by_distance([(behind[:, None], np.full((500, 1, 3), 1 / 3))])
    frame = pd.DataFrame(rows)
    assert frame["n"].sum() == 1500
    assert frame["first"].tolist()[0] == frame["last"].tolist()[0] == 0
    assert (frame["first"].to_numpy()[2:] > frame["last"].to_numpy()[1:-1]).all()
    assert len(frame) <= 8
    assert frame["n"].min() >= 50


def test_games_that_are_over_by_a_turn_have_no_distance_then() -> None:
    games = coin_races(3, 6)
    assert np.isnan(games.after(2 * ROUNDS)).all()
    assert not np.isnan(games.after(2 * ROUNDS - 1)).any()


def test_bounds_do_not_rise_and_stay_where_they_contradict() -> None:
    estimates, low, high = (np.array(x) for x in ([0.4, 0.5, 0.1], [0.3, 0.35, 0], [0.6, 0.7, 0.2]))
    chances = not_rising(Interval(estimates, low, high, 9), np.ones(3))
    assert chances.estimate.tolist() == [0.45, 0.45, 0.1]
    assert chances.low.tolist() == [0.35, 0.35, 0]
    assert chances.high.tolist() == [0.6, 0.6, 0.2]
    apart = not_rising(
        Interval(np.array([0.2, 0.8]), np.array([0.1, 0.7]), np.array([0.3, 0.9]), 9), np.ones(2)
    )
    assert apart.low.tolist() == [0.1, 0.5]
    assert apart.high.tolist() == [0.5, 0.9]
