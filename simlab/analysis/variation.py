"""Variation of a metric between the cells of a sweep: single effects, pairs, and the rest.

METHODS.md gives formula, assumptions and source of each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.special import fdtrc, ndtri

from simlab.analysis.multiple_testing import holm
from simlab.analysis.question import Row, answer, question
from simlab.analysis.sweep import SweepEffects, sweep_effects
from simlab.analysis.tables import Tables
from simlab.experiment.design import level_columns, levels_that_differ

Array = NDArray[Any]

LEVEL = 0.95
SINGLE, PAIR, REST = "single", "pair", "rest"
"""Kinds of sources: one rule, two rules beyond the sum of both, and all that remains."""
TOLERANCE = 1e-9
"""Largest singular value, per cell, that counts as none."""

METHOD = (
    "Standard deviation of the metric over the sets of rules played, with the luck of deals"
    " subtracted; 95 % each by normal theory. A rule counts with what it adds to the sum of all"
    " others. The last column tests, by Hotelling's T² and with Holm's correction, whether there is"
    " any such variation."
)


@question
def variation(tables: Tables) -> pd.DataFrame:
    """Return how much each rule, and each pair of rules, varies the metric between cells.

    `estimate` is a standard deviation in units of the metric, `share` its square as a part of the
    whole variation.
    """
    all_effects = (effects for effects in sweep_effects(tables) if len(effects.factors) > 1)
    return answer(row for effects in all_effects for row in variation_rows(effects))


def variation_rows(effects: SweepEffects) -> list[Row]:
    """Return the rows of `variation` for one number of players; none if nothing varies."""
    if effects.n_blocks < 2 or not np.ptp(effects.values, axis=1).any():
        return []
    whole = _Component(
        effects.values,
        _new_directions(np.eye(len(effects.cells)), np.ones((len(effects.cells), 1))),
    )
    rows = []
    for kind, label, directions in sources(effects):
        component = _Component(effects.values, directions)
        rows.append(
            {
                "players": effects.players,
                "kind": kind,
                "source": label,
                **component.deviation(),
                "n": effects.n_blocks,
                "df": directions.shape[1],
                "share": max(component.square, 0) / whole.square if whole.square > 0 else np.nan,
                "p_value": component.p_value(),
            }
        )
    adjusted = holm([row["p_value"] for row in rows])
    return [{**row, "adjusted": float(p)} for row, p in zip(rows, adjusted, strict=True)]


def sources(effects: SweepEffects) -> Iterator[tuple[str, str, Array]]:
    """Yield kind, label and orthonormal directions, shape (cells, df), of each source.

    A rule that cannot be told from the others in the cells played is left out. Pairs are those of a
    full grid; elsewhere they belong to the rest.
    """
    changed = levels_that_differ(effects.cells)
    columns = level_columns(effects.cells, changed)
    factor_columns = [
        columns[:, [n + 1 for n, (factor_index, _) in enumerate(changed) if factor_index == factor]]
        for factor in range(len(effects.factors))
    ]
    labels = [factor.label for factor in effects.factors]
    for factor, label in enumerate(labels):
        other_parts = [
            part_columns
            for factor_index, part_columns in enumerate(factor_columns)
            if factor_index != factor
        ]
        yield from _if_any(SINGLE, label, factor_columns[factor], [columns[:, :1], *other_parts])
    used = [columns]
    if effects.is_full_grid and len(factor_columns) > 1:
        for i, j in combinations(range(len(factor_columns)), 2):
            pair = _products(factor_columns[i], factor_columns[j])
            yield from _if_any(PAIR, f"{labels[i]} with {labels[j]}", pair, [columns])
            used.append(pair)
    yield from _if_any(REST, "all that remains", np.eye(len(effects.cells)), used)


def _if_any(
    kind: str, label: str, columns: Array, other_columns: Sequence[Array]
) -> Iterator[tuple[str, str, Array]]:
    directions = _new_directions(columns, np.hstack(other_columns))
    if directions.shape[1]:
        yield kind, label, directions


def _products(left_columns: Array, right_columns: Array) -> Array:
    """Return the products of all columns of both."""
    return (left_columns[:, :, None] * right_columns[:, None, :]).reshape(len(left_columns), -1)


def _new_directions(columns: Array, spanned: Array) -> Array:
    """Return an orthonormal basis of what some columns add to others."""
    beyond = columns - spanned @ (np.linalg.pinv(spanned) @ columns)
    directions, lengths, _ = np.linalg.svd(beyond, full_matrices=False)
    return np.asarray(directions[:, lengths > TOLERANCE * len(columns)])


class _Component:
    """Squared length of the vector of cell means in some directions, noise subtracted."""

    def __init__(self, values: Array, directions: Array) -> None:
        """Take the metric by block and cell, and orthonormal directions of cells."""
        self.n_cells, self.df = directions.shape
        blocks = values @ directions
        self.n, self.mean = len(blocks), blocks.mean(axis=0)
        self.covariance = np.atleast_2d(np.cov(blocks, rowvar=False)) / self.n
        # the square of a noisy mean is too large by its variance
        self.square = float(self.mean @ self.mean - np.trace(self.covariance)) / self.n_cells

    def deviation(self) -> Row:
        """Return the standard deviation over cells, with an interval; a negative square is 0."""
        # the variance of a squared length, for normal means
        spread = 4 * self.mean @ self.covariance @ self.mean + 2 * np.square(self.covariance).sum()
        reach = float(ndtri((1 + LEVEL) / 2) * np.sqrt(spread)) / self.n_cells
        ends = {"estimate": 0.0, "low": -reach, "high": reach}
        return {name: float(np.sqrt(max(self.square + end, 0))) for name, end in ends.items()}

    def p_value(self) -> float:
        """Return the p value of no variation; nan if there are too few blocks."""
        # Hotelling's T squared needs the inverse of the covariance
        if self.n <= self.df or np.linalg.matrix_rank(self.covariance) < self.df:
            return np.nan
        t_squared = float(self.mean @ np.linalg.solve(self.covariance, self.mean))
        free = self.n - self.df
        return float(fdtrc(self.df, free, t_squared * free / (self.df * (self.n - 1))))
