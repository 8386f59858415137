"""Sweep: rules varied by factors, and the cells of a design (grid, sampled, one at a time).

A cell holds the index of a level for each factor. The unchanged rules are a level of every factor
and the first cell of every design; no cell is repeated.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from math import ceil, log2, prod
from pathlib import Path
from typing import Any

from simlab.errors import ExperimentError, Problem, not_one_of, results_of
from simlab.experiment.factor import (
    UNCHANGED,
    BaseRules,
    Factor,
    Level,
    data_factor,
    patch_factor,
    rule_factor,
    switch,
)
from simlab.experiment.patch import stack
from simlab.experiment.spec import MOST_CELLS, ExperimentTable, ScenarioTable, SweepTable
from simlab.game import Game

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
DESIGN_SEED = 0
"""Seed of sampled designs, fixed: another seed of the run plays the same cells."""

LONGEST_NAME = 120
"""Longest name of a cell, which is also a folder name; longer ones become numbers."""

Cell = tuple[int, ...]


@dataclass(frozen=True)
class Sweep:
    """Factors, cells to play, and the request with metric and margin."""

    asked: SweepTable
    factors: tuple[Factor, ...]
    cells: tuple[Cell, ...]

    def entries(self) -> list[ScenarioTable]:
        """Return an entry of the experiment for each cell."""
        return [self._entry(name, self._levels(cell)) for name, cell in self._named()]

    def _entry(self, name: str, levels: Sequence[Level]) -> ScenarioTable:
        data = next((level.data for level in levels if level.data is not None), None)
        patch = stack(level.patch for level in levels)
        return ScenarioTable(name=name, patch=[patch], data=data)

    def study(self) -> dict[str, Any]:
        """Return the study of the sweep, as JSON for reports."""
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
        """Yield name and levels of each cell; the name lists its changes."""
        for number, cell in enumerate(self.cells):
            levels_by_factor = zip(self.factors, self._levels(cell), strict=True)
            changed = [
                f"{factor.name}_{level.label}"
                for factor, level in levels_by_factor
                if level.is_change
            ]
            name = re.sub(r"[^\w.+-]+", "_", "-".join(changed)) or UNCHANGED
            yield name if len(name) <= LONGEST_NAME else f"cell_{number}", cell


def sweep_of(asked: SweepTable, table: ExperimentTable, game: Game) -> Sweep:
    """Return the sweep that an experiment requests.

    Raises:
        InputError: all that is unknown, impossible or out of range in it.
    """
    rules = BaseRules(game, None if table.data is None else Path(table.data), table.patch or [])
    steps: list[Callable[[], Factor]] = [
        partial(rule_factor, name, levels, rules) for name, levels in asked.vary.items()
    ]
    steps += [partial(switch, name, stack(own), rules) for name, own in asked.switches.items()]
    if asked.patches:
        patches = {name: stack(own) for name, own in asked.patches.items()}
        steps.append(partial(patch_factor, patches, rules))
    if asked.data:
        steps.append(partial(data_factor, asked.data, list(asked.vary), rules))
    checks: list[Callable[[], Any]] = [
        partial(_check, asked, table),
        partial(results_of, steps),
    ]
    _, factors = results_of(checks)
    _check_names([factor.name for factor in factors])
    cells = cells_of(asked, factors)
    if len(cells) == 1:
        raise ExperimentError(f"{asked.cells} hold the unchanged rules only; ask for more", "cells")
    return Sweep(asked, tuple(factors), tuple(cells))


def cells_of(asked: SweepTable, factors: Sequence[Factor]) -> list[Cell]:
    """Return the cells of a design, the unchanged rules first.

    Raises:
        ExperimentError: they are too many.
    """
    base = tuple(factor.base for factor in factors)
    sizes = [len(factor.levels) for factor in factors]
    match asked.design:
        case "one_at_a_time":
            design_cells = one_at_a_time(sizes, base)
        case "latin_hypercube" | "sobol":
            design_cells = sampled(asked.design, sizes, asked.cells or DEFAULT_CELLS)
        case _:
            design_cells = grid(sizes)
    return list(dict.fromkeys([base, *design_cells]))


def grid(sizes: Sequence[int]) -> list[Cell]:
    """Return every combination of levels.

    Raises:
        ExperimentError: they are too many.
    """
    if prod(sizes) > MOST_CELLS:
        raise ExperimentError(
            f"a grid of {prod(sizes):,} cells; at most {MOST_CELLS:,} are played: take"
            f" fewer levels, or {', '.join(DESIGNS[1:-1])} or {DESIGNS[-1]}",
            "design",
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


def _check(asked: SweepTable, table: ExperimentTable) -> None:
    """Check the settings of a sweep."""
    problems = []
    if not (asked.vary or asked.patches or asked.switches or asked.data):
        problems.append(Problem("name at least one rule to vary", ("vary",)))
    if asked.design not in DESIGNS:
        problems.append(Problem(not_one_of(asked.design, DESIGNS), ("design",)))
    elif asked.cells is not None and asked.design not in SAMPLED:
        sentence = f"goes with {' or '.join(SAMPLED)}; {asked.design} has its own"
        problems.append(Problem(sentence, ("cells",)))
    if table.scenario:
        problems.append(Problem("makes the scenarios itself; leave out [[scenario]]", ("sweep",)))
    if table.houserule is not None:
        problems.append(Problem("a house rule has one change; leave out [houserule]", ("sweep",)))
    if problems:
        raise ExperimentError(problems)


def _check_names(names: Sequence[str]) -> None:
    """Check that factor names are unique."""
    repeated = [name for name in dict.fromkeys(names) if names.count(name) > 1]
    if repeated:
        raise ExperimentError([f'two factors are called "{name}"' for name in repeated], "vary")
