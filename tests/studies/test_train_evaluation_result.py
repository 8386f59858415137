"""Weights of an evaluation are found again in positions and results that were made with them."""

from __future__ import annotations

import numpy as np

from simlab.studies.train.evaluation_result import (
    Floats,
    Positions,
    fit_and_measure,
    predict_results,
)

WEIGHTS = np.array([0.8, -0.5, 0.0])
NAMES = ["pieces", "debts", "nothing"]
SIGMAS = 5.0


def made(n_games: int, seed: int, *, is_cooperative: bool) -> Positions:
    """Return three positions of each game, whose results follow from WEIGHTS and chance."""
    rng, seats = np.random.default_rng(seed), 1 if is_cooperative else 3
    game = np.repeat(np.arange(n_games), 3)
    terms = rng.normal(size=(len(game), seats, 3)) + rng.normal(size=(n_games, seats, 3))[game]
    fixed, nothing = np.zeros((len(game), seats)), np.zeros((len(game), seats))
    group = np.zeros(len(game), dtype=np.int64)
    known = Positions(game, fixed, terms, nothing, group, is_cooperative)
    values: Floats = predict_results(known, WEIGHTS)
    if is_cooperative:
        result = values + rng.normal(scale=2.0, size=values.shape)
    else:
        winners = [rng.choice(seats, p=chances) for chances in values]
        result = np.eye(seats)[winners]
    return Positions(game, fixed, terms, result, group, is_cooperative)


def check_the_fit(*, is_cooperative: bool) -> None:
    positions = made(3000, 1, is_cooperative=is_cooperative)
    held_out = made(1000, 2, is_cooperative=is_cooperative)
    fit = fit_and_measure(positions, held_out, NAMES, np.zeros(3))
    half = fit.weights["high"] - fit.weights["estimate"]
    assert (abs(fit.weights["estimate"] - WEIGHTS) < SIGMAS / 1.96 * half).all()
    assert (half < 0.1).all()
    assert fit.error < fit.error_before
    assert (fit.weights["n"] == 3000).all()
    assert (fit.n_positions, fit.n_held_out) == (9000, 1000)


def test_weights_of_a_conditional_logit_are_found() -> None:
    check_the_fit(is_cooperative=False)


def test_weights_of_a_shared_score_are_found() -> None:
    check_the_fit(is_cooperative=True)


def test_intervals_cover_the_weights_though_positions_of_a_game_are_alike() -> None:
    covered = []
    for seed in range(100):
        positions = made(300, seed, is_cooperative=False)
        weights = fit_and_measure(positions, positions, NAMES, WEIGHTS).weights
        covered.append((weights["low"] <= WEIGHTS) & (weights["high"] >= WEIGHTS))
    share = np.mean(covered)
    assert abs(share - 0.95) < SIGMAS * np.sqrt(0.95 * 0.05 / 300)


def test_games_count_alike_however_many_positions_they_have() -> None:
    game = np.array([0, 0, 0, 7])
    nothing = np.zeros((4, 1))
    shares = Positions(game, nothing, np.zeros((4, 1, 1)), nothing, game, True).shares
    assert shares.tolist() == [1 / 6, 1 / 6, 1 / 6, 1 / 2]


def test_a_seat_that_is_not_at_the_table_has_no_chance() -> None:
    fixed = np.array([[0.0, 0.0, -np.inf]])
    result = np.array([[1.0, 0.0, 0.0]])
    positions = Positions(np.array([0]), fixed, np.zeros((1, 3, 1)), result, np.array([0]), False)
    assert predict_results(positions, np.array([2.0])).tolist() == [[0.5, 0.5, 0.0]]


def test_a_strong_seat_lends_its_weight_to_no_term() -> None:
    rng, n = np.random.default_rng(4), 6000
    group = np.arange(n) % 2
    strong = np.where(group, 2, 1)
    advantage = 2.5 * (np.arange(3) == strong[:, None])
    # the strong seat has many pieces of no worth
    terms = np.stack([rng.normal(size=(n, 3)), advantage + rng.normal(size=(n, 3))], axis=2)
    odds = np.exp(0.8 * terms[:, :, 0] + advantage)
    chances = odds / odds.sum(axis=1, keepdims=True)
    result = np.eye(3)[[rng.choice(3, p=each) for each in chances]]
    positions = Positions(np.arange(n), np.zeros((n, 3)), terms, result, group, False)
    fit = fit_and_measure(positions, positions, ["worth", "idle"], np.array([0.8, 0.0]))
    half = fit.weights["high"] - fit.weights["estimate"]
    assert (abs(fit.weights["estimate"] - [0.8, 0.0]) < SIGMAS / 1.96 * half).all()
    assert (half < 0.1).all()
    assert abs(fit.error - fit.error_before) < 0.01
    assert fit.error < fit.error_of_none
