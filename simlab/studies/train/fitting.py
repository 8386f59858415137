"""Fitting of a net to examples: standardized features and targets, fitted in a kernel.

Weights are converted to and from standardized numbers, so that kernels read the numbers of the
state as they are.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simlab.engine.net import MOST_WEIGHTS, fit, n_weights, places
from simlab.engine.rng import STREAM, seed_stream

Array = NDArray[np.float64]

BATCH = 64
"""Examples per step."""
SCALED_AT_ONCE = 1000
"""Groups of examples scaled at once, so that few are in memory with twice the precision."""
BIAS, FEATURES, LAYER, OUTPUT = 0.5, 1.8, 1.4, 0.3
"""Scales of the first random weights: biases of units, and sums over all features or units."""


@dataclass(frozen=True)
class Shape:
    """Numbers of features and of units of each hidden layer."""

    n_features: int
    n_hidden: int

    def parts(self, weights: Array) -> tuple[Array, Array, Array, Array]:
        """Return direct weights, output weights, biases and weights of the first layer, as views.

        The last has shape (features, units).
        """
        output, biases, first, second_biases, _, _ = places(self.n_features, self.n_hidden)
        by_unit = weights[first:second_biases].reshape(self.n_features, self.n_hidden)
        return weights[1:output], weights[output:biases], weights[biases:first], by_unit

    def first_weights(self, rng: np.random.Generator) -> Array:
        """Return random weights."""
        n, units = self.n_features, self.n_hidden
        weights = np.zeros(n_weights(n, units))
        _, output, biases, first = self.parts(weights)
        *_, second_biases, second_layer, end = places(n, units)
        output[:] = rng.normal(0, OUTPUT, units) / np.sqrt(max(units, 1))
        biases[:] = rng.normal(0, BIAS, units)
        first[:] = rng.normal(0, FEATURES, first.shape) / np.sqrt(n)
        weights[second_biases:second_layer] = rng.normal(0, BIAS, units)
        weights[second_layer:end] = rng.normal(0, LAYER, units * units) / np.sqrt(max(units, 1))
        return weights


@dataclass(frozen=True, eq=False)
class Scaling:
    """Mean and scale, which is the standard deviation or more, of features and of targets."""

    mean: Array
    scale: Array
    target_mean: float
    target_sd: float

    def standardized(self, weights: Array, shape: Shape) -> Array:
        """Return weights for standardized numbers from those for raw ones."""
        scaled_weights = weights.copy()
        direct, output, biases, first = shape.parts(scaled_weights)
        scaled_weights[0] = (
            scaled_weights[0] + self.mean @ direct - self.target_mean
        ) / self.target_sd
        biases += self.mean @ first
        first *= self.scale[:, None]
        direct *= self.scale / self.target_sd
        output /= self.target_sd
        return scaled_weights

    def raw(self, weights: Array, shape: Shape) -> Array:
        """Return weights for raw numbers from those for standardized ones."""
        raw_weights = weights.copy()
        direct, output, biases, first = shape.parts(raw_weights)
        direct *= self.target_sd / self.scale
        output *= self.target_sd
        first /= self.scale[:, None]
        biases -= self.mean @ first
        raw_weights[0] = raw_weights[0] * self.target_sd + self.target_mean - self.mean @ direct
        return raw_weights


def most_hidden(n_features: int, wanted: int) -> int:
    """Return the number of hidden units: those wanted, or what there is room for."""
    return max(units for units in range(wanted + 1) if n_weights(n_features, units) <= MOST_WEIGHTS)


def scaling_of(features: NDArray[Any], targets: Array, least_sd: float) -> Scaling:
    """Return the scaling of some examples, none smaller than `least_sd`.

    What does not vary keeps its unit.
    """
    sd = features.std(axis=0, dtype=np.float64)
    mean = features.mean(axis=0, dtype=np.float64)
    scale = np.where(sd > 0, np.maximum(sd, least_sd), 1.0)
    # all targets equal: nothing to divide by
    target_sd = float(targets.std()) or 1.0
    return Scaling(mean, scale, float(targets.mean()), target_sd)


def fitted(
    weights: Array | None,
    shape: Shape,
    features: NDArray[np.float32],
    targets: Array,
    seed: int,
    epochs: int,
    rate: float,
    level: float = 1.0,
    least_sd: float = 0.0,
) -> Array:
    """Return weights that fit the targets better than some weights, or than random ones.

    `features` has shape (..., features) and `targets` (...): one axis of examples, or groups of
    examples by example, nan for none. The mean error of a group counts by `level`. Features that
    vary by less than `least_sd` are small numbers to the net, and learn slowly.
    """
    is_example = ~np.isnan(targets)
    scaling = scaling_of(features[is_example], targets[is_example], least_sd)
    if weights is None:
        standardized_weights = shape.first_weights(np.random.default_rng(seed))
    else:
        standardized_weights = scaling.standardized(weights, shape)
    stream = np.empty(STREAM, np.uint64)
    seed_stream(stream, seed, 0, np.uint64(0))
    x = np.empty_like(features)
    # in pieces: NumPy would make float64 copies of all examples
    for first in range(0, len(x), SCALED_AT_ONCE):
        part = slice(first, first + SCALED_AT_ONCE)
        x[part] = (features[part] - scaling.mean) / scaling.scale
    y = (targets - scaling.target_mean) / scaling.target_sd
    x, y = x.reshape(len(y), -1, shape.n_features), y.reshape(len(y), -1)
    order = np.arange(len(y))
    fit(
        standardized_weights,
        shape.n_features,
        shape.n_hidden,
        x,
        y,
        level,
        order,
        stream,
        epochs,
        BATCH,
        rate,
    )
    return scaling.raw(standardized_weights, shape)
