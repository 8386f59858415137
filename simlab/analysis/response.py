"""What changes of the rules do to a metric: the cells of a sweep against the unchanged rules.

All cells play the same deals, so they are compared block by block.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from math import prod
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from simlab.analysis.answer import Row, answer, question, row, rows
from simlab.analysis.counts import Counts, add, count
from simlab.analysis.family import against_base
from simlab.analysis.games import games_of
from simlab.analysis.intervals import Interval, mean_t, simultaneous_means
from simlab.analysis.metric import Metric, find_metric, metrics_of
from simlab.analysis.seat import verdict
from simlab.analysis.tables import Scenario, Tables
from simlab.errors import RunError

Array = NDArray[Any]
Levels = Mapping[int, int]
"""Places of levels, by those of their factors."""

KIND = "sweep"
ONE_AT_A_TIME = "one_at_a_time"

METHOD = (
    "Means over blocks, each with its own 95 % interval. Changes: mean differences to the unchanged"
    " rules on the same blocks; simultaneous intervals, 95 % for all cells with as many players"
    " together."
)
CURVE_METHOD = (
    "Mean differences to the unchanged level on the same blocks, each level averaged over the cells"
    " that have it; simultaneous intervals, 95 % for all levels of all factors with as many players"
    " together."
)
PAIR_METHOD = (
    "Mean differences to the unchanged levels on the same blocks, each pair of levels averaged over"
    " the cells that have it; simultaneous intervals, 95 % for all pairs of two factors with as"
    " many players together."
)


@dataclass(frozen=True)
class Factor:
    """What is varied, and its levels in words."""

    name: str
    levels: tuple[str, ...]
    base: int
    """The place of the level that changes nothing."""
    is_number: bool


@dataclass(frozen=True, eq=False)
class Response:
    """The metric under all cells that were played to the end, with one number of players."""

    factors: tuple[Factor, ...]
    design: str
    metric: Metric
    margin: float
    scenarios: tuple[Scenario, ...]
    """The unchanged rules first."""
    cells: Array
    """The place of the level of each factor, shape (cells, factors)."""
    values: Array
    """The metric in each block, shape (blocks, cells); only blocks it applies to in all cells."""
    counts: tuple[Counts, ...]
    """How often each value occurs in games, by cell."""

    @property
    def players(self) -> int:
        """Seats at the table."""
        return self.scenarios[0].players

    @property
    def n_blocks(self) -> int:
        """Blocks behind every number."""
        return len(self.values)

    @property
    def is_full_grid(self) -> bool:
        """Whether every combination of levels was played."""
        return len(self.cells) == prod(len(factor.levels) for factor in self.factors)

    def is_step(self, cell: Array) -> bool:
        """Say whether a cell differs from the unchanged rules in one factor."""
        return bool((cell != self.cells[0]).sum() == 1)

    def levels(self, cell: Array) -> dict[str, str]:
        """Return the level of each factor in a cell."""
        pairs = zip(self.factors, cell, strict=True)
        return {factor.name: factor.levels[place] for factor, place in pairs}

    def name(self, cell: Array) -> str:
        """Return what is changed in a cell: `actions_per_turn 2, events off`."""
        unchanged = self.levels(self.cells[0])
        changed = [
            f"{factor} {level}"
            for factor, level in self.levels(cell).items()
            if level != unchanged[factor]
        ]
        return ", ".join(changed) or "unchanged"

    def mean(self, levels: Levels) -> Array:
        """Return the mean in each block over the cells that have some levels.

        Where one factor is changed at a time, the others are as in the unchanged rules.
        """
        wanted = self.cells[0].copy()
        wanted[list(levels)] = list(levels.values())
        asked = slice(None) if self.design == ONE_AT_A_TIME else list(levels)
        is_in = (self.cells[:, asked] == wanted[asked]).all(axis=1)
        return np.asarray(self.values[:, is_in].mean(axis=1))


def is_sweep(tables: Tables) -> bool:
    """Say whether the scenarios of a run are the cells of a sweep."""
    return bool(tables.study.get("kind") == KIND)


@lru_cache(maxsize=1)
def responses(tables: Tables) -> tuple[Response, ...]:
    """Return how a metric answers to the rules of a sweep, for each number of players.

    Raises:
        RunError: the unchanged rules have not been played to the end.
        InputError: there is no such metric.
    """
    players = dict.fromkeys(scenario.players for scenario in tables.asked)
    return tuple(_response(tables, n) for n in players)


def _response(tables: Tables, players: int) -> Response:
    study = tables.study
    scenarios = [s for s in tables.scenarios if s.players == players and _is_whole(tables, s)]
    if not scenarios or _cell_name(scenarios[0]) != next(iter(study["cells"])):
        raise RunError(f"{tables.folder}: the unchanged rules were not played to the end")
    first = next(games_of(tables, scenarios[0]))
    metric = find_metric(study["metric"], metrics_of(scenarios[0].metrics, first))
    margin = study["margin"] or metric.margin(first)
    values, counts = zip(*(_measured(tables, s, metric) for s in scenarios), strict=True)
    blocks = np.stack(values, axis=1)
    return Response(
        factors=factors_of(study),
        design=study["design"],
        metric=metric,
        margin=margin,
        scenarios=tuple(scenarios),
        cells=np.array([study["cells"][_cell_name(s)] for s in scenarios]),
        values=blocks[~np.isnan(blocks).any(axis=1)],
        counts=counts,
    )


def factors_of(study: Mapping[str, Any]) -> tuple[Factor, ...]:
    """Return the factors of a sweep as its run describes it."""
    return tuple(
        Factor(own["name"], tuple(own["levels"]), own["base"], own["is_number"])
        for own in study["factors"]
    )


def _is_whole(tables: Tables, scenario: Scenario) -> bool:
    return tables.census(scenario).n_games == int(scenario.described["games"])


def _cell_name(scenario: Scenario) -> str:
    return scenario.name.partition("-")[2]


def _measured(tables: Tables, scenario: Scenario, metric: Metric) -> tuple[Array, Counts]:
    """Return the metric in each block, and how often each value occurs in games."""
    blocks, counts = [], []
    for games in games_of(tables, scenario):
        values = metric.by_game(games)
        blocks.append(metric.of(games))
        counts.append(count(values[~np.isnan(values)]))
    return np.concatenate(blocks), add(counts)


@question
def means(tables: Tables) -> pd.DataFrame:
    """Return the mean of the metric in every cell."""
    return answer(
        row(scenario.keys, _mean(own.metric, own.values[:, place]), cell=own.name(cell))
        for own in responses(tables)
        for place, (scenario, cell) in enumerate(zip(own.scenarios, own.cells, strict=True))
    )


@question
def effects(tables: Tables) -> pd.DataFrame:
    """Return how every cell but the first differs from the unchanged rules, with a verdict.

    `is_step` marks those in which a single factor is changed, `family` says how many intervals
    hold together.
    """
    return answer(line for own in responses(tables) for line in _effects(own))


@question
def curves(tables: Tables) -> pd.DataFrame:
    """Return how every level of every factor differs from the unchanged one, others averaged."""
    return answer(line for own in responses(tables) for line in _curves(own))


@question
def pairs(tables: Tables) -> pd.DataFrame:
    """Return how every two levels differ from the unchanged two, others averaged; of a grid only.

    There are rows for every two factors.
    """
    grids = (own for own in responses(tables) if own.is_full_grid)
    return answer(
        line
        for own in grids
        for first, second in combinations(range(len(own.factors)), 2)
        for line in _pairs(own, first, second)
    )


def _mean(metric: Metric, blocks: Array) -> Interval[float]:
    """Return the interval for a mean; that of a share stays between 0 and 1."""
    if not metric.is_share:
        return mean_t(blocks)
    found = simultaneous_means(blocks[:, None])
    return Interval(found.estimate[0], found.low[0], found.high[0], found.n)


def _effects(own: Response) -> list[Row]:
    cells = zip(own.scenarios[1:], own.cells[1:], strict=True)
    each = [{**s.keys, "cell": own.name(cell), "is_step": own.is_step(cell)} for s, cell in cells]
    blocks = own.values[:, 1:] - own.values[:, :1]
    return [
        {**line, "verdict": verdict(line["low"], line["high"], 0, own.margin)}
        for line in _compared(own, each, list(blocks.T))
    ]


def _curves(own: Response) -> list[Row]:
    each, blocks = [], []
    for place, factor in enumerate(own.factors):
        base = own.mean({place: factor.base})
        for level in _played(own, place):
            each.append({"factor": factor.name, "level": factor.levels[level]})
            blocks.append(own.mean({place: level}) - base)
    return _compared(own, each, blocks)


def _played(own: Response, place: int) -> list[int]:
    """Return the levels of a factor that were played, but for the unchanged one."""
    levels: list[int] = np.unique(own.cells[:, place]).tolist()
    return [level for level in levels if level != own.factors[place].base]


def _pairs(own: Response, first: int, second: int) -> list[Row]:
    one, other = own.factors[first], own.factors[second]
    base = own.mean({first: one.base, second: other.base})
    each, blocks = [], []
    for i, j in product(range(len(one.levels)), range(len(other.levels))):
        if (i, j) != (one.base, other.base):
            levels = {"first_level": one.levels[i], "second_level": other.levels[j]}
            each.append({"first": one.name, "second": other.name, **levels})
            blocks.append(own.mean({first: i, second: j}) - base)
    return _compared(own, each, blocks)


def _compared(own: Response, each: list[dict[str, Any]], blocks: list[Array]) -> list[Row]:
    """Return a row for each difference, with intervals that hold together."""
    if not blocks:
        return []
    keys = {"players": own.players, "family": len(blocks)}
    return rows(keys, against_base(np.stack(blocks, axis=1)), each)
