"""Convergence plot: difference of the headline metric to its last value, by games played."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, NullLocator

from simlab.report.figures.lines import Line, legend, top_of
from simlab.report.style import HALF, MUTED, canvas
from simlab.report.wording import FormattedEstimate, Row, whole

EARLY = 0.02
"""Before this part of the games is played, lines and intervals may leave the picture."""


def draw(lines: Sequence[Line], axis: str, scale: int) -> Figure:
    """Draw the running mean of each line, less its final value, with its interval."""
    figure, axes = canvas(HALF, 300, left=62, top=top_of(lines))
    for line in lines:
        games, mean, low, high = (
            line.table[name].to_numpy() for name in ("games", "estimate", "low", "high")
        )
        last = mean[-1]
        low, high, mean = (scale * (numbers - last) for numbers in (low, high, mean))
        axes.fill_between(games, low, high, color=line.colour, alpha=0.12, linewidth=0)
        axes.plot(games, mean, color=line.colour, linestyle=line.dash, linewidth=1.7)
    axes.axhline(0, color=MUTED, linewidth=0.8)
    room = 1.1 * scale * max(_doubt(line) for line in lines) or 1
    axes.set(xscale="log", xlabel="games played", ylabel=axis, ylim=(-room, room))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda games, _: whole(games)))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.grid(axis="y")
    legend(figure, lines)
    return figure


def _doubt(line: Line) -> float:
    """Return the widest half of a bounded interval, once a small part of the games is played."""
    table = line.table[line.table["games"] >= EARLY * line.table["games"].max()]
    widths = (table["high"] - table["low"]).to_numpy()
    return float(widths[np.isfinite(widths)].max(initial=0) / 2)


def describe(lines: Sequence[Line], say: Callable[[Row], FormattedEstimate]) -> str:
    """Say in words how far the number moved and how sure it became."""
    return " ".join(_describe(line, say) for line in lines)


def _describe(line: Line, say: Callable[[Row], FormattedEstimate]) -> str:
    first, last = line.table.iloc[0], line.table.iloc[-1]
    return (
        f"{line.name}: {say(first).full} after {whole(first['games'])} games,"
        f" {say(last).full} after {whole(last['games'])}."
    )
