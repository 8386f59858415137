"""Dot plot: estimates with intervals in labelled rows."""

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
    legend_height,
    write,
    write_beside,
    write_legend,
)
from simlab.report.wording import (
    FormattedEstimate,
    Row,
    difference,
    difference_of_shares,
    number,
    share,
)

GAP, HEADING = 12, 19
"""Heights in pixels: between groups, of a heading."""
FAR_FROM_ZERO = 0.5
"""The axis begins at 0 unless that would leave more than this part of it empty."""
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
    """A dot plot: groups of dots, axis and series."""

    groups: Sequence[Group]
    axis: str
    series: Sequence[str] = ("",)
    is_share: bool = False
    is_difference: bool = False
    is_ordered: bool = False
    """Whether the series have an order, as numbers of players do."""
    margin: float = 0.0

    def formatted(self, row: Row) -> FormattedEstimate:
        """Return an estimate in words."""
        if self.is_difference:
            return difference_of_shares(row) if self.is_share else difference(row)
        return share(row) if self.is_share else number(row)

    @property
    def scale(self) -> int:
        """What turns an estimate into the unit of the axis."""
        return 100 if self.is_share else 1

    @property
    def has_numbers(self) -> bool:
        """Whether the numbers stand beside the dots."""
        return len(self.series) <= FEW

    @property
    def line(self) -> int:
        """Height of a dot: more where numbers stand beside it."""
        return 17 if self.has_numbers else 12

    def height(self, group: Group) -> int:
        """Return the height of a group."""
        return (HEADING if group.has_labels else 0) + self.line * len(group.dots)

    def looks(self, series: int) -> dict[str, Any]:
        """Return colour and marker of a series."""
        colours = STEPS if self.is_ordered else SERIES
        marker, size = MARKERS[series % len(MARKERS)]
        return {"color": colours[series % len(colours)], "marker": marker, "markersize": size}


def draw(plot: Dots, width: int = HALF) -> Figure:
    """Draw a dot plot."""
    has_legend = len(plot.series) > 1
    top = legend_height(plot.series, width) if has_legend else 8
    tops = _tops(plot)
    body = tops[-1] + plot.height(plot.groups[-1])
    right = 132 if plot.has_numbers else 16
    figure, axes = canvas(width, top + body + 46, left=_gutter(plot), right=right, top=top)
    _frame(axes, plot, body)
    placed = []
    for group, y in zip(plot.groups, tops, strict=True):
        placed += _place(axes, plot, group, y)
    _draw_dots(axes, plot, placed)
    if has_legend:
        keys = [plot.looks(series) | {"linestyle": "none"} for series in range(len(plot.series))]
        write_legend(figure, plot.series, keys)
    return figure


def describe(plot: Dots) -> str:
    """Describe a dot plot in words."""
    return " ".join(_describe(plot, group) for group in plot.groups)


def _describe(plot: Dots, group: Group) -> str:
    names = (dot.label or plot.series[dot.series] for dot in group.dots)
    phrases = [
        f"{name} {plot.formatted(dot.row).full}".strip()
        for name, dot in zip(names, group.dots, strict=True)
    ]
    return f"{group.label}: {'; '.join(phrases)}."


def _tops(plot: Dots) -> list[int]:
    """Return where each group begins, in pixels from the top of the first."""
    heights = [plot.height(group) + GAP for group in plot.groups]
    return [sum(heights[:place]) for place in range(len(heights))]


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
    is_near = 0 <= min(known) < FAR_FROM_ZERO * max(known)
    return (0 if is_near and not fair else low), high


def _place(axes: Axes, plot: Dots, group: Group, top: float) -> list[tuple[float, Dot]]:
    """Write the labels of a group and return where its dots go."""
    bottom = top + plot.height(group)
    ys = [bottom - plot.line * (n + 0.5) for n in reversed(range(len(group.dots)))]
    if group.fair is not None:
        _draw_fair(axes, plot, group.fair, ys[0] - plot.line / 2, bottom)
    heading = top + HEADING / 2 - 2 if group.has_labels else (top + bottom) / 2
    write_beside(axes, group.label, heading, INK, size=11.5)
    for y, dot in zip(ys, group.dots, strict=True):
        if dot.label:
            write_beside(axes, dot.label, y, MUTED)
        if plot.has_numbers:
            _write_numbers(axes, plot.formatted(dot.row), y)
    return list(zip(ys, group.dots, strict=True))


def _draw_fair(axes: Axes, plot: Dots, fair: float, top: float, bottom: float) -> None:
    low, high = (plot.scale * (fair + side * plot.margin) for side in (-1, 1))
    axes.fill([low, high, high, low], [top, top, bottom, bottom], color=MARGIN_TINT, linewidth=0)
    middle = plot.scale * fair
    axes.plot([middle, middle], [top, bottom], color=MUTED, linewidth=1, linestyle=(0, (4, 2)))


def _draw_dots(axes: Axes, plot: Dots, placed: Sequence[tuple[float, Dot]]) -> None:
    """Draw all intervals and markers, a series at a time."""
    left, right = axes.get_xlim()
    for series in range(len(plot.series)):
        own = [(y, dot.row) for y, dot in placed if dot.series == series]
        ys = [y for y, _ in own]
        xs, lows, highs = (
            [plot.scale * row[name] for _, row in own] for name in ("estimate", "low", "high")
        )
        looks = plot.looks(series) | {"markeredgecolor": PAPER, "markeredgewidth": 0.8}
        lows, highs = [max(low, left) for low in lows], [min(high, right) for high in highs]
        axes.hlines(ys, lows, highs, color=looks["color"], linewidth=2.2)
        axes.plot(xs, ys, linestyle="none", clip_on=False, **looks)


def _write_numbers(axes: Axes, estimate: FormattedEstimate, y: float) -> None:
    place: Any = ("axes fraction", "data")
    text = f"{estimate.short} ({estimate.range})"
    write(axes, text, (1, y), dx=10, size=10, colour=MUTED, xycoords=place, va="center")
