"""Convergence plot: difference of the headline metric to its last value, by games played."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import NullLocator

from simlab.report.figures.alt_text import alt_text
from simlab.report.figures.lines import Line
from simlab.report.figures.small_multiples import Layout, panels
from simlab.report.style import BAND, MUTED, SERIES
from simlab.report.wording import join_list, whole

EARLY = 0.02
"""Before this part of the games is played, lines and intervals may leave the picture."""


def draw(lines: Sequence[Line], axis: str, scale: int, layout: Layout) -> Figure:
    """Draw the running mean of each line, less its final value, with its interval."""
    figure, drawn = panels([line.name for line in lines], layout, "games played", axis)
    for line, axes in zip(lines, drawn, strict=True):
        _draw_line(axes, line, scale)
    # games that all end alike leave no doubt, and an axis needs a length
    room = 1.1 * scale * max(_doubt(line) for line in lines) or 1
    games = [number for line in lines for number in line.table["games"]]
    ends = [min(games), max(games)]
    drawn[0].set(xscale="log", ylim=(-room, room))
    for axes in drawn:
        axes.set_xticks(ends, [whole(number) for number in ends])
        # a short logarithmic axis would put numbers at minor ticks, too
        axes.xaxis.set_minor_locator(NullLocator())
        axes.locator_params(axis="y", nbins=5)
    return figure


def _draw_line(axes: Axes, line: Line, scale: int) -> None:
    games, mean, low, high = (
        line.table[name].to_numpy() for name in ("games", "estimate", "low", "high")
    )
    low, high, mean = (scale * (numbers - mean[-1]) for numbers in (low, high, mean))
    axes.fill_between(games, low, high, color=BAND, linewidth=0)
    axes.plot(games, mean, color=SERIES[0], linewidth=1.7, marker="o", markersize=3.5)
    axes.axhline(0, color=MUTED, linewidth=0.8)
    axes.grid(axis="y")


def _doubt(line: Line) -> float:
    """Return the widest half of a bounded interval, once a small part of the games is played."""
    table = line.table[line.table["games"] >= EARLY * line.table["games"].max()]
    widths = (table["high"] - table["low"]).to_numpy()
    return float(widths[np.isfinite(widths)].max(initial=0) / 2)


def describe(lines: Sequence[Line]) -> str:
    """Say how the picture narrows."""
    games = [f"{whole(line.table['games'].iloc[-1])} with {line.name}" for line in lines]
    return alt_text(
        "Running estimates less the last one; the band of the interval narrows as games are added.",
        f"Games: {join_list(games)}.",
    )
