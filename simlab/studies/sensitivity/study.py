"""Sensitivity study: a grid or a sample of sets of rules, and how factors explain a metric.

If there are many factors, a screening with few games sets those aside that cause next to nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations, product
from math import prod

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from simlab.analysis.games import Games
from simlab.analysis.intervals import Interval
from simlab.analysis.metric import Metric, find_metric
from simlab.errors import ExperimentError
from simlab.execution.executor import Executor
from simlab.experiment.design import Cell
from simlab.studies.kit.blocks import play_tasks
from simlab.studies.kit.decisive_traits import N_VARIED, decisive_traits, trial_games
from simlab.studies.kit.metrics import metrics_at
from simlab.studies.sensitivity.request import SensitivityRequest
from simlab.studies.sensitivity.result import (
    Sensitivity,
    Variances,
    Weights,
    equal_weights,
    grid_variances,
    shares,
    variances_from_samples,
)

Array = NDArray[np.float64]

MOST_GRID = 512
"""Sets of rules up to which all are played; a sample needs about as many."""
ROWS = 128
"""Rows of a sampled design; a factor more costs as many sets of rules."""
MOST_FACTORS = 8
"""Factors that are played in full; if there are more, a screening chooses them."""
SCREENING_ROWS = 16
"""Rows of the screening."""
SAMPLED_PART = 4
"""In a sample and a screening a set of rules plays a quarter of the games: sampled sets of rules
are what limits the precision there."""
FEWEST_BLOCKS = 8
"""Blocks of a set of rules: with fewer, a bootstrap sample may have a single one."""
BATCH = 32
"""Sets of rules played together."""


@dataclass(frozen=True, eq=False)
class Look:
    """How far a study has come."""

    stage: str
    n_cells: int
    n_games: int
    result: Sensitivity | None = None


def play(request: SensitivityRequest, executor: Executor) -> Iterator[Look]:
    """Screen if there are many factors, then play all sets of rules; yield after each batch.

    If what is assumed varies, trial games first tell which traits of the player are factors, too.

    Raises:
        InputError: there is no such metric, or rules exclude each other.
    """
    request = _with_traits(request, executor)
    cells = _Cells(request, executor)
    chosen = list(range(len(request.sizes)))
    design: _Grid | _Sample
    if len(chosen) > MOST_FACTORS:
        design = _Sample(request, chosen, SCREENING_ROWS)
        yield from cells.looks("screening", design.cells, cells.n_blocks // SAMPLED_PART)
        observed = design.variances(cells, equal_weights(cells.n_seen, SCREENING_ROWS))
        # stable: equal ones rank alike on any machine
        order = np.argsort(-observed.total[0], kind="stable")
        chosen = sorted(map(int, order[:MOST_FACTORS]))
        cells.clear()
    size = prod(request.sizes[factor] for factor in chosen)
    is_grid = size <= MOST_GRID
    design = _Grid(request, chosen) if is_grid else _Sample(request, chosen, ROWS)
    n_blocks = cells.n_blocks if is_grid else cells.n_blocks // SAMPLED_PART
    yield from cells.looks("playing", design.cells, n_blocks)
    yield Look("done", len(cells.values), cells.n_games, _result(request, cells, design, chosen))


def _with_traits(request: SensitivityRequest, executor: Executor) -> SensitivityRequest:
    """Return a study with the traits of the player that move its metric most as factors."""
    names = request.traits_to_vary
    if len(names) > N_VARIED[0]:
        unchanged, n_trials = request.experiment.scenarios, trial_games(request.games)
        names = decisive_traits(
            executor,
            unchanged,
            lambda scenario, games: [find_metric(request.metric, metrics_at(scenario, games))],
            n_trials,
        )
    return request.with_traits(names[: N_VARIED[0]])


class _Cells:
    """Sets of rules with the metric in each block."""

    def __init__(self, request: SensitivityRequest, executor: Executor) -> None:
        self.request, self.executor = request, executor
        self.values: dict[Cell, Array] = {}
        self.metric: Metric | None = None
        self.n_games = 0
        rotations = request.experiment.scenarios[0].n_rotations
        self.n_blocks = max(request.games // rotations, FEWEST_BLOCKS * SAMPLED_PART)

    @property
    def n_seen(self) -> int:
        return len(next(iter(self.values.values())))

    def clear(self) -> None:
        """Forget all values, since further ones have more blocks."""
        self.values.clear()

    def looks(self, stage: str, cells: Sequence[Cell], n_blocks: int) -> Iterator[Look]:
        """Play cells in batches."""
        new = list(dict.fromkeys(cells))
        for start in range(0, len(new), BATCH):
            batch = new[start : start + BATCH]
            scenarios = [self.request.scenario(cell) for cell in batch]
            games = play_tasks(self.executor, [(scenario, 0, n_blocks) for scenario in scenarios])
            for cell, scenario, new_games in zip(batch, scenarios, games, strict=True):
                self.n_games += len(new_games.games)
                metric = find_metric(self.request.metric, metrics_at(scenario, new_games))
                self.metric = self.metric or metric
                self.values[cell] = _block_values(metric, new_games)
            yield Look(stage, len(self.values), self.n_games)

    def of(self, cells: Sequence[Cell]) -> Array:
        """Return the values of cells, shape (cells, blocks)."""
        return np.stack([self.values[cell] for cell in cells])


def _block_values(metric: Metric, games: Games) -> Array:
    """Return a metric in each block.

    Raises:
        ExperimentError: it does not apply to every block.
    """
    values = metric.of(games)
    if np.isnan(values).any():
        raise ExperimentError(f"{metric.name} does not apply to all games", "metric")
    return values


class _Grid:
    """All combinations of the levels of some factors, the others unchanged."""

    def __init__(self, request: SensitivityRequest, chosen: Sequence[int]) -> None:
        self.sizes = [request.sizes[factor] for factor in chosen]
        self.n_rows = 1
        self.cells = [
            _with_levels(request.base, chosen, levels)
            for levels in product(*map(range, self.sizes))
        ]

    def variances(self, cells: _Cells, weights: Weights) -> Variances:
        return grid_variances(cells.of(self.cells).reshape(*self.sizes, -1), weights)


class _Sample:
    """Rows of two scrambled Sobol samples, and those of the first with one factor of the second."""

    def __init__(self, request: SensitivityRequest, chosen: Sequence[int], n_rows: int) -> None:
        from scipy.stats import qmc  # takes half a second

        sizes = np.array([request.sizes[factor] for factor in chosen])
        points = qmc.Sobol(2 * len(sizes), rng=request.experiment.seed).random(n_rows)
        levels = (points * np.tile(sizes, 2)).astype(int)
        first_levels, second_levels = levels[:, : len(sizes)], levels[:, len(sizes) :]
        mixed = []
        for column in range(len(sizes)):
            mixed_levels = first_levels.copy()
            mixed_levels[:, column] = second_levels[:, column]
            mixed.append(mixed_levels)
        self.n_rows = n_rows
        self.parts = [
            [_with_levels(request.base, chosen, row) for row in part.tolist()]
            for part in (first_levels, second_levels, *mixed)
        ]
        self.cells = [cell for part in self.parts for cell in part]

    def variances(self, cells: _Cells, weights: Weights) -> Variances:
        a, b, *mixed = (cells.of(part) for part in self.parts)
        return variances_from_samples(a, b, np.stack(mixed), weights)


def _with_levels(base: Cell, chosen: Sequence[int], levels: Sequence[int]) -> Cell:
    """Return the base with other levels of some factors."""
    cell = list(base)
    for factor, level in zip(chosen, levels, strict=True):
        cell[factor] = int(level)
    return tuple(cell)


def _result(
    request: SensitivityRequest, cells: _Cells, design: _Grid | _Sample, chosen: Sequence[int]
) -> Sensitivity:
    """Return the shares of all factors that were played in full."""
    assert cells.metric is not None
    estimate: Callable[[Weights], Variances] = partial(design.variances, cells)
    whole, parts = shares(estimate, cells.n_seen, design.n_rows)
    names = [request.names[factor] for factor in chosen]
    effects = pd.DataFrame(
        {
            "factor": names,
            "kind": [str(request.kinds[factor]) for factor in chosen],
            "levels": [request.sizes[factor] for factor in chosen],
            **_columns("first", parts["first"]),
            **_columns("total", parts["total"]),
        }
    )
    effects = effects.assign(
        estimate=effects["total"],
        low=effects["total_low"],
        high=effects["total_high"],
        total_most=parts["total_most"],
        n=cells.n_seen,
    )
    pairs = pd.DataFrame(
        [[*pair] for pair in combinations(names, 2)][: parts["pairs"].shape[1]],
        columns=["one", "other"],
    ).assign(**dict(zip(("estimate", "low", "high"), parts["pairs"], strict=True)))
    return Sensitivity(
        label=cells.metric.label,
        unit=cells.metric.unit,
        players=request.experiment.scenarios[0].players,
        effects=effects.sort_values("total", ascending=False, kind="stable", ignore_index=True),
        pairs=pairs.sort_values("estimate", ascending=False, kind="stable", ignore_index=True),
        together=_interval(parts["together"], cells.n_seen),
        screened=tuple(name for at, name in enumerate(request.names) if at not in chosen),
        spread=float(np.sqrt(whole)),
        mean=float(np.mean([cell_values.mean() for cell_values in cells.values.values()])),
        n_cells=len(cells.values),
        n_space=prod(request.sizes[factor] for factor in chosen),
        n_games=cells.n_games,
    )


def _interval(bounds: Array, n: int) -> Interval[float]:
    estimate, low, high = bounds[:, 0]
    return Interval(float(estimate), float(low), float(high), n)


def _columns(name: str, bounds: Array) -> dict[str, Array]:
    estimate, low, high = bounds
    return {name: estimate, f"{name}_low": low, f"{name}_high": high}
