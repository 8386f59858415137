"""Effects of a sweep's cells on a metric, relative to the unchanged rules on the same deals.

All cells play the same deals, so effects are paired by block.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, product
from math import prod
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from simlab.analysis import seat_result
from simlab.analysis.counts import Counts, add, count
from simlab.analysis.games import games_of
from simlab.analysis.intervals import Interval, simultaneous_means
from simlab.analysis.length import clocks
from simlab.analysis.metric import Metric, find_metric, metrics_of
from simlab.analysis.multiple_testing import against_base
from simlab.analysis.question import Row, answer, question
from simlab.analysis.tables import Scenario, Tables
from simlab.analysis.verdict import verdict
from simlab.errors import RunError
from simlab.experiment.design import GRID, ONE_AT_A_TIME, level_columns, levels_that_differ

Array = NDArray[Any]
Levels = Mapping[int, int]
"""Index of a level, by the index of its factor."""

METHOD = (
    "Means over blocks, each with its own 95 % interval; the result of a seat, with those of the"
    " other seats of these rules together. Changes: mean differences to the unchanged"
    " rules on the same blocks; simultaneous intervals, 95 % for all cells with as many players"
    " together. Capped games count as far as they were played."
)
CURVE_METHOD = (
    "Mean differences to the unchanged level on the same blocks, each level averaged over the cells"
    " that have it; simultaneous intervals, 95 % for all levels of all factors with as many players"
    " together."
)
FITTED_METHOD = (
    "Single effects whose sum fits the cells of each block best (least squares); differences to the"
    " unchanged level, simultaneous intervals, 95 % for all levels of all factors with as many"
    " players together. Means are those of the fit, if all cells had the level. Levels that the"
    " cells do not tell apart from others are left out."
)
PAIR_METHOD = (
    "Mean differences to the unchanged levels on the same blocks, each pair of levels averaged over"
    " the cells that have it; simultaneous intervals, 95 % for all pairs of two factors with as"
    " many players together."
)


NO_CHANGE = {"estimate": 0.0, "low": 0.0, "high": 0.0, "verdict": ""}
"""Effect of the unchanged rules."""


@dataclass(frozen=True)
class Factor:
    """A factor and its levels in words."""

    name: str
    levels: tuple[str, ...]
    base: int
    """Index of the level that changes nothing."""
    is_number: bool
    is_named: bool
    """Whether its levels are files or patches, whose names need no factor name."""
    titles: tuple[str, ...] = ()
    """What a page calls each level; empty in runs of an earlier simlab."""
    changes: tuple[tuple[str, ...], ...] = ()
    """Rulebook sentences on what each level changes, likewise."""
    meaning: str = ""
    """What the number stands for, if its levels are numbers: `price of a fortress`."""

    @property
    def label(self) -> str:
        """Name in a sentence: the meaning of a number, or the name of the rule in words."""
        return self.meaning or self._name_in_words

    @property
    def _name_in_words(self) -> str:
        """The name; names of table cells keep their dots."""
        return self.name if "." in self.name else self.name.replace("_", " ")

    def spoken(self, index: int) -> str:
        """Return a level with its factor: `actions per turn 2`, `soldiers_b`."""
        level = self.levels[index]
        return level if self.is_named else f"{self._name_in_words} {level}"

    def title(self, index: int) -> str:
        """Return what a page calls a level: `2`, `Twice as many jokers`."""
        return self.titles[index] if self.titles else self.levels[index]

    def title_of(self, level: str) -> str:
        """Return what a page calls a level, by its name."""
        return self.title(self.levels.index(level))

    def level_title(self, index: int) -> str:
        """Return a level as a change of the rules: `hand limit: 6`, `Without events`."""
        title = self.title(index)
        if self.is_named:
            return title
        return f"{self.label}{':' * bool(self.meaning)} {title}"

    @property
    def positions(self) -> dict[str, int]:
        """Position of each level on an axis: the number itself, or the index of a word."""
        return {
            level: int(level) if self.is_number else number
            for number, level in enumerate(self.levels)
        }


@dataclass(frozen=True, eq=False)
class SweepEffects:
    """The metric in all finished cells with one number of players."""

    factors: tuple[Factor, ...]
    design: str
    metric: Metric
    margin: float
    """Smallest effect of interest; its default comes from the first number of players."""
    scenarios: tuple[Scenario, ...]
    """The unchanged rules first."""
    cells: Array
    """Index of the level of each factor, shape (cells, factors)."""
    values: Array
    """Metric by block, shape (blocks, cells); only blocks to which it applies in all cells."""
    counts: tuple[Counts, ...]
    """Histogram of the metric over games, by cell."""

    @property
    def players(self) -> int:
        """Seats at the table."""
        return self.scenarios[0].players

    @property
    def n_blocks(self) -> int:
        """Blocks behind every estimate."""
        return len(self.values)

    @property
    def is_full_grid(self) -> bool:
        """Whether every combination of levels was played."""
        return len(self.cells) == prod(len(factor.levels) for factor in self.factors)

    @property
    def has_steps(self) -> bool:
        """Whether every factor is changed alone in some played cells."""
        is_meant = self.is_full_grid or self.design == ONE_AT_A_TIME
        return is_meant and all(
            self.steps(factor_index) for factor_index in range(len(self.factors))
        )

    @property
    def mixes_rules(self) -> bool:
        """Whether several rules change together in every cell."""
        is_sampled = self.design not in (GRID, ONE_AT_A_TIME) and not self.is_full_grid
        return is_sampled and len(self.factors) > 1

    @property
    def is_balanced(self) -> bool:
        """Whether the cells of two levels of a factor differ in nothing else on average."""
        return self.is_full_grid or self.design == ONE_AT_A_TIME

    def distinct_levels(self, factor_index: int) -> list[int]:
        """Return the levels of a factor that the cells tell apart from all others, in order."""
        levels: list[int] = np.unique(self.cells[:, factor_index]).tolist()
        return [
            level for level in levels if self.is_balanced or self._is_separate(factor_index, level)
        ]

    def level_values(self, factor_index: int, level: int) -> Array:
        """Return the metric in each block if all cells had one level of a factor.

        In a balanced design this is the mean over the cells that have it; in any other it is that
        of the sum of single effects that fits all cells best (least squares).
        """
        # in any other design, the cells of a level differ in other rules too
        if self.is_balanced:
            return self.mean({factor_index: level})
        return np.asarray(self.values @ (self._fit.T @ self._mean_columns(factor_index, level)))

    def _is_separate(self, factor_index: int, level: int) -> bool:
        """Return whether the cells determine the effect of a level."""
        base = self.factors[factor_index].base
        effect = self._mean_columns(factor_index, level) - self._mean_columns(factor_index, base)
        # a contrast that the projection on the rows of the design leaves as it is
        return np.allclose(effect @ self._fit @ self._columns, effect)

    def _mean_columns(self, factor_index: int, level: int) -> Array:
        """Return the mean columns of the fit if all cells had one level of a factor."""
        cells = self.cells.copy()
        cells[:, factor_index] = level
        return np.asarray(level_columns(cells, levels_that_differ(self.cells)).mean(axis=0))

    @cached_property
    def _columns(self) -> Array:
        """The columns of the sum of single effects."""
        return level_columns(self.cells, levels_that_differ(self.cells))

    @cached_property
    def _fit(self) -> Array:
        """The matrix that turns the metric in the cells into coefficients of the columns."""
        return np.linalg.pinv(self._columns)

    def steps(self, factor_index: int) -> dict[int, str]:
        """Return the scenarios in which only this factor is changed, by its level."""
        other_cells = np.delete(self.cells, factor_index, axis=1)
        is_alone = (other_cells == other_cells[0]).all(axis=1)
        levels = self.cells[:, factor_index].tolist()
        return {
            level: scenario.name
            for level, scenario, alone in zip(levels, self.scenarios, is_alone, strict=True)
            if alone and level != self.factors[factor_index].base
        }

    def only_cell(self, factor_index: int, level: int) -> str:
        """Return the scenario over which the mean of a level is taken, if it is a single one."""
        if self.design != ONE_AT_A_TIME and len(self.factors) > 1:
            return ""
        base = self.scenarios[0].name if level == self.factors[factor_index].base else ""
        return self.steps(factor_index).get(level, base)

    def levels(self, scenario: str) -> dict[str, str]:
        """Return the level of each factor in a cell, named by its scenario."""
        names = [cell_scenario.name for cell_scenario in self.scenarios]
        factor_levels = zip(self.factors, self.cells[names.index(scenario)], strict=True)
        return {factor.name: factor.levels[level] for factor, level in factor_levels}

    def name(self, cell: Array) -> str:
        """Return the changes of a cell: `actions per turn 2, events off`."""
        changed = [
            factor.spoken(level)
            for factor, level in zip(self.factors, cell, strict=True)
            if level != factor.base
        ]
        return ", ".join(changed) or "unchanged"

    def title(self, cell: Array) -> str:
        """Return the changes of a cell as a page writes them: `Without events, hand limit 6`."""
        changed = [
            factor.level_title(level)
            for factor, level in zip(self.factors, cell, strict=True)
            if level != factor.base
        ]
        return ", ".join(changed) or "unchanged"

    def mean(self, levels: Levels) -> Array:
        """Return the mean in each block over the cells that have some levels.

        In a one-at-a-time design all other factors have their unchanged level.
        """
        wanted = self.cells[0].copy()
        wanted[list(levels)] = list(levels.values())
        compared_factors = slice(None) if self.design == ONE_AT_A_TIME else list(levels)
        is_in = (self.cells[:, compared_factors] == wanted[compared_factors]).all(axis=1)
        return np.asarray(self.values[:, is_in].mean(axis=1))


@lru_cache(maxsize=1)
def sweep_effects(tables: Tables) -> tuple[SweepEffects, ...]:
    """Return the metric in the cells of a sweep, for each number of players.

    Raises:
        RunError: the unchanged rules, or all changes, have not been played to the end.
        InputError: there is no such metric.
    """
    return _effects_on(tables, tables.study["metric"], tables.study["margin"])


def _effects_on(tables: Tables, name: str | None, margin: float | None) -> tuple[SweepEffects, ...]:
    """Return a metric in the cells, for each number of players; the margin has a default."""
    players = dict.fromkeys(scenario.players for scenario in tables.asked)
    tables_of = [_cells_that_finished(tables, n) for n in players]
    first = next(games_of(tables, tables_of[0][0]))
    # one margin for all numbers of players, so that their verdicts can be compared
    margin = margin or _metric(tables, tables_of[0][0], name).margin(first)
    return tuple(_sweep_effects(tables, scenarios, margin, name) for scenarios in tables_of)


def _cells_that_finished(tables: Tables, players: int) -> list[Scenario]:
    """Return the finished cells, the unchanged rules first."""
    scenarios = [s for s in tables.scenarios if s.players == players and _is_whole(tables, s)]
    has_base = scenarios[:1] and _cell_name(scenarios[0]) == next(iter(tables.study["cells"]))
    if not has_base or len(scenarios) == 1:
        raise RunError(
            f"{tables.folder}: nothing to compare yet: with {players} players the unchanged rules"
            " and a change of them must be played to the end"
        )
    return scenarios


def _metric(tables: Tables, base: Scenario, name: str | None) -> Metric:
    """Return the metric of a name, or the headline metric, from games under unchanged rules."""
    games = next(games_of(tables, base))
    return find_metric(name, metrics_of(base.facts, games))


def _sweep_effects(
    tables: Tables, scenarios: Sequence[Scenario], margin: float, name: str | None
) -> SweepEffects:
    study, metric = tables.study, _metric(tables, scenarios[0], name)
    values, counts = zip(*(_values_and_counts(tables, s, metric) for s in scenarios), strict=True)
    blocks = np.stack(values, axis=1)
    return SweepEffects(
        factors=factors_of(study, tables.game["parameters"]),
        design=study["design"],
        metric=metric,
        margin=margin,
        scenarios=tuple(scenarios),
        cells=np.array([study["cells"][_cell_name(s)] for s in scenarios]),
        # a block that lacks the metric in one cell is left out of all, so that effects stay paired
        values=blocks[~np.isnan(blocks).any(axis=1)],
        counts=counts,
    )


def factors_of(
    study: Mapping[str, Any], parameters: Mapping[str, Sequence[str]]
) -> tuple[Factor, ...]:
    """Return the factors of a sweep as its run describes it.

    `parameters` begin with the meaning of each rule.
    """
    meanings = {
        # up to the first mark: the rest explains, which is too long for a label
        name: re.split(r"[,:;(]", descriptions[0])[0]
        for name, descriptions in parameters.items()
    }
    return tuple(
        Factor(
            factor["name"],
            tuple(factor["levels"]),
            factor["base"],
            factor["is_number"],
            factor["is_named"],
            tuple(factor.get("titles", ())),
            tuple(map(tuple, factor.get("changes", ()))),
            meanings.get(factor["name"], "") if factor["is_number"] else "",
        )
        for factor in study["factors"]
    )


def _is_whole(tables: Tables, scenario: Scenario) -> bool:
    return tables.scenario_counts(scenario).n_games == int(scenario.described["games"])


def _cell_name(scenario: Scenario) -> str:
    return scenario.name.partition("-")[2]


def _values_and_counts(tables: Tables, scenario: Scenario, metric: Metric) -> tuple[Array, Counts]:
    """Return the metric of each block, and its histogram over games."""
    blocks, counts = [], []
    for games in games_of(tables, scenario):
        values = metric.by_game(games)
        blocks.append(metric.of(games))
        counts.append(count(values[~np.isnan(values)]))
    return np.concatenate(blocks), add(counts)


@question
def cells(tables: Tables) -> pd.DataFrame:
    """Return mean, effect and verdict of every cell.

    The base (unchanged rules) comes first, with effect 0. `family` is the number of simultaneous
    intervals.
    """
    rows = [line for effects in sweep_effects(tables) for line in cell_rows(effects)]
    return answer({**line, **_among_seats(tables, line)} for line in rows)


def _among_seats(tables: Tables, line: Row) -> Row:
    """Return the interval of a seat's wins that holds with those of the other seats.

    It is empty for other metrics. A page shows one interval for the wins of a seat.
    """
    credits = pd.DataFrame() if tables.is_cooperative else seat_result.by_seat(tables)
    if credits.empty:
        return {}
    is_it = (credits["scenario"] == line["scenario"]) & (
        seat_result.quantity(tables) + " of " + credits["who"]
        == sweep_effects(tables)[0].metric.label
    )
    return {
        f"mean_{end}": float(value) for end in ("low", "high") for value in credits.loc[is_it, end]
    }


@question
def length_effects(tables: Tables) -> pd.DataFrame:
    """Return mean, effect and verdict of every cell on the length of a game, if it is kept."""
    own_clock = clocks(tables)[:1]
    return answer(
        line
        for clock in own_clock
        for effects in _effects_on(tables, clock, None)
        for line in cell_rows(effects)
    )


@question
def main_effects(tables: Tables) -> pd.DataFrame:
    """Return the main effect of every level of every factor, relative to its unchanged level."""
    rows = [line for effects in sweep_effects(tables) for line in main_effect_rows(effects)]
    return answer({**line, **_among_seats(tables, line)} for line in rows)


@question
def joint_effects(tables: Tables) -> pd.DataFrame:
    """Return the joint effect of every two levels of every two factors, of a full grid only."""
    grids = (
        effects
        for effects in sweep_effects(tables)
        if effects.is_full_grid and len(effects.factors) > 1
    )
    return answer(line for effects in grids for line in joint_effect_rows(effects))


@dataclass(frozen=True, eq=False)
class _Side:
    """Block values that are compared with a base."""

    keys: dict[str, Any]
    blocks: Array
    base: Array
    is_base: bool


def cell_rows(effects: SweepEffects) -> list[Row]:
    """Return the rows of `cells` for one number of players."""
    base = effects.values[:, 0]
    sides = [
        _Side(
            {**scenario.keys, "cell": effects.name(cell), "title": effects.title(cell)},
            blocks,
            base,
            is_base=index == 0,
        )
        for index, (scenario, cell, blocks) in enumerate(
            zip(effects.scenarios, effects.cells, effects.values.T, strict=True)
        )
    ]
    return _effect_rows(effects, sides)


def main_effect_rows(effects: SweepEffects) -> list[Row]:
    """Return the rows of `main_effects` for one number of players."""
    sides = []
    for factor_index, factor in enumerate(effects.factors):
        base = effects.level_values(factor_index, factor.base)
        for level in effects.distinct_levels(factor_index):
            keys = {
                "players": effects.players,
                "factor": factor.name,
                "level": factor.levels[level],
                "scenario": effects.only_cell(factor_index, level),
            }
            blocks = effects.level_values(factor_index, level)
            sides.append(_Side(keys, blocks, base, is_base=level == factor.base))
    return _effect_rows(effects, sides)


def joint_effect_rows(effects: SweepEffects) -> list[Row]:
    """Return the rows of `joint_effects` for one number of players."""
    sides = []
    for (i, first_factor), (j, second_factor) in combinations(enumerate(effects.factors), 2):
        base = effects.mean({i: first_factor.base, j: second_factor.base})
        names = {
            "players": effects.players,
            "first": first_factor.name,
            "second": second_factor.name,
        }
        for at, to in product(range(len(first_factor.levels)), range(len(second_factor.levels))):
            keys = {
                **names,
                "first_level": first_factor.levels[at],
                "second_level": second_factor.levels[to],
            }
            is_base = (at, to) == (first_factor.base, second_factor.base)
            sides.append(_Side(keys, effects.mean({i: at, j: to}), base, is_base))
    return _effect_rows(effects, sides)


def _effect_rows(effects: SweepEffects, sides: list[_Side]) -> list[Row]:
    """Return a row for each side; the intervals of all but the bases are simultaneous."""
    differences = [side.blocks - side.base for side in sides if not side.is_base]
    if not differences:
        return []
    intervals = against_base(
        np.stack(differences, axis=1),
        are_shares=effects.metric.is_share,
        step=float(np.ptp(effects.values, axis=0).max()),
    )
    ends = (np.asarray(bound).tolist() for bound in intervals[:3])
    changes = (
        Interval(mean, low, high, intervals.n) for mean, low, high in zip(*ends, strict=True)
    )
    return [
        {
            **side.keys,
            "is_base": side.is_base,
            **_mean(effects.metric, side.blocks),
            **(NO_CHANGE if side.is_base else _verdict_row(next(changes), effects.margin)),
            "n": effects.n_blocks,
            "family": len(differences),
        }
        for side in sides
    ]


def _mean(metric: Metric, blocks: Array) -> Row:
    """Return a mean and its interval; that of a share stays between 0 and 1."""
    interval: Interval[Any] = (
        simultaneous_means(blocks[:, None]) if metric.is_share else metric.mean_of(blocks)
    )
    mean, low, high = (float(np.squeeze(bound)) for bound in interval[:3])
    return {"mean": mean, "mean_low": low, "mean_high": high}


def _verdict_row(change: Interval[float], margin: float) -> Row:
    numbers = {"estimate": change.estimate, "low": change.low, "high": change.high}
    return {**numbers, "verdict": verdict(change, margin)}
