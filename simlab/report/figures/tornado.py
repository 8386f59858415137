"""A tornado: changes from the unchanged rules as bars to both sides, with their intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from simlab.analysis.verdict import Verdict
from simlab.report.figures.judged import LOOKS, height_of_verdicts, write_verdicts
from simlab.report.style import (
    BAND,
    INK,
    MARGIN_TINT,
    MUTED,
    NARROW,
    PAPER,
    WIDE,
    canvas,
    write_beside,
)
from simlab.report.wording import Row, Spoken

LINE, DOUBLE_LINE, HEADING, GAP, FOOT = 24, 38, 24, 10, 46
"""Pixels of a row, of one with its label above, of a heading, between groups, of the axis."""
BAR = 12
LETTER, NARROW_LETTER, SIZE = 6.7, 5.9, 10.5
RIGHT, NARROW_SIDE = 190, 14
"""Pixels for the numbers; at both sides of a narrow figure."""


@dataclass(frozen=True)
class Change:
    """One change of the rules: what it does, in numbers and in words, and the verdict."""

    label: str
    row: Row
    said: Spoken
    verdict: Verdict
    words: str
    """The verdict as it is spoken."""


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


def draw(tornado: Tornado) -> Figure:
    """Draw labels, bars and numbers side by side, for a wide page."""
    labels = [change.label for change in tornado.changes] + [name for name, _ in tornado.groups]
    left = 22 + math.ceil(LETTER * max(map(len, labels)))
    figure, axes = _frame(tornado, WIDE, left, RIGHT, LINE)
    for change, y in _placed(tornado, axes, LINE):
        _draw_change(axes, tornado, change, y + LINE / 2)
        write_beside(axes, change.label, y + LINE / 2, tornado.ink)
        said = f"{change.said.value} ({change.said.range})"
        write_beside(axes, said, y + LINE / 2, MUTED, dx=WIDE - left - RIGHT + 10, ha="left")
    return figure


def draw_narrow(tornado: Tornado) -> Figure:
    """Draw labels and numbers above the bars, for a narrow screen."""
    figure, axes = _frame(tornado, NARROW, NARROW_SIDE, NARROW_SIDE, DOUBLE_LINE)
    width = NARROW - 2 * NARROW_SIDE
    for change, y in _placed(tornado, axes, DOUBLE_LINE):
        _draw_change(axes, tornado, change, y + 28)
        said = f"{change.said.value} ({change.said.range})"
        size = min(SIZE, SIZE * width / (NARROW_LETTER * len(f"{change.label}  {said}")))
        write_beside(axes, change.label, y + 11, tornado.ink, dx=0, ha="left", size=size)
        write_beside(axes, said, y + 11, MUTED, dx=width, size=size)
    return figure


def describe(tornado: Tornado) -> str:
    """Say in words what each change does."""
    told = [
        f"{heading} {change.label}: {change.said.full}, {change.words}".strip()
        for heading, changes in tornado.groups
        for change in changes
    ]
    return f"Changes from the unchanged rules. {'; '.join(told)}."


def _frame(tornado: Tornado, width: int, left: int, right: int, line: int) -> tuple[Figure, Axes]:
    """Return axes that measure downwards in pixels, with scale, margin and legend."""
    top, body = height_of_verdicts(width), _height(tornado, line)
    figure, axes = canvas(width, top + body + FOOT, left=left, right=right, top=top)
    axes.set(ylim=(body, 0), yticks=[], xlabel=tornado.axis)
    axes.set_xlim(*_limits(tornado))
    axes.grid(axis="x")
    axes.spines["left"].set_visible(False)
    axes.locator_params(axis="x", nbins=7)
    margin = tornado.scale * tornado.margin
    axes.axvspan(-margin, margin, color=MARGIN_TINT, linewidth=0, zorder=0)
    axes.axvline(0, color=MUTED, linewidth=1)
    write_verdicts(figure)
    return figure, axes


def _height(tornado: Tornado, line: int) -> int:
    headings = sum(HEADING for heading, _ in tornado.groups if heading)
    return headings + line * len(tornado.changes) + GAP * (len(tornado.groups) - 1)


def _limits(tornado: Tornado) -> tuple[float, float]:
    """Return the ends of the axis; bounds that are infinite do not stretch it."""
    ends = [change.row[name] for change in tornado.changes for name in ("estimate", "low", "high")]
    ends += [-tornado.margin, tornado.margin]
    known = [tornado.scale * end for end in ends if math.isfinite(end)]
    room = 0.04 * (max(known) - min(known))
    return min(known) - room, max(known) + room


def _placed(tornado: Tornado, axes: Axes, line: int) -> list[tuple[Change, float]]:
    """Write the headings and return where each change begins, in pixels from the top."""
    placed, y = [], 0
    for heading, changes in tornado.groups:
        if heading:
            # beside the axis, or above it where labels are there too
            place: dict[str, Any] = {} if line == LINE else {"dx": 0, "ha": "left"}
            write_beside(axes, heading, y + HEADING / 2, INK, **place)
            y += HEADING
        placed += [(change, float(y + line * place)) for place, change in enumerate(changes)]
        y += line * len(changes) + GAP
    return placed


def _draw_change(axes: Axes, tornado: Tornado, change: Change, y: float) -> None:
    estimate, low, high = (tornado.scale * change.row[name] for name in ("estimate", "low", "high"))
    left, right = axes.get_xlim()
    looks = LOOKS[change.verdict]
    axes.barh(y, estimate, BAR, color=BAND, linewidth=0)
    axes.hlines(y, max(low, left), min(high, right), color=looks["color"], linewidth=2.2)
    axes.plot(
        [estimate],
        [y],
        clip_on=False,
        **looks,
        markeredgecolor=PAPER,
        markeredgewidth=0.8,
    )
