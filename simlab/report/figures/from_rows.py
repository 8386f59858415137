"""Dot plots, heat maps and tornado plots from the rows of a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd

from simlab.analysis.sweep import SweepEffects, sweep_effects
from simlab.analysis.tables import Tables
from simlab.report.answers.effect import axis_of, change_of, scale_of, verdict_words
from simlab.report.figures.dots import Dot, Dots, Group
from simlab.report.figures.matrix import Cell, Panel
from simlab.report.figures.tornado import Change, Tornado
from simlab.report.page_table import records
from simlab.report.scenario import labels_by_name


def by_players(
    tables: Tables,
    frame: pd.DataFrame,
    key: str,
    unit: str,
    even: float | None = None,
    **looks: Any,
) -> Dots:
    """Return a row for each value of `key`, with a dot for each main scenario."""
    names = labels_by_name(tables.main)
    order = list(names)
    main = frame[frame["scenario"].isin(order)]
    groups = [
        Group(value, dots_by(main[main[key] == value], "scenario", order), even)
        for value in main[key].unique()
    ]
    return Dots(groups, unit, list(names.values()), is_ordered=True, **looks)


def dots_by(rows: pd.DataFrame, key: str, order: Sequence[str]) -> list[Dot]:
    """Return a dot per row, in the order of the series it belongs to."""
    dots = [Dot(row, order.index(row[key])) for row in records(rows)]
    return sorted(dots, key=lambda dot: dot.series)


def panels_of(
    names: dict[str, str], frame: pd.DataFrame, label: str, column: str, even: str
) -> list[Panel]:
    """Return a panel for each scenario named, with cells by the values of two columns."""
    panels = []
    for scenario, name in names.items():
        rows = records(frame[frame["scenario"] == scenario])
        cells = {(row[label], row[column]): Cell(row, row[even]) for row in rows}
        if cells:
            panels.append(Panel(name, list(dict.fromkeys(row[column] for row in rows)), cells))
    return panels


def tornado_of(tables: Tables, groups: Sequence[tuple[str, Sequence[Change]]]) -> Tornado:
    """Return changes on the axis of their metric."""
    effects = sweep_effects(tables)[0]
    return Tornado(groups, axis_of(effects), effects.margin, scale_of(effects))


def changes(effects: SweepEffects, rows: Sequence[dict[str, Any]], key: str) -> list[Change]:
    """Return rows as bars of a tornado, each called by one of its cells."""
    return [
        Change(
            row[key],
            row,
            change_of(effects.metric, row),
            row["verdict"],
            verdict_words(effects, row),
        )
        for row in rows
    ]
