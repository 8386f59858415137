"""Shares of variance agree with exact ones and with SALib, without the noise of the games."""

from __future__ import annotations

from functools import partial
from itertools import product

import numpy as np
import pytest
from SALib.analyze import sobol as salib_analysis
from SALib.sample import sobol as salib_sample

from simlab.studies.sensitivity.result import (
    bootstrap,
    equal_weights,
    grid_variances,
    mean_products,
    shares,
    variances_from_samples,
)

N_LEVELS = 12
POINTS = np.pi * (2 * np.arange(N_LEVELS) + 1 - N_LEVELS) / N_LEVELS


def ishigami(x: np.ndarray) -> np.ndarray:
    """Return the function of T. Ishigami and T. Homma (1990); `x` has three columns."""
    return np.sin(x[:, 0]) + 7 * np.sin(x[:, 1]) ** 2 + 0.1 * x[:, 2] ** 4 * np.sin(x[:, 0])


def grid_of_ishigami(n_blocks: int, noise: float = 0.0, seed: int = 0) -> np.ndarray:
    x = np.array(list(product(POINTS, repeat=3)))
    rng = np.random.default_rng(seed)
    deals = rng.normal(0, 3, n_blocks)
    values = ishigami(x)[:, None] + deals + noise * rng.normal(size=(len(x), n_blocks))
    return values.reshape(N_LEVELS, N_LEVELS, N_LEVELS, n_blocks)


def test_shares_on_levels_agree_with_salib_on_the_same_levels() -> None:
    problem = {"num_vars": 3, "names": ["a", "b", "c"], "bounds": [[0, N_LEVELS]] * 3}
    sample = salib_sample.sample(problem, 2048, calc_second_order=True, seed=1)
    values = ishigami(POINTS[np.minimum(sample.astype(int), N_LEVELS - 1)])
    oracle = salib_analysis.analyze(problem, values, calc_second_order=True, seed=1)
    own = grid_variances(grid_of_ishigami(2), equal_weights(2))
    assert own.first[0] / own.whole[0] == pytest.approx(oracle["S1"], abs=0.04)
    assert own.total[0] / own.whole[0] == pytest.approx(oracle["ST"], abs=0.04)
    pairs = [oracle["S2"][pair] for pair in ((0, 1), (0, 2), (1, 2))]
    assert own.pairs[0] / own.whole[0] == pytest.approx(pairs, abs=0.06)
    assert own.together[0, 0] / own.whole[0] == pytest.approx(1 - oracle["S1"].sum(), abs=0.08)


def sampled(n_rows: int, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    one, other = rng.integers(0, N_LEVELS, (2, n_rows, 3))
    mixed = [np.where(np.arange(3) == place, other, one) for place in range(3)]
    deals = rng.normal(0, 3, 20)
    a, b, *rest = (ishigami(POINTS[levels])[:, None] + deals for levels in (one, other, *mixed))
    return a, b, np.stack(rest)


def test_a_sample_gives_the_shares_of_the_whole_grid_on_average() -> None:
    exact = grid_variances(grid_of_ishigami(2), equal_weights(2))
    runs = [
        variances_from_samples(*sampled(256, seed), equal_weights(20, 256)) for seed in range(100)
    ]
    for name in ("whole", "first", "total"):
        each = np.array([getattr(run, name)[0] for run in runs])
        error = each.std(axis=0, ddof=1) / np.sqrt(len(runs))
        assert np.all(np.abs(each.mean(axis=0) - getattr(exact, name)[0]) < 5 * error + 0.05)


def test_the_noise_of_the_games_is_no_variation() -> None:
    exact = grid_variances(grid_of_ishigami(2), equal_weights(2))
    runs = [
        grid_variances(grid_of_ishigami(8, noise=20.0, seed=seed), equal_weights(8))
        for seed in range(40)
    ]
    for name in ("whole", "first", "total"):
        each = np.array([getattr(run, name)[0] for run in runs])
        error = each.std(axis=0, ddof=1) / np.sqrt(len(runs))
        assert np.all(np.abs(each.mean(axis=0) - getattr(exact, name)[0]) < 5 * error)


def test_a_product_of_means_counts_different_blocks_only() -> None:
    values = np.array([[1.0, 2.0, 6.0]])
    assert mean_products(values, values, np.ones((1, 3)))[0, 0] == pytest.approx(20 / 3)
    twice = np.array([[2.0, 1.0, 0.0]])
    assert mean_products(values, values, twice)[0, 0] == pytest.approx(2.0)


def test_without_variation_no_share_is_claimed() -> None:
    rng = np.random.default_rng(1)
    values = rng.normal(size=(4, 3, 50))
    whole, parts = shares(partial(grid_variances, values), 50)
    assert np.isnan(whole)
    assert parts["first"].shape == (3, 2)


@pytest.mark.parametrize("n_runs", [12, pytest.param(400, marks=pytest.mark.long)])
def test_intervals_of_a_sample_cover_the_shares_of_the_grid(n_runs: int) -> None:
    exact = grid_variances(grid_of_ishigami(2), equal_weights(2))
    truth = {name: getattr(exact, name)[0, 0] / exact.whole[0] for name in ("first", "total")}
    n_covered = dict.fromkeys(truth, 0)
    for seed in range(n_runs):
        _, parts = shares(partial(variances_from_samples, *sampled(128, seed)), 20, 128)
        for name, share in truth.items():
            n_covered[name] += parts[name][1, 0] <= share <= parts[name][2, 0]
    expected = 0.92 * n_runs
    assert min(n_covered.values()) > expected - 5 * np.sqrt(0.92 * 0.08 * n_runs)


@pytest.mark.parametrize("n_runs", [30, pytest.param(600, marks=pytest.mark.long)])
def test_intervals_over_deals_cover_the_true_share(n_runs: int) -> None:
    effects = np.add.outer([0.0, 1.0, 2.0], [0.0, 0.5])
    centred = effects.mean(axis=1) - effects.mean()
    truth = np.square(centred).mean() / np.square(effects - effects.mean()).mean()
    n_covered = 0
    for seed in range(n_runs):
        rng = np.random.default_rng(seed)
        values = effects[:, :, None] + rng.normal(0, 3, 200) + rng.normal(0, 2, (3, 2, 200))
        _, parts = shares(partial(grid_variances, values), 200)
        n_covered += parts["first"][1, 0] <= truth <= parts["first"][2, 0]
    expected = 0.93 * n_runs
    assert n_covered > expected - 5 * np.sqrt(0.93 * 0.07 * n_runs)


def test_bootstrap_weights_count_each_sample_fully() -> None:
    weights = bootstrap(30, 7)
    assert set(weights.blocks.sum(axis=1)) == {30.0}
    assert set(weights.rows.sum(axis=1)) == {7.0}
