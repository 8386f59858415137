"""A number round by round, in small pictures side by side: mean, and where most games lie."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from simlab.report.figures.lines import Line
from simlab.report.style import BAND, HALF, INK, INNER_BAND, MUTED, SERIES
from simlab.report.wording import number

STILL_GOING = 0.05
"""Rounds that fewer of the games reach are in the table but not in the picture."""
LEFT, TOP, BOTTOM, GAP, HEIGHT = 44, 30, 40, 12, 260


def draw(lines: Sequence[Line], axis: str, highest: float | None) -> Figure:
    """Draw one small picture per line on common axes."""
    figure = Figure(figsize=(HALF / 72, HEIGHT / 72))
    width = (HALF - LEFT - 10 - GAP * (len(lines) - 1)) / len(lines)
    first: Axes | None = None
    for place, line in enumerate(lines):
        left = (LEFT + place * (width + GAP)) / HALF
        box = (left, BOTTOM / HEIGHT, width / HALF, (HEIGHT - TOP - BOTTOM) / HEIGHT)
        axes = figure.add_axes(box, sharey=first)
        _draw_rounds(axes, line)
        axes.tick_params(labelleft=first is None)
        first = first or axes
    if first is not None:
        first.set(ylabel=axis, ylim=(0, highest))
    figure.text((LEFT + HALF - 10) / 2 / HALF, 6 / HEIGHT, "round", ha="center", color=MUTED)
    return figure


def describe(lines: Sequence[Line], unit: str) -> str:
    """Say in words how the mean goes."""
    return " ".join(_describe(line, unit) for line in lines)


def shown(line: Line) -> Line:
    """Return a line without the rounds that hardly any game reaches."""
    games = line.table["games"]
    return Line(line.name, line.table[games >= STILL_GOING * games.max()], line.place)


def _draw_rounds(axes: Axes, line: Line) -> None:
    table = shown(line).table
    rounds = table["round"].to_numpy()
    axes.fill_between(rounds, table["p5"], table["p95"], color=BAND, linewidth=0)
    axes.fill_between(rounds, table["p25"], table["p75"], color=INNER_BAND, linewidth=0)
    axes.plot(rounds, table["estimate"], color=SERIES[0], linewidth=2)
    axes.set_title(line.name, loc="left", fontsize=10.5, color=INK, pad=6)
    axes.grid(axis="y")
    axes.xaxis.set_major_locator(MaxNLocator(4, integer=True, min_n_ticks=2))


def _describe(line: Line, unit: str) -> str:
    table = shown(line).table
    ends = [table.iloc[place] for place in (0, len(table) // 2, -1)]
    told = [f"{number(end).full} {unit} after round {end['round']}" for end in ends]
    return f"{line.name}: on average {', '.join(told)}."
