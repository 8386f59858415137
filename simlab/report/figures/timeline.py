"""Numbers round by round, in small pictures side by side: the mean, and where most games lie."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray

from simlab.report.figures.lines import Line
from simlab.report.style import BAND, HALF, INK, INNER_BAND, LINE, MUTED, SERIES, write
from simlab.report.wording import number

Array = NDArray[Any]

STILL_GOING = 0.05
"""Rounds that fewer of the games reach are in the table but not in the picture."""
LEFT, RIGHT, HEAD, FOOT, GAP, HEIGHT = 52, 8, 34, 26, 14, 170
"""Margins and gaps in pixels, and the height of one row of pictures."""


@dataclass(frozen=True, eq=False)
class Measure:
    """One number that is followed: a line per scenario, its name, its unit, its highest value."""

    lines: Sequence[Line]
    label: str
    unit: str
    high: float | None


def draw(measures: Sequence[Measure]) -> Figure:
    """Draw a row of small pictures for each measure, a picture for each scenario."""
    row = HEAD + HEIGHT + FOOT
    total = row * len(measures)
    figure = Figure(figsize=(HALF / 72, total / 72))
    for place, measure in enumerate(measures):
        bottom = total - place * row - HEAD - HEIGHT
        axes = figure.add_axes((LEFT / HALF, bottom / total, 1 - LEFT / HALF, HEIGHT / total))
        axes.set(xlim=(0, HALF - LEFT), xticks=[], ylabel=measure.label)
        axes.spines[["left", "bottom"]].set_visible(False)
        axes.grid(axis="y")
        _draw_row(axes, measure)
    return figure


def describe(measures: Sequence[Measure]) -> str:
    """Say in words how the means go."""
    return " ".join(_describe(measure, line) for measure in measures for line in measure.lines)


def shown(table: pd.DataFrame) -> pd.DataFrame:
    """Return the rounds without those that hardly any game reaches."""
    games = table["games"].to_numpy()
    kept: pd.DataFrame = table.loc[games >= STILL_GOING * games.max()]
    return kept


def _draw_row(axes: Axes, measure: Measure) -> None:
    width = (HALF - LEFT - RIGHT + GAP) / len(measure.lines) - GAP
    tables = [shown(line.table) for line in measure.lines]
    high = measure.high or max(table["p95"].max() for table in tables)
    axes.set_ylim(0, 1.02 * high)
    for place, (line, table) in enumerate(zip(measure.lines, tables, strict=True)):
        left = place * (width + GAP)
        rounds = table["round"].to_numpy()
        xs = left + width * (rounds - rounds[0]) / max(rounds[-1] - rounds[0], 1)
        axes.fill_between(xs, table["p5"], table["p95"], color=BAND, linewidth=0)
        axes.fill_between(xs, table["p25"], table["p75"], color=INNER_BAND, linewidth=0)
        axes.plot(xs, table["estimate"], color=SERIES[0], linewidth=2)
        axes.plot([left, left + width], [0, 0], color=LINE, linewidth=1, clip_on=False)
        write(axes, line.name, (left, 1.02 * high), dy=7, size=10.5, colour=INK)
        _write_rounds(axes, rounds, xs)


def _write_rounds(axes: Axes, rounds: Array, xs: Array) -> None:
    """Write the first and the last round under a picture, and what they are in between."""
    looks: dict[str, Any] = {"size": 10, "colour": MUTED, "va": "top"}
    write(axes, str(rounds[0]), (xs[0], 0), dy=-5, ha="left", **looks)
    if len(rounds) > 1:
        write(axes, str(rounds[-1]), (xs[-1], 0), dy=-5, ha="right", **looks)
    write(axes, "round", ((xs[0] + xs[-1]) / 2, 0), dy=-5, ha="center", **looks)


def _describe(measure: Measure, line: Line) -> str:
    table = shown(line.table)
    ends = [table.iloc[place] for place in (0, len(table) // 2, -1)]
    told = [f"{number(end).full} after round {end['round']}" for end in ends]
    return f"{measure.label.capitalize()} with {line.name}: on average {', '.join(told)}."
