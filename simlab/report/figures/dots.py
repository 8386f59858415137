"""Dot plot: estimates with intervals in labelled rows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from simlab.report.figures.alt_text import alt_text, extremes
from simlab.report.style import (
    HALF,
    INK,
    MARGIN_TINT,
    MARKERS,
    MUTED,
    PAPER,
    SERIES,
    STEPS,
    add_tips,
    canvas,
    legend_height,
    name_scale,
    widest,
    wrap_label,
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

GAP, HEADING, PITCH = 12, 19, 13
"""Heights in pixels: between groups, of the heading of a group, of a line of a label."""
NAME, LABEL, VALUE = 11.5, 10.5, 10
"""Size of the letters of the label of a group, of that of a dot, and of a number."""
WIDEST_LABEL = 0.4
"""Part of the figure that labels take at most; longer ones are wrapped."""
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
    from_zero: bool = False
    """Whether the axis begins at 0 in any case, so that small differences look small."""

    def format_row(self, row: Row) -> FormattedEstimate:
        """Return an estimate in words."""
        if self.is_difference:
            return difference_of_shares(row) if self.is_share else difference(row)
        return share(row) if self.is_share else number(row)

    def write_estimate(self, row: Row) -> str:
        """Return an estimate with its interval beside its dot; the axis has the unit."""
        value = self.format_row(row)
        return f"{value.estimate if self.is_difference else value.short} ({value.range})"

    def tip(self, dot: Dot) -> str:
        """Return what a reader sees who points at a dot."""
        name = ", ".join(filter(None, [self.series[dot.series], dot.label]))
        return f"{name}: {self.write_estimate(dot.row)}" if name else self.write_estimate(dot.row)

    @property
    def scale(self) -> int:
        """What turns an estimate into the unit of the axis."""
        return 100 if self.is_share else 1

    @property
    def rows(self) -> list[Row]:
        """All estimates."""
        return [dot.row for group in self.groups for dot in group.dots]

    @property
    def has_numbers(self) -> bool:
        """Whether the numbers stand beside the dots."""
        return len(self.series) <= FEW

    @property
    def line(self) -> int:
        """Height of a dot: more where numbers stand beside it."""
        return 17 if self.has_numbers else 12

    def looks(self, series: int) -> dict[str, Any]:
        """Return colour and marker of a series."""
        colours = STEPS if self.is_ordered else SERIES
        marker, size = MARKERS[series % len(MARKERS)]
        return {"color": colours[series % len(colours)], "marker": marker, "markersize": size}


def draw(plot: Dots, width: int = HALF) -> Figure:
    """Draw a dot plot."""
    has_legend = len(plot.series) > 1
    top = legend_height(plot.series, width) if has_legend else 8
    rows = _place_rows(plot, WIDEST_LABEL * width)
    body = math.ceil(rows[-1].bottom)
    right = (
        20 + math.ceil(widest(map(plot.write_estimate, plot.rows), VALUE))
        if plot.has_numbers
        else 16
    )
    left = _gutter(rows)
    figure, axes = canvas(width, top + body + 46, left=left, right=right, top=top)
    _frame(axes, plot, body)
    for group, group_rows in zip(plot.groups, _by_group(plot, rows), strict=True):
        _write_group(axes, plot, group, group_rows)
    _draw_dots(axes, plot, rows)
    if has_legend:
        keys = [plot.looks(series) | {"linestyle": "none"} for series in range(len(plot.series))]
        write_legend(figure, plot.series, keys)
    return figure


def describe(plot: Dots) -> str:
    """Describe what is seen in a dot plot."""
    named = [
        (", ".join(filter(None, [dot.label or plot.series[dot.series], group.label])), dot.row)
        for group in plot.groups
        for dot in group.dots
    ]
    return alt_text(_overview(plot), *extremes(named, plot.format_row))


def _overview(plot: Dots) -> str:
    """Return what the dots are, and how many lie clearly off the dashed line."""
    fair = [(dot.row, group.fair) for group in plot.groups for dot in group.dots]
    compared = [(row, even) for row, even in fair if even is not None]
    if not compared:
        return f"Dots with intervals: {plot.axis}."
    above = sum(bool(row["low"] > even) for row, even in compared)
    below = sum(bool(row["high"] < even) for row, even in compared)
    return (
        f"Dots with intervals, {len(compared)} in all: {above} clearly right of the dashed line,"
        f" {below} left."
    )


@dataclass(frozen=True)
class _Row:
    """A dot with its place in pixels from the top, and the lines of its labels."""

    dot: Dot
    y: float
    bottom: float
    label: list[str]
    heading: list[str]
    """Lines of the label of its group, for the first of them."""


def _place_rows(plot: Dots, room: float) -> list[_Row]:
    """Return all dots in rows one below the other."""
    rows: list[_Row] = []
    top = 0.0
    for group in plot.groups:
        heading = wrap_label(group.label, room, NAME)
        top += HEADING + PITCH * (len(heading) - 1) if group.has_labels else 0
        line = _line(plot, group, heading)
        for index, dot in enumerate(group.dots):
            label = wrap_label(dot.label, room, LABEL)
            bottom = top + max(line, PITCH * len(label) + 4 * (len(label) > 1))
            y = (top + bottom) / 2
            rows.append(_Row(dot, y, bottom, label, heading if index == 0 else []))
            top = bottom
        top += GAP
    return rows


def _line(plot: Dots, group: Group, heading: Sequence[str]) -> float:
    """Return the height of a dot, so that a label of the group beside its dots has room."""
    beside = 0 if group.has_labels else PITCH * len(heading) + 2
    return max(plot.line, beside / len(group.dots))


def _by_group(plot: Dots, rows: Sequence[_Row]) -> list[Sequence[_Row]]:
    """Return the rows of each group."""
    starts = [0]
    for group in plot.groups:
        starts.append(starts[-1] + len(group.dots))
    return [rows[start:end] for start, end in pairwise(starts)]


def _gutter(rows: Sequence[_Row]) -> int:
    """Return the room for labels."""
    names = widest((line for row in rows for line in row.heading), NAME)
    return 18 + math.ceil(max(names, widest((line for row in rows for line in row.label), LABEL)))


def _frame(axes: Axes, plot: Dots, body: float) -> None:
    axes.set(ylim=(body + 4, -4), yticks=[])
    name_scale(axes, plot.axis)
    axes.set_xlim(*_limits(plot))
    axes.grid(axis="x")
    axes.spines["left"].set_visible(False)
    axes.locator_params(axis="x", nbins=6)


def _limits(plot: Dots) -> tuple[float, float]:
    """Return the ends of the axis; bounds that are infinite do not stretch it."""
    ends = [row[name] for row in plot.rows for name in ("estimate", "low", "high")]
    fair = [group.fair for group in plot.groups if group.fair is not None]
    ends += [share + side * plot.margin for share in fair for side in (-1, 1)]
    known = [plot.scale * end for end in ends if math.isfinite(end)] or [0.0, 1.0]
    # without a difference, any room does: an axis needs a length
    room = 0.06 * (max(known) - min(known)) or 0.5
    low, high = min(known) - room, max(known) + room
    is_near = 0 <= min(known) < FAR_FROM_ZERO * max(known) and not fair
    if is_near or (plot.from_zero and max(known) > 0):
        return 0, 1.06 * max(known)
    return low, high


def _write_group(axes: Axes, plot: Dots, group: Group, rows: Sequence[_Row]) -> None:
    """Write the labels and numbers of a group, and draw its fair share."""
    first, bottom = rows[0], rows[-1].bottom
    # rows know their middle and their lower edge
    top = 2 * first.y - first.bottom
    if group.fair is not None:
        _draw_fair(axes, plot, group.fair, top, bottom)
    n_lines = len(first.heading)
    heading = top - HEADING / 2 - PITCH * (n_lines - 1) / 2 - 2
    _write_lines(axes, first.heading, heading if group.has_labels else (top + bottom) / 2, NAME)
    for row in rows:
        _write_lines(axes, row.label, row.y, LABEL, MUTED)
        if plot.has_numbers:
            _write_number(axes, plot.write_estimate(row.dot.row), row.y)


def _write_lines(
    axes: Axes, lines: Sequence[str], middle: float, size: float, colour: str = INK
) -> None:
    """Write lines beside the axes, around a height."""
    for index, line in enumerate(lines):
        y = middle + PITCH * (index - (len(lines) - 1) / 2)
        write_beside(axes, line, y, colour, size=size)


def _draw_fair(axes: Axes, plot: Dots, fair: float, top: float, bottom: float) -> None:
    low, high = (plot.scale * (fair + side * plot.margin) for side in (-1, 1))
    axes.fill([low, high, high, low], [top, top, bottom, bottom], color=MARGIN_TINT, linewidth=0)
    middle = plot.scale * fair
    axes.plot([middle, middle], [top, bottom], color=MUTED, linewidth=1, linestyle=(0, (4, 2)))


def _draw_dots(axes: Axes, plot: Dots, rows: Sequence[_Row]) -> None:
    """Draw all intervals and markers, a series at a time."""
    left, right = axes.get_xlim()
    for series in range(len(plot.series)):
        series_rows = [row for row in rows if row.dot.series == series]
        ys = [row.y for row in series_rows]
        xs, lows, highs = (
            [plot.scale * row.dot.row[name] for row in series_rows]
            for name in ("estimate", "low", "high")
        )
        looks = plot.looks(series) | {"markeredgecolor": PAPER, "markeredgewidth": 0.8}
        # an infinite bound ends at the edge of the axis
        lows, highs = [max(low, left) for low in lows], [min(high, right) for high in highs]
        axes.hlines(ys, lows, highs, color=looks["color"], linewidth=2.2)
        (markers,) = axes.plot(xs, ys, linestyle="none", clip_on=False, **looks)
        add_tips(markers, [plot.tip(row.dot) for row in series_rows])


def _write_number(axes: Axes, number_text: str, y: float) -> None:
    coordinates: Any = ("axes fraction", "data")
    write(
        axes,
        number_text,
        (1, y),
        dx=10,
        size=VALUE,
        colour=MUTED,
        xycoords=coordinates,
        va="center",
    )
