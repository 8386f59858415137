"""Stacked bars at whole numbers, small multiples: division of a share over the rounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import PathPatch
from matplotlib.path import Path
from matplotlib.ticker import FuncFormatter, MaxNLocator
from numpy.typing import NDArray

from simlab.report.figures.alt_text import alt_text
from simlab.report.figures.bars import path_of
from simlab.report.style import HALF, INK, MUTED, SERIES, legend_height, write_legend
from simlab.report.wording import join_list

HEAD, FOOT, LEFT, RIGHT, GAP = 26, 42, 56, 14, 12
"""Pixels above each row, below the last, beside the first and the last column, between columns."""

Shares = dict[str, dict[int, float]]
"""By series, the share at each number."""


@dataclass(frozen=True)
class Columns:
    """Rows of pictures that share their axes, a picture by row and column."""

    pictures: Sequence[Sequence[tuple[str, Shares]]]
    """Title and shares of each picture."""
    series: Sequence[str]
    axis: str
    height: int
    """Pixels of a row."""
    colours: Sequence[str] = SERIES


def draw(columns: Columns) -> Figure:
    """Draw all pictures, with a legend above them."""
    top = legend_height(columns.series, HALF)
    total = top + len(columns.pictures) * (HEAD + columns.height) + FOOT
    figure = Figure(figsize=(HALF / 72, total / 72))
    most = max(map(len, columns.pictures))
    width = (HALF - LEFT - RIGHT + GAP) / most - GAP
    first: Axes | None = None
    for row, pictures in enumerate(columns.pictures):
        bottom = total - top - (row + 1) * (HEAD + columns.height)
        for position, (title, shares) in enumerate(pictures):
            left = LEFT + position * (width + GAP)
            box = (left / HALF, bottom / total, width / HALF, columns.height / total)
            axes = figure.add_axes(box, sharex=first, sharey=first)
            _draw_picture(axes, columns, shares)
            axes.set_title(title, loc="left", fontsize=10.5, color=INK, pad=5)
            axes.tick_params(labelbottom=row == len(columns.pictures) - 1, labelleft=position == 0)
            first = first or axes
    if first is not None:
        first.set_ylim(0, 1.05 * _highest(columns))
        first.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=12 // most + 1))
        middle = (LEFT + HALF - RIGHT) / 2 / HALF
        figure.text(middle, 12 / total, columns.axis, fontsize=11.5, color=MUTED, ha="center")
    keys = [
        {"color": columns.colours[n], "marker": "s", "markersize": 8, "linestyle": "none"}
        for n in range(len(columns.series))
    ]
    write_legend(figure, columns.series, keys)
    return figure


def describe(columns: Columns) -> str:
    """Say what is stacked, and which series is largest where."""
    titled = [(title, shares) for row in columns.pictures for title, shares in row]
    largest = [f"{_largest(shares)} ({title})" for title, shares in titled if _numbers(shares)]
    return alt_text(
        f"Stacked columns over {columns.axis}s for {join_list(columns.series)}.",
        f"Largest in all: {join_list(largest)}.",
    )


def _largest(shares: Shares) -> str:
    """Return the series with the largest sum."""
    return max(shares, key=lambda name: sum(shares[name].values()))


def _draw_picture(axes: Axes, columns: Columns, shares: Shares) -> None:
    below = dict.fromkeys(_numbers(shares), 0.0)
    for series, name in enumerate(columns.series):
        series_shares = {
            number: share for number, share in shares.get(name, {}).items() if share > 0
        }
        if not series_shares:
            continue
        starts = np.array([below[number] for number in series_shares])
        upright = _upright(
            np.array(list(series_shares)), np.array(list(series_shares.values())), starts
        )
        axes.add_patch(PathPatch(upright, color=columns.colours[series], linewidth=0))
        below |= {number: below[number] + share for number, share in series_shares.items()}
    axes.autoscale_view()
    axes.yaxis.set_major_formatter(FuncFormatter(lambda share, _: f"{100 * share:.3g} %"))
    axes.locator_params(axis="y", nbins=4)
    axes.grid(axis="y")


def _upright(
    numbers: NDArray[np.int64], heights: NDArray[np.float64], starts: NDArray[np.float64]
) -> Path:
    """Return bars that stand on others, all as one path."""
    sideways = path_of(numbers, heights, starts)
    return Path(np.fliplr(sideways.vertices), sideways.codes)


def _numbers(shares: Shares) -> list[int]:
    return sorted({number for series_shares in shares.values() for number in series_shares})


def _highest(columns: Columns) -> float:
    """Return the height of the highest bar."""
    return max(
        sum(series_shares.get(number, 0) for series_shares in shares.values())
        for row in columns.pictures
        for _, shares in row
        for number in _numbers(shares)
    )
