"""Grid of line plots: measures of each seat over the rounds, with quantile bands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from simlab.report.figures.alt_text import alt_text, extremes
from simlab.report.figures.timeline import rounds_to_show
from simlab.report.style import BAND, INK, INNER_BAND, LINE, MUTED, NARROW, SERIES, WIDE, write
from simlab.report.wording import FormattedEstimate, Row, join_list

LEFT, GAP, APART, ROW, BETWEEN, HEAD, NAMES, FOOT = 62, 7, 26, 84, 14, 22, 18, 24
"""Pixels: for the scale, between pictures, between panels; a row and the room below it; the title
of a panel, the names of its columns, the rounds at its foot."""


@dataclass(frozen=True, eq=False)
class Panel:
    """The pictures of one scenario: for each column, a table for each row."""

    title: str
    columns: Sequence[str]
    tables: dict[tuple[str, str], pd.DataFrame]
    """By row and column."""


@dataclass(frozen=True, eq=False)
class Grid:
    """Panels with the same rows; each row has a scale of its own, the same in all panels."""

    rows: Sequence[str]
    panels: Sequence[Panel]
    say: Callable[[Row], FormattedEstimate]


def draw(grid: Grid) -> Figure:
    """Draw the panels side by side, for a wide page."""
    n_columns = sum(len(panel.columns) for panel in grid.panels)
    gaps = GAP * (n_columns - len(grid.panels)) + APART * (len(grid.panels) - 1)
    cell = (WIDE - LEFT - gaps - 8) / n_columns
    figure = Figure(figsize=(WIDE / 72, _height(grid) / 72))
    left = float(LEFT)
    for panel in grid.panels:
        _draw_panel(figure, grid, panel, (left, 0), cell, has_scale=panel is grid.panels[0])
        left += len(panel.columns) * (cell + GAP) - GAP + APART
    return figure


def draw_narrow(grid: Grid) -> Figure:
    """Draw the panels one below the other, for a narrow screen."""
    height = _height(grid)
    total = height * len(grid.panels) + APART * (len(grid.panels) - 1)
    figure = Figure(figsize=(NARROW / 72, total / 72))
    most = max(len(panel.columns) for panel in grid.panels)
    cell = (NARROW - LEFT - GAP * (most - 1) - 4) / most
    for position, panel in enumerate(grid.panels):
        corner = (float(LEFT), position * (height + APART))
        _draw_panel(figure, grid, panel, corner, cell, has_scale=True)
    return figure


def describe(grid: Grid) -> str:
    """Say who has most and least of the first measure at the end."""
    row, panel = grid.rows[0], grid.panels[-1]
    lasts = [
        (column, rounds_to_show(panel.tables[row, column]).iloc[-1]) for column in panel.columns
    ]
    kind = f"Lines over the rounds with bands: {join_list(grid.rows)}."
    return alt_text(
        kind, f"{row.capitalize()} at the end with {panel.title}:", *extremes(lasts, grid.say)
    )


def _height(grid: Grid) -> int:
    return HEAD + NAMES + len(grid.rows) * (ROW + BETWEEN) - BETWEEN + FOOT


def _draw_panel(
    figure: Figure,
    grid: Grid,
    panel: Panel,
    corner: tuple[float, float],
    cell: float,
    *,
    has_scale: bool,
) -> None:
    """Draw the rows of a panel, one pair of axes each, which measure in pixels from the left."""
    width, height = figure.get_size_inches() * 72
    left, top = corner
    title = 1 - (top + HEAD / 2) / height
    figure.text(left / width, title, panel.title, fontsize=11.5, va="center")
    spots = [position * (cell + GAP) for position in range(len(panel.columns))]
    names = 1 - (top + HEAD + NAMES / 2) / height
    for x, column in zip(spots, panel.columns, strict=True):
        middle = (left + x + cell / 2) / width
        figure.text(middle, names, column, fontsize=10, color=MUTED, ha="center", va="center")
    room = spots[-1] + cell
    for number, row in enumerate(grid.rows):
        bottom = top + HEAD + NAMES + number * (ROW + BETWEEN) + ROW
        box = (left / width, 1 - bottom / height, room / width, ROW / height)
        axes = figure.add_axes(box)
        axes.set(xlim=(0, room), ylim=(0, 1.04 * _highest(grid, row)), xticks=[])
        _draw_scale(axes, row if has_scale else "", spots, cell)
        _draw_row(axes, panel, row, spots, cell)
        if number == len(grid.rows) - 1:
            _write_rounds(axes, rounds_to_show(panel.tables[row, panel.columns[0]]), cell)


def _draw_scale(axes: Axes, label: str, spots: Sequence[float], cell: float) -> None:
    """Draw the lines of the scale in each picture, and its numbers where there is a label."""
    axes.spines[["left", "bottom"]].set_visible(False)
    axes.yaxis.set_major_locator(MaxNLocator(3, integer=True))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:.0f}"))
    axes.tick_params(labelleft=bool(label))
    axes.set_ylabel(label, fontsize=10.5, color=INK)
    bottom, top = axes.get_ylim()
    # matplotlib has ticks beyond the ends, too
    lines = [value for value in axes.get_yticks() if bottom <= value <= top]
    for x in spots:
        axes.hlines(lines, x, x + cell, color=LINE, linewidth=0.7, zorder=0.5)


def _draw_row(axes: Axes, panel: Panel, row: str, spots: Sequence[float], cell: float) -> None:
    """Draw one number of each column: its bands, its mean, and the mean of all columns."""
    tables = [rounds_to_show(panel.tables[row, column]) for column in panel.columns]
    # a mean over seats: the dashed line is what all would have if they were even
    mean = pd.concat(tables).groupby("round")["estimate"].mean()
    for left, table in zip(spots, tables, strict=True):
        rounds = table["round"].to_numpy()
        step = cell / max(rounds[-1] - rounds[0], 1)
        xs = left + step * (rounds - rounds[0])
        axes.fill_between(xs, table["p5"], table["p95"], color=BAND, linewidth=0)
        axes.fill_between(xs, table["p25"], table["p75"], color=INNER_BAND, linewidth=0)
        axes.plot(xs, mean[rounds], color=MUTED, linewidth=1, linestyle=(0, (3, 2)))
        axes.plot(xs, table["estimate"], color=SERIES[0], linewidth=1.8)


def _write_rounds(axes: Axes, table: pd.DataFrame, cell: float) -> None:
    """Write the first and the last round below the first picture."""
    first, last = table["round"].iloc[0], table["round"].iloc[-1]
    looks: dict[str, Any] = {"dy": -5, "size": 9.5, "colour": MUTED, "va": "top"}
    write(axes, str(first), (0, 0), ha="left", **looks)
    if last > first:
        write(axes, str(last), (cell, 0), ha="right", **looks)


def _highest(grid: Grid, row: str) -> float:
    """Return what all but few of the games stay below, in any picture of a row."""
    tables = [
        rounds_to_show(panel.tables[row, name]) for panel in grid.panels for name in panel.columns
    ]
    # a scale needs some height, also where all is 0
    return float(max(table["p95"].max() for table in tables)) or 1.0
