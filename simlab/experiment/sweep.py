"""Sweep: rules varied by factors, in the cells of a design.

The unchanged rules are a level of every factor and the first cell of every design.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import prod
from pathlib import Path
from typing import Any

from simlab.errors import ExperimentError, Problem, not_one_of, results_of
from simlab.experiment.design import DESIGNS, GRID, SAMPLED, Cell, cells_of
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
from simlab.experiment.level_title import level_words
from simlab.experiment.patch import stack
from simlab.experiment.spec import (
    MOST_CELLS,
    TARGET_ALONE,
    ExperimentTable,
    FactorsTable,
    ScenarioTable,
    SweepTable,
    target_of,
)
from simlab.game.definition import Game

LONGEST_NAME = 120
"""Longest name of a cell, which is also a folder name; longer ones become numbers."""


@dataclass(frozen=True)
class Sweep:
    """Factors, cells to play, and the request with metric and margin."""

    request: SweepTable
    factors: tuple[Factor, ...]
    cells: tuple[Cell, ...]
    n_compared: int
    """Changes in the whole design, of which a certificate plays some."""
    rules: BaseRules
    """The unchanged rules."""

    def reduce_to_certified(self) -> Sweep:
        """Return the same with the cells to certify and the base only.

        Raises:
            ExperimentError: there is no such cell.
        """
        base, *changed = self._cells_by_name()
        cells = dict(changed)
        # a page writes `hand limit 4, events off`; the title of a patch may have a comma too
        names = {
            label: (_file_name(label.replace(", ", "-")), _file_name(label))
            for label in self.request.certify
        }
        picked = {
            next((cell_name for cell_name in spellings if cell_name in cells), label): label
            for label, spellings in names.items()
        }
        unknown = [
            not_one_of(label, list(cells)) for name, label in picked.items() if name not in cells
        ]
        if unknown:
            raise ExperimentError(unknown, "certify")
        return replace(self, cells=(base[1], *(cells[name] for name in picked)))

    def entries(self) -> list[ScenarioTable]:
        """Return an entry of the experiment for each cell."""
        return [self._entry(name, self._levels(cell)) for name, cell in self._cells_by_name()]

    def _entry(self, name: str, levels: Sequence[Level]) -> ScenarioTable:
        data = next((level.data for level in levels if level.data is not None), None)
        patch = stack(level.patch for level in levels)
        return ScenarioTable(name=name, patch=[patch], data=data)

    def study(self) -> dict[str, Any]:
        """Return the study of the sweep, as JSON for reports."""
        return {
            "kind": "sweep",
            "design": self.request.design,
            "metric": self.request.metric,
            "margin": self.request.margin,
            **target_of(self.request),
            "factors": [
                {
                    "name": factor.name,
                    "levels": [level.label for level in factor.levels],
                    "base": factor.base,
                    "is_number": factor.is_number,
                    "is_named": factor.is_named,
                    **level_words(factor, self.rules),
                }
                for factor in self.factors
            ],
            "cells": {name: list(cell) for name, cell in self._cells_by_name()},
        }

    def _levels(self, cell: Cell) -> list[Level]:
        return [factor.levels[level] for factor, level in zip(self.factors, cell, strict=True)]

    def _cells_by_name(self) -> Iterator[tuple[str, Cell]]:
        """Yield name and levels of each cell; the name lists its changes."""
        for number, cell in enumerate(self.cells):
            levels_by_factor = zip(self.factors, self._levels(cell), strict=True)
            changed = [
                f"{factor.name}_{level.label}"
                for factor, level in levels_by_factor
                if level.is_change
            ]
            name = _file_name("-".join(changed)) or UNCHANGED
            yield name if len(name) <= LONGEST_NAME else f"cell_{number}", cell


def _file_name(label: str) -> str:
    """Return a text as the name of a cell."""
    return re.sub(r"[^\w.+-]+", "_", label)


def sweep_of(request: SweepTable, table: ExperimentTable, game: Game) -> Sweep:
    """Return the sweep that an experiment requests.

    Raises:
        InputError: all that is unknown, impossible or out of range in it.
    """
    rules = base_rules(table, game)
    checks: list[Callable[[], Any]] = [
        partial(_check, request, table),
        partial(factors_of, request, rules, request.data),
    ]
    _, factors = results_of(checks)
    sizes = [len(factor.levels) for factor in factors]
    base = tuple(factor.base for factor in factors)
    _check_size(request.design, sizes)
    cells = cells_of(request.design, sizes, base, request.cells)
    sweep = Sweep(request, tuple(factors), tuple(cells), len(cells) - 1, rules)
    return sweep.reduce_to_certified() if request.certify else sweep


def base_rules(table: ExperimentTable, game: Game) -> BaseRules:
    """Return the rules of an experiment before anything varies."""
    return BaseRules(game, None if table.data is None else Path(table.data), table.patch or [])


def nothing_varies(game: Game) -> ExperimentError:
    """Return the error of a study of rules of which none was named, or none can be."""
    if game.schema.parameters or game.schema.tables:
        return ExperimentError("name at least one rule that may change", "vary")
    return ExperimentError(
        f"{game.title} has no rules that may change; declare some as its `parameters`, or compare"
        " two files of the game: simlab ab NEW.py --against OLD.py",
        "vary",
    )


def factors_of(request: FactorsTable, rules: BaseRules, data: Sequence[str] = ()) -> list[Factor]:
    """Return the factors of rules that vary, and of data folders.

    Raises:
        InputError: all that is unknown, impossible or out of range in them.
    """
    steps: list[Callable[[], Factor]] = [
        partial(rule_factor, name, levels, rules) for name, levels in request.vary.items()
    ]
    steps += [
        partial(switch, name, stack(patch_list), rules)
        for name, patch_list in request.switches.items()
    ]
    if request.patches:
        patches = {name: stack(patch_list) for name, patch_list in request.patches.items()}
        steps.append(partial(patch_factor, patches, rules))
    if data:
        steps.append(partial(data_factor, data, list(request.vary), rules))
    factors = results_of(steps)
    _check_names([factor.name for factor in factors])
    return factors


def _check(request: SweepTable, table: ExperimentTable) -> None:
    """Check the settings of a sweep."""
    problems = []
    if not (request.vary or request.patches or request.switches or request.data):
        problems.append(Problem("name at least one rule to vary", ("vary",)))
    if request.design not in DESIGNS:
        problems.append(Problem(not_one_of(request.design, DESIGNS), ("design",)))
    elif request.cells is not None and request.design not in SAMPLED:
        sentence = f"goes with {' or '.join(SAMPLED)}; {request.design} has its own"
        problems.append(Problem(sentence, ("cells",)))
    if request.metric_target is not None and request.metric is None:
        problems.append(Problem(TARGET_ALONE, ("metric_target",)))
    if table.scenario:
        problems.append(Problem("makes the scenarios itself; leave out [[scenario]]", ("sweep",)))
    if table.houserule is not None:
        problems.append(Problem("a house rule has one change; leave out [houserule]", ("sweep",)))
    if problems:
        raise ExperimentError(problems)


def _check_size(design: str, sizes: Sequence[int]) -> None:
    """Check that a grid is not too large to be played."""
    if design == GRID and prod(sizes) > MOST_CELLS:
        raise ExperimentError(
            f"a grid of {prod(sizes):,} cells; at most {MOST_CELLS:,} are played: take"
            f" fewer levels, or {', '.join(DESIGNS[1:-1])} or {DESIGNS[-1]}",
            "design",
        )


def _check_names(names: Sequence[str]) -> None:
    """Check that factor names are unique."""
    repeated = [name for name in dict.fromkeys(names) if names.count(name) > 1]
    if repeated:
        raise ExperimentError([f'two factors are called "{name}"' for name in repeated], "vary")
