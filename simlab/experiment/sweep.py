"""A sweep: rules varied by factors, and the cells of a design over their levels.

A cell is a place per factor in the list of its levels. The unchanged rules are a level of every
factor, and the first cell of every design; no cell comes twice.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import product
from math import ceil, log2, prod
from pathlib import Path
from typing import Any

from simlab.components import Components, Schema, Value
from simlab.errors import ExperimentError, InputError, not_one_of, results_of
from simlab.experiment.patch import PatchValues, stack, told_by_line, values_of
from simlab.experiment.spec import ExperimentTable, ScenarioTable, SweepTable
from simlab.game import Game
from simlab.spreadsheet import column_name

GRID, ONE_AT_A_TIME, LATIN_HYPERCUBE, SOBOL = (
    "grid",
    "one_at_a_time",
    "latin_hypercube",
    "sobol",
)
DESIGNS = (GRID, ONE_AT_A_TIME, LATIN_HYPERCUBE, SOBOL)
SAMPLED = (LATIN_HYPERCUBE, SOBOL)
"""Designs that try some cells of many; they ask how many."""
DEFAULT_CELLS, MOST_CELLS = 32, 1000
DESIGN_SEED = 0
"""Of the sampled designs: another seed of the run plays the same cells with other deals."""

UNCHANGED = "unchanged"
"""Name of the cell in which nothing is changed, and of the level that changes nothing."""
PATCH = "patch"
"""Name of the factor whose levels are whole patches."""
NO_VALUE = "is no single value of the unchanged rules; make it a patch, and vary that"
LONGEST_NAME = 120
"""Letters in the name of a cell, which is also that of a folder; beyond, cells are numbered."""

Cell = tuple[int, ...]
Under = Callable[[Mapping[str, object]], Components]
"""Returns the components under a patch, on top of those that all cells share."""


@dataclass(frozen=True)
class Level:
    """One thing that a factor can be, and what that changes."""

    label: str
    patch: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Factor:
    """A rule, a component cell or a choice of patches, and its levels."""

    name: str
    levels: tuple[Level, ...]
    base: int
    """The place of the level that changes nothing."""
    is_number: bool = False
    is_named: bool = False
    """Whether its levels are files or patches, whose names say enough without its own."""


@dataclass(frozen=True)
class Sweep:
    """Factors, the cells to play, and what they are compared by."""

    asked: SweepTable
    factors: tuple[Factor, ...]
    cells: tuple[Cell, ...]

    def entries(self) -> list[ScenarioTable]:
        """Return an entry of the experiment for each cell."""
        return [
            ScenarioTable(name=name, patch=[stack(level.patch for level in self._levels(cell))])
            for name, cell in self._named()
        ]

    def study(self) -> dict[str, Any]:
        """Return what a report must know of the sweep, as JSON."""
        return {
            "kind": "sweep",
            "design": self.asked.design,
            "metric": self.asked.metric,
            "margin": self.asked.margin,
            "factors": [
                {
                    "name": factor.name,
                    "levels": [level.label for level in factor.levels],
                    "base": factor.base,
                    "is_number": factor.is_number,
                    "is_named": factor.is_named,
                }
                for factor in self.factors
            ],
            "cells": {name: list(cell) for name, cell in self._named()},
        }

    def _levels(self, cell: Cell) -> list[Level]:
        return [factor.levels[place] for factor, place in zip(self.factors, cell, strict=True)]

    def _named(self) -> Iterator[tuple[str, Cell]]:
        """Yield each cell after its name, which tells what is changed in it."""
        for number, cell in enumerate(self.cells):
            pairs = zip(self.factors, self._levels(cell), strict=True)
            changed = [f"{factor.name}_{level.label}" for factor, level in pairs if level.patch]
            name = re.sub(r"[^\w.+-]+", "_", "-".join(changed)) or UNCHANGED
            yield name if len(name) <= LONGEST_NAME else f"cell_{number}", cell


def sweep_of(asked: SweepTable, table: ExperimentTable, game: Game) -> Sweep:
    """Return the sweep that an experiment asks for.

    Raises:
        InputError: all that is unknown, impossible or out of range in it.
    """
    data = None if table.data is None else Path(table.data)
    base = stack(values_of(patch, game, data) for patch in table.patch or [])

    def under(patch: Mapping[str, object]) -> Components:
        stacked = stack([base, patch])
        with told_by_line(stacked):
            return game.read(data, stacked)

    steps: list[Callable[[], Factor]] = [
        partial(rule_factor, name, levels, game.schema, under)
        for name, levels in asked.vary.items()
    ]
    if asked.patches:
        patches = {name: values_of(asked.patches[name], game, data) for name in asked.patches}
        steps.append(partial(patch_factor, patches, under))
    checks: list[Callable[[], Any]] = [
        partial(_check, asked, table),
        partial(results_of, steps),
    ]
    _, factors = results_of(checks)
    cells = cells_of(asked, factors)
    if len(cells) == 1:
        raise ExperimentError(f"cells: {asked.cells} hold the unchanged rules only; ask for more")
    return Sweep(asked, tuple(factors), tuple(cells))


def rule_factor(name: str, asked: Sequence[object], schema: Schema, under: Under) -> Factor:
    """Return a factor with the levels asked for, or all there are, and that of the base.

    Numbers are put in order; words stay in the order asked for, that of the base first.

    Raises:
        ExperimentError: there is no such rule, or it cannot have such a level.
    """
    base = value_at(under({}), schema, name)
    with _problems_of(name):
        levels = asked or _all_levels(name, schema, is_known=base is not None)
        values = results_of(partial(_value_under, name, level, schema, under) for level in levels)
    if base is None:
        raise ExperimentError(f"vary.{name}: {NO_VALUE}")
    found = list(dict.fromkeys([base, *values]))
    if len(found) == 1:
        raise ExperimentError(f"vary.{name}: is {_word(base)} already; name other levels")
    if isinstance(base, int):
        found.sort(key=int)
    made = [Level(_word(value), {} if value == base else {name: value}) for value in found]
    is_file = any(own.name == name and own.table for own in schema.parameters)
    is_number = type(base) is int
    return Factor(name, tuple(made), found.index(base), is_number=is_number, is_named=is_file)


def patch_factor(asked: Mapping[str, PatchValues], under: Under) -> Factor:
    """Return the factor whose levels are whole patches, by name.

    Raises:
        ExperimentError: a patch changes what is no rule.
    """
    with _problems_of(PATCH):
        results_of(partial(under, patch) for patch in asked.values())
    levels = (Level(name, patch) for name, patch in asked.items())
    return Factor(PATCH, (Level(UNCHANGED), *levels), 0, is_named=True)


def cells_of(asked: SweepTable, factors: Sequence[Factor]) -> list[Cell]:
    """Return the cells of a design, the unchanged rules first.

    Raises:
        ExperimentError: they are too many.
    """
    base = tuple(factor.base for factor in factors)
    sizes = [len(factor.levels) for factor in factors]
    match asked.design:
        case "one_at_a_time":
            found = one_at_a_time(sizes, base)
        case "latin_hypercube" | "sobol":
            found = sampled(asked.design, sizes, asked.cells or DEFAULT_CELLS)
        case _:
            found = grid(sizes)
    return list(dict.fromkeys([base, *found]))


def grid(sizes: Sequence[int]) -> list[Cell]:
    """Return every combination of levels.

    Raises:
        ExperimentError: they are too many.
    """
    if prod(sizes) > MOST_CELLS:
        raise ExperimentError(
            f"design: a grid of {prod(sizes):,} cells; at most {MOST_CELLS:,} are played: take"
            f" fewer levels, or {', '.join(DESIGNS[1:-1])} or {DESIGNS[-1]}"
        )
    return list(product(*map(range, sizes)))


def one_at_a_time(sizes: Sequence[int], base: Cell) -> list[Cell]:
    """Return the cells in which one factor has another level than in the base."""
    return [
        (*base[:place], level, *base[place + 1 :])
        for place, size in enumerate(sizes)
        for level in range(size)
    ]


def sampled(design: str, sizes: Sequence[int], count: int) -> list[Cell]:
    """Return the cells that contain the points of a Latin hypercube or a scrambled Sobol sequence.

    Each level of a factor takes an equal part of its axis.
    """
    from scipy.stats import qmc  # takes half a second

    points = (
        qmc.LatinHypercube(len(sizes), rng=DESIGN_SEED).random(count)
        if design == LATIN_HYPERCUBE
        else qmc.Sobol(len(sizes), rng=DESIGN_SEED).random_base2(ceil(log2(count)))[:count]
    )
    return [tuple(map(int, row)) for row in (points * sizes).tolist()]


def value_at(components: Components, schema: Schema, key: str) -> Value | None:
    """Return a rule value or the cell of a table, or None if there is no such thing."""
    if key in components.values:
        return components.values[key]
    keys = {table.name: table.key for table in schema.tables}
    table, _, rest = key.partition(".")
    row_name, _, column = rest.rpartition(".")
    rows = components.tables.get(table, [])
    return next(
        (row.get(column_name(column)) for row in rows if str(row[keys[table]]) == row_name), None
    )


def _check(asked: SweepTable, table: ExperimentTable) -> None:
    """Make sure that a sweep makes sense, whatever its factors."""
    problems = []
    if not asked.vary and not asked.patches:
        problems.append("vary: name at least one rule to vary")
    if asked.design not in DESIGNS:
        problems.append(f"design: {not_one_of(asked.design, DESIGNS)}")
    elif asked.cells is not None and asked.design not in SAMPLED:
        problems.append(f"cells: goes with {' or '.join(SAMPLED)}; {asked.design} has its own")
    if table.scenario:
        problems.append("sweep: makes the scenarios itself; leave out [[scenario]]")
    if table.houserule is not None:
        problems.append("sweep: a house rule has one change; leave out [houserule]")
    if problems:
        raise ExperimentError(problems)


def _all_levels(name: str, schema: Schema, *, is_known: bool) -> Sequence[object]:
    """Return the levels of a switch or a choice; of an unknown rule, what makes that be told."""
    parameter = next((own for own in schema.parameters if own.name == name), None)
    if parameter is not None and parameter.choices:
        return parameter.choices
    if parameter is not None and parameter.is_switch:
        return (False, True)
    if is_known:
        raise ExperimentError(f"patch: {name}: name its levels, as in {name}=2,3,4 or {name}=2..4")
    return ("",)


def _value_under(name: str, level: object, schema: Schema, under: Under) -> Value:
    value = value_at(under({name: level}), schema, name)
    if value is None:
        raise ExperimentError(NO_VALUE)
    return value


@contextmanager
def _problems_of(name: str) -> Iterator[None]:
    """Tell the problems of a patch as those of the factor that it is made for."""
    try:
        yield
    except InputError as error:
        said = [problem.removeprefix("patch: ") for problem in error.problems]
        raise ExperimentError(
            [f"vary.{name}: {problem.removeprefix(f'{name}: ')}" for problem in said]
        ) from error


def _word(value: object) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else str(value)
