"""Critical value of the max-t statistic (multivariate t), for simultaneous intervals."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import fdtrc, stdtrit

Array = NDArray[Any]

N_DIRECTIONS = 2048
"""Directions over which the tail is averaged: leaves an error of about 0.01 in the value."""
RIDGE = 1e-9
"""Added to the diagonal of a correlation matrix, which seats that share all wins make singular."""
DIGITS = 3
"""Decimals of a critical value, so that it is the same on any machine."""


def deviations(blocks: Array, counts: Array | None = None) -> Array:
    """Return deviations from the mean, exactly 0 where all blocks agree."""
    shifted = blocks - blocks[0]
    return np.asarray(shifted - np.average(shifted, axis=0, weights=counts))


def max_t_critical_value(centred: Array, counts: Array, level: float) -> float:
    """Return the quantile of the largest |t| of several columns; nan for one block.

    `centred` are deviations of blocks (rows), `counts` how often each was seen. The columns have a
    multivariate t distribution with their correlations. Given the direction of the normal vector,
    its squared length over the variance is an F variable, so only directions are drawn.
    """
    from scipy.optimize import brentq  # takes a tenth of a second

    n, k = int(counts.sum()), centred.shape[1]
    if n == 1:
        return np.nan
    one, bonferroni = stdtrit(n - 1, [(1 + level) / 2, 1 - (1 - level) / (2 * k)])
    if k == 1:
        return float(one)
    loadings = np.linalg.cholesky(_correlations(centred, counts) + RIDGE * np.eye(k))
    reach = np.abs(_directions(k) @ loadings.T).max(axis=1)

    def excess(value: float) -> float:
        return float(fdtrc(k, n - 1, np.square(value / reach) / k).mean()) - (1 - level)

    if excess(one) <= 0 or excess(bonferroni) >= 0:
        return float(one if excess(one) <= 0 else bonferroni)
    return round(float(brentq(excess, one, bonferroni, xtol=10**-DIGITS / 2)), DIGITS)


def _correlations(centred: Array, counts: Array) -> Array:
    """Return the correlation matrix of columns; one that never varies correlates with none."""
    products = (centred * counts[:, None]).T @ centred
    lengths = np.sqrt(np.diag(products))
    scaled = (
        products / np.where(lengths > 0, lengths, 1) / np.where(lengths > 0, lengths, 1)[:, None]
    )
    np.fill_diagonal(scaled, 1)
    return np.asarray(scaled)


@cache
def _directions(k: int) -> Array:
    """Return fixed random unit vectors, shape (directions, k)."""
    vectors = np.random.default_rng(0).normal(size=(N_DIRECTIONS, k))
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True))
