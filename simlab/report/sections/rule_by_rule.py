"""Section on the effect of single rules in a sweep: tornado and response curves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pandas as pd

from simlab.analysis import sweep
from simlab.analysis.sweep import (
    CURVE_METHOD,
    FITTED_METHOD,
    METHOD,
    Factor,
    SweepEffects,
    sweep_effects,
)
from simlab.analysis.tables import Tables
from simlab.experiment.design import ONE_AT_A_TIME
from simlab.report.answers.certificate import has_design
from simlab.report.answers.effect import (
    change_of,
    number_heads,
    numbers,
    players_of,
    rows_of,
    scale_of,
    unit_of,
)
from simlab.report.figure_block import FigureBlock
from simlab.report.figures import curves, tornado
from simlab.report.figures.curves import Curves, Point
from simlab.report.figures.from_rows import changes, tornado_of
from simlab.report.page_table import PageTable
from simlab.report.section import Section
from simlab.report.wording import join_with_commas, n_of

Line = dict[str, Any]


def _step_blocks(tables: Tables) -> Iterator[FigureBlock]:
    """Yield the tornado of the factors, where every one of several was changed alone.

    Where nothing else was changed, the first figure of the page has all of it.
    """
    all_effects = sweep_effects(tables)
    is_repeated = all_effects[0].design == ONE_AT_A_TIME
    if (
        is_repeated
        or len(all_effects[0].factors) < 2
        or not all(effects.has_steps for effects in all_effects)
    ):
        return
    steps = [(effects, *step) for effects in all_effects for step in _steps(tables, effects)]
    groups = [
        (
            join_with_commas(factor.label, players_of(tables, effects)),
            changes(effects, rows, "level"),
        )
        for effects, factor, rows in steps
    ]
    plot = tornado_of(tables, groups)
    lines = [(effects, row) for effects, _, rows in steps for row in rows]
    yield FigureBlock(
        title="One rule changed at a time",
        lead="Of each rule the levels with the least and the greatest effect, or all that are"
        " words; all other rules as they are. The rule that changes most stands first.",
        alt=tornado.describe(plot),
        figure=tornado.draw(plot),
        narrow=tornado.draw_narrow(plot),
        table=_level_table("steps", lines, METHOD),
    )


def _curve_blocks(tables: Tables) -> Iterator[FigureBlock]:
    """Yield the response curves."""
    all_effects, levels = sweep_effects(tables), sweep.main_effects(tables)
    if levels.empty:
        return
    panels = [_panel(tables, factor) for factor in all_effects[0].factors]
    series = [n_of(effects.players, "player") for effects in all_effects]
    plot = Curves(
        panels,
        f"change ({unit_of(all_effects[0])})",
        series,
        all_effects[0].margin,
        scale_of(all_effects[0]),
    )
    factors = {factor.name: factor for factor in all_effects[0].factors}
    lines = [
        (effects, {**row, "level": factors[row["factor"]].title_of(row["level"])})
        for effects in all_effects
        for row in rows_of(levels, effects)
    ]
    yield FigureBlock(
        title="What each level does",
        lead=f"Change from the unchanged level, at the upright line, {_others(all_effects[0])}.",
        alt=curves.describe(plot),
        figure=curves.draw(plot),
        narrow=curves.draw_narrow(plot),
        table=_level_table(
            "curves", lines, CURVE_METHOD if all_effects[0].is_balanced else FITTED_METHOD
        ),
    )


def _steps(tables: Tables, effects: SweepEffects) -> list[tuple[Factor, list[Line]]]:
    """Return the cells in which one factor is changed, after it, the largest change first."""
    rows = {row["scenario"]: row for row in rows_of(sweep.cells(tables), effects)}
    steps = []
    for number, factor in enumerate(effects.factors):
        levels = [
            {**rows[name], "factor": factor.name, "level": factor.title(level)}
            for level, name in effects.steps(number).items()
        ]
        steps.append((factor, _extremes(levels) if factor.is_number else levels))
    return sorted(steps, key=lambda step: -max(abs(row["estimate"]) for row in step[1]))


def _extremes(levels: list[Line]) -> list[Line]:
    """Return the levels with the least and the greatest effect, in their order."""
    ends = [choose(levels, key=lambda row: float(row["estimate"])) for choose in (min, max)]
    return [row for row in levels if row in ends]


def _others(effects: SweepEffects) -> str:
    """Say what the other rules are while one is looked at."""
    if len(effects.factors) == 1 or effects.design == ONE_AT_A_TIME:
        return "all other rules as they are"
    if effects.is_full_grid:
        return "averaged over all levels of the other rules"
    return "the other rules being equal, by a sum of single effects fitted to all sets of rules"


def _panel(tables: Tables, factor: Factor) -> curves.Panel:
    positions = factor.positions
    lines = [
        [
            Point(positions[row["level"]], row, change_of(effects.metric, row))
            for row in rows_of(sweep.main_effects(tables), effects)
            if row["factor"] == factor.name
        ]
        for effects in sweep_effects(tables)
    ]
    levels = {position: factor.title_of(level) for level, position in positions.items()}
    base = positions[factor.levels[factor.base]]
    return curves.Panel(factor.label, levels, base, lines, is_ordered=factor.is_number)


def _level_table(slug: str, lines: Sequence[tuple[SweepEffects, Line]], method: str) -> PageTable:
    """Return a table of levels of factors."""
    labels = {factor.name: factor.label for factor in lines[0][0].factors}
    rows = [
        [str(effects.players), labels[row["factor"]], row["level"], *numbers(effects, row)]
        for effects, row in lines
    ]
    heads = ["players", "rule", "level", *number_heads(lines[0][0])]
    return PageTable(slug, heads, rows, method, pd.DataFrame([row for _, row in lines]), labels=3)


def _blocks(tables: Tables) -> Iterator[FigureBlock]:
    yield from _step_blocks(tables)
    yield from _curve_blocks(tables)


SECTION = Section({"sweep": 20}, "Rule by rule", _blocks, applies=has_design)
