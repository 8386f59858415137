"""Sensitivity: shares of the variance that rules cause, alone and with interactions (Sobol).

Every set of rules has played the same blocks. Monte-Carlo noise is subtracted by products of
different blocks. METHODS.md: Which rules matter.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from simlab.analysis.intervals import Interval

Array = NDArray[Any]

N_BOOTSTRAP = 500
"""The bounds of 95 % rest on a dozen of them at each end."""
LEVEL = 0.95
METHOD = (
    "Shares of the variance over all sets of rules within the ranges, each level equally likely"
    " (Sobol indices); the noise of the games is subtracted. 95 % intervals of each share by"
    " bootstrap over deals, and over the sampled sets of rules if not all are played."
)


class Kind(StrEnum):
    """What a factor varies: a rule, an assumed value, a trait of the player, or the policy."""

    RULE = "rule"
    ASSUMPTION = "assumption"
    TRAIT = "trait"
    POLICY = "policy"


@dataclass(frozen=True, eq=False)
class Weights:
    """Bootstrap weights of blocks, shape (samples, blocks), and of rows of a sampled design."""

    blocks: Array
    rows: Array


def equal_weights(n_blocks: int, n_rows: int = 1) -> Weights:
    """Return the weights of what was observed: one sample in which everything counts once."""
    return Weights(np.ones((1, n_blocks)), np.ones((1, n_rows)))


def bootstrap(n_blocks: int, n_rows: int = 1) -> Weights:
    """Return weights of N_BOOTSTRAP samples, drawn with replacement; seeds are fixed."""
    # a fixed seed: the same games give the same interval
    rng = np.random.default_rng(0)
    return Weights(_bootstrap_weights(rng, n_blocks), _bootstrap_weights(rng, n_rows))


def _bootstrap_weights(rng: np.random.Generator, n: int) -> Array:
    return rng.multinomial(n, np.full(n, 1 / n), size=N_BOOTSTRAP).astype(np.float64)


def mean_products(x: Array, y: Array, weights: Array) -> Array:
    """Return the product of the means of each row of two arrays, without the noise of their blocks.

    The arrays have shape (rows, blocks), `weights` (samples, blocks); the result is
    (samples, rows). The mean over all pairs of different blocks is unbiased.
    """
    # products of a block with itself contain its noise, and are left out
    same = np.square(weights) @ (x * y).T
    n_pairs = np.square(weights.sum(axis=1)) - np.square(weights).sum(axis=1)
    return np.asarray(((weights @ x.T) * (weights @ y.T) - same) / n_pairs[:, None])


def variance_between(values: Array, weights: Array) -> Array:
    """Return the variance of the true means of groups (rows), shape (samples,)."""
    # on the same deals, what all groups share of a block drops out here
    centred = values - values.mean(axis=0)
    return np.asarray(mean_products(centred, centred, weights).mean(axis=1))


@dataclass(frozen=True, eq=False)
class Variances:
    """Variances that factors cause, a row per bootstrap sample."""

    whole: Array
    """Over all sets of rules, shape (samples,)."""
    first: Array
    """By each factor alone, shape (samples, factors)."""
    total: Array
    """By each factor with all its interactions, shape (samples, factors)."""
    pairs: Array
    """By each pair of factors beyond both alone, shape (samples, pairs); empty if sampled."""

    @property
    def together(self) -> Array:
        """By all interactions, shape (samples, 1)."""
        return np.asarray((self.whole - self.first.sum(axis=1))[:, None])


def grid_variances(values: Array, weights: Weights) -> Variances:
    """Return the variances of a full grid; `values` has an axis per factor, then one of blocks."""
    n_factors = values.ndim - 1

    def between(kept_factors: Sequence[int]) -> Array:
        averaged_factors = tuple(set(range(n_factors)) - set(kept_factors))
        means = values.mean(axis=averaged_factors) if averaged_factors else values
        return variance_between(means.reshape(-1, values.shape[-1]), weights.blocks)

    everything = range(n_factors)
    whole = between(everything)
    first = [between([factor]) for factor in everything]
    without = [
        between([factor for factor in everything if factor != left_out]) for left_out in everything
    ]
    pairs = [
        between([factor, partner]) - first[factor] - first[partner]
        for factor, partner in combinations(everything, 2)
    ]
    # what is not explained by all other factors together
    total = [whole - rest for rest in without]
    empty = np.empty((len(whole), 0))
    return Variances(
        whole,
        np.stack(first, axis=1),
        np.stack(total, axis=1),
        np.stack(pairs, axis=1) if pairs else empty,
    )


def variances_from_samples(a: Array, b: Array, mixed: Array, weights: Weights) -> Variances:
    """Return the variances from sampled sets of rules: total as Jansen, first as Saltelli.

    `a` and `b` have shape (rows, blocks); `mixed`, (factors, rows, blocks), has the rows of `a`
    with one factor of `b`.
    """
    rows = weights.rows / weights.rows.sum(axis=1, keepdims=True)

    def product(x: Array, y: Array) -> Array:
        """Return the mean product over rows, shape (samples,)."""
        return np.asarray((mean_products(x, y, weights.blocks) * rows).sum(axis=1))

    # a mean far from 0 would only add noise to the products
    centred = b - (a.mean(axis=0) + b.mean(axis=0)) / 2
    first = [product(centred, mixed_rows - a) for mixed_rows in mixed]
    total = [product(a - mixed_rows, a - mixed_rows) / 2 for mixed_rows in mixed]
    whole = product(a - b, a - b) / 2
    return Variances(
        whole, np.stack(first, axis=1), np.stack(total, axis=1), np.empty((len(whole), 0))
    )


@dataclass(frozen=True, eq=False)
class Sensitivity:
    """Shares of the variation of a metric that factors cause."""

    label: str
    unit: str
    players: int
    effects: pd.DataFrame
    """Each factor, the largest total effect first: kind, `first` and `total` share with bounds.

    `total_most` are upper bounds of the total shares that hold for all factors at once.
    """
    pairs: pd.DataFrame
    """Each pair of factors with the share that both cause beyond each alone; empty if sampled."""
    together: Interval[float]
    """Share that is due to interactions: what no factor causes alone."""
    screened: tuple[str, ...]
    """Factors that were set aside after the screening, since they cause next to nothing."""
    spread: float
    """Standard deviation of the true mean over all sets of rules; nan if it may be 0."""
    mean: float
    n_cells: int
    """Sets of rules played."""
    n_space: int
    """All sets of rules within the ranges of the factors that were not set aside."""
    n_games: int

    @property
    def is_measurable(self) -> bool:
        """Whether rules surely cause some variation."""
        return bool(np.isfinite(self.spread))


def shares(
    estimate: Callable[[Weights], Variances], n_blocks: int, n_rows: int = 1
) -> tuple[float, dict[str, Array]]:
    """Return the variance, nan if it may be 0, and shares with bounds, shape (3, factors or pairs).

    The shares are those of `first`, `total`, `pairs`, and `together` for all interactions;
    `total_most` has upper bounds that hold for the total shares of all factors at once.
    """
    observed = estimate(equal_weights(n_blocks, n_rows))
    samples = estimate(bootstrap(n_blocks, n_rows))
    tail = (1 - LEVEL) / 2
    whole = float(observed.whole[0])
    # shares of a variance that may be 0 say nothing
    is_measured = np.quantile(samples.whole, tail) > 0
    bounded_shares, drawn = {}, {}
    for name in ("first", "total", "pairs", "together"):
        with np.errstate(divide="ignore", invalid="ignore"):  # without any variation
            observed_shares = np.divide(getattr(observed, name)[0], whole)
            drawn[name] = getattr(samples, name) / samples.whole[:, None]
        low, high = np.quantile(drawn[name], [tail, 1 - tail], axis=0)
        bounded_shares[name] = np.clip(np.stack([observed_shares, low, high]), 0, 1)
    family_level = 1 - (1 - LEVEL) / observed.total.shape[1]
    bounded_shares["total_most"] = np.quantile(drawn["total"], family_level, axis=0).clip(0, 1)
    return (whole if is_measured else np.nan), bounded_shares
