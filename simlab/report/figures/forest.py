"""Forest plot: changes of many metrics in standard deviations, with intervals and margins."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, FuncFormatter
from numpy.typing import NDArray

from simlab.analysis.verdict import Verdict
from simlab.report.figures.alt_text import alt_text
from simlab.report.figures.verdict_colour import BEYOND, LOOKS, height_of_verdicts, write_verdicts
from simlab.report.style import (
    INK,
    MARGIN_TINT,
    MUTED,
    NARROW,
    PAPER,
    WIDE,
    canvas,
    name_scale,
    widest,
    wrap_label,
    write_beside,
)
from simlab.report.wording import MINUS, FormattedEstimate, Row

Array = NDArray[Any]

AXIS = "change, in standard deviations between games (square-root scale)"
TICKS = (0.1, 0.5, 1, 2, 4, 8, 16)
LEAST = 0.5
"""The axis reaches so far at least."""
LINE, HEAD, FOOT = 20, 18, 46
"""Pixels of a row, of the heads of the columns, of the axis."""
NARROW_LINE, PITCH = 22, 14
"""Pixels of a row below its label, and of a line of that label."""
SIZE = 10.5
"""Size of the letters of labels and numbers."""
COLUMN = 92
"""Pixels of a column of numbers."""
NARROW_LEFT = 14
TICK_GAP = 34
"""Pixels from one tick of the scale to the next, at least."""

BEHIND = {"facecolor": PAPER, "edgecolor": "none", "pad": 1}
"""Keeps the lines of the scale off a label that stands among them."""


@dataclass(frozen=True, eq=False)
class Change:
    """One number by both sets of rules, and their difference on the axis of the forest."""

    label: str
    standard: Row
    margin: float
    """On the same axis; nan where the games of each side agree."""
    verdict: Verdict
    unchanged: str
    changed: str
    difference: FormattedEstimate

    @property
    def looks(self) -> dict[str, Any]:
        """Colour and marker."""
        return LOOKS[self.verdict]

    @property
    def ink(self) -> str:
        """Colour of its words."""
        return INK if self.looks is BEYOND else MUTED


def draw(changes: Sequence[Change]) -> Figure:
    """Draw a forest for a wide page: labels at the left, numbers at the right."""
    left = 22 + math.ceil(widest((change.label for change in changes), SIZE))
    right = 2 * COLUMN + 28 + math.ceil(widest((_bare(c.difference) for c in changes), SIZE))
    figure, axes = _frame(changes, WIDE, left, right, [LINE * (n + 1) for n in range(len(changes))])
    plot = WIDE - left - right
    for row, change in enumerate(changes):
        y = LINE * (row + 0.5)
        _draw_change(axes, change, y, LINE / 2)
        write_beside(axes, change.label, y, change.ink)
        _write_numbers(axes, change, y, plot)
    for dx, head, ha in _columns(plot):
        write_beside(axes, head, -0.55 * LINE, MUTED, dx=dx, ha=ha)
    return figure


def draw_narrow(changes: Sequence[Change]) -> Figure:
    """Draw a forest for a narrow screen: each label above its row, only the change beside it."""
    right = 16 + math.ceil(widest((_bare(c.difference) for c in changes), SIZE))
    labels = [wrap_label(change.label, NARROW - 2 * NARROW_LEFT, SIZE) for change in changes]
    ends = list(accumulate(NARROW_LINE + PITCH * len(lines) for lines in labels))
    figure, axes = _frame(changes, NARROW, NARROW_LEFT, right, ends)
    plot = NARROW - NARROW_LEFT - right
    for change, lines, bottom in zip(changes, labels, ends, strict=True):
        y = bottom - NARROW_LINE / 2
        _draw_change(axes, change, y, NARROW_LINE / 2)
        for number, line in enumerate(lines):
            above = bottom - NARROW_LINE - PITCH * (len(lines) - number - 0.5)
            write_beside(axes, line, above, change.ink, dx=0, ha="left", bbox=BEHIND)
        write_beside(axes, _bare(change.difference), y, change.ink, dx=plot + 8, ha="left")
    return figure


def describe(changes: Sequence[Change]) -> str:
    """Say how many metrics change, and which changes most."""
    clear = [change for change in changes if change.looks is BEYOND]
    n_same = sum(change.verdict == Verdict.SAME for change in changes)
    largest = max(clear, key=lambda change: abs(change.standard["estimate"]), default=None)
    return alt_text(
        f"Changes with intervals: {len(clear)} of {len(changes)} beyond the margin, {n_same} the"
        " same within it.",
        f"Largest is {largest.label}, {largest.difference.full}." if largest else "",
    )


def _bare(estimate: FormattedEstimate) -> str:
    """Return a change without its unit, for which there is no room."""
    return f"{estimate.estimate} ({estimate.range})"


def _columns(plot: int) -> list[tuple[int, str, Any]]:
    """Return how far right of the axis each column stands, its head and its alignment."""
    return [
        (plot + COLUMN, "unchanged", "right"),
        (plot + 2 * COLUMN, "changed", "right"),
        (plot + 2 * COLUMN + 18, "change", "left"),
    ]


def _write_numbers(axes: Axes, change: Change, y: float, plot: int) -> None:
    numbers = (change.unchanged, change.changed, _bare(change.difference))
    for (dx, _, ha), number in zip(_columns(plot), numbers, strict=True):
        write_beside(axes, number, y, change.ink, dx=dx, ha=ha)


def _frame(
    changes: Sequence[Change], width: int, left: int, right: int, ends: Sequence[int]
) -> tuple[Figure, Axes]:
    """Return axes that measure downwards in pixels, with legend, scale and line of no change.

    `ends` are the lower ends of the rows.
    """
    top = height_of_verdicts(width) + HEAD
    height = top + ends[-1] + FOOT
    figure, axes = canvas(width, height, left=left, right=right, top=top)
    reach = _reach(changes)
    axes.set_xscale("function", functions=(_shrink, _grow))
    axes.set(xlim=(-reach, reach), ylim=(ends[-1], 0), yticks=[])
    name_scale(axes, AXIS if width == WIDE else AXIS.partition(" (")[0])
    _set_ticks(axes, _ticks(reach, (width - left - right) / 2))
    axes.grid(axis="x")
    axes.spines["left"].set_visible(False)
    axes.axvline(0, color=MUTED, linewidth=1)
    write_verdicts(figure)
    return figure, axes


def _ticks(reach: float, half: float) -> list[float]:
    """Return the ticks of one side, from the outermost inwards as there is room for them.

    `half` is the length of that side in pixels.
    """
    ticks: list[float] = []
    last = math.inf
    for tick in [tick for tick in reversed(TICKS) if tick <= reach]:
        x = half * math.sqrt(tick / reach)
        if last - x >= TICK_GAP and x >= TICK_GAP / 2:
            ticks.append(tick)
            last = x
    return ticks[::-1]


def _set_ticks(axes: Axes, ticks: Sequence[float]) -> None:
    axes.xaxis.set_major_locator(FixedLocator([*(-tick for tick in ticks), 0, *ticks]))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:g}".replace("-", MINUS)))


def _shrink(values: Array) -> Array:
    """Return where numbers stand: their roots, so that small and large ones can be seen."""
    return np.asarray(np.sign(values) * np.sqrt(np.abs(values)))


def _grow(positions: Array) -> Array:
    return np.asarray(np.sign(positions) * np.square(positions))


def _reach(changes: Sequence[Change]) -> float:
    """Return how far the axis goes to both sides."""
    ends = (abs(float(change.standard[name])) for change in changes for name in ("low", "high"))
    return 1.1 * max([LEAST, *filter(math.isfinite, ends)])


def _draw_change(axes: Axes, change: Change, y: float, half: float) -> None:
    """Draw the margin as a stripe, the interval and the estimate; beyond the axis, at its end."""
    left, right = axes.get_xlim()
    # min() keeps the nan of a metric without a margin, and a stripe of nan is not drawn
    reach = min(change.margin, right)
    stripe = [y - half, y - half, y + half, y + half]
    axes.fill([-reach, reach, reach, -reach], stripe, color=MARGIN_TINT, linewidth=0, zorder=0.6)
    low, middle, high = (
        min(max(change.standard[name], left), right) for name in ("low", "estimate", "high")
    )
    axes.hlines(y, low, high, color=change.looks["color"], linewidth=2.2)
    looks = {**change.looks, "markeredgecolor": PAPER, "markeredgewidth": 0.8}
    axes.plot([middle], [y], clip_on=False, **looks)  # whole, also at the end of the axis
