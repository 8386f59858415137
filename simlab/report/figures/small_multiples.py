"""Small multiples: panels with common axes side by side, a title above each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from simlab.report.style import HALF, INK, MUTED, NARROW, WIDE

TITLE, FOOT, LEFT, RIGHT, GAP = 26, 46, 66, 22, 40
"""Pixels: above each row, below the last one, beside the first and the last panel, between them."""
FEW = 2
"""Panels that fit on half a page, and side by side on a narrow screen."""


@dataclass(frozen=True)
class Layout:
    """Panels in rows of a number of columns, each panel of a height in pixels."""

    width: int
    columns: int
    height: int = 200


def layout_of(n_panels: int) -> Layout:
    """Return the layout for a wide page: half of it for few panels."""
    return Layout(HALF if n_panels <= FEW else WIDE, n_panels)


def narrow_layout_of(n_panels: int) -> Layout | None:
    """Return the layout for a narrow screen; nothing if that for a wide page fits."""
    return Layout(NARROW, FEW, 150) if n_panels > FEW else None


def panels(
    titles: Sequence[str], layout: Layout, axis: str, height: str
) -> tuple[Figure, list[Axes]]:
    """Return a figure with a pair of axes for each title; `axis` and `height` name the scales."""
    n_rows = -(-len(titles) // layout.columns)
    row = TITLE + layout.height
    total = n_rows * row + (n_rows - 1) * FOOT // 2 + FOOT
    figure = Figure(figsize=(layout.width / 72, total / 72))
    room = (layout.width - LEFT - RIGHT + GAP) / layout.columns - GAP
    drawn: list[Axes] = []
    for number, title in enumerate(titles):
        line, column = divmod(number, layout.columns)
        left = LEFT + column * (room + GAP)
        bottom = total - line * (row + FOOT // 2) - row
        box = (left / layout.width, bottom / total, room / layout.width, layout.height / total)
        first = drawn[0] if drawn else None
        axes = figure.add_axes(box, sharex=first, sharey=first)
        axes.set_title(title, loc="left", fontsize=10.5, color=INK, pad=6)
        axes.tick_params(labelleft=column == 0)
        axes.set_ylabel(height if column == 0 else "")
        drawn.append(axes)
    middle = (LEFT + layout.width - RIGHT) / 2 / layout.width
    figure.text(middle, 12 / total, axis, fontsize=11.5, color=MUTED, ha="center")
    return figure, drawn
