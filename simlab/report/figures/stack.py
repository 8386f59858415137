"""Stacked bars: what a whole is made of, in groups of bars on one axis."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from simlab.report.style import (
    HALF,
    INK,
    MUTED,
    ON_SERIES,
    PAPER,
    SERIES,
    canvas,
    legend_height,
    write,
    write_legend,
)
from simlab.report.wording import Row, number

BAR, STEP, HEADING, GAP = 20, 24, 20, 8
"""Heights in pixels: of a bar, from one to the next, of a heading; room between groups."""
LEAST = 22
"""Pixels that a piece must be long to have room for its number."""


@dataclass(frozen=True)
class Bar:
    """One bar: its pieces from the left, in the order of the series, and what they make."""

    label: str
    pieces: Sequence[Row]
    total: Row


@dataclass(frozen=True)
class Stack:
    """Groups of bars, each under a heading."""

    groups: Sequence[tuple[str, Sequence[Bar]]]
    series: Sequence[str]
    axis: str


def draw(stack: Stack) -> Figure:
    """Draw the bars of all groups."""
    top = legend_height(stack.series, HALF)
    body = sum(HEADING + STEP * len(bars) + GAP for _, bars in stack.groups) - GAP
    labels = [bar.label for _, bars in stack.groups for bar in bars]
    left = 22 + math.ceil(6.6 * max(map(len, [*labels, *(name for name, _ in stack.groups)])))
    figure, axes = canvas(HALF, top + body + 46, left=left, right=96, top=top)
    longest = max(bar.total["estimate"] for _, bars in stack.groups for bar in bars)
    axes.set(xlim=(0, 1.01 * longest), ylim=(body + 4, 0), yticks=[], xlabel=stack.axis)
    axes.grid(axis="x")
    y = 0.0
    for heading, bars in stack.groups:
        _write_beside(axes, heading, y + HEADING / 2, INK)
        y += HEADING
        for bar in bars:
            _draw_bar(axes, bar, y + STEP / 2, HALF - left - 96)
            y += STEP
        y += GAP
    keys = [
        {"color": SERIES[n % len(SERIES)], "marker": "s", "markersize": 8, "linestyle": "none"}
        for n in range(len(stack.series))
    ]
    write_legend(figure, stack.series, keys)
    return figure


def describe(stack: Stack) -> str:
    """Say in words what each bar is made of."""
    return " ".join(
        _describe(stack, heading, bar) for heading, bars in stack.groups for bar in bars
    )


def _describe(stack: Stack, heading: str, bar: Bar) -> str:
    pieces = zip(stack.series, bar.pieces, strict=True)
    told = ", ".join(f"{name} {number(piece).full}" for name, piece in pieces)
    return f"{heading}, {bar.label}: {number(bar.total).full}, of it {told}."


def _draw_bar(axes: Axes, bar: Bar, y: float, width: float) -> None:
    pixel = axes.get_xlim()[1] / width
    start = 0.0
    for place, piece in enumerate(bar.pieces):
        length = float(piece["estimate"])
        colour = SERIES[place % len(SERIES)]
        axes.barh(y, length, BAR, start, color=colour, edgecolor=PAPER, linewidth=0.8)
        said = number(piece).value
        if length > max(LEAST, 7 * len(said)) * pixel:
            looks: dict[str, Any] = {
                "ha": "center",
                "va": "center",
                "colour": ON_SERIES[place % len(SERIES)],
            }
            write(axes, said, (start + length / 2, y), size=9.5, **looks)
        start += length
    _write_beside(axes, bar.label, y, MUTED)
    total = number(bar.total)
    write(axes, total.value, (start, y), dx=5, size=10, va="center")
    write(
        axes,
        f"({total.range})",
        (start, y),
        dx=9 + 6.2 * len(total.value),
        size=8.5,
        colour=MUTED,
        va="center",
    )


def _write_beside(axes: Axes, text: str, y: float, colour: str) -> None:
    looks: dict[str, Any] = {"xycoords": ("axes fraction", "data"), "ha": "right", "va": "center"}
    write(axes, text, (0, y), dx=-10, size=10.5, colour=colour, **looks)
