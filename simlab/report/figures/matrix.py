"""Heat map with numbers: cells are tinted if their interval lies above or below a reference."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from simlab.report.figures.alt_text import alt_text, extremes
from simlab.report.style import (
    HALF,
    INK,
    MUTED,
    NARROW,
    TILTS,
    WIDE,
    text_width,
    widest,
    words_of,
    wrap_label,
    write,
)
from simlab.report.wording import FormattedEstimate, Row

LINE, TITLE, GAP = 26, 24, 16
"""Least height of a row, height of a panel's title, and room between panels, in pixels."""
TITLE_SIZE, LABEL, NAME, VALUE = 11.5, 10.5, 10, 11
"""Size of the letters of a title, of the label of a row, of a column's name, and of a number."""
SMALL_VALUE = 9
"""Size of the letters of the numbers where the cells have no room for larger ones."""
PITCH = 13
"""Pixels from one line of a label to the next."""
WIDEST, NARROWEST = 96, 52
"""Pixels of a cell, from one to the next."""
GUTTER = 0.36
"""Part of a narrow figure that the labels of rows take at most; longer ones are wrapped."""


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
    top: float
    height: float


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
    heads = [_head(panel.columns, cell) for panel in matrix.panels]
    top = TITLE + max(head.height for head in heads)
    strips = _strips(matrix.labels, top, [[label] for label in matrix.labels])
    titles = [text_width(panel.title, TITLE_SIZE) for panel in matrix.panels]
    width = max(gutter + gaps + cell * matrix.n_columns, gutter + math.ceil(titles[-1]) + 4)
    figure, axes = _canvas(width, _bottom(strips))
    _write_labels(axes, strips)
    left = gutter
    for panel, head in zip(matrix.panels, heads, strict=True):
        _draw_panel(axes, matrix, panel, strips, (left, 0), head)
        left += cell * len(panel.columns) + GAP
    return figure


def draw_narrow(matrix: Matrix) -> Figure | None:
    """Draw the panels one below the other, for a narrow screen; nothing if one form is enough."""
    if _is_small(matrix):
        return None
    lines = {label: wrap_label(label, GUTTER * NARROW, LABEL) for label in matrix.labels}
    gutter = _gutter([line for label_lines in lines.values() for line in label_lines])
    cell = (NARROW - gutter) // max(len(panel.columns) for panel in matrix.panels)
    tops: list[float] = []
    panel_strips, heads, bottom = [], [], 0.0
    for panel in matrix.panels:
        tops.append(bottom)
        heads.append(_head(panel.columns, cell))
        labels = _labels_of(matrix, panel)
        top = bottom + TITLE + heads[-1].height
        panel_strips.append(_strips(labels, top, [lines[label] for label in labels]))
        bottom = _bottom(panel_strips[-1]) + GAP
    figure, axes = _canvas(NARROW, bottom - GAP)
    for panel, top, strips, head in zip(matrix.panels, tops, panel_strips, heads, strict=True):
        _write_labels(axes, strips)
        _draw_panel(axes, matrix, panel, strips, (gutter, top), head)
    return figure


def describe(matrix: Matrix) -> str:
    """Say how many cells are tinted, and which are highest and lowest."""
    cells = [cell for panel in matrix.panels for cell in panel.cells.values()]
    tints = [TILTS.index(matrix.tint(cell)) - len(TILTS) // 2 for cell in cells]
    above, below = sum(tint > 0 for tint in tints), sum(tint < 0 for tint in tints)
    named = [
        (f"{label}, {column}" + f" ({panel.title})" * (len(matrix.panels) > 1), cell.row)
        for panel in matrix.panels
        for (label, column), cell in panel.cells.items()
    ]
    return alt_text(
        f"Heat map of {len(cells)} cells: {above} orange, {below} purple.",
        *extremes(named, matrix.say),
    )


@dataclass(frozen=True)
class Head:
    """Names of the columns: in lines, or upright where a cell is too narrow for a word."""

    lines: dict[str, list[str]]
    cell: int
    """Pixels from one column to the next."""

    @property
    def is_upright(self) -> bool:
        """Whether the names are written from the bottom to the top."""
        name_words = [word.rstrip() for name in self.lines for word in words_of(name)]
        return widest(name_words, NAME) > self.cell - 4

    @property
    def height(self) -> float:
        """Pixels that the names take."""
        most = max(map(len, self.lines.values()))
        return widest(self.lines, NAME) + 10 if self.is_upright else PITCH * most + 7


def _head(columns: Sequence[str], cell: int) -> Head:
    return Head({name: wrap_label(name, cell - 4, NAME) for name in columns}, cell)


def _is_small(matrix: Matrix) -> bool:
    """Say whether all columns fit on half a page."""
    gaps = GAP * (len(matrix.panels) - 1)
    return _gutter(matrix.labels) + gaps + NARROWEST * matrix.n_columns <= HALF


def _gutter(labels: Sequence[str]) -> int:
    return 12 + math.ceil(widest(labels, LABEL))


def _canvas(width: float, height: float) -> tuple[Figure, Axes]:
    """Return axes that measure in pixels from the upper left corner."""
    figure = Figure(figsize=(width / 72, height / 72))
    axes = figure.add_axes((0, 0, 1, 1))
    axes.axis("off")
    axes.set(xlim=(0, width), ylim=(height, 0))
    return figure, axes


def _strips(labels: Sequence[str], top: float, lines: Sequence[list[str]]) -> list[Strip]:
    """Return rows one below the other."""
    strips = []
    for label, label_lines in zip(labels, lines, strict=True):
        strips.append(Strip(label, label_lines, top, max(LINE, PITCH * len(label_lines) + 8)))
        top += strips[-1].height
    return strips


def _bottom(strips: Sequence[Strip]) -> float:
    return strips[-1].top + strips[-1].height


def _labels_of(matrix: Matrix, panel: Panel) -> list[str]:
    """Return the rows of which a panel has cells."""
    filled = {label for label, _ in panel.cells}
    return [label for label in matrix.labels if label in filled]


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
    corner: tuple[float, float],
    head: Head,
) -> None:
    left, top = corner
    write(axes, panel.title, (left, top + TITLE / 2), size=TITLE_SIZE, va="center")
    values = [matrix.say(cell.row).short for cell in panel.cells.values()]
    size = VALUE if widest(values, VALUE) <= head.cell - 4 else SMALL_VALUE
    for column, name in enumerate(panel.columns):
        x = left + head.cell * column
        _write_name(axes, head, name, (x + head.cell / 2, top + TITLE + head.height))
        for strip in strips:
            cell = panel.cells.get((strip.label, name))
            if cell is not None:
                _draw_cell(axes, matrix, cell, strip, (x, x + head.cell), size)


def _write_name(axes: Axes, head: Head, name: str, foot: tuple[float, float]) -> None:
    """Write the name of a column above its foot."""
    if head.is_upright:
        write(
            axes, name, foot, dy=5, size=NAME, colour=MUTED, ha="center", va="bottom", rotation=90
        )
        return
    lines = head.lines[name]
    for number, line in enumerate(lines):
        up = 10 + PITCH * (len(lines) - 1 - number)
        write(axes, line, foot, dy=up, size=NAME, colour=MUTED, ha="center", va="center")


def _draw_cell(
    axes: Axes, matrix: Matrix, cell: Cell, strip: Strip, ends: tuple[float, float], size: float
) -> None:
    left, right = ends[0] + 1, ends[1] - 1
    top, bottom = strip.top + 1, strip.top + strip.height - 1
    tint = matrix.tint(cell)
    axes.fill([left, right, right, left], [top, top, bottom, bottom], color=tint, linewidth=0)
    spot = ((left + right) / 2, (top + bottom) / 2)
    write(axes, matrix.say(cell.row).short, spot, size=size, ha="center", va="center", colour=INK)
