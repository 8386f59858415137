"""Strength of searches over rollouts: a line per base policy, marks for scripted policies."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from simlab.report.figures.alt_text import alt_text, extremes
from simlab.report.style import (
    DASHES,
    HALF,
    LINE,
    MARGIN_TINT,
    MARKERS,
    MUTED,
    PAPER,
    SERIES,
    legend_height,
    widest,
    write,
    write_legend,
)
from simlab.report.wording import FormattedEstimate, Row, whole

HEIGHT, LEFT, RIGHT, GAP, FOOT = 270, 62, 12, 8, 42
"""Pixels: the height of both fields, room beside them, between them and below them."""
LEAST_STRIP, MOST_STRIP = 90, 210
"""Pixels: how wide the field of the marks is."""
SIZE = 10
"""Size of the letters of a mark's name."""
APART = 14
"""Pixels between the names of two marks."""
MARK, NEAR, NAME = 0.08, 10, 22
"""Where marks stand, as a part of their field; from there to a name that stands level and to one
that does not, in pixels."""
ASIDE = 0.012
"""Distance between the points of two lines at one place, as a part of the axis."""
ROOM = 0.06
"""Room above the highest and below the lowest bound, as a part of the axis."""


@dataclass(frozen=True)
class Line:
    """A base policy with the rows of its searches: `rollouts`, estimate, low and high."""

    name: str
    rows: Sequence[Row]


@dataclass(frozen=True)
class Mark:
    """A scripted player: its name and its row."""

    name: str
    row: Row


@dataclass(frozen=True)
class SearchStrength:
    """Estimates of searches and scripted policies; `par` is that of the policy compared with."""

    lines: Sequence[Line]
    marks: Sequence[Mark]
    par: float
    margin: float
    axis: str
    say: Callable[[Row], FormattedEstimate]
    scale: int = 1
    """What turns an estimate into the unit of the axis."""

    @property
    def rows(self) -> list[Row]:
        """All rows."""
        return [*(row for line in self.lines for row in line.rows), *(m.row for m in self.marks)]


def draw(plot: SearchStrength) -> Figure:
    """Draw the marks at the left and the lines beside them, on one scale."""
    names = [f"over {line.name}" for line in plot.lines]
    top = 8 + legend_height(names, HALF)
    height = top + HEIGHT + FOOT
    figure = Figure(figsize=(HALF / 72, height / 72))
    longest = widest((mark.name for mark in plot.marks), SIZE)
    strip = min(max(LEAST_STRIP, MARK * MOST_STRIP + NAME + longest), MOST_STRIP)
    across = HALF - LEFT - RIGHT - strip - GAP
    beside = LEFT + strip + GAP
    box = (FOOT / height, HEIGHT / height)
    left = figure.add_axes((LEFT / HALF, box[0], strip / HALF, box[1]))
    right = figure.add_axes((beside / HALF, box[0], across / HALF, box[1]), sharey=left)
    left.set_ylim(*_limits(plot))
    for axes in (left, right):
        _draw_par(axes, plot)
    _draw_marks(left, plot)
    _draw_lines(right, plot)
    write_legend(figure, names, [_looks(series) for series in range(len(names))])
    return figure


def describe(plot: SearchStrength) -> str:
    """Say who is best and who is worst."""
    searches = [
        (f"search over {line.name} at {n_rollouts(row)} rollouts", row)
        for line in plot.lines
        for row in line.rows
    ]
    marks = [(mark.name, mark.row) for mark in plot.marks]
    kind = f"Scripted policies, and searches over rollouts, with intervals: {plot.axis}."
    return alt_text(kind, *extremes([*searches, *marks], plot.say))


def n_rollouts(row: Row) -> str:
    """Return the rollouts of a row in words."""
    return whole(row["rollouts"])


def _limits(plot: SearchStrength) -> tuple[float, float]:
    """Return the ends of the scale; bounds that are infinite do not stretch it."""
    ends = [row[name] for row in plot.rows for name in ("estimate", "low", "high")]
    ends += [plot.par - plot.margin, plot.par + plot.margin]
    known = [plot.scale * end for end in ends if math.isfinite(end)]
    room = ROOM * (max(known) - min(known))
    return min(known) - room, max(known) + room


def _draw_par(axes: Axes, plot: SearchStrength) -> None:
    low, middle, high = (plot.scale * (plot.par + side * plot.margin) for side in (-1, 0, 1))
    axes.axhspan(low, high, color=MARGIN_TINT, linewidth=0, zorder=0)
    axes.axhline(middle, color=MUTED, linewidth=1, linestyle=(0, (4, 2)))


def _draw_marks(axes: Axes, plot: SearchStrength) -> None:
    """Draw the scripted players, their names so far apart that each can be read."""
    axes.set(xlim=(0, 1), xticks=[], ylabel=plot.axis, xlabel="scripted")
    looks: dict[str, Any] = {"color": MUTED, "marker": "D", "markersize": 5.5}
    marks = sorted(plot.marks, key=lambda mark: float(mark.row["estimate"]))
    low, high = axes.get_ylim()
    pixel = (high - low) / HEIGHT
    lowest = -math.inf
    for mark in marks:
        y = plot.scale * mark.row["estimate"]
        lowest = max(y, lowest + APART * pixel)
        _draw_interval(axes, plot, MARK, mark.row, MUTED)
        axes.plot([MARK], [y], markeredgecolor=PAPER, linestyle="none", **looks)
        _write_name(axes, mark.name, y, (lowest - y) / pixel)


def _write_name(axes: Axes, name: str, y: float, up: float) -> None:
    """Write a name beside its mark, or some pixels above it, with a line to it."""
    looks: dict[str, Any] = {"size": SIZE, "va": "center"}
    looks["bbox"] = {"facecolor": PAPER, "edgecolor": "none", "pad": 1}
    if up:
        looks["arrowprops"] = {"arrowstyle": "-", "color": LINE, "linewidth": 0.8, "shrinkB": 4}
    write(axes, name, (MARK, y), dx=NAME if up else NEAR, dy=up, **looks)


def _draw_lines(axes: Axes, plot: SearchStrength) -> None:
    """Draw the lines over rollouts, on a logarithmic axis."""
    rollouts = sorted({int(row["rollouts"]) for line in plot.lines for row in line.rows})
    log_rollouts = np.log(rollouts)
    # a single number of rollouts has no width
    wide = float(log_rollouts[-1] - log_rollouts[0]) or 1.0
    axes.set_xlim(log_rollouts[0] - 0.15 * wide, log_rollouts[-1] + 0.15 * wide)
    axes.set_xticks(log_rollouts, [whole(n) for n in rollouts])
    axes.set_xlabel("rollouts per decision")
    axes.tick_params(labelleft=False)
    axes.spines["left"].set_visible(False)
    axes.grid(axis="y")
    for series, line in enumerate(plot.lines):
        # apart to both sides alike, so that the middle stays at the number of rollouts
        aside = wide * ASIDE * (2 * series - len(plot.lines) + 1)
        xs = [math.log(row["rollouts"]) + aside for row in line.rows]
        looks = _looks(series)
        for x, row in zip(xs, line.rows, strict=True):
            _draw_interval(axes, plot, x, row, looks["color"])
        ys = [plot.scale * row["estimate"] for row in line.rows]
        axes.plot(xs, ys, markeredgecolor=PAPER, **looks)


def _draw_interval(axes: Axes, plot: SearchStrength, x: float, row: Row, colour: str) -> None:
    low, high = axes.get_ylim()
    # a bound that is infinite ends at the edge of the field
    ends = max(plot.scale * row["low"], low), min(plot.scale * row["high"], high)
    axes.vlines(x, *ends, color=colour, linewidth=2)


def _looks(series: int) -> dict[str, Any]:
    marker, size = MARKERS[series % len(MARKERS)]
    return {
        "color": SERIES[series % len(SERIES)],
        "linestyle": DASHES[series % len(DASHES)],
        "linewidth": 1.5,
        "marker": marker,
        "markersize": size,
    }
