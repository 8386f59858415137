"""Heat map with numbers: cells are tinted if their interval lies above or below a reference."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from simlab.report.style import HALF, INK, MUTED, NARROW, TILTS, WIDE, write
from simlab.report.wording import FormattedEstimate, Row

LINE, HEAD, TITLE, GAP = 34, 20, 24, 16
"""Least height of a row, heights of the names of the columns and of a panel's title; room between
panels."""
LABEL, PITCH = 10.5, 12
"""Size of the letters of a label, and pixels from one of its lines to the next."""
WIDEST, NARROWEST = 96, 68
"""Pixels of a cell, from one to the next."""
LETTER = 6.4
"""Pixels of a letter of a label."""
NAME, NAME_LETTER = 10, 6.1
SMALL, SMALL_LETTER = 8.5, 4.9
"""Size of the letters of the names of columns and of intervals, and pixels of one; smaller
where one of them has no room."""
WRAPPED = 17
"""Letters of a label to a line on a narrow screen."""


@dataclass(frozen=True)
class Cell:
    """An estimate and its reference value: what it would be if all were even."""

    row: Row
    even: float


@dataclass(frozen=True, eq=False)
class Panel:
    """The cells of one scenario, by row and column; a row may lack cells."""

    title: str
    columns: Sequence[str]
    cells: dict[tuple[str, str], Cell]


@dataclass(frozen=True)
class Strip:
    """The place of a row: its label in lines, its upper edge and its height in pixels."""

    label: str
    lines: list[str]
    top: int
    height: int


@dataclass(frozen=True, eq=False)
class Matrix:
    """Panels with the same rows."""

    labels: Sequence[str]
    panels: Sequence[Panel]
    say: Callable[[Row], FormattedEstimate]
    steps: tuple[float, float]
    """Distances from the reference value at which the tint becomes deeper."""
    is_relative: bool = False
    """Whether these distances are parts of the reference value."""

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
    strips = _strips(matrix.labels, 0, wrapped=False)
    figure, axes = _canvas(gutter + gaps + cell * matrix.n_columns, _bottom(strips))
    _write_labels(axes, strips)
    left = gutter
    for panel in matrix.panels:
        _draw_panel(axes, matrix, panel, strips, (left, 0), cell)
        left += cell * len(panel.columns) + GAP
    return figure


def draw_narrow(matrix: Matrix) -> Figure | None:
    """Draw the panels one below the other, for a narrow screen; nothing if one form is enough."""
    if _is_small(matrix):
        return None
    gutter = _gutter([line for label in matrix.labels for line in _lines(label)])
    cell = (NARROW - gutter) // max(len(panel.columns) for panel in matrix.panels)
    tops, own, bottom = [], [], 0
    for panel in matrix.panels:
        tops.append(bottom)
        own.append(_strips(_labels_of(matrix, panel), bottom, wrapped=True))
        bottom = _bottom(own[-1]) + GAP
    figure, axes = _canvas(NARROW, bottom - GAP)
    for panel, top, strips in zip(matrix.panels, tops, own, strict=True):
        _write_labels(axes, strips)
        _draw_panel(axes, matrix, panel, strips, (gutter, top), cell)
    return figure


def describe(matrix: Matrix) -> str:
    """Say in words what the cells hold."""
    return " ".join(_describe(matrix, panel) for panel in matrix.panels)


def _describe(matrix: Matrix, panel: Panel) -> str:
    phrases = []
    for label in matrix.labels:
        own = [(name, panel.cells.get((label, name))) for name in panel.columns]
        cells = [f"{name} {matrix.say(cell.row).full}" for name, cell in own if cell]
        phrases += [f"{label}: {', '.join(cells)}"] if cells else []
    return f"{panel.title}: {'; '.join(phrases)}."


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


def _strips(labels: Sequence[str], top: int, *, wrapped: bool) -> list[Strip]:
    """Return rows one below the other, under a panel's title and the names of its columns."""
    strips, top = [], top + TITLE + HEAD
    for label in labels:
        lines = _lines(label) if wrapped else [label]
        strips.append(Strip(label, lines, top, max(LINE, PITCH * (len(lines) + 1))))
        top += strips[-1].height
    return strips


def _bottom(strips: Sequence[Strip]) -> int:
    return strips[-1].top + strips[-1].height


def _labels_of(matrix: Matrix, panel: Panel) -> list[str]:
    """Return the rows of which a panel has cells."""
    filled = {label for label, _ in panel.cells}
    return [label for label in matrix.labels if label in filled]


def _lines(label: str) -> list[str]:
    """Return a label in lines that are short enough for a narrow screen."""
    return textwrap.wrap(label, WRAPPED) or [label]


def _write_labels(axes: Axes, strips: Sequence[Strip]) -> None:
    for strip in strips:
        middle = strip.top + strip.height / 2
        for number, line in enumerate(strip.lines):
            y = middle + PITCH * (number - (len(strip.lines) - 1) / 2)
            write(axes, line, (0, y), size=LABEL, va="center")


def _draw_panel(
    axes: Axes,
    matrix: Matrix,
    panel: Panel,
    strips: Sequence[Strip],
    corner: tuple[int, int],
    width: int,
) -> None:
    left, top = corner
    write(axes, panel.title, (left, top + TITLE / 2), size=11.5, va="center")
    size = _fitting(NAME, NAME_LETTER, panel.columns, width)
    ranges = [matrix.say(cell.row).range for cell in panel.cells.values()]
    small = _fitting(SMALL, SMALL_LETTER, ranges, width)
    for column, name in enumerate(panel.columns):
        spot = (left + width * (column + 0.5), top + TITLE + HEAD / 2)
        write(axes, name, spot, size=size, colour=MUTED, ha="center", va="center")
        for strip in strips:
            cell = panel.cells.get((strip.label, name))
            if cell is not None:
                _draw_cell(axes, matrix, cell, strip, left + width * column, width, small)


def _draw_cell(
    axes: Axes, matrix: Matrix, cell: Cell, strip: Strip, left: int, width: int, small: float
) -> None:
    xs = [left + 1, left + width - 1]
    ys = [strip.top + 1, strip.top + strip.height - 1]
    axes.fill(
        [xs[0], xs[1], xs[1], xs[0]],
        [ys[0], ys[0], ys[1], ys[1]],
        color=matrix.tint(cell),
        linewidth=0,
    )
    value, centre, middle = matrix.say(cell.row), left + width / 2, strip.top + strip.height / 2
    looks: dict[str, Any] = {"ha": "center", "va": "center", "colour": INK}
    write(axes, value.short, (centre, middle - 5.5), size=11, **looks)
    write(axes, value.range, (centre, middle + 8), size=small, **looks)


def _fitting(size: float, letter: float, texts: Sequence[str], width: int) -> float:
    """Return the size at which each of the texts fits into a cell, if it must be smaller."""
    longest = max((len(text) for text in texts), default=1)
    return min(size, size * (width - 2) / (letter * max(1, longest)))
