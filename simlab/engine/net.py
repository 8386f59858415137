"""Neural net in kernels: the value of a position from its features, and fitting to examples.

Value = bias + direct weights × features + output weights × second hidden layer. A unit of a hidden
layer is softsign(bias + weights × units of the layer below), softsign(x) = x / (1 + |x|); both
layers have the same number of units, and a net without units is linear. Sums have a fixed order
and use only basic arithmetic and square roots, so that any processor computes the same bits.
Weights are data: other weights, features or numbers of units need no compilation.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simlab.engine.kernel import kernel
from simlab.engine.record import Floats, Ints, Row, Words, nested, real, record, small, whole
from simlab.engine.rng import shuffle

MOST_FEATURES = 512
MOST_LISTS, MOST_VALUES = 128, 64
"""Lists, dictionaries and numbers that a net reads by value, and the values, from 0 on."""
BY_VALUE = -1
"""Kind of a feature that is read with the entries of a list or dictionary."""
NO_PLACE = NO_FEATURE = -1
"""Stands for the place of what a list or number does not have, and for a value that is not read."""
MOST_HIDDEN = 64
# with its other fields, a net fits into the numbers of a policy, `loop.TRAIT_ROW`
MOST_WEIGHTS = 6000
FIRST_MOMENT, SECOND_MOMENT, TINY = 0.9, 0.999, 1e-8
"""Constants of Adam as its authors recommend them."""

ENTRIES = record(
    n_at=small("place of their number in the state for seat 0, or NO_PLACE: one", "bytes"),
    at=small("place of the entries", "bytes"),
    keys_at=small("place of their keys, or NO_PLACE", "bytes"),
    step=small("bytes to those of the next seat, or 0", "bytes"),
    turn=small("seats from the own one to theirs", "seats"),
    kind=small("type of the entries, see KINDS of observation.py"),
    seats=small("players, if the values or keys are seats; else 0", "players"),
    feature=small("the feature of each value, or NO_FEATURE", shape=MOST_VALUES),
)
NET = record(
    players=whole("players at the tables that it is made for", "players"),
    n_features=whole("features of a position", "features"),
    n_hidden=whole("units of each hidden layer", "units"),
    at=small("place of each field in the state, for seat 0", "bytes", shape=MOST_FEATURES),
    step=small("bytes to the field of the next seat, or 0", "bytes", shape=MOST_FEATURES),
    turn=small("seats from the own one to that of the field", "seats", shape=MOST_FEATURES),
    kind=small("type of the number there, or BY_VALUE", "", shape=MOST_FEATURES),
    n_lists=whole("lists, dictionaries and numbers that are read by value", "lists"),
    lists=nested(ENTRIES, "each of them", MOST_LISTS),
    weights=real("weights, see `places`", shape=MOST_WEIGHTS),
)


@kernel
def places(n: int, units: int) -> tuple[int, int, int, int, int, int]:
    """Return where the weights of a net begin after the bias and the direct ones.

    They are those of the output, the biases of the first layer, its weights by feature and unit,
    the biases of the second layer, its weights by unit below and unit, and the end.
    """
    output = 1 + n
    biases = output + units
    first_layer = biases + units
    second_biases = first_layer + n * units
    second_layer = second_biases + units
    return output, biases, first_layer, second_biases, second_layer, second_layer + units * units


def n_weights(n_features: int, n_hidden: int) -> int:
    """Return the number of weights of a net."""
    return int(places(n_features, n_hidden)[5])


@kernel
def softsign(z: float) -> float:
    """Return z / (1 + |z|)."""
    # not tanh or exp, whose last digits differ between processors and libraries
    return z / (1.0 + abs(z))


@kernel
def net_value(net: Row, features: Floats, hidden: Any) -> float:
    """Return the value of a position; `hidden`, shape (2, units), takes the hidden layers."""
    return value_of(net.weights, net.n_features, net.n_hidden, features, hidden)


@kernel
def value_of(weights: Floats, n: int, units: int, features: Any, hidden: Any) -> float:
    """Return the value of a net with these weights."""
    output, biases, first_layer, second_biases, second_layer, _ = places(n, units)
    low, high = hidden[0, :units], hidden[1, :units]
    low[:] = weights[biases : biases + units]
    high[:] = weights[second_biases : second_biases + units]
    value = weights[0]
    for i in range(n):
        feature = features[i]
        # most features of a position are zero, and a whole row of weights is skipped with each
        if feature != 0.0:
            value += weights[1 + i] * feature
            add_times(
                feature, weights[first_layer + i * units : first_layer + (i + 1) * units], low
            )
    for unit in range(units):
        low[unit] = softsign(low[unit])
    for below in range(units):
        add_times(
            low[below],
            weights[second_layer + below * units : second_layer + (below + 1) * units],
            high,
        )
    for unit in range(units):
        high[unit] = softsign(high[unit])
    for unit in range(units):
        value += weights[output + unit] * high[unit]
    return value


@kernel
def add_times(factor: float, terms: Any, sums: Any) -> None:
    """Add to each sum a term times a factor; a loop on its own, so that it becomes vectorized."""
    for i in range(sums.shape[0]):
        sums[i] += factor * terms[i]


@kernel
def fit(
    weights: Floats,
    n: int,
    units: int,
    features: Any,
    targets: Any,
    level: float,
    order: Ints,
    stream: Words,
    epochs: int,
    batch: int,
    rate: float,
) -> None:
    """Improve the weights by Adam on squared errors; the rate falls to zero.

    `features` has shape (groups, examples, n), `targets` (groups, examples), nan for no example.
    The mean error of a group counts by `level`, what its examples differ from it in full. Each
    epoch goes through all groups in random order.
    Source: D. Kingma and J. Ba, "Adam: a method for stochastic optimization", ICLR 2015.
    """
    slope, mean, square = (
        np.zeros(weights.shape[0]),
        np.zeros(weights.shape[0]),
        np.zeros(weights.shape[0]),
    )
    hidden = np.zeros((targets.shape[1], 2, units))
    errors, back = np.zeros(targets.shape[1]), np.zeros((2, units))
    steps = targets.shape[0] // batch
    decays = np.ones(2)
    for epoch in range(epochs):
        shuffle(stream, order, order.shape[0])
        for step in range(steps):
            slope[:] = 0.0
            # one after the other: a sum in a fixed order is the same on any number of cores
            for i in order[step * batch : (step + 1) * batch]:
                find_errors(weights, n, units, features[i], targets[i], level, hidden, errors)
                for j in range(errors.shape[0]):
                    if errors[j] != 0.0:
                        add_slope(
                            weights, n, units, features[i, j], errors[j], hidden[j], back, slope
                        )
            # down to zero, so that the noise of the last batches averages out
            share_left = 1.0 - (epoch * steps + step) / (epochs * steps)
            move(weights, slope, batch, rate * share_left, mean, square, decays)


@kernel
def find_errors(
    weights: Floats,
    n: int,
    units: int,
    features: Any,
    targets: Any,
    level: float,
    hidden: Any,
    errors: Floats,
) -> None:
    """Find the errors of a group of examples, 0 for none; keep their hidden layers."""
    n_examples, mean = 0, 0.0
    for j in range(errors.shape[0]):
        errors[j] = 0.0
        if not np.isnan(targets[j]):
            errors[j] = value_of(weights, n, units, features[j], hidden[j]) - targets[j]
            mean += errors[j]
            n_examples += 1
    mean /= max(n_examples, 1)
    for j in range(errors.shape[0]):
        if not np.isnan(targets[j]):
            # the examples of a group share most of their chance; `level` says what that part counts
            errors[j] = errors[j] - mean + level * mean


@kernel
def move(
    weights: Floats,
    slope: Floats,
    batch: int,
    rate: float,
    mean: Floats,
    square: Floats,
    decays: Floats,
) -> None:
    """Take a step of Adam against a slope; `decays` are those of both moments so far."""
    decays[0] *= FIRST_MOMENT
    decays[1] *= SECOND_MOMENT
    for j in range(weights.shape[0]):
        part = slope[j] / batch
        mean[j] = FIRST_MOMENT * mean[j] + (1.0 - FIRST_MOMENT) * part
        square[j] = SECOND_MOMENT * square[j] + (1.0 - SECOND_MOMENT) * part * part
        # both moments begin at zero; dividing by 1 - decay takes that bias out
        size = np.sqrt(square[j] / (1.0 - decays[1])) + TINY
        weights[j] -= rate * mean[j] / (1.0 - decays[0]) / size


@kernel
def add_slope(
    weights: Floats,
    n: int,
    units: int,
    features: Any,
    error: float,
    hidden: Any,
    back: Any,
    slope: Floats,
) -> None:
    """Add the slope of half the squared error of an example (backpropagation).

    `hidden` holds its hidden layers; `back` has the same shape and takes their share of the error.
    """
    output, biases, first_layer, second_biases, second_layer, _ = places(n, units)
    low, high = back[0, :units], back[1, :units]
    slope[0] += error
    for unit in range(units):
        slope[output + unit] += error * hidden[1, unit]
        # the derivative of softsign by its own value: (1 - |y|)²
        steep = 1.0 - abs(hidden[1, unit])
        high[unit] = error * weights[output + unit] * steep * steep
        slope[second_biases + unit] += high[unit]
    for below in range(units):
        begin = second_layer + below * units
        signal, total = hidden[0, below], 0.0
        add_times(signal, high, slope[begin : begin + units])
        for unit in range(units):
            total += weights[begin + unit] * high[unit]
        steep = 1.0 - abs(signal)
        low[below] = total * steep * steep
        slope[biases + below] += low[below]
    for i in range(n):
        feature = features[i]
        if feature != 0.0:
            slope[1 + i] += error * feature
            add_times(feature, low, slope[first_layer + i * units : first_layer + (i + 1) * units])
