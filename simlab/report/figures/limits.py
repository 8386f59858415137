"""Intervals against their limits: a row per statement, each on a scale of its own."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from simlab.report.figures.alt_text import alt_text
from simlab.report.style import (
    HALF,
    INK,
    LINE,
    MARGIN_TINT,
    MARKERS,
    MUTED,
    PAPER,
    SERIES,
    wrap_label,
    write,
)
from simlab.report.wording import n_of

ROW, NAME_LINE, SIDE = 60, 14, 14
"""Heights in pixels of a row without its name and of a line of a name; room beside the rows."""
ROOM = 0.25
"""Part of a scale that stays free on each side."""
COLOURS = {
    "holds": SERIES[2],
    "not decided": MUTED,
    "depends on who plays": MUTED,
    "fails": SERIES[1],
}


@dataclass(frozen=True)
class Limit:
    """A value with its interval, and the range that is allowed."""

    name: str
    decision: str
    estimate: float
    low: float
    high: float
    at_least: float | None
    at_most: float | None
    labels: tuple[str, str, str]
    """The value, the lower and the upper bound in words; empty without a bound."""


def draw(limits: Sequence[Limit]) -> Figure:
    """Draw all rows; the allowed range is a stripe, its ends are named."""
    room = HALF - 2 * SIDE
    names = [wrap_label(f"{limit.decision}: {limit.name}", room, 11) for limit in limits]
    total = sum(ROW + NAME_LINE * len(lines) for lines in names) + 8
    figure = Figure(figsize=(HALF / 72, total / 72))
    axes = figure.add_axes((0, 0, 1, 1))
    axes.axis("off")
    axes.set(xlim=(0, HALF), ylim=(0, total))
    top = float(total - 8)
    for limit, lines in zip(limits, names, strict=True):
        for number, line in enumerate(lines):
            write(axes, line, (SIDE, top - NAME_LINE * number), size=11, va="top")
        _draw_row(axes, limit, top - NAME_LINE * len(lines) - 26)
        top -= ROW + NAME_LINE * len(lines)
    return figure


def describe(limits: Sequence[Limit]) -> str:
    """Say how many statements are in which state."""
    counts = {word: sum(limit.decision == word for limit in limits) for word in COLOURS}
    count_phrases = [f"{n} {word}" for word, n in counts.items() if n]
    kind = f"Intervals of {n_of(len(limits), 'statement')} on stripes of what is allowed."
    return alt_text(kind, f"{', '.join(count_phrases)}.")


def _draw_row(axes: Axes, limit: Limit, y: float) -> None:
    scale = _Scale(limit)
    left = SIDE if limit.at_least is None else scale.x(limit.at_least)
    right = HALF - SIDE if limit.at_most is None else scale.x(limit.at_most)
    axes.fill([left, right, right, left], [y - 8, y - 8, y + 8, y + 8], color=MARGIN_TINT)
    axes.plot([SIDE, HALF - SIDE], [y, y], color=LINE, linewidth=0.8)
    for end, label in ((limit.at_least, limit.labels[1]), (limit.at_most, limit.labels[2])):
        if end is not None:
            axes.plot([scale.x(end)] * 2, [y - 9, y + 9], color=INK, linewidth=1.4)
            write(axes, label, (scale.x(end), y - 11), size=10, colour=MUTED, ha="center", va="top")
    colour = COLOURS[limit.decision]
    marker, size = MARKERS[list(COLOURS).index(limit.decision)]
    axes.plot([scale.x(limit.low), scale.x(limit.high)], [y, y], color=colour, linewidth=3)
    axes.plot(
        [scale.x(limit.estimate)], [y], marker, color=colour, markersize=size, markeredgecolor=PAPER
    )
    write(
        axes, limit.labels[0], (scale.x(limit.estimate), y + 9), size=10.5, ha="center", va="bottom"
    )


class _Scale:
    """Scale of a row: its value and its bounds, with room on both sides."""

    def __init__(self, limit: Limit) -> None:
        points = (limit.estimate, limit.low, limit.high, limit.at_least, limit.at_most)
        known = [point for point in points if point is not None and math.isfinite(point)]
        self.low, high = (min(known), max(known)) if known else (0.0, 1.0)
        self.span = (high - self.low) or 1.0

    def x(self, value: float) -> float:
        """Return the place of a value in pixels, at most at the end of the row."""
        if math.isnan(value):
            return HALF / 2
        fraction = (value - self.low) / self.span
        inside = ROOM + (1 - 2 * ROOM) * fraction
        return SIDE + (HALF - 2 * SIDE) * min(max(inside, 0.0), 1.0)
