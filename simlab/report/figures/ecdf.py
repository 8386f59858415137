"""Step curves of a falling share with confidence bands: distribution function or survival."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from simlab.report.figures.lines import Line, legend, top_of
from simlab.report.style import HALF, LINE, canvas
from simlab.report.wording import share

TOLD = (0.9, 0.5, 0.1)
"""Shares of games for which the description names the score reached."""

SELDOM = 0.003
"""The axis ends where fewer of the games lie; the table goes on."""


def draw(
    lines: Sequence[Line],
    axis: str,
    height: str,
    marks: Sequence[int] = (),
    *,
    column: str = "points",
    where: Literal["pre", "post"] = "pre",
) -> Figure:
    """Draw the share of games at each number of a column, some of them marked.

    A step stands before its number, as for scores reached, or after it, as for lengths exceeded.
    """
    figure, axes = canvas(HALF, 330, left=58, top=top_of(lines))
    for line in lines:
        points, share_, low, high = (
            line.table[name].to_numpy() for name in (column, "estimate", "low", "high")
        )
        axes.fill_between(points, low, high, step=where, color=line.colour, alpha=0.18, linewidth=0)
        axes.step(
            points, share_, where=where, color=line.colour, linestyle=line.dash, linewidth=1.7
        )
    axes.set(xlabel=axis, ylabel=height, ylim=(0, 1.0))
    axes.set_xlim(*(_limits(lines, column) if where == "pre" else _falling(lines, column)))
    axes.yaxis.set_major_formatter(PercentFormatter(1.0, decimals=0, symbol=" %"))
    axes.grid(axis="y")
    for mark in marks:
        axes.axvline(mark, color=LINE, linewidth=0.8, linestyle=(0, (2, 2)))
    legend(figure, lines)
    return figure


def describe(lines: Sequence[Line]) -> str:
    """Say in words which scores are how sure."""
    return " ".join(_describe(line) for line in lines)


def _describe(line: Line) -> str:
    phrases = []
    for target in TOLD:
        reached = line.table[line.table["estimate"] >= target].iloc[-1]
        phrases.append(f"{reached['points']} points in {share(reached).full} of the games")
    return f"{line.name}: at least {', '.join(phrases)}."


def _limits(lines: Sequence[Line], column: str) -> tuple[float, float]:
    """Return the numbers between which the lines fall."""
    tables = pd.concat([line.table for line in lines])
    falling = tables[tables["estimate"].between(SELDOM, 1 - SELDOM)]
    points = falling[column] if len(falling) else tables[column]
    return float(points.min()) - 2, float(points.max()) + 2


def _falling(lines: Sequence[Line], column: str) -> tuple[float, float]:
    """Return the numbers between which the lines fall, though some may not fall to nothing."""
    ends = [line.table["estimate"].iloc[-1] + SELDOM for line in lines]
    last = [
        line.table[line.table["estimate"] <= end][column].iloc[0]
        for line, end in zip(lines, ends, strict=True)
    ]
    first = min(line.table[column].iloc[0] for line in lines)
    return float(first) - 1, float(max(last)) + 2
