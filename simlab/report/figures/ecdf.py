"""How often a table reaches at least a given score: one falling line per number of players."""

from __future__ import annotations

from collections.abc import Sequence

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


def draw(lines: Sequence[Line], axis: str, starts: Sequence[int]) -> Figure:
    """Draw the share of games that reach each score, with the lower ends of the bands marked."""
    figure, axes = canvas(HALF, 330, left=58, top=top_of(lines))
    for line in lines:
        points, share_, low, high = (
            line.table[name].to_numpy() for name in ("points", "estimate", "low", "high")
        )
        axes.fill_between(points, low, high, step="pre", color=line.colour, alpha=0.18, linewidth=0)
        axes.step(
            points, share_, where="pre", color=line.colour, linestyle=line.dash, linewidth=1.7
        )
    axes.set(xlabel=axis, ylabel="games that reach it", ylim=(0, 1.0))
    axes.set_xlim(*_limits(lines))
    axes.yaxis.set_major_formatter(PercentFormatter(1.0, decimals=0, symbol=" %"))
    axes.grid(axis="y")
    for start in starts:
        axes.axvline(start, color=LINE, linewidth=0.8, linestyle=(0, (2, 2)))
    legend(figure, lines)
    return figure


def describe(lines: Sequence[Line]) -> str:
    """Say in words which scores are how sure."""
    return " ".join(_describe(line) for line in lines)


def _describe(line: Line) -> str:
    told = []
    for target in TOLD:
        reached = line.table[line.table["estimate"] >= target].iloc[-1]
        told.append(f"{reached['points']} points in {share(reached).full} of the games")
    return f"{line.name}: at least {', '.join(told)}."


def _limits(lines: Sequence[Line]) -> tuple[float, float]:
    """Return the scores between which the lines fall."""
    tables = pd.concat([line.table for line in lines])
    falling = tables[tables["estimate"].between(SELDOM, 1 - SELDOM)]
    points = falling["points"] if len(falling) else tables["points"]
    return float(points.min()) - 2, float(points.max()) + 2
