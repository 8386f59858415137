"""Nets in kernels: their value against NumPy, and fitting of known functions."""

from __future__ import annotations

import numpy as np
import pytest

from simlab.engine.net import add_slope, find_errors, fit, n_weights, value_of
from simlab.engine.rng import STREAM, seed_stream

N, UNITS = 3, 4


def random_weights(n: int, units: int, seed: int = 1) -> np.ndarray:
    return np.random.default_rng(seed).normal(size=n_weights(n, units))


def value(weights: np.ndarray, x: np.ndarray, units: int) -> float:
    return value_of(weights, len(x), units, x, np.zeros((2, units)))


def slow_value(weights: np.ndarray, x: np.ndarray, units: int) -> float:
    """The formula of the net, by matrices."""
    n = len(x)
    sizes = (1, n, units, units, n * units, units, units * units)
    parts = np.split(weights, np.cumsum(sizes)[:-1])
    bias, direct, output, biases, first, second_biases, second = parts
    below = biases + x @ first.reshape(n, units)
    below = below / (1 + np.abs(below))
    above = second_biases + below @ second.reshape(units, units)
    return float(bias[0] + direct @ x + output @ (above / (1 + np.abs(above))))


@pytest.mark.parametrize("units", [0, 1, UNITS])
def test_the_value_is_that_of_the_formula(units: int) -> None:
    weights = random_weights(N, units)
    for x in np.random.default_rng(2).normal(size=(20, N)):
        assert value(weights, x, units) == pytest.approx(slow_value(weights, x, units), abs=1e-12)


def test_a_net_without_units_is_linear() -> None:
    assert value(np.array([1.0, 2.0, 3.0]), np.array([10.0, 100.0]), 0) == 321


def test_the_slope_is_that_of_half_the_squared_error() -> None:
    weights, x, target, step = random_weights(N, UNITS), np.array([0.5, -1.0, 2.0]), 0.3, 1e-6
    slope = np.zeros(len(weights))
    hidden = np.zeros((2, UNITS))
    error = value_of(weights, N, UNITS, x, hidden) - target
    add_slope(weights, N, UNITS, x, error, hidden, np.zeros((2, UNITS)), slope)
    for i in range(len(weights)):
        moved = [weights.copy() for _ in range(2)]
        moved[0][i] -= step
        moved[1][i] += step
        low, high = (0.5 * (slow_value(each, x, UNITS) - target) ** 2 for each in moved)
        assert slope[i] == pytest.approx((high - low) / (2 * step), abs=1e-6)


def fitted(features: np.ndarray, targets: np.ndarray, units: int) -> np.ndarray:
    weights, stream = random_weights(features.shape[1], units), np.zeros(STREAM, np.uint64)
    seed_stream(stream, 5, 0, np.uint64(0))
    order, n = np.arange(len(targets)), features.shape[1]
    x, y = features[:, None], targets[:, None]
    fit(weights, n, units, x, y, 1.0, order, stream, 30, 16, 0.01)
    return weights


def test_a_group_is_judged_by_its_differences_and_a_little_by_its_mean() -> None:
    weights, errors = np.array([0.0, 1.0]), np.zeros(4)
    features, hidden = np.array([[1.0], [2.0], [3.0], [4.0]]), np.zeros((4, 2, 0))
    targets = np.array([0.0, 2.0, np.nan, 1.0])
    find_errors(weights, 1, 0, features, targets, 0.1, hidden, errors)
    mean = (1 + 0 + 3) / 3
    assert errors == pytest.approx([1 - 0.9 * mean, -0.9 * mean, 0, 3 - 0.9 * mean])


@pytest.mark.compiled
def test_a_product_of_features_is_learnt_with_hidden_units_only() -> None:
    features = np.random.default_rng(3).uniform(-1, 1, (2000, 2)).astype(np.float32)
    targets = features[:, 0].astype(np.float64) * features[:, 1]
    errors = {}
    for units in (0, 8):
        weights = fitted(features, targets, units)
        values = [slow_value(weights, x.astype(np.float64), units) for x in features]
        errors[units] = float(np.std(values - targets))
    assert errors[0] > 0.3
    assert errors[8] < 0.05


@pytest.mark.compiled
def test_fitting_gives_the_same_bits_again() -> None:
    features = np.random.default_rng(4).normal(size=(300, 2)).astype(np.float32)
    first, second = (fitted(features, features[:, 0].astype(np.float64), 3) for _ in range(2))
    assert first.tobytes() == second.tobytes()
