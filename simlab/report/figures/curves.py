"""Response curves: change from the base level for each level of each factor."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from simlab.report.figures.alt_text import alt_text, extremes
from simlab.report.style import (
    DASHES,
    LINE,
    MARGIN_TINT,
    MARKERS,
    MUTED,
    NARROW,
    PAPER,
    STEPS,
    WIDE,
    legend_height,
    write_legend,
)
from simlab.report.wording import FormattedEstimate, Row, join_with_commas

COLUMNS, NARROW_COLUMNS = 3, 1
PANEL, HEAD, FOOT, LEFT, RIGHT, GAP = 170, 28, 48, 62, 10, 22
"""Pixels: height of a panel, above and below each, beside the first and last, between columns."""
WORD, LINES = 13, 2
"""Letters of a line, and lines, for which there is room below the place of a level."""
ASIDE = 0.07
"""Distance between the points of two series at one place."""


@dataclass(frozen=True)
class Point:
    """One level of a factor: its position on the axis, its change and that in words."""

    position: int
    row: Row
    change: FormattedEstimate


@dataclass(frozen=True)
class Panel:
    """One factor: its levels by their places, the unchanged one, and the points of each series."""

    title: str
    levels: Mapping[int, str]
    base: int
    lines: Sequence[Sequence[Point]]
    is_ordered: bool = True
    """Whether the levels are numbers, so that a line may join them."""


@dataclass(frozen=True)
class Curves:
    """Panels on one axis."""

    panels: Sequence[Panel]
    axis: str
    series: Sequence[str]
    margin: float
    scale: int = 1
    """What turns an estimate into the unit of the axis."""


def draw(curves: Curves) -> Figure:
    """Draw the panels in rows, for a wide page."""
    return _draw(curves, WIDE, COLUMNS)


def draw_narrow(curves: Curves) -> Figure:
    """Draw the panels one below the other, for a narrow screen."""
    return _draw(curves, NARROW, NARROW_COLUMNS)


def describe(curves: Curves) -> str:
    """Say which levels change most."""
    named = [
        (
            join_with_commas(
                f"{panel.title} {panel.levels[point.position]}", name * (len(curves.series) > 1)
            ),
            point,
        )
        for panel in curves.panels
        for name, line in zip(curves.series, panel.lines, strict=True)
        for point in line
    ]
    change_by_row = {id(point.row): point.change for _, point in named}
    rows = [(name, point.row) for name, point in named]
    kind = "Dots with intervals, a panel for each rule"
    return alt_text(f"{kind}: {curves.axis}.", *extremes(rows, lambda row: change_by_row[id(row)]))


def _draw(curves: Curves, width: int, columns: int) -> Figure:
    has_legend = len(curves.series) > 1
    top = legend_height(curves.series, width) if has_legend else 0
    n_rows = math.ceil(len(curves.panels) / columns)
    total = top + n_rows * (HEAD + PANEL + FOOT)
    figure = Figure(figsize=(width / 72, total / 72))
    room = (width - LEFT - RIGHT + GAP) / columns - GAP
    first: Axes | None = None
    for number, panel in enumerate(curves.panels):
        row, column = divmod(number, columns)
        left = LEFT + column * (room + GAP)
        bottom = total - top - row * (HEAD + PANEL + FOOT) - HEAD - PANEL
        box = (left / width, bottom / total, room / width, PANEL / total)
        # one scale, so that rules can be compared
        axes = figure.add_axes(box, sharey=first)
        _draw_panel(axes, curves, panel)
        axes.tick_params(labelleft=column == 0)
        axes.set_ylabel(curves.axis if column == 0 else "")
        first = first or axes
    if has_legend:
        keys = [_looks(series) | {"linewidth": 1.6} for series in range(len(curves.series))]
        write_legend(figure, curves.series, keys)
    return figure


def _looks(series: int) -> dict[str, Any]:
    marker, size = MARKERS[series % len(MARKERS)]
    return {
        "color": STEPS[series % len(STEPS)],
        "linestyle": DASHES[series % len(DASHES)],
        "marker": marker,
        "markersize": size,
    }


def _draw_panel(axes: Axes, curves: Curves, panel: Panel) -> None:
    margin = curves.scale * curves.margin
    axes.axhspan(-margin, margin, color=MARGIN_TINT, linewidth=0, zorder=0)
    axes.axhline(0, color=MUTED, linewidth=1)
    axes.axvline(panel.base, color=LINE, linewidth=1)
    step = min((b - a for a, b in _neighbours(panel)), default=1)
    for series in range(len(panel.lines)):
        aside = step * ASIDE * (series - (len(panel.lines) - 1) / 2)
        _draw_line(axes, curves, panel, series, aside)
    ends = min(panel.levels), max(panel.levels)
    axes.set_xlim(ends[0] - 0.35 * step, ends[1] + 0.35 * step)
    axes.set_xticks(list(panel.levels), [break_label(word) for word in panel.levels.values()])
    axes.set_title(panel.title, loc="left", fontsize=11, pad=7)
    axes.locator_params(axis="y", nbins=5)
    axes.grid(axis="y")


def _draw_line(axes: Axes, curves: Curves, panel: Panel, series: int, aside: float) -> None:
    looks, line = _looks(series), panel.lines[series]
    xs = [point.position + aside for point in line]
    ys, lows, highs = (
        [curves.scale * point.row[name] for point in line] for name in ("estimate", "low", "high")
    )
    known = [(x, low, high) for x, low, high in zip(xs, lows, highs, strict=True)]
    finite = [ends for ends in known if math.isfinite(ends[1])]
    axes.vlines(*zip(*finite, strict=True), color=looks["color"], linewidth=2)
    width = 1.3 if panel.is_ordered else 0
    axes.plot(xs, ys, linewidth=width, markeredgecolor=PAPER, markeredgewidth=0.8, **looks)


def _neighbours(panel: Panel) -> list[tuple[int, int]]:
    levels = sorted(panel.levels)
    return list(pairwise(levels))


def break_label(word: str) -> str:
    """Return the name of a level on as many lines as there is room for, parted at underscores."""
    # a line may end at a space only, so underscores have one for a moment
    lines = textwrap.wrap(word.replace("_", "_ "), WORD, max_lines=LINES, placeholder="…")
    return "\n".join(lines).replace("_ ", "_")
