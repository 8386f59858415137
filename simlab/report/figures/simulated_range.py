"""Shares of real plays by ranges of values, on the range of the shares of simulated plays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from simlab.report.figures.alt_text import alt_text
from simlab.report.page_table import records
from simlab.report.style import (
    BAND,
    HALF,
    PAPER,
    SERIES,
    canvas,
    legend_height,
    name_scale,
    write_legend,
)
from simlab.report.wording import n_of, whole

HEIGHT, LEFT = 250, 50
"""Height of the picture without its legend, and room for the scale, in pixels."""
NAMES = ("simulated, 95 %", "mean of the simulated", "plays")
DOTS: dict[str, Any] = {
    "color": SERIES[1],
    "marker": "o",
    "markersize": 7,
    "linestyle": "none",
}


@dataclass(frozen=True, eq=False)
class SimulatedRange:
    """Rows with `from`, `to`, `plays` and the simulated estimate, low and high."""

    table: pd.DataFrame
    axis: str


def draw(plot: SimulatedRange) -> Figure:
    """Draw the simulated ranges as steps and the plays as dots."""
    top = 8 + legend_height(NAMES, HALF)
    figure, axes = canvas(HALF, HEIGHT + top, left=LEFT, top=top)
    table = plot.table
    edges = np.append(table["from"], table["to"].iloc[-1])
    low, middle, high, plays = (
        100 * table[name].to_numpy() for name in ("low", "estimate", "high", "plays")
    )
    axes.stairs(high, edges, baseline=low, fill=True, color=BAND, linewidth=0)
    axes.stairs(middle, edges, baseline=None, color=SERIES[0], linewidth=1.7)
    axes.plot((edges[:-1] + edges[1:]) / 2, plays, markeredgecolor=PAPER, **DOTS)
    axes.set(ylabel="share of the plays (%)", xlim=(edges[0], edges[-1]), ylim=(0, None))
    name_scale(axes, plot.axis)
    axes.grid(axis="y")
    line = {"color": SERIES[0], "linewidth": 1.7}
    write_legend(
        figure, NAMES, [{"color": BAND, "linewidth": 8, "solid_capstyle": "butt"}, line, DOTS]
    )
    return figure


def describe(plot: SimulatedRange) -> str:
    """Say where plays lie outside the simulated range."""
    rows = records(plot.table)
    out = [row for row in rows if not row["low"] <= row["plays"] <= row["high"]]
    where = f"{n_of(len(out), 'dot')} of {whole(len(rows))} outside their range."
    return alt_text(f"Dots for the plays on a band of simulated plays: {plot.axis}.", where)
