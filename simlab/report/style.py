"""Style of figures: colours with dark twins, sizes in pixels, reproducible SVG and PNG."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import matplotlib
from matplotlib import rcParamsDefault
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from simlab.writing import printable

WIDE, HALF, NARROW = 1080, 450, 380
"""Widths of figures in pixels: the page, half of it, a telephone."""

INK, MUTED, LINE, PAPER = "#1f2a33", "#5d6974", "#d7dce0", "#fdfdfb"

SERIES = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
"""Okabe and Ito's colours, safe for all kinds of colour vision."""
MARKERS = (("o", 7), ("s", 6.5), ("^", 8), ("D", 6), ("v", 8), ("P", 7.5))
DASHES = (
    "solid",
    (0, (5, 1.6)),
    (0, (1.2, 1.4)),
    (0, (6, 1.5, 1.2, 1.5)),
    (0, (8, 3)),
    (0, (3, 1)),
)
"""Markers with their sizes, and dashes: for print in grey and for those who see no colours."""

LEGEND_LINE = 17
"""Height of a line of a legend in pixels."""

STEPS = ("#00224e", "#35456c", "#666970", "#948e77", "#c0b06a", "#a59c74")
"""Cividis, for what has an order: the numbers of players."""

TINTS = ("#ccd6e6", "#d5dbe5", "#dde0e3", "#e5e5e0", "#ecead6", "#f3edc6", "#fbf0a4")
"""Pale cividis, for the bands of a table, from the bottom to the top."""

TILTS = ("#a59bd0", "#c4bee1", "#dedbee", "#f1f2f0", "#fae3c3", "#f5c68b", "#eca75c")
"""Purple to orange, for what lies below and above an even share; the middle one is even."""

DEEP = "#10151a"
ON_SERIES = (PAPER, DEEP, DEEP, DEEP, DEEP, DEEP)
"""For words on the colours of the series."""

MARGIN_TINT, BAND, INNER_BAND = "#eaf2e6", "#cfe3f1", "#9cc7e4"

DARK = {
    INK: "#e8ecef",
    MUTED: "#a3afb9",
    LINE: "#3a444d",
    PAPER: "#14191d",
    SERIES[0]: "#5ab4ec",
    SERIES[1]: "#ff8b45",
    SERIES[2]: "#2fcf9f",
    SERIES[3]: "#e39dc5",
    SERIES[4]: "#f5bd3f",
    SERIES[5]: "#9fd6f7",
    STEPS[0]: "#fee838",
    STEPS[1]: "#d9c55c",
    STEPS[2]: "#b0a274",
    STEPS[3]: "#8d99b3",
    STEPS[4]: "#6f8ec4",
    STEPS[5]: "#7f8aa0",
    TINTS[0]: "#152638",
    TINTS[1]: "#1e2a3a",
    TINTS[2]: "#272d34",
    TINTS[3]: "#303231",
    TINTS[4]: "#3b3a30",
    TINTS[5]: "#4a4529",
    TINTS[6]: "#5f5721",
    TILTS[0]: "#544790",
    TILTS[1]: "#40386c",
    TILTS[2]: "#2e2b4a",
    TILTS[3]: "#20272d",
    TILTS[4]: "#3a2f1d",
    TILTS[5]: "#5b421c",
    TILTS[6]: "#81571b",
    DEEP: "#10151b",
    MARGIN_TINT: "#24332a",
    BAND: "#1d3546",
    INNER_BAND: "#29526f",
}
"""The colour that takes the place of each on a dark page."""

FONT = "-apple-system,'Segoe UI',Roboto,'Helvetica Neue','Liberation Sans',Arial,sans-serif"

_SETTINGS: dict[str, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "simlab",
    "text.parse_math": False,
    "font.family": "DejaVu Sans",
    "font.size": 11.5,
    "text.color": INK,
    "axes.edgecolor": LINE,
    "axes.labelcolor": MUTED,
    "axes.labelsize": 11.5,
    "axes.linewidth": 0.8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.facecolor": "none",
    "figure.facecolor": PAPER,
    "grid.color": LINE,
    "grid.linewidth": 0.7,
    "xtick.color": LINE,
    "ytick.color": LINE,
    "xtick.labelcolor": MUTED,
    "ytick.labelcolor": MUTED,
    "xtick.labelsize": 10.5,
    "ytick.labelsize": 10.5,
    "xtick.major.size": 3,
    "ytick.major.size": 0,
}


@contextmanager
def style() -> Iterator[None]:
    """Draw and save figures in simlab's style inside this block, whatever the user's settings."""
    defaults = {key: value for key, value in rcParamsDefault.items() if key != "backend"}
    settings: Any = defaults | _SETTINGS
    with matplotlib.rc_context(settings):
        yield


LEAST_WIDTH = 80
"""Pixels that axes need to show anything."""


def canvas(
    width: int, height: int, *, left: int, right: int = 16, top: int = 12, bottom: int = 40
) -> tuple[Figure, Axes]:
    """Return a figure with one pair of axes, sizes and margins in pixels.

    It is wider than asked for where labels in the margins would leave the axes no room.
    """
    width = max(width, left + LEAST_WIDTH + right)
    figure = Figure(figsize=(width / 72, height / 72))
    box = (
        left / width,
        bottom / height,
        (width - left - right) / width,
        (height - top - bottom) / height,
    )
    return figure, figure.add_axes(box)


def write(
    axes: Axes,
    text: str,
    spot: tuple[float, float],
    *,
    dx: float = 0,
    dy: float = 0,
    size: float = 11.5,
    colour: str = INK,
    **looks: Any,
) -> None:
    """Write text at an offset in pixels from a spot in the units of the axes."""
    axes.annotate(
        text,
        spot,
        xytext=(dx, dy),
        textcoords="offset points",
        fontsize=size,
        color=colour,
        **looks,
    )


def write_beside(
    axes: Axes,
    text: str,
    y: float,
    colour: str,
    *,
    dx: float = -10,
    ha: str = "right",
    size: float = 10.5,
    **more: Any,
) -> None:
    """Write text level with a row, at an offset in pixels from the left end of the axis."""
    looks: dict[str, Any] = {"xycoords": ("axes fraction", "data"), "ha": ha, "va": "center"}
    write(axes, text, (0, y), dx=dx, size=size, colour=colour, **looks, **more)


def legend_height(names: Sequence[str], width: int) -> int:
    """Return the room that a legend takes at the top of a figure, in pixels."""
    return 14 + LEGEND_LINE * (1 + _legend_spots(names, width)[-1][1])


def write_legend(figure: Figure, names: Sequence[str], keys: Sequence[dict[str, Any]]) -> None:
    """Write each name after its key, a marker or a piece of line, at the top of a figure."""
    width, height = figure.get_size_inches() * 72
    for name, looks, (x, row) in zip(names, keys, _legend_spots(names, width), strict=True):
        y = 1 - (14 + LEGEND_LINE * row) / height
        piece = [(x + offset) / width for offset in (0, 8, 16)]
        figure.add_artist(Line2D(piece, [y] * 3, markevery=[1], markeredgecolor=PAPER, **looks))
        figure.text((x + 20) / width, y, name, fontsize=10.5, color=INK, va="center")


def _legend_spots(names: Sequence[str], width: float) -> list[tuple[float, int]]:
    """Return where each name of a legend goes: pixels from the left, and the line."""
    x, row = 8.0, 0
    spots = []
    for name in names:
        room = 32 + 5.9 * len(name)
        if x > 8 and x + room > width:
            x, row = 8.0, row + 1
        spots.append((x, row))
        x += room
    return spots


def svg(figure: Figure, title: str) -> str:
    """Return a figure as SVG text, for a light page."""
    with io.StringIO() as file:
        figure.savefig(file, format="svg", metadata={"Title": title, "Date": None, "Creator": None})
        text = file.getvalue()
    return printable(_compact(re.sub(r"font-family: [^;\"]+", f"font-family: {FONT}", text)))


def png(figure: Figure, title: str) -> bytes:
    """Return a figure as PNG, twice as many pixels as it is wide."""
    with io.BytesIO() as file:
        figure.savefig(
            file,
            format="png",
            dpi=144,
            metadata={"Title": title, "Software": None},
            pil_kwargs={"compress_level": 4},
        )
        return file.getvalue()


def _compact(text: str) -> str:
    """Drop what no reader of the picture needs: comments, digits below a hundredth of a pixel."""
    text = re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL)
    text = re.sub(r"<[^>]+>", lambda tag: re.sub(r"(\d\.\d\d)\d+", r"\1", tag[0]), text)
    return re.sub(r"\s*\n\s*", "\n", text)
