"""Histograms at whole numbers, small multiples above each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import PathPatch
from matplotlib.path import Path
from matplotlib.ticker import FuncFormatter, MaxNLocator
from numpy.typing import NDArray

from simlab.report.figures.alt_text import alt_text
from simlab.report.figures.lines import Line
from simlab.report.style import HALF, INK, SERIES
from simlab.report.wording import join_list

THICKNESS = 0.84
"""Part of a step: gaps show that only whole numbers occur."""
PANEL, HEAD, FOOT, LEFT = 92, 26, 42, 56

Array = NDArray[Any]


def path_of(points: Array, lengths: Array, start: float | Array = 0) -> Path:
    """Return bars that lie at whole points and reach to the right, all as one path."""
    low, high = points - THICKNESS / 2, points + THICKNESS / 2
    left, right = np.full(len(points), start), start + lengths
    xs = np.stack([left, right, right, left, left], axis=1)
    ys = np.stack([low, low, high, high, low], axis=1)
    codes = [Path.MOVETO, Path.LINETO, Path.LINETO, Path.LINETO, Path.CLOSEPOLY]
    # all in one: an SVG of 60 bars has 9.6 KB, with a patch for each bar 14.8 KB
    return Path(np.stack([xs.ravel(), ys.ravel()], axis=1), codes * len(points))


def draw(lines: Sequence[Line], column: str, axis: str, height: int = PANEL) -> Figure:
    """Draw the shares of a column's values, one small picture per line on common axes."""
    total = len(lines) * (HEAD + height) + FOOT
    figure = Figure(figsize=(HALF / 72, total / 72))
    highest = max(line.table["estimate"].max() for line in lines)
    first: Axes | None = None
    for position, line in enumerate(lines):
        bottom = total - (position + 1) * (HEAD + height)
        box = (LEFT / HALF, bottom / total, (HALF - LEFT - 14) / HALF, height / total)
        axes = figure.add_axes(box, sharex=first, sharey=first)
        _draw_bars(axes, line, column)
        axes.set_ylim(0, 1.05 * highest)
        is_last = position == len(lines) - 1
        axes.tick_params(labelbottom=is_last)
        axes.set_xlabel(axis if is_last else "")
        first = first or axes
    return figure


def describe(lines: Sequence[Line], column: str, axis: str) -> str:
    """Say where the middle of the bars lies."""
    middles = [f"{_middle(line.table, column)} with {line.name}" for line in lines]
    return alt_text(f"Histograms: {axis}.", f"Half lie at or below {join_list(middles)}.")


def _middle(table: pd.DataFrame, column: str) -> int:
    """Return the median."""
    at_most = table["estimate"].cumsum()
    # the sum of many shares may miss one half by rounding
    return int(table[column][at_most >= at_most.iloc[-1] / 2 - 1e-12].iloc[0])


def _draw_bars(axes: Axes, line: Line, column: str) -> None:
    values, shares = line.table[column].to_numpy(), line.table["estimate"].to_numpy()
    sideways = path_of(values, shares)
    upright = Path(np.fliplr(sideways.vertices), sideways.codes)
    axes.add_patch(PathPatch(upright, color=SERIES[0], linewidth=0))
    axes.autoscale_view()
    axes.set_title(line.name, loc="left", fontsize=10.5, color=INK, pad=5)
    axes.yaxis.set_major_formatter(FuncFormatter(lambda share, _: f"{100 * share:.3g} %"))
    # a locator wants two ticks and gives up whole numbers for them, unless told otherwise
    axes.xaxis.set_major_locator(MaxNLocator(6, integer=True, min_n_ticks=1))
    axes.locator_params(axis="y", nbins=4)
    axes.grid(axis="y")
