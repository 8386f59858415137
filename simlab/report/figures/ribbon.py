"""Line plot with intervals over a numeric axis, such as skill."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator
from pandas.api.types import is_integer_dtype

from simlab.report.figures.alt_text import alt_text, extremes
from simlab.report.page_table import records
from simlab.report.style import (
    HALF,
    MARGIN_TINT,
    MUTED,
    PAPER,
    canvas,
    colour_of,
    dash_of,
    legend_height,
    marker_of,
    name_scale,
    write_legend,
)
from simlab.report.wording import FormattedEstimate, Row

HEIGHT, LEFT = 300, 62
"""Height of a picture without its legend, and room for the scale, in pixels."""
ASIDE = 0.008
"""Distance between the points of two lines at one place, as a part of the axis."""


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
    has_diagonal: bool = False
    """Whether to draw where both axes are equal."""


def draw(plot: Ribbons) -> Figure:
    """Draw all ribbons in one picture."""
    names = [ribbon.name for ribbon in plot.ribbons] if len(plot.ribbons) > 1 else []
    top = 8 + legend_height(names, HALF) if names else 12
    figure, axes = canvas(HALF, HEIGHT + top, left=LEFT, top=top)
    axes.set(ylabel=plot.y_axis)
    name_scale(axes, plot.x_axis)
    axes.grid(axis="y")
    if plot.fair is not None:
        low, middle, high = (plot.scale * (plot.fair + side * plot.margin) for side in (-1, 0, 1))
        axes.axhspan(low, high, color=MARGIN_TINT, linewidth=0)
        axes.axhline(middle, color=MUTED, linewidth=1, linestyle=(0, (4, 2)))
    if plot.has_diagonal:
        axes.axline((0, 0), slope=1, color=MUTED, linewidth=1, linestyle=(0, (4, 2)))
    if all(is_integer_dtype(ribbon.table["x"]) for ribbon in plot.ribbons):
        axes.xaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))
    for series, ribbon in enumerate(plot.ribbons):
        _draw_ribbon(axes, plot, ribbon, series)
    x_values = {float(x) for ribbon in plot.ribbons for x in ribbon.table["x"]}
    if len(x_values) == 1:
        # else the axis shows hundredths on both sides of it
        (x,) = x_values
        axes.set(xlim=(x - 1, x + 1), xticks=[x], xticklabels=[f"{x:g}"])
    write_legend(figure, names, [_looks(series) for series in range(len(names))])
    return figure


def describe(plot: Ribbons) -> str:
    """Say where the lines begin and end."""
    named = [
        (f"{ribbon.name} at {row['x']:g}", row)
        for ribbon in plot.ribbons
        for row in records(ribbon.table)
    ]
    kind = f"Lines with intervals over {plot.x_axis.partition(' (')[0]}: {plot.y_axis}."
    return alt_text(kind, *extremes(named, plot.say))


def _draw_ribbon(axes: Axes, plot: Ribbons, ribbon: Ribbon, series: int) -> None:
    """Draw a line with its intervals, a little beside those of the others."""
    table, looks = ribbon.table, _looks(series)
    aside = ASIDE * (float(table["x"].max()) - float(table["x"].min()))
    xs = table["x"] + aside * (series - (len(plot.ribbons) - 1) / 2)
    low, high, middle = (plot.scale * table[name] for name in ("low", "high", "estimate"))
    axes.vlines(xs, low, high, color=looks["color"], linewidth=2)
    axes.plot(xs, middle, markeredgecolor=PAPER, **looks)


def _looks(series: int) -> dict[str, Any]:
    marker, size = marker_of(series)
    return {
        "color": colour_of(series),
        "linestyle": dash_of(series),
        "linewidth": 1.9,
        "marker": marker,
        "markersize": size,
    }
