"""Critical value of the max-t statistic, for simultaneous intervals."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import chdtrc, ndtr, ndtri, stdtrit

Array = NDArray[Any]

N_DIRECTIONS = 2048
"""Directions over which the tail is averaged: leaves an error of about 0.01 in the value."""
RIDGE = 1e-9
"""Added to the diagonal of a correlation matrix, which seats that share all wins make singular."""
ENOUGH = 10
"""Blocks per column from which a correlation matrix is taken for the true one."""
DIGITS = 3
"""Decimals of a critical value, so that it is the same on any machine."""


def deviations(blocks: Array, counts: Array | None = None) -> Array:
    """Return deviations from the mean, exactly 0 where all blocks agree."""
    # first from one of them: the mean of equal numbers may differ from each in the last digit
    shifted = blocks - blocks[0]
    return np.asarray(shifted - np.average(shifted, axis=0, weights=counts))


def max_t_critical_value(centred: Array, counts: Array, level: float) -> float:
    """Return the quantile of the largest |t| of several columns; nan for one block.

    `centred` are deviations of blocks (rows), `counts` how often each was seen. The normal vector
    with the correlations of the columns gives the level that each column needs; given its
    direction, its squared length is a chi-square variable, so only directions are drawn. Every
    column has a standard error of its own, so the critical value is Student's at that level.
    """
    from scipy.optimize import brentq  # takes a tenth of a second

    n, k = int(counts.sum()), centred.shape[1]
    if n == 1:
        return np.nan
    unadjusted, bonferroni = -ndtri([(1 - level) / 2, (1 - level) / (2 * k)])
    if k == 1:
        return _t_value(unadjusted, n)
    loadings = np.linalg.cholesky(_correlations(centred, counts) + RIDGE * np.eye(k))
    reach = np.abs(_directions(k) @ loadings.T).max(axis=1)

    def excess(value: float) -> float:
        return float(chdtrc(k, np.square(value / reach)).mean()) - (1 - level)

    # drawn directions may leave the root just outside the range in which it must lie
    if excess(unadjusted) <= 0 or excess(bonferroni) >= 0:
        return _t_value(unadjusted if excess(unadjusted) <= 0 else bonferroni, n)
    return round(_t_value(brentq(excess, unadjusted, bonferroni, xtol=10**-DIGITS / 4), n), DIGITS)


def _t_value(normal: float, n: int) -> float:
    """Return Student's critical value of n blocks at the level of a normal one."""
    return float(-stdtrit(n - 1, ndtr(-normal)))


def _correlations(centred: Array, counts: Array) -> Array:
    """Return the correlation matrix of columns; one that never varies correlates with none.

    Of few blocks it is shrunk towards no correlation, by as much as it is known badly.
    """
    n = counts.sum()
    lengths = np.sqrt(counts @ np.square(centred) / n)
    columns = centred / np.where(lengths > 0, lengths, 1)

    def mean_products(left_columns: Array, right_columns: Array) -> Array:
        return np.asarray((left_columns * counts[:, None]).T @ right_columns / n)

    sample = mean_products(columns, columns)
    if n < ENOUGH * len(sample):
        squares, cubes = columns**2, mean_products(columns**3, columns)
        crossed, fourth = mean_products(squares, squares), np.diag(mean_products(squares, squares))
        # mean square of the influence of a block on each correlation
        influences = crossed - sample * (cubes + cubes.T)
        influences += sample**2 / 4 * (fourth + fourth[:, None] + 2 * crossed)
        off_diagonal = ~np.eye(len(sample), dtype=bool)
        errors, signal = influences[off_diagonal].sum() / n, np.square(sample[off_diagonal]).sum()
        sample *= 1 - min(errors / signal, 1) if signal > 0 else 1
    np.fill_diagonal(sample, 1)
    return sample


@cache
def _directions(k: int) -> Array:
    """Return fixed random unit vectors, shape (directions, k)."""
    # a fixed seed: the same data give the same interval
    vectors = np.random.default_rng(0).normal(size=(N_DIRECTIONS, k))
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True))
