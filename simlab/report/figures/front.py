"""Scatter of candidates by two quantities to be small; steps join the best (Pareto front)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from simlab.report.figures.alt_text import alt_text
from simlab.report.style import (
    HALF,
    INK,
    LINE,
    MARGIN_TINT,
    PAPER,
    SERIES,
    add_tips,
    canvas,
    name_scale,
    write,
)

HEIGHT, LEFT = 300, 58
"""Pixels: height of the figure, room for the scale at the left."""
ROOM = 1.15
"""The axis ends a little above the highest point of the front; higher dots are drawn at its top."""
BESIDE, LABEL = 7, 6
"""Pixels between a point of the front and its number, and the width of the number."""
CLOSE = 0.06
"""Part of the axis within which the number of the next point would touch; it goes to the left."""


@dataclass(frozen=True)
class Spot:
    """A candidate: both quantities, and its name."""

    x: float
    y: float
    name: str


@dataclass(frozen=True)
class Front:
    """Candidates, the best of them in order of `x`, and the names of the axes."""

    spots: Sequence[Spot]
    best: Sequence[Spot]
    x_axis: str
    y_axis: str
    is_numbered: bool = True
    """Whether the best have numbers, from 0 on."""


def draw(front: Front, width: int = HALF) -> Figure:
    """Draw the candidates as dots and the best as numbered points joined by steps."""
    figure, axes = canvas(width, HEIGHT, left=LEFT, bottom=44)
    top = _top(front)
    spots = [spot for spot in front.spots if math.isfinite(spot.x) and math.isfinite(spot.y)]
    right = 1.06 * max([spot.x for spot in (*spots, *front.best)] + [0.1])
    axes.set(xlim=(-0.03 * right, right), ylim=(-0.04 * top, top))
    axes.axhspan(-0.04 * top, 0, color=MARGIN_TINT, linewidth=0)
    # at the very top a dot would be cut in half
    heights = [min(spot.y, 0.985 * top) for spot in spots]
    (dots,) = axes.plot(
        [spot.x for spot in spots], heights, "o", color=LINE, markersize=4, markeredgewidth=0
    )
    add_tips(dots, [_tip(spot) for spot in spots])
    _draw_best(axes, front, top)
    axes.set_ylabel(front.y_axis)
    name_scale(axes, front.x_axis)
    axes.grid(axis="y")
    axes.locator_params(nbins=6)
    return figure


def describe(front: Front) -> str:
    """Describe what is seen."""
    first, last = front.best[0], front.best[-1]
    return alt_text(
        f"Dots, {len(front.spots)} sets of rules; a line joins the {len(front.best)} best.",
        f"{front.y_axis.capitalize()}: from {first.y:.2g} with {first.name} to {last.y:.2g} with"
        f" {last.name}.",
    )


def _top(front: Front) -> float:
    """Return the upper end of the axis."""
    highest = max(spot.y for spot in front.best)
    finite = [spot.y for spot in front.spots if math.isfinite(spot.y)]
    return ROOM * (highest or max([*finite, 0.0]) or 1.0)


def _draw_best(axes: Axes, front: Front, top: float) -> None:
    xs, ys = np.array([(spot.x, min(spot.y, 0.985 * top)) for spot in front.best]).T
    axes.step(xs, ys, where="post", color=SERIES[0], linewidth=1.4)
    (points,) = axes.plot(
        xs, ys, "o", color=SERIES[0], markersize=8, markeredgecolor=PAPER, clip_on=False
    )
    add_tips(points, [_tip(spot) for spot in front.best])
    if front.is_numbered:
        right = axes.get_xlim()[1]
        for number, (x, y) in enumerate(zip(xs, ys, strict=True)):
            is_close = number + 1 < len(xs) and xs[number + 1] - x < CLOSE * right
            dx = -BESIDE - LABEL if is_close else BESIDE
            write(axes, str(number), (x, y), dx=dx, dy=BESIDE - 2, size=10.5, colour=INK)


def _tip(spot: Spot) -> str:
    return f"{spot.name}: {spot.x:.2g}, {spot.y:.2g}"
