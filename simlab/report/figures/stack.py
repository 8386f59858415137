"""Stacked horizontal bars in groups, with totals and their intervals."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
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
    write_beside,
    write_legend,
)
from simlab.report.wording import FormattedEstimate, Row, number

BAR, STEP, HEADING, GAP = 20, 24, 20, 8
"""Heights in pixels: of a bar, from one to the next, of a heading; room between groups."""
BESIDE_BARS = 16
"""Letters of a heading for which there is room beside the bars."""
LEAST = 22
"""Pixels that a piece must be long to have room for its number."""


RIGHT, BESIDE = 96, 120
"""Pixels for the numbers at the ends of the bars, or in a column beside them, at least."""
VALUE_LETTER, RANGE_LETTER, MARGIN = 6.2, 5.2, 12
"""Pixels of a letter of a number and of its range, and of the room around both."""


@dataclass(frozen=True)
class Bar:
    """One bar: its pieces from the left, by series, and the estimate of its total."""

    label: str
    pieces: Mapping[str, Row]
    total: Row


@dataclass(frozen=True)
class Stack:
    """Groups of bars, each under a heading, perhaps with a line at the fair length of a bar.

    With such a line the numbers stand in a column of their own, out of its way.
    """

    groups: Sequence[tuple[str, Sequence[Bar]]]
    series: Sequence[str]
    axis: str
    colours: Sequence[tuple[str, str]] = tuple(zip(SERIES, ON_SERIES, strict=True))
    """Colour of each series, and that of words on it."""
    say: Callable[[Row], FormattedEstimate] = number
    say_total: Callable[[Row], FormattedEstimate] = number
    scale: int = 1
    """What turns an estimate into the unit of the axis."""
    fair: Mapping[str, float] = field(default_factory=dict)
    """By heading."""

    def colour(self, name: str) -> str:
        """Return the colour of a series."""
        return self.colours[self.series.index(name) % len(self.colours)][0]

    def on_colour(self, name: str) -> str:
        """Return the colour of words on a series."""
        return self.colours[self.series.index(name) % len(self.colours)][1]

    @property
    def right(self) -> int:
        """Pixels for the numbers."""
        totals = [self.say_total(bar.total) for _, bars in self.groups for bar in bars]
        return max(BESIDE if self.fair else RIGHT, *map(_room_for, totals))

    def length(self, bar: Bar) -> float:
        """Return how long a bar is."""
        return self.scale * sum(float(piece["estimate"]) for piece in bar.pieces.values())


def draw(stack: Stack) -> Figure:
    """Draw the bars of all groups."""
    top = legend_height(stack.series, HALF)
    body = sum(HEADING + STEP * len(bars) + GAP for _, bars in stack.groups) - GAP
    labels = [bar.label for _, bars in stack.groups for bar in bars]
    labels += [name for name, bars in stack.groups if _is_beside(name, bars)]
    left = 22 + math.ceil(6.6 * max(map(len, labels)))
    figure, axes = canvas(HALF, top + body + 46, left=left, right=stack.right, top=top)
    longest = max(stack.length(bar) for _, bars in stack.groups for bar in bars)
    axes.set(xlim=(0, 1.01 * longest), ylim=(body + 4, 0), yticks=[], xlabel=stack.axis)
    axes.grid(axis="x")
    y = 0.0
    for heading, bars in stack.groups:
        _write_heading(axes, heading, y + HEADING / 2, left, is_beside=_is_beside(heading, bars))
        y += HEADING
        for place, bar in enumerate(bars):
            _draw_bar(axes, stack, bar, y + STEP * (place + 0.5), HALF - left - stack.right)
        _draw_fair(axes, stack, heading, y, y + STEP * len(bars))
        y += STEP * len(bars) + GAP
    keys = [
        {"color": stack.colour(name), "marker": "s", "markersize": 8, "linestyle": "none"}
        for name in stack.series
    ]
    write_legend(figure, stack.series, keys)
    return figure


def describe(stack: Stack) -> str:
    """Say in words what each bar is made of."""
    return " ".join(
        _describe(stack, heading, bar) for heading, bars in stack.groups for bar in bars
    )


def _describe(stack: Stack, heading: str, bar: Bar) -> str:
    phrases = ", ".join(f"{name} {stack.say(piece).full}" for name, piece in bar.pieces.items())
    name = ", ".join(filter(None, [heading, bar.label]))
    return f"{name}: {stack.say_total(bar.total).full}, of it {phrases}."


def _draw_bar(axes: Axes, stack: Stack, bar: Bar, y: float, width: float) -> None:
    pixel = axes.get_xlim()[1] / width
    start = 0.0
    for name, piece in bar.pieces.items():
        length = stack.scale * float(piece["estimate"])
        axes.barh(y, length, BAR, start, color=stack.colour(name), edgecolor=PAPER, linewidth=0.8)
        text = stack.say(piece).short
        if length > max(LEAST, 7 * len(text)) * pixel:
            looks: dict[str, Any] = {"ha": "center", "va": "center"}
            looks["colour"] = stack.on_colour(name)
            write(axes, text, (start + length / 2, y), size=9.5, **looks)
        start += length
    write_beside(axes, bar.label, y, MUTED)
    _write_total(axes, stack.say_total(bar.total), (axes.get_xlim()[1] if stack.fair else start, y))


def _room_for(total: FormattedEstimate) -> int:
    """Return the pixels that a number and its range take."""
    letters = VALUE_LETTER * len(total.short) + RANGE_LETTER * len(f"({total.range})")
    return MARGIN + math.ceil(letters)


def _write_total(axes: Axes, total: FormattedEstimate, spot: tuple[float, float]) -> None:
    write(axes, total.short, spot, dx=5, size=10, va="center")
    write(
        axes,
        f"({total.range})",
        spot,
        dx=9 + VALUE_LETTER * len(total.short),
        size=8.5,
        colour=MUTED,
        va="center",
    )


def _is_beside(heading: str, bars: Sequence[Bar]) -> bool:
    """Say whether a heading stands beside the bars: a short one, over labels of its bars."""
    return len(heading) <= BESIDE_BARS and any(bar.label for bar in bars)


def _write_heading(axes: Axes, heading: str, y: float, left: int, *, is_beside: bool) -> None:
    """Write a heading beside the bars, or from the left edge above them."""
    if is_beside:
        write_beside(axes, heading, y, INK)
        return
    place: Any = ("axes fraction", "data")
    write(axes, heading, (0, y), dx=12 - left, size=10.5, xycoords=place, va="center")


def _draw_fair(axes: Axes, stack: Stack, heading: str, top: float, bottom: float) -> None:
    if heading in stack.fair:
        fair = stack.scale * stack.fair[heading]
        looks: dict[str, Any] = {"linewidth": 1, "linestyle": (0, (4, 2)), "zorder": 0.6}
        axes.plot([fair, fair], [top, bottom], color=INK, **looks)
