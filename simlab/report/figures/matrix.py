"""Numbers in rows and columns, tinted where they lie surely above or below what is even."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from simlab.report.style import HALF, INK, MUTED, NARROW, TILTS, WIDE, write
from simlab.report.wording import Row, Spoken

LINE, HEAD, TITLE, GAP = 34, 20, 24, 16
"""Heights of a row, of the names of the columns and of a panel's title; room between panels."""
WIDEST, NARROWEST = 96, 68
"""Pixels of a cell, from one to the next."""
LETTER = 6.4
"""Pixels of a letter of a label."""
NAME, NAME_LETTER = 10, 6.1
SMALL, SMALL_LETTER = 8.5, 4.9
"""Size of the letters of the name of a column and of an interval, and pixels of one; smaller where
there is no room."""
WRAPPED = 17
"""Letters of a label to a line on a narrow screen."""


@dataclass(frozen=True)
class Cell:
    """One number, and what it would be if all were even."""

    row: Row
    even: float


@dataclass(frozen=True, eq=False)
class Panel:
    """The cells of one scenario, by row and column; a row may lack cells."""

    title: str
    columns: Sequence[str]
    cells: dict[tuple[str, str], Cell]


@dataclass(frozen=True, eq=False)
class Matrix:
    """Panels with the same rows."""

    labels: Sequence[str]
    panels: Sequence[Panel]
    say: Callable[[Row], Spoken]
    steps: tuple[float, float]
    """Distances from what is even at which the tint becomes deeper."""
    is_relative: bool = False
    """Whether these distances are parts of what is even."""

    @property
    def n_columns(self) -> int:
        """Columns of all panels together."""
        return sum(len(panel.columns) for panel in self.panels)

    def tint(self, cell: Cell) -> str:
        """Return the colour of a cell: even unless its interval lies on one side of that.

        Where all games agree there is no interval, and nothing is said.
        """
        middle, low, high = len(TILTS) // 2, cell.row["low"], cell.row["high"]
        if low <= cell.even <= high or low == high:
            return TILTS[middle]
        distance = (cell.row["estimate"] - cell.even) / (cell.even if self.is_relative else 1)
        depth = 1 + sum(abs(distance) >= step for step in self.steps)
        return TILTS[middle + int(math.copysign(depth, distance))]


def draw(matrix: Matrix) -> Figure:
    """Draw the panels side by side, for a wide page."""
    gutter, gaps = _gutter(matrix.labels), GAP * (len(matrix.panels) - 1)
    room = HALF if _is_small(matrix) else WIDE
    cell = min(WIDEST, (room - gutter - gaps) // matrix.n_columns)
    figure, axes = _canvas(gutter + gaps + cell * matrix.n_columns, _height(matrix.labels))
    _write_labels(axes, matrix.labels, 0, wrapped=False)
    left = gutter
    for panel in matrix.panels:
        _draw_panel(axes, matrix, panel, matrix.labels, (left, 0), cell)
        left += cell * len(panel.columns) + GAP
    return figure


def draw_narrow(matrix: Matrix) -> Figure | None:
    """Draw the panels one below the other, for a narrow screen; nothing if one form is enough."""
    if _is_small(matrix):
        return None
    gutter = _gutter([line for label in matrix.labels for line in _lines(label)])
    cell = (NARROW - gutter) // max(len(panel.columns) for panel in matrix.panels)
    own = [_labels_of(matrix, panel) for panel in matrix.panels]
    figure, axes = _canvas(NARROW, sum(_height(labels) + GAP for labels in own) - GAP)
    top = 0
    for panel, labels in zip(matrix.panels, own, strict=True):
        _write_labels(axes, labels, top, wrapped=True)
        _draw_panel(axes, matrix, panel, labels, (gutter, top), cell)
        top += _height(labels) + GAP
    return figure


def describe(matrix: Matrix) -> str:
    """Say in words what the cells hold."""
    return " ".join(_describe(matrix, panel) for panel in matrix.panels)


def _describe(matrix: Matrix, panel: Panel) -> str:
    said = []
    for label in matrix.labels:
        own = [(name, panel.cells.get((label, name))) for name in panel.columns]
        told = [f"{name} {matrix.say(cell.row).full}" for name, cell in own if cell]
        said += [f"{label}: {', '.join(told)}"] if told else []
    return f"{panel.title}: {'; '.join(said)}."


def _is_small(matrix: Matrix) -> bool:
    """Say whether all columns fit on half a page."""
    gaps = GAP * (len(matrix.panels) - 1)
    return _gutter(matrix.labels) + gaps + NARROWEST * matrix.n_columns <= HALF


def _gutter(labels: Sequence[str]) -> int:
    return 14 + math.ceil(LETTER * max(map(len, labels)))


def _canvas(width: int, height: int) -> tuple[Figure, Axes]:
    """Return axes that measure in pixels from the upper left corner."""
    figure = Figure(figsize=(width / 72, height / 72))
    axes = figure.add_axes((0, 0, 1, 1))
    axes.axis("off")
    axes.set(xlim=(0, width), ylim=(height, 0))
    return figure, axes


def _height(labels: Sequence[str]) -> int:
    return TITLE + HEAD + LINE * len(labels)


def _labels_of(matrix: Matrix, panel: Panel) -> list[str]:
    """Return the rows of which a panel has cells."""
    filled = {label for label, _ in panel.cells}
    return [label for label in matrix.labels if label in filled]


def _lines(label: str) -> list[str]:
    """Return a label in lines that are short enough for a narrow screen."""
    return textwrap.wrap(label, WRAPPED) or [label]


def _write_labels(axes: Axes, labels: Sequence[str], top: int, *, wrapped: bool) -> None:
    for place, label in enumerate(labels):
        lines = _lines(label) if wrapped else [label]
        size = min(10.5, (LINE - 4) / len(lines) / 1.1)
        middle = top + TITLE + HEAD + LINE * (place + 0.5)
        for number, line in enumerate(lines):
            y = middle + 1.15 * size * (number - (len(lines) - 1) / 2)
            write(axes, line, (0, y), size=size, va="center")


def _draw_panel(
    axes: Axes,
    matrix: Matrix,
    panel: Panel,
    labels: Sequence[str],
    corner: tuple[int, int],
    width: int,
) -> None:
    left, top = corner
    write(axes, panel.title, (left, top + TITLE / 2), size=11.5, va="center")
    for column, name in enumerate(panel.columns):
        spot = (left + width * (column + 0.5), top + TITLE + HEAD / 2)
        size = _fitting(NAME, NAME_LETTER, name, width)
        write(axes, name, spot, size=size, colour=MUTED, ha="center", va="center")
        for place, label in enumerate(labels):
            cell = panel.cells.get((label, name))
            if cell is not None:
                y = top + TITLE + HEAD + LINE * place
                _draw_cell(axes, matrix, cell, (left + width * column, y), width)


def _draw_cell(
    axes: Axes, matrix: Matrix, cell: Cell, corner: tuple[float, float], width: int
) -> None:
    left, top = corner
    xs, ys = [left + 1, left + width - 1], [top + 1, top + LINE - 1]
    axes.fill(
        [xs[0], xs[1], xs[1], xs[0]],
        [ys[0], ys[0], ys[1], ys[1]],
        color=matrix.tint(cell),
        linewidth=0,
    )
    said, middle = matrix.say(cell.row), left + width / 2
    looks: dict[str, Any] = {"ha": "center", "va": "center", "colour": INK}
    write(axes, said.value, (middle, top + 11.5), size=11, **looks)
    size = _fitting(SMALL, SMALL_LETTER, said.range, width)
    write(axes, said.range, (middle, top + 25), size=size, **looks)


def _fitting(size: float, letter: float, text: str, width: int) -> float:
    """Return the size at which a text fits into a cell, if it must be smaller."""
    return min(size, size * (width - 2) / (letter * len(text)))
