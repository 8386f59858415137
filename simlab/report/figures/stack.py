"""Stacked horizontal bars in groups, perhaps with totals and their intervals."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from simlab.report.figures.alt_text import alt_text, extremes
from simlab.report.style import (
    HALF,
    INK,
    MUTED,
    ON_SERIES,
    PAPER,
    SERIES,
    canvas,
    legend_height,
    name_scale,
    text_width,
    widest,
    wrap_label,
    write,
    write_beside,
    write_legend,
)
from simlab.report.wording import FormattedEstimate, Row, join_list, number

BAR, STEP, HEADING, GAP = 20, 24, 20, 8
"""Heights in pixels: of a bar, from one to the next, of a heading; room between groups."""
BESIDE_BARS = 16
"""Letters of a heading for which there is room beside the bars."""
WIDEST_LABEL = 0.4
"""Part of the figure that the labels of bars take at most; longer ones are wrapped."""
LABEL, PIECE, TOTAL = 10.5, 10, 10
"""Size of the letters of the label of a bar, of the number of a piece, and of the total."""
PITCH = 12
"""Pixels from one line of a label to the next."""


@dataclass(frozen=True)
class Bar:
    """One bar: its pieces from the left, by series, and perhaps the estimate of its total."""

    label: str
    pieces: Mapping[str, Row]
    total: Row | None = None


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

    def total(self, bar: Bar) -> str:
        """Return the total of a bar with its interval; nothing if it has none."""
        if bar.total is None:
            return ""
        total = self.say_total(bar.total)
        return f"{total.short} ({total.range})"

    @property
    def bars(self) -> list[Bar]:
        """The bars of all groups."""
        return [bar for _, bars in self.groups for bar in bars]

    @property
    def right(self) -> int:
        """Pixels for the numbers."""
        return 14 + math.ceil(widest(map(self.total, self.bars), TOTAL))

    def length(self, bar: Bar) -> float:
        """Return how long a bar is."""
        return self.scale * sum(float(piece["estimate"]) for piece in bar.pieces.values())


def draw(stack: Stack, width: int = HALF) -> Figure:
    """Draw the bars of all groups."""
    top = legend_height(stack.series, width)
    room = WIDEST_LABEL * width
    labels = {bar.label: wrap_label(bar.label, room, LABEL) for bar in stack.bars}
    names = [line for lines in labels.values() for line in lines]
    names += [name for name, bars in stack.groups if _is_beside(name, bars)]
    left = 22 + math.ceil(widest(names, LABEL))
    headings = [wrap_label(name, width - 20, LABEL) for name, _ in stack.groups]
    body = sum(
        HEADING + PITCH * (len(heading) - 1) + sum(_height(labels[bar.label]) for bar in bars) + GAP
        for heading, (_, bars) in zip(headings, stack.groups, strict=True)
    )
    figure, axes = canvas(width, top + body - GAP + 46, left=left, right=stack.right, top=top)
    longest = max(stack.length(bar) for bar in stack.bars)
    axes.set(xlim=(0, 1.01 * longest), ylim=(body - GAP + 4, 0), yticks=[])
    name_scale(axes, stack.axis)
    axes.grid(axis="x")
    axes.locator_params(axis="x", nbins=6)
    pixel = axes.get_xlim()[1] / (axes.get_position().width * figure.get_size_inches()[0] * 72)
    y = 0.0
    for heading, (name, bars) in zip(headings, stack.groups, strict=True):
        _write_heading(axes, heading, y, left, is_beside=_is_beside(name, bars))
        y += HEADING + PITCH * (len(heading) - 1)
        first = y
        for bar in bars:
            height = _height(labels[bar.label])
            _draw_bar(axes, stack, bar, y + height / 2, pixel)
            _write_label(axes, labels[bar.label], y + height / 2)
            y += height
        _draw_fair(axes, stack, name, first, y)
        y += GAP
    keys = [
        {"color": stack.colour(name), "marker": "s", "markersize": 8, "linestyle": "none"}
        for name in stack.series
    ]
    write_legend(figure, stack.series, keys)
    return figure


def describe(stack: Stack) -> str:
    """Say what is stacked, and which bars have most and least in all."""
    named = [
        (", ".join(filter(None, [bar.label, heading])), bar.total)
        for heading, bars in stack.groups
        for bar in bars
        if bar.total is not None
    ]
    kind = f"Stacked bars: {stack.axis}, in pieces for {join_list(stack.series)}."
    return alt_text(kind, *extremes(named, stack.say_total))


def _height(label: Sequence[str]) -> int:
    """Return the pixels from one bar to the next."""
    return STEP + PITCH * (len(label) - 1)


def _draw_bar(axes: Axes, stack: Stack, bar: Bar, y: float, pixel: float) -> None:
    """Draw the pieces of a bar; each has its name and number, or one of them, as there is room."""
    start = 0.0
    for name, piece in bar.pieces.items():
        length = stack.scale * float(piece["estimate"])
        axes.barh(y, length, BAR, start, color=stack.colour(name), edgecolor=PAPER, linewidth=0.8)
        label = _longest_that_fits(name, stack.say(piece).short, length / pixel)
        looks: dict[str, Any] = {"ha": "center", "va": "center", "size": PIECE}
        write(axes, label, (start + length / 2, y), colour=stack.on_colour(name), **looks)
        start += length
    spot = (axes.get_xlim()[1] if stack.fair else start, y)
    write(axes, stack.total(bar), spot, dx=6, size=TOTAL, va="center")


def _longest_that_fits(name: str, value: str, room: float) -> str:
    """Return a name with its number, the number alone, or nothing: what fits into some pixels."""
    labels = (f"{name}: {value}", value)
    return next((label for label in labels if text_width(label, PIECE) + 8 <= room), "")


def _write_label(axes: Axes, lines: Sequence[str], middle: float) -> None:
    for index, line in enumerate(lines):
        y = middle + PITCH * (index - (len(lines) - 1) / 2)
        write_beside(axes, line, y, MUTED, size=LABEL)


def _is_beside(heading: str, bars: Sequence[Bar]) -> bool:
    """Say whether a heading stands beside the bars: a short one, over labels of its bars."""
    return len(heading) <= BESIDE_BARS and any(bar.label for bar in bars)


def _write_heading(
    axes: Axes, lines: Sequence[str], top: float, left: int, *, is_beside: bool
) -> None:
    """Write a heading beside the bars, or from the left edge above them."""
    coordinates: Any = ("axes fraction", "data")
    for count, line in enumerate(lines):
        y = top + HEADING / 2 + PITCH * count
        if is_beside:
            write_beside(axes, line, y, INK)
        else:
            write(axes, line, (0, y), dx=12 - left, size=LABEL, xycoords=coordinates, va="center")


def _draw_fair(axes: Axes, stack: Stack, heading: str, top: float, bottom: float) -> None:
    if heading in stack.fair:
        fair = stack.scale * stack.fair[heading]
        looks: dict[str, Any] = {"linewidth": 1, "linestyle": (0, (4, 2)), "zorder": 0.6}
        axes.plot([fair, fair], [top, bottom], color=INK, **looks)
