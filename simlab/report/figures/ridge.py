"""Ridge plot: rows of small bars over the rounds or points, one row per category."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import PathPatch
from matplotlib.path import Path

from simlab.report.figures.alt_text import alt_text
from simlab.report.figures.bars import path_of
from simlab.report.figures.lines import Line
from simlab.report.style import HALF, LINE, MUTED, SERIES, canvas, clip_label, widest, write
from simlab.report.wording import FormattedEstimate, Row, join_list

READING = "Each row has a scale of its own; the highest bars bear their numbers."
ROW, BAR, GAP, HEAD, FOOT = 40, 22, 14, 24, 26
"""Pixels: from one row to the next, of the highest bar, between scenarios, above and below."""
WIDEST_LABEL = 0.4
"""Part of the figure that a label takes at most; the rest of a longer one is left out."""
FEW = 3
"""Things that an alternative text names."""


@dataclass(frozen=True, eq=False)
class Ridge:
    """Categories in rows, and a table for each scenario with columns `what` and that of the axis.

    A scenario may lack categories.
    """

    labels: Sequence[str]
    lines: Sequence[Line]
    unit: str
    say: Callable[[Row], FormattedEstimate]
    axis: str = "round"
    """Column of the tables over which the bars stand, and its name."""

    def rows(self, line: Line, label: str) -> pd.DataFrame:
        """Return the bars of one thing."""
        rows: pd.DataFrame = line.table.loc[line.table["what"] == label]
        return rows

    def highest(self, label: str) -> float:
        """Return the most of one thing in any round of any scenario."""
        rows = [self.rows(line, label)["estimate"] for line in self.lines]
        return max(float(estimates.max()) for estimates in rows if len(estimates))


def draw(ridge: Ridge) -> Figure:
    """Draw a column of pictures for each scenario, a row for each thing."""
    names = [clip_label(label, WIDEST_LABEL * HALF, 10.5) for label in ridge.labels]
    left = 16 + math.ceil(widest(names, 10.5))
    body = ROW * len(ridge.labels)
    figure, axes = canvas(HALF, HEAD + body + FOOT, left=left, right=8, top=HEAD, bottom=FOOT)
    room = HALF - left - 8
    axes.set(xlim=(0, room), ylim=(body, 0), xticks=[], yticks=[])
    axes.spines[["left", "bottom"]].set_visible(False)
    width = (room + GAP) / len(ridge.lines) - GAP
    for column, line in enumerate(ridge.lines):
        _draw_column(axes, ridge, line, column * (width + GAP), width)
    for row, name in enumerate(names):
        write(axes, name, (0, ROW * (row + 1) - 9), dx=-10, size=10.5, ha="right", va="center")
    return figure


def describe(ridge: Ridge) -> str:
    """Say in which rounds the first things are at their most."""
    line = ridge.lines[-1]
    met = [label for label in ridge.labels if len(ridge.rows(line, label))]
    peaks = [f"{label} at {_peak(ridge, ridge.rows(line, label))}" for label in met[:FEW]]
    return alt_text(
        f"Rows of small columns by {ridge.axis}: {ridge.unit}.",
        f"Highest with {line.name}: {join_list(peaks)}.",
    )


def _peak(ridge: Ridge, rows: pd.DataFrame) -> int:
    """Return where the highest bar stands."""
    return int(rows[ridge.axis].iloc[int(rows["estimate"].to_numpy().argmax())])


def _draw_column(axes: Axes, ridge: Ridge, line: Line, left: float, width: float) -> None:
    write(axes, line.name, (left, 0), dy=8, size=10.5)
    axis_values = line.table[ridge.axis]
    first, last = int(axis_values.min()), int(axis_values.max())
    step = width / (last - first + 1)
    for row, label in enumerate(ridge.labels):
        base = ROW * (row + 1) - 4
        rows = ridge.rows(line, label)
        if rows.empty:
            continue
        scale = BAR / (ridge.highest(label) or 1)
        heights = scale * rows["estimate"].to_numpy()
        sideways = path_of(np.arange(len(rows)) + 0.5, heights)
        spots = [left, base] + np.fliplr(sideways.vertices) * [step, -1]
        bars = PathPatch(Path(spots, sideways.codes), color=SERIES[0], linewidth=0)
        axes.add_patch(bars)
        axes.plot([left, left + width], [base, base], color=LINE, linewidth=0.8)
        _write_highest(axes, ridge, rows, heights, (left, base), step)
    looks: dict[str, Any] = {"size": 10, "colour": MUTED, "va": "top"}
    bottom = ROW * len(ridge.labels) - 4
    write(axes, f"{first}", (left, bottom), dy=-5, ha="left", **looks)
    write(axes, ridge.axis, (left + width / 2, bottom), dy=-5, ha="center", **looks)
    if last > first:
        write(axes, f"{last}", (left + width, bottom), dy=-5, ha="right", **looks)


def _write_highest(
    axes: Axes,
    ridge: Ridge,
    rows: pd.DataFrame,
    heights: np.ndarray[tuple[int], np.dtype[np.float64]],
    corner: tuple[float, float],
    step: float,
) -> None:
    """Write the number of the highest bar above it."""
    top = int(heights.argmax())
    number = ridge.say(rows.iloc[top]).short
    share = (top + 0.5) / len(rows)
    # near an edge a centred number would reach into the next column
    side = "left" if share < 0.2 else "right" if share > 0.8 else "center"
    across = {"left": top, "right": top + 1, "center": top + 0.5}[side]
    spot = (corner[0] + step * across, corner[1] - heights[top])
    write(axes, number, spot, dy=2, size=10, colour=MUTED, ha=side, va="bottom")
