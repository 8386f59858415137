"""Line plot with confidence bands over a numeric axis, such as skill."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from simlab.report.style import (
    DASHES,
    HALF,
    MARGIN_TINT,
    MARKERS,
    MUTED,
    PAPER,
    SERIES,
    canvas,
    legend_height,
    write_legend,
)
from simlab.report.wording import FormattedEstimate, Row

HEIGHT, LEFT = 300, 62
"""Height of a picture without its legend, and room for the scale, in pixels."""


@dataclass(frozen=True, eq=False)
class Ribbon:
    """One line: a table with a column `x` besides estimate, low and high."""

    name: str
    table: pd.DataFrame


@dataclass(frozen=True, eq=False)
class Ribbons:
    """Lines over the same numbers; `fair` draws what is even, with the margin around it."""

    ribbons: Sequence[Ribbon]
    x_axis: str
    y_axis: str
    say: Callable[[Row], FormattedEstimate]
    scale: int = 1
    """What turns an estimate into the unit of the axis."""
    fair: float | None = None
    margin: float = 0.0


def draw(plot: Ribbons) -> Figure:
    """Draw all ribbons in one picture."""
    names = [ribbon.name for ribbon in plot.ribbons] if len(plot.ribbons) > 1 else []
    top = 8 + legend_height(names, HALF) if names else 12
    figure, axes = canvas(HALF, HEIGHT + top, left=LEFT, top=top)
    axes.set(xlabel=plot.x_axis, ylabel=plot.y_axis)
    axes.grid(axis="y")
    if plot.fair is not None:
        low, middle, high = (plot.scale * (plot.fair + side * plot.margin) for side in (-1, 0, 1))
        axes.axhspan(low, high, color=MARGIN_TINT, linewidth=0)
        axes.axhline(middle, color=MUTED, linewidth=1, linestyle=(0, (4, 2)))
    for place, ribbon in enumerate(plot.ribbons):
        _draw_ribbon(axes, plot, ribbon, place)
    write_legend(figure, names, [_looks(place) for place in range(len(names))])
    return figure


def describe(plot: Ribbons) -> str:
    """Say in words where each ribbon goes."""
    return " ".join(_describe(plot, ribbon) for ribbon in plot.ribbons)


def _describe(plot: Ribbons, ribbon: Ribbon) -> str:
    phrases = [f"{plot.say(row).full} at {row['x']:g}" for _, row in ribbon.table.iterrows()]
    return f"{ribbon.name}: {', '.join(phrases)}."


def _draw_ribbon(axes: Axes, plot: Ribbons, ribbon: Ribbon, place: int) -> None:
    table, looks = ribbon.table, _looks(place)
    low, high, middle = (plot.scale * table[name] for name in ("low", "high", "estimate"))
    axes.fill_between(table["x"], low, high, color=looks["color"], alpha=0.14, linewidth=0)
    axes.plot(table["x"], middle, markeredgecolor=PAPER, **looks)


def _looks(place: int) -> dict[str, Any]:
    marker, size = MARKERS[place % len(MARKERS)]
    return {
        "color": SERIES[place % len(SERIES)],
        "linestyle": DASHES[place % len(DASHES)],
        "linewidth": 1.9,
        "marker": marker,
        "markersize": size,
    }
