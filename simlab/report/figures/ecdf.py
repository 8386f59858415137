"""Step curves of a falling share with confidence bands: distribution function or survival."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from simlab.report.figures.alt_text import alt_text
from simlab.report.figures.lines import Line
from simlab.report.figures.small_multiples import Layout, panels
from simlab.report.style import BAND, LINE, SERIES
from simlab.report.wording import join_list

SELDOM = 0.003
"""The axis ends where fewer of the games lie; the table goes on."""


def draw(
    lines: Sequence[Line],
    axis: str,
    height: str,
    layout: Layout,
    marks: Sequence[int] = (),
    *,
    column: str = "points",
    where: Literal["pre", "post"] = "pre",
) -> Figure:
    """Draw the share of games at each number of a column, some of them marked.

    A step stands before its number, as for scores reached, or after it, as for lengths exceeded.
    """
    figure, drawn = panels([line.name for line in lines], layout, axis, height)
    for line, axes in zip(lines, drawn, strict=True):
        points, share_, low, high = (
            line.table[name].to_numpy() for name in (column, "estimate", "low", "high")
        )
        axes.fill_between(points, low, high, step=where, color=BAND, linewidth=0)
        axes.step(points, share_, where=where, color=SERIES[0], linewidth=1.7)
        axes.grid(axis="y")
        for mark in marks:
            axes.axvline(mark, color=LINE, linewidth=0.8, linestyle=(0, (2, 2)))
    drawn[0].set(ylim=(0, 1.0))
    drawn[0].set_xlim(
        *(_limits(lines, column) if where == "pre" else _range_of_fall(lines, column))
    )
    drawn[0].yaxis.set_major_formatter(PercentFormatter(1.0, decimals=0, symbol=" %"))
    drawn[0].locator_params(axis="x", nbins=5, integer=True)
    return figure


def describe(lines: Sequence[Line], axis: str, *, column: str = "points") -> str:
    """Say where half of the games are."""
    halves = [f"{_half(line, column)} with {line.name}" for line in lines]
    return alt_text(
        f"Falling curves with bands: {axis}.", f"They pass one half at {join_list(halves)}."
    )


def _half(line: Line, column: str) -> str:
    """Return the last number that half of the games reach."""
    reached = line.table[line.table["estimate"] >= 0.5]
    return f"{reached[column].iloc[-1] if len(reached) else line.table[column].iloc[0]}"


def _limits(lines: Sequence[Line], column: str) -> tuple[float, float]:
    """Return the numbers between which the lines fall."""
    tables = pd.concat([line.table for line in lines])
    falling = tables[tables["estimate"].between(SELDOM, 1 - SELDOM)]
    points = falling[column] if len(falling) else tables[column]
    return float(points.min()) - 2, float(points.max()) + 2


def _range_of_fall(lines: Sequence[Line], column: str) -> tuple[float, float]:
    """Return the numbers between which the lines fall, though some may not fall to nothing."""
    ends = [line.table["estimate"].iloc[-1] + SELDOM for line in lines]
    last = [
        line.table[line.table["estimate"] <= end][column].iloc[0]
        for line, end in zip(lines, ends, strict=True)
    ]
    first = min(line.table[column].iloc[0] for line in lines)
    return float(first) - 1, float(max(last)) + 2
