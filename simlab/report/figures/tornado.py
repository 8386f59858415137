"""Tornado plot: changes from the unchanged rules as bars with intervals."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from simlab.analysis.verdict import Verdict
from simlab.report.figures.alt_text import alt_text, extremes
from simlab.report.figures.verdict_colour import BEYOND, LOOKS, height_of_verdicts, write_verdicts
from simlab.report.style import (
    BAND,
    INK,
    MARGIN_TINT,
    MUTED,
    NARROW,
    PAPER,
    WIDE,
    add_tips,
    canvas,
    name_scale,
    text_width,
    widest,
    wrap_label,
    write_beside,
)
from simlab.report.wording import FormattedEstimate, Row

LINE, HEADING, GAP, FOOT = 24, 24, 10, 46
"""Pixels of a row, of a heading, between groups, of the axis."""
ABOVE, PITCH = 25, 13
"""Pixels of a row whose label is above, without that; of a further line of a label."""
WIDEST_LABEL = 360
"""Pixels of a label beside its bar on a wide page, from which on it is wrapped."""
BAR = 12
SIZE = 10.5
"""Size of the letters of labels and numbers."""
NARROW_SIDE = 14
"""Pixels at both sides of a narrow figure."""
BEHIND = {"facecolor": PAPER, "edgecolor": "none", "pad": 1}
"""Keeps the lines of the scale off a label that stands among them."""


@dataclass(frozen=True)
class Change:
    """Effect of one rule change: estimate, formatted estimate, verdict."""

    label: str
    row: Row
    change: FormattedEstimate
    verdict: Verdict
    verdict_phrase: str
    """The verdict in words."""

    @property
    def numbers(self) -> str:
        """The effect with its interval; the axis has the unit."""
        return f"{self.change.estimate} ({self.change.range})"

    @property
    def lines(self) -> list[str]:
        """The label in lines for a wide page."""
        return self._wrap_label(WIDEST_LABEL)

    @property
    def narrow_lines(self) -> list[str]:
        """The label in lines that leave room for the numbers on a narrow screen."""
        return self._wrap_label(NARROW - 2 * NARROW_SIDE - text_width(self.numbers, SIZE) - 12)

    def _wrap_label(self, room: float) -> list[str]:
        # a number stays with what it counts
        return wrap_label(re.sub(r" (?=\d)", "\xa0", self.label), room, SIZE)


@dataclass(frozen=True)
class Tornado:
    """Groups of changes, each under a heading unless that is empty."""

    groups: Sequence[tuple[str, Sequence[Change]]]
    axis: str
    margin: float
    scale: int = 1
    """What turns an estimate into the unit of the axis."""

    @property
    def ink(self) -> str:
        """Colour of the labels: less than that of headings, where there are any."""
        return MUTED if any(heading for heading, _ in self.groups) else INK

    @property
    def changes(self) -> list[Change]:
        """All of them."""
        return [change for _, changes in self.groups for change in changes]


@dataclass(frozen=True)
class Places:
    """Headings and changes, each with its upper edge in pixels from the top."""

    headings: list[tuple[str, int]]
    changes: list[tuple[Change, int]]


def draw(tornado: Tornado) -> Figure:
    """Draw labels, bars and numbers side by side, for a wide page."""
    labels = [line for change in tornado.changes for line in change.lines]
    left = 22 + math.ceil(widest([*labels, *(name for name, _ in tornado.groups)], SIZE))
    right = 22 + math.ceil(widest((change.numbers for change in tornado.changes), SIZE))
    placed, height = _place_changes(tornado, lambda change: LINE + PITCH * (len(change.lines) - 1))
    figure, axes = _frame(tornado, WIDE, left, right, height)
    for heading, y in placed.headings:
        write_beside(axes, heading, y + HEADING / 2, INK)
    for change, y in placed.changes:
        middle = y + (LINE + PITCH * (len(change.lines) - 1)) / 2
        _draw_change(axes, tornado, change, middle)
        for number, line in enumerate(change.lines):
            write_beside(axes, line, y + LINE / 2 + PITCH * number, tornado.ink)
        side = WIDE - left - right + 10
        write_beside(axes, change.numbers, middle, MUTED, dx=side, ha="left")
    return figure


def draw_narrow(tornado: Tornado) -> Figure:
    """Draw labels and numbers above the bars, for a narrow screen."""
    placed, height = _place_changes(
        tornado, lambda change: ABOVE + PITCH * len(change.narrow_lines)
    )
    figure, axes = _frame(tornado, NARROW, NARROW_SIDE, NARROW_SIDE, height)
    for heading, y in placed.headings:
        write_beside(axes, heading, y + HEADING / 2, INK, dx=0, ha="left", bbox=BEHIND)
    for change, y in placed.changes:
        looks: dict[str, Any] = {"bbox": BEHIND}
        write_beside(axes, change.numbers, y + 11, MUTED, dx=NARROW - 2 * NARROW_SIDE, **looks)
        for number, line in enumerate(change.narrow_lines):
            line_y = y + 11 + PITCH * number
            write_beside(axes, line, line_y, tornado.ink, dx=0, ha="left", **looks)
        _draw_change(axes, tornado, change, y + 15 + PITCH * len(change.narrow_lines))
    return figure


def describe(tornado: Tornado) -> str:
    """Say which changes are largest to both sides."""
    beyond = sum(LOOKS[change.verdict] is BEYOND for change in tornado.changes)
    named = [
        (" ".join(filter(None, [heading, change.label])), change)
        for heading, changes in tornado.groups
        for change in changes
    ]
    change_by_row = {id(change.row): change.change for _, change in named}
    rows = [(name, change.row) for name, change in named]
    return alt_text(
        f"Bars with intervals: {beyond} of {len(rows)} changes beyond the margin.",
        *extremes(rows, lambda row: change_by_row[id(row)]),
    )


def _frame(tornado: Tornado, width: int, left: int, right: int, body: int) -> tuple[Figure, Axes]:
    """Return axes that measure downwards in pixels, with scale, margin and legend."""
    top = height_of_verdicts(width)
    figure, axes = canvas(width, top + body + FOOT, left=left, right=right, top=top)
    axes.set(ylim=(body, 0), yticks=[])
    name_scale(axes, tornado.axis)
    axes.set_xlim(*_limits(tornado))
    axes.grid(axis="x")
    axes.spines["left"].set_visible(False)
    axes.locator_params(axis="x", nbins=7)
    margin = tornado.scale * tornado.margin
    axes.axvspan(-margin, margin, color=MARGIN_TINT, linewidth=0, zorder=0)
    axes.axvline(0, color=MUTED, linewidth=1)
    write_verdicts(figure)
    return figure, axes


def _limits(tornado: Tornado) -> tuple[float, float]:
    """Return the ends of the axis; bounds that are infinite do not stretch it."""
    ends = [change.row[name] for change in tornado.changes for name in ("estimate", "low", "high")]
    ends += [-tornado.margin, tornado.margin]
    known = [tornado.scale * end for end in ends if math.isfinite(end)]
    room = 0.04 * (max(known) - min(known))
    return min(known) - room, max(known) + room


def _place_changes(tornado: Tornado, height_of: Callable[[Change], int]) -> tuple[Places, int]:
    """Return where each heading and change begins, in pixels from the top, and where all end."""
    placed, y = Places([], []), 0
    for heading, changes in tornado.groups:
        if heading:
            placed.headings.append((heading, y))
            y += HEADING
        for change in changes:
            placed.changes.append((change, y))
            y += height_of(change)
        y += GAP
    return placed, y - GAP


def _draw_change(axes: Axes, tornado: Tornado, change: Change, y: float) -> None:
    estimate, low, high = (tornado.scale * change.row[name] for name in ("estimate", "low", "high"))
    left, right = axes.get_xlim()
    looks = LOOKS[change.verdict]
    axes.barh(y, estimate, BAR, color=BAND, linewidth=0)
    # an infinite bound ends at the edge of the axis
    axes.hlines(y, max(low, left), min(high, right), color=looks["color"], linewidth=2.2)
    looks = {**looks, "markeredgecolor": PAPER, "markeredgewidth": 0.8}
    (marker,) = axes.plot([estimate], [y], clip_on=False, **looks)
    add_tips(marker, [f"{change.label}: {change.numbers}"])
