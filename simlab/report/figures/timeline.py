"""Line plots over the rounds, small multiples: mean and quantile bands of games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray

from simlab.report.figures.alt_text import alt_text, extremes
from simlab.report.figures.lines import Line
from simlab.report.page_table import records
from simlab.report.style import (
    BAND,
    HALF,
    INK,
    INNER_BAND,
    LINE,
    MUTED,
    colour_of,
    dash_of,
    legend_height,
    write,
    write_legend,
)
from simlab.report.wording import join_list, number

Array = NDArray[Any]

STILL_GOING = 0.1
"""Rounds that fewer reach of the finished games are in the table but not in the picture."""
PLACES = (
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
)
LEFT, RIGHT, HEAD, FOOT, GAP, HEIGHT = 52, 8, 34, 26, 14, 170
"""Margins and gaps in pixels, and the height of one row of pictures."""


@dataclass(frozen=True, eq=False)
class Measure:
    """One number that is followed: a line per scenario, its name, its highest value.

    Where a scenario has several lines, a column `place` tells them apart, up to `n_places`.
    """

    lines: Sequence[Line]
    label: str
    high: float | None
    n_places: int = 0


def draw(measures: Sequence[Measure]) -> Figure:
    """Draw a row of small pictures for each measure, a picture for each scenario."""
    names = PLACES[: max(measure.n_places for measure in measures)]
    top = legend_height(names, HALF) if names else 0
    row = HEAD + HEIGHT + FOOT
    total = top + row * len(measures)
    figure = Figure(figsize=(HALF / 72, total / 72))
    for index, measure in enumerate(measures):
        bottom = total - top - index * row - HEAD - HEIGHT
        axes = figure.add_axes((LEFT / HALF, bottom / total, 1 - LEFT / HALF, HEIGHT / total))
        axes.set(xlim=(0, HALF - LEFT), xticks=[], ylabel=measure.label)
        axes.spines[["left", "bottom"]].set_visible(False)
        axes.grid(axis="y")
        _draw_row(axes, measure)
    write_legend(figure, names, [_looks(series) | {"linewidth": 2} for series in range(len(names))])
    return figure


def describe(measures: Sequence[Measure]) -> str:
    """Say where the means of the first measure end."""
    first = measures[0]
    lasts = [(line.name, _last(line.table)) for line in first.lines]
    kind = f"Lines over the rounds: {join_list([measure.label for measure in measures])}."
    return alt_text(kind, f"{first.label.capitalize()} at the end:", *extremes(lasts, number))


def _last(table: pd.DataFrame) -> dict[str, Any]:
    """Return the first place after the last round that is shown."""
    rows = rounds_to_show(table)
    leader_rows = rows[rows["place"] == 1] if "place" in rows else rows
    return records(leader_rows)[-1]


def rounds_to_show(table: pd.DataFrame) -> pd.DataFrame:
    """Return the rounds until nine in ten of the finished games have ended."""
    finished = table["finished"].to_numpy()
    rows: pd.DataFrame = table.loc[finished >= STILL_GOING * finished.max()]
    return rows


def _draw_row(axes: Axes, measure: Measure) -> None:
    width = (HALF - LEFT - RIGHT + GAP) / len(measure.lines) - GAP
    tables = [rounds_to_show(line.table) for line in measure.lines]
    high = measure.high or max(table[_top(measure)].max() for table in tables)
    axes.set_ylim(0, 1.02 * high)
    for column, (line, table) in enumerate(zip(measure.lines, tables, strict=True)):
        left = column * (width + GAP)
        rounds = table["round"].unique()
        xs = left + width * (rounds - rounds[0]) / max(rounds[-1] - rounds[0], 1)
        _draw_means(axes, table, xs) if measure.n_places else _draw_bands(axes, table, xs)
        axes.plot([left, left + width], [0, 0], color=LINE, linewidth=1, clip_on=False)
        write(axes, line.name, (left, 1.02 * high), dy=7, size=10.5, colour=INK)
        _write_rounds(axes, rounds, xs)


def _top(measure: Measure) -> str:
    """Return the column that reaches highest in a picture."""
    return "estimate" if measure.n_places else "p95"


def _draw_bands(axes: Axes, table: pd.DataFrame, xs: Array) -> None:
    axes.fill_between(xs, table["p5"], table["p95"], color=BAND, linewidth=0)
    axes.fill_between(xs, table["p25"], table["p75"], color=INNER_BAND, linewidth=0)
    axes.plot(xs, table["estimate"], color=colour_of(0), linewidth=2)


def _draw_means(axes: Axes, table: pd.DataFrame, xs: Array) -> None:
    for series in range(table["place"].max()):
        place_rows = table[table["place"] == series + 1]
        axes.plot(xs, place_rows["estimate"], linewidth=1.8, **_looks(series))


def _looks(series: int) -> dict[str, Any]:
    return {"color": colour_of(series), "linestyle": dash_of(series)}


def _write_rounds(axes: Axes, rounds: Array, xs: Array) -> None:
    """Write the first and the last round under a picture, with `round` between them."""
    looks: dict[str, Any] = {"size": 10, "colour": MUTED, "va": "top"}
    write(axes, str(rounds[0]), (xs[0], 0), dy=-5, ha="left", **looks)
    if len(rounds) > 1:
        write(axes, str(rounds[-1]), (xs[-1], 0), dy=-5, ha="right", **looks)
    write(axes, "round", ((xs[0] + xs[-1]) / 2, 0), dy=-5, ha="center", **looks)
