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
from simlab.game import Game

LONGEST_NAME = 120
"""Longest name of a cell, which is also a folder name; longer ones become numbers."""


@dataclass(frozen=True)
class Sweep:
    """Factors, cells to play, and the request with metric and margin."""

    asked: SweepTable
    factors: tuple[Factor, ...]
    cells: tuple[Cell, ...]
    n_compared: int
    """Changes in the whole design, of which a certificate plays some."""
    rules: BaseRules
    """The unchanged rules."""

    def certified(self) -> Sweep:
        """Return the same with the cells to certify and the base only.

        Raises:
            ExperimentError: there is no such cell.
        """
        base, *changed = self._named()
        cells = dict(changed)
        # a page writes `hand limit 4, events off`; the title of a patch may have a comma too
        names = {
            text: (_file_name(text.replace(", ", "-")), _file_name(text))
            for text in self.asked.certify
        }
        picked = {
            next((own for own in both if own in cells), text): text for text, both in names.items()
        }
        unknown = [
            not_one_of(text, list(cells)) for name, text in picked.items() if name not in cells
        ]
        if unknown:
            raise ExperimentError(unknown, "certify")
        return replace(self, cells=(base[1], *(cells[name] for name in picked)))

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
            **target_of(self.asked),
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
            name = _file_name("-".join(changed)) or UNCHANGED
            yield name if len(name) <= LONGEST_NAME else f"cell_{number}", cell


def _file_name(text: str) -> str:
    """Return a text as the name of a cell."""
    return re.sub(r"[^\w.+-]+", "_", text)


def sweep_of(asked: SweepTable, table: ExperimentTable, game: Game) -> Sweep:
    """Return the sweep that an experiment requests.

    Raises:
        InputError: all that is unknown, impossible or out of range in it.
    """
    rules = base_rules(table, game)
    checks: list[Callable[[], Any]] = [
        partial(_check, asked, table),
        partial(factors_of, asked, rules, asked.data),
    ]
    _, factors = results_of(checks)
    sizes, base = [len(own.levels) for own in factors], tuple(own.base for own in factors)
    _check_size(asked.design, sizes)
    cells = cells_of(asked.design, sizes, base, asked.cells)
    whole = Sweep(asked, tuple(factors), tuple(cells), len(cells) - 1, rules)
    return whole.certified() if asked.certify else whole


def base_rules(table: ExperimentTable, game: Game) -> BaseRules:
    """Return the rules of an experiment before anything varies."""
    return BaseRules(game, None if table.data is None else Path(table.data), table.patch or [])


def factors_of(asked: FactorsTable, rules: BaseRules, data: Sequence[str] = ()) -> list[Factor]:
    """Return the factors of rules that vary, and of data folders.

    Raises:
        InputError: all that is unknown, impossible or out of range in them.
    """
    steps: list[Callable[[], Factor]] = [
        partial(rule_factor, name, levels, rules) for name, levels in asked.vary.items()
    ]
    steps += [partial(switch, name, stack(own), rules) for name, own in asked.switches.items()]
    if asked.patches:
        patches = {name: stack(own) for name, own in asked.patches.items()}
        steps.append(partial(patch_factor, patches, rules))
    if data:
        steps.append(partial(data_factor, data, list(asked.vary), rules))
    factors = results_of(steps)
    _check_names([factor.name for factor in factors])
    return factors


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
    if asked.metric_target is not None and asked.metric is None:
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
