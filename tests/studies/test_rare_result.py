"""Rare results: levels, importance and the interval of independent replicates."""

from __future__ import annotations

import numpy as np
import pytest

from simlab.studies.rare.result import (
    SHARE,
    Rare,
    importance_of,
    join_shares,
    next_level,
    rare_probability,
    slope_of,
)


def rare(*replicates: list[float]) -> Rare:
    return Rare(join_shares(replicates, 2), n_per_stage=100, n_games=1_000)


def test_a_probability_is_the_mean_of_the_products_of_the_replicates() -> None:
    games = rare([0.1, 0.2], [0.2, 0.2], [0.0])
    assert games.estimates == pytest.approx([0.02, 0.04, 0])
    assert games.probability.estimate == pytest.approx(0.02)
    assert games.stages["n"].tolist() == [3, 2]
    assert games.stages["estimate"].tolist() == pytest.approx([0.1, 0.2])


def test_the_saving_compares_with_games_of_the_same_precision() -> None:
    games = rare([0.1, 0.2], [0.2, 0.2], [0.15, 0.2])
    error = np.std([0.02, 0.03, 0.04], ddof=1) / np.sqrt(3)
    assert games.n_plain_games == pytest.approx(0.03 * 0.97 / error**2)
    assert games.saving == pytest.approx(games.n_plain_games / 1_000)


def test_a_result_that_no_game_had_is_unknown_between_0_and_1() -> None:
    games = rare([0.1, 0.0], [0.0])
    assert not games.is_reached
    assert (games.probability.low, games.probability.high) == (0, 1)
    assert np.isnan(games.probability.estimate)


def test_intervals_of_products_of_shares_cover_the_probability() -> None:
    rng, runs = np.random.default_rng(1), 2_000
    shares = rng.binomial(100, 0.35, (runs, 40, 7)) / 100
    intervals = [rare_probability(each) for each in shares.prod(axis=2)]
    covered = np.mean([each.low < 0.35**7 < each.high for each in intervals])
    assert abs(covered - 0.95) < 5 * np.sqrt(0.05 * 0.95 / runs)


def test_importance_is_the_distance_of_the_prediction_from_the_target() -> None:
    rng = np.random.default_rng(2)
    values = rng.normal(10, 3, (2_000, 2))
    values[40:, 1] = np.nan
    finals = 5 + 2 * values[:, 0] + rng.normal(0, 4, len(values))
    offsets, slopes = importance_of(values, finals, target=40)
    assert offsets[0] + slopes[0] * 17.5 == pytest.approx(0, abs=0.1)
    assert slopes[0] == pytest.approx(2 / 4, rel=0.1)
    assert (offsets[1], slopes[1]) == (offsets[0], slopes[0]), "too few games had come so far"


def test_equal_values_predict_nothing() -> None:
    assert slope_of(np.full(9, 0.1) + 1e-17, np.arange(9.0)) == 0


def test_levels_rise_and_are_reached_by_a_fixed_share() -> None:
    highest = np.arange(100.0)
    assert (highest >= next_level(highest, -np.inf)).mean() == pytest.approx(SHARE, abs=0.02)
    assert next_level(np.array([1.0, 1, 1, 1, 2]), 1) == 2
    assert next_level(np.ones(5), 1) == np.inf
