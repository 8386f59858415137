"""Dots with intervals in labelled rows: the plainest picture of an estimate and its doubt."""

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
    MARGIN_TINT,
    MARKERS,
    MUTED,
    PAPER,
    SERIES,
    STEPS,
    canvas,
    write,
    write_legend,
)
from simlab.report.wording import Row, Spoken, number, share

LINE_HEIGHT, GAP, HEADING = 17, 12, 19
"""Heights in pixels: of a dot, between groups, of a heading."""
FEW = 2
"""With no more series than this there is room for the numbers beside the dots."""


@dataclass(frozen=True)
class Dot:
    """One estimate: a row with estimate, low and high, and the series it belongs to."""

    row: Row
    series: int = 0
    label: str = ""


@dataclass(frozen=True)
class Group:
    """Dots that stand together; `fair` draws the fair share and the margin around it."""

    label: str
    dots: Sequence[Dot]
    fair: float | None = None

    @property
    def has_labels(self) -> bool:
        """Whether each dot has a label of its own, below that of the group."""
        return any(dot.label for dot in self.dots)


@dataclass(frozen=True)
class Dots:
    """A dot plot: what is measured, in which unit, by which series."""

    groups: Sequence[Group]
    axis: str
    series: Sequence[str] = ("",)
    is_share: bool = False
    is_ordered: bool = False
    """Whether the series have an order, as numbers of players do."""
    from_zero: bool = False
    margin: float = 0.0

    def spoken(self, row: Row) -> Spoken:
        """Return an estimate in words."""
        return share(row) if self.is_share else number(row)

    @property
    def scale(self) -> int:
        """What turns an estimate into the unit of the axis."""
        return 100 if self.is_share else 1

    @property
    def has_numbers(self) -> bool:
        """Whether the numbers stand beside the dots."""
        return len(self.series) <= FEW

    def colour(self, series: int) -> str:
        """Return the colour of a series."""
        colours = STEPS if self.is_ordered else SERIES
        return colours[series % len(colours)]


def draw(plot: Dots, width: int = HALF) -> Figure:
    """Draw a dot plot."""
    has_legend = len(plot.series) > 1
    top = 34 if has_legend else 8
    body = sum(map(_height, plot.groups)) + GAP * (len(plot.groups) - 1)
    right = 128 if plot.has_numbers else 18
    figure, axes = canvas(width, top + body + 46, left=_gutter(plot), right=right, top=top)
    _frame(axes, plot, body)
    y = 0
    for group in plot.groups:
        _draw_group(axes, plot, group, y)
        y += _height(group) + GAP
    if has_legend:
        marks = [
            (name, plot.colour(i), MARKERS[i % len(MARKERS)]) for i, name in enumerate(plot.series)
        ]
        write_legend(figure, marks)
    return figure


def describe(plot: Dots) -> str:
    """Say in words what a dot plot shows."""
    return " ".join(_describe(plot, group) for group in plot.groups)


def _describe(plot: Dots, group: Group) -> str:
    names = (dot.label or plot.series[dot.series] for dot in group.dots)
    said = [
        f"{name} {plot.spoken(dot.row).full}".strip()
        for name, dot in zip(names, group.dots, strict=True)
    ]
    return f"{group.label}: {'; '.join(said)}."


def _height(group: Group) -> int:
    heading = HEADING if group.has_labels else 0
    return heading + LINE_HEIGHT * len(group.dots)


def _gutter(plot: Dots) -> int:
    """Return the room for labels: DejaVu, the widest font met, takes some 7 pixels a letter."""
    labels = [group.label for group in plot.groups]
    labels += [dot.label for group in plot.groups for dot in group.dots]
    return 22 + math.ceil(6.9 * max(map(len, labels)))


def _frame(axes: Axes, plot: Dots, body: int) -> None:
    axes.set(ylim=(body + 4, -4), yticks=[], xlabel=plot.axis)
    axes.set_xlim(*_limits(plot))
    axes.grid(axis="x")
    axes.spines["left"].set_visible(False)
    axes.locator_params(axis="x", nbins=6)


def _limits(plot: Dots) -> tuple[float, float]:
    """Return the ends of the axis; bounds that are infinite do not stretch it."""
    rows = [dot.row for group in plot.groups for dot in group.dots]
    ends = [row[name] for row in rows for name in ("estimate", "low", "high")]
    fair = [group.fair for group in plot.groups if group.fair is not None]
    ends += [share + side * plot.margin for share in fair for side in (-1, 1)]
    known = [plot.scale * end for end in ends if math.isfinite(end)] or [0.0, 1.0]
    room = 0.06 * (max(known) - min(known)) or 0.5
    low, high = min(known) - room, max(known) + room
    if plot.from_zero:
        low = min(low, 0) if min(known) < 0 else 0
    return low, high


def _draw_group(axes: Axes, plot: Dots, group: Group, top: float) -> None:
    bottom = top + _height(group)
    if group.fair is not None:
        _draw_fair(axes, plot, group.fair, bottom - LINE_HEIGHT * len(group.dots), bottom)
    heading = top + HEADING / 2 - 2 if group.has_labels else (top + bottom) / 2
    _write_beside(axes, group.label, heading, 11.5, INK)
    for place, dot in enumerate(group.dots):
        y = bottom - LINE_HEIGHT * (len(group.dots) - place - 0.5)
        _write_beside(axes, dot.label, y, 10.5, MUTED)
        _draw_dot(axes, plot, dot, y)


def _write_beside(axes: Axes, text: str, y: float, size: float, colour: str) -> None:
    place: Any = ("axes fraction", "data")
    looks = {"xycoords": place, "ha": "right", "va": "center"}
    write(axes, text, (0, y), dx=-10, size=size, colour=colour, **looks)


def _draw_fair(axes: Axes, plot: Dots, fair: float, top: float, bottom: float) -> None:
    low, high = (plot.scale * (fair + side * plot.margin) for side in (-1, 1))
    axes.fill([low, high, high, low], [top, top, bottom, bottom], color=MARGIN_TINT, linewidth=0)
    middle = plot.scale * fair
    axes.plot([middle, middle], [top, bottom], color=MUTED, linewidth=1, linestyle=(0, (4, 2)))


def _draw_dot(axes: Axes, plot: Dots, dot: Dot, y: float) -> None:
    colour = plot.colour(dot.series)
    estimate, low, high = (plot.scale * dot.row[name] for name in ("estimate", "low", "high"))
    left, right = axes.get_xlim()
    axes.plot([max(low, left), min(high, right)], [y, y], color=colour, linewidth=2.2)
    marker = MARKERS[dot.series % len(MARKERS)]
    axes.plot([estimate], [y], marker, color=colour, markersize=7, markeredgecolor=PAPER)
    if plot.has_numbers:
        said = plot.spoken(dot.row)
        text = f"{said.value} ({said.range})"
        place: Any = ("axes fraction", "data")
        looks = {"xycoords": place, "va": "center"}
        write(axes, text, (1, y), dx=10, size=9.5, colour=MUTED, **looks)
