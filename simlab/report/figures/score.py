"""Score distribution: vertical histogram per scenario beside the bands of the victory table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import PathPatch
from matplotlib.ticker import MaxNLocator

from simlab.report.figures.alt_text import alt_text, extremes
from simlab.report.figures.bars import path_of
from simlab.report.style import INK, MUTED, PAPER, SERIES, TINTS, text_width, write
from simlab.report.wording import number, share, stretch, whole

REACH = 0.5
"""Part of a panel that the longest bar takes; the rest is for numbers."""
THICKEST = 11
"""Pixels of a point of the score, at most, unless there are few."""
FEW_POINTS, ROOM_OF_FEW = 5, 26
"""How many points are few, and the pixels of each."""
TICK_ROOM = 22
"""Pixels between two numbers of a scale."""
BELOW = 4
"""Points below the second tier of the table for which there is always room."""
LEAST_ROOM = 28
"""Pixels that a band must be high to have room for numbers."""


@dataclass(frozen=True)
class Layout:
    """Layout in pixels: panels side by side, gutter for labels, heights."""

    columns: int
    panel: int
    gutter: int
    height: int
    """Of a panel, at most."""
    head: int
    foot: int = 6
    has_numbers: bool = True
    colour: str = SERIES[0]

    @property
    def width(self) -> int:
        """Width of the figure."""
        return self.gutter + self.columns * self.panel


@dataclass(frozen=True, eq=False)
class Panel:
    """Score distribution of one scenario."""

    title: str
    mean: pd.Series[Any]
    shares: pd.DataFrame
    """Of each whole number of points."""
    bands: pd.DataFrame
    """Without the capped games; empty where the game has no victory table."""

    @property
    def seen(self) -> pd.DataFrame:
        """The scores that occurred."""
        return self.shares[self.shares["estimate"] > 0]


def draw(panels: Sequence[Panel], layout: Layout) -> Figure:
    """Draw panels side by side, in as many rows as they need."""
    scale = _Scale(panels, layout)
    n_rows = -(-len(panels) // layout.columns)  # rounded up
    row_height = layout.head + scale.height + layout.foot
    total = n_rows * row_height
    figure = Figure(figsize=(layout.width / 72, total / 72))
    for row in range(n_rows):
        bottom = total - row * row_height - layout.head - scale.height
        axes = figure.add_axes((0, bottom / total, 1, scale.height / total))
        axes.axis("off")
        axes.set(xlim=(0, layout.width), ylim=(scale.low, scale.high))
        _draw_row(axes, panels[row * layout.columns :][: layout.columns], scale)
    return figure


def describe(panels: Sequence[Panel]) -> str:
    """Say where the scores lie."""
    bands = " beside the bands of the table" if len(panels[0].bands) else ""
    named = [(panel.title, panel.mean) for panel in panels]
    return alt_text(f"Upright histograms of the score{bands}.", "Means:", *extremes(named, number))


class _Scale:
    """Scale that all panels share."""

    def __init__(self, panels: Sequence[Panel], layout: Layout) -> None:
        shares = pd.concat([panel.shares for panel in panels])
        seen = shares[shares["estimate"] > 0]
        drawn = seen if len(seen) else shares
        self.sizes = layout
        self.low = min([float(drawn["points"].min()) - 1, *_lowest_tiers(panels)])
        self.high = float(shares["points"].max()) + 0.5
        self.longest = drawn["estimate"].max()
        span = self.high - self.low
        roomy = ROOM_OF_FEW * min(span, FEW_POINTS)
        self.height = min(layout.height, int(max(THICKEST * span, roomy)))

    def pixels(self, low: float, high: float) -> float:
        """Return how high a stretch of the score is."""
        return self.height * (high - low) / (self.high - self.low)

    @property
    def ticks(self) -> list[float]:
        """Whole numbers that stand beside the bars, as many as there is room for."""
        # two more than there is room for: the first and the last lie beyond the ends
        n_steps = self.height // TICK_ROOM + 2
        locator = MaxNLocator(n_steps, steps=[1, 2, 5, 10], integer=True, min_n_ticks=1)
        ticks = map(float, locator.tick_values(self.low, self.high))
        return [tick for tick in ticks if self.low < tick < self.high]

    def visible(self, band: Any) -> tuple[float, float]:
        """Return the ends of a band within the drawn range."""
        low = self.low if np.isnan(band["from"]) else max(band["from"] - 0.5, self.low)
        high = self.high if np.isnan(band["to"]) else min(band["to"] + 0.5, self.high)
        return low, high


def _lowest_tiers(panels: Sequence[Panel]) -> Iterator[float]:
    """Yield where the second tier of each panel begins, less room for the name of the first."""
    for panel in panels:
        starts = panel.bands["from"].tolist()[1:3] if len(panel.bands) else []
        yield from [starts[-1] - BELOW] if starts else []


def _draw_row(axes: Axes, panels: Sequence[Panel], scale: _Scale) -> None:
    layout = scale.sizes
    _draw_bands(axes, panels[0].bands, 0, layout.gutter, scale)
    for _, band in panels[0].bands.iterrows():
        _label(axes, band, scale)
    if panels[0].bands.empty:
        for tick in scale.ticks:
            spot = (layout.gutter, tick)
            write(axes, whole(tick), spot, dx=-8, size=10, colour=MUTED, ha="right", va="center")
    for column, panel in enumerate(panels):
        left = layout.gutter + column * layout.panel
        _draw_bands(axes, panel.bands, left, left + layout.panel, scale)
        _draw_panel(axes, panel, left, scale)


def _draw_bands(axes: Axes, bands: pd.DataFrame, left: float, right: float, scale: _Scale) -> None:
    for _, band in bands.iterrows():
        low, high = scale.visible(band)
        if low < high:
            tint = TINTS[round(band["band"] * (len(TINTS) - 1) / max(len(bands) - 1, 1))]
            axes.fill([left, right, right, left], [low, low, high, high], color=tint, linewidth=0)
            axes.plot([left, right], [low, low], color=PAPER, linewidth=1)


def _label(axes: Axes, band: Any, scale: _Scale) -> None:
    low, high = scale.visible(band)
    room = scale.pixels(low, high)
    if room < LEAST_ROOM / 2:
        return
    spot = (8, (low + high) / 2)
    if room < LEAST_ROOM or not scale.sizes.has_numbers:
        write(axes, band["label"], spot, size=10, va="center")
        return
    write(axes, band["label"], spot, size=11.5, va="bottom")
    write(axes, stretch(band["from"], band["to"]), spot, dy=-2, size=10, colour=MUTED, va="top")


def _draw_panel(axes: Axes, panel: Panel, left: float, scale: _Scale) -> None:
    layout = scale.sizes
    reach = REACH if layout.has_numbers else 1
    unit = reach * (layout.panel - 16) / scale.longest
    points, shares = panel.seen["points"].to_numpy(), panel.seen["estimate"].to_numpy()
    axes.add_patch(
        PathPatch(path_of(points, unit * shares, left), color=layout.colour, linewidth=0)
    )
    axes.plot([left, left], [scale.low, scale.high], color=MUTED, linewidth=0.8)
    mean, bounds = panel.mean["estimate"], [panel.mean["low"], panel.mean["high"]]
    axes.plot([left, left], np.clip(bounds, scale.low, scale.high), color=INK, linewidth=2.5)
    axes.plot([left], [mean], "o", color=INK, markeredgecolor=PAPER, markersize=6.5)
    spot = (left, scale.high)
    if not layout.has_numbers:
        write(axes, panel.title, spot, dy=4, size=10.5, va="bottom")
        return
    average = number(panel.mean)
    mean_text = f"mean {average.estimate} ({average.range})"
    if text_width(mean_text, 11) > layout.panel:
        mean_text = f"mean {average.estimate}"
    write(axes, panel.title, spot, dy=20, size=14, weight="bold", va="bottom")
    write(axes, mean_text, spot, dy=5, size=11, colour=MUTED, va="bottom")
    _write_shares(axes, panel, left + layout.panel - 12, scale)


def _write_shares(axes: Axes, panel: Panel, right: float, scale: _Scale) -> None:
    for _, band in panel.bands.iterrows():
        low, high = scale.visible(band)
        if low >= high or scale.pixels(low, high) < LEAST_ROOM:
            continue
        reached = share(band)
        spot = (right, (low + high) / 2)
        write(axes, reached.value, spot, size=12.5, ha="right", va="bottom")
        write(axes, reached.range, spot, dy=-2, size=10.5, colour=MUTED, ha="right", va="top")
