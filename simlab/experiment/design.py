"""Designs of a sweep: the cells that are played (grid, one at a time, sampled).

A cell holds the index of a level for each factor. The unchanged rules are the first cell of every
design; no cell is repeated.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from simlab.errors import ExperimentError

Array = NDArray[Any]
Cell = tuple[int, ...]

GRID, ONE_AT_A_TIME, LATIN_HYPERCUBE, SOBOL = (
    "grid",
    "one_at_a_time",
    "latin_hypercube",
    "sobol",
)
DESIGNS = (GRID, ONE_AT_A_TIME, LATIN_HYPERCUBE, SOBOL)
SAMPLED = (LATIN_HYPERCUBE, SOBOL)
"""Designs that sample a given number of cells."""
DEFAULT_CELLS = 32
"""A power of 2, for which Sobol sequences are balanced."""
SINGULAR = 1e-9
"""Smallest eigenvalue, as a part of the largest, at which columns count as dependent."""
N_SAMPLES = 300
"""Samples of which the best is played; their seeds are fixed, so that another seed of the run plays
the same cells."""


def cells_of(design: str, sizes: Sequence[int], base: Cell, count: int | None) -> list[Cell]:
    """Return the cells of a design, the unchanged rules first.

    `sizes` are the numbers of levels of the factors; `count` is that of sampled cells.

    Raises:
        ExperimentError: they cannot separate the factors.
    """
    match design:
        case "one_at_a_time":
            return with_base(base, one_at_a_time(sizes, base))
        case "latin_hypercube" | "sobol":
            return draw_sample(design, sizes, base, count or DEFAULT_CELLS)
        case _:
            return with_base(base, grid(sizes))


def with_base(base: Cell, cells: Iterable[Cell]) -> list[Cell]:
    """Return the base and all other cells, each once."""
    return list(dict.fromkeys([base, *cells]))


def grid(sizes: Sequence[int]) -> list[Cell]:
    """Return every combination of levels."""
    return list(product(*map(range, sizes)))


def one_at_a_time(sizes: Sequence[int], base: Cell) -> list[Cell]:
    """Return the cells in which one factor has another level than in the base."""
    return [
        (*base[:factor], level, *base[factor + 1 :])
        for factor, size in enumerate(sizes)
        for level in range(size)
    ]


def draw_sample(design: str, sizes: Sequence[int], base: Cell, count: int) -> list[Cell]:
    """Return the sample that estimates most single effects best, of many with fixed seeds.

    METHODS.md: Sampled designs.

    Raises:
        ExperimentError: a Sobol sequence of this length is not balanced or confounds effects.
    """
    if design == SOBOL and count & (count - 1):
        raise ExperimentError(
            f"a Sobol sequence is balanced with a power of 2, such as {1 << count.bit_length()},"
            f" not {count}",
            "cells",
        )
    samples = [with_base(base, _sample(design, sizes, count, seed)) for seed in range(N_SAMPLES)]
    best = min(samples, key=lambda cells: (-len(levels_that_differ(cells)), effect_variance(cells)))
    n_levels = len(levels_that_differ(best))
    # with fewer cells than effects, no design could separate them
    if n_levels < len(best) and effect_variance(best) == np.inf:
        raise ExperimentError(
            f"{count} of this design confound the effects of {n_levels} levels; take"
            f" {2 * count}, or latin_hypercube",
            "cells",
        )
    return best


def _sample(design: str, sizes: Sequence[int], count: int, seed: int) -> list[Cell]:
    """Return the cells that contain the points of a Latin hypercube or scrambled Sobol sequence.

    Each level of a factor takes an equal part of its axis.
    """
    from scipy.stats import qmc  # takes half a second

    points = (
        qmc.LatinHypercube(len(sizes), rng=seed).random(count)
        if design == LATIN_HYPERCUBE
        else qmc.Sobol(len(sizes), rng=seed).random(count)
    )
    return [tuple(map(int, row)) for row in (points * sizes).tolist()]


def effect_variance(cells: Sequence[Cell]) -> float:
    """Return the summed variance of single effects, in that of a cell (A-optimality).

    It is infinite if some effect cannot be separated from others.
    """
    columns = level_columns(cells, levels_that_differ(cells))
    products = columns.T @ columns
    eigenvalues = np.linalg.eigvalsh(products)
    if eigenvalues[0] < SINGULAR * eigenvalues[-1]:
        return np.inf
    # without the mean, which is no effect
    return float(np.trace(np.linalg.inv(products)[1:, 1:]))


def levels_that_differ(cells: ArrayLike) -> list[tuple[int, int]]:
    """Return factor and level of all levels that differ from those of the first cell."""
    base, *changed_cells = np.asarray(cells).tolist()
    levels = {factor_level for cell in changed_cells for factor_level in enumerate(cell)}
    return sorted(levels - set(enumerate(base)))


def level_columns(cells: ArrayLike, changed: Sequence[tuple[int, int]]) -> Array:
    """Return the columns of a sum of single effects, shape (cells, 1 + changed levels).

    The first column is 1 everywhere, each other one where a factor has a changed level.
    """
    levels = np.asarray(cells)
    has = [levels[:, factor] == level for factor, level in changed]
    return np.column_stack([np.ones(len(levels)), *has]).astype(np.float64)
