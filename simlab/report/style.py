"""Style of figures: colours with dark twins, sizes in pixels, reproducible SVG and PNG."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

import matplotlib
from matplotlib import rcParamsDefault
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.lines import Line2D
from matplotlib.textpath import text_to_path

from simlab.files.writing import printable

WIDE, HALF, NARROW = 1080, 450, 380
"""Widths of figures in pixels: the page, half of it, a telephone."""

INK, MUTED, LINE, PAPER = "#1f2a33", "#5d6974", "#d7dce0", "#fdfdfb"
"""Text needs a contrast of 4.5 (WCAG 2): on paper ink has 14, muted 5.5."""

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


def colour_of(series: int) -> str:
    """Return the colour of a series; the seventh has that of the first again."""
    return SERIES[series % len(SERIES)]


def dash_of(series: int) -> Any:
    """Return the dash of a series; where colours begin again, each comes with the next dash."""
    return DASHES[(series + series // len(SERIES)) % len(DASHES)]


def marker_of(series: int) -> tuple[str, float]:
    """Return marker and size of a series, likewise."""
    return MARKERS[(series + series // len(SERIES)) % len(MARKERS)]


LEGEND_LINE, KEY = 17, 32
"""Height of a line of a legend, and width of a key with the room around it, in pixels."""

STEPS = ("#00224e", "#2f66b3", "#7c8795", "#a98b2d", "#d9b53f", "#6b4a00")
"""Blue to yellow, darkest first, for what has an order: the numbers of players."""

TINTS = ("#ccd6e6", "#d5dbe5", "#dde0e3", "#e5e5e0", "#ecead6", "#f3edc6", "#fbf0a4")
"""Pale cividis, behind the bars of a score, for the bands of a table from the bottom to the top."""

BANDS = (
    "#00224f",
    "#3c4a6c",
    "#646770",
    "#8d8878",
    "#ada272",
    "#c9b965",
    "#e5cf52",
    "#fee434",
)
"""Cividis in steps of the same distance, for the bands of a table from the bottom to the top."""

TILTS = ("#9a94cd", "#b9b3dd", "#d7d3e8", "#f1f2f0", "#f7dfc1", "#f5c78e", "#f2aa58")
"""Purple to orange, for what lies below and above an even share; the middle one is even."""

DEEP = "#10151a"
ON_SERIES = (PAPER, DEEP, DEEP, DEEP, DEEP, DEEP)
"""For words on the colours of the series: on all but the first, paper has a contrast below 4."""
ON_BANDS = (PAPER, PAPER, PAPER, DEEP, DEEP, DEEP, DEEP, DEEP)
"""For words on the colours of the bands; from the fourth on, paper has a contrast below 4."""

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
    STEPS[1]: "#c9a94e",
    STEPS[2]: "#8f97a3",
    STEPS[3]: "#6f9bea",
    STEPS[4]: "#b9cdf5",
    STEPS[5]: "#7f8aa0",
    TINTS[0]: "#152638",
    TINTS[1]: "#1e2a3a",
    TINTS[2]: "#272d34",
    TINTS[3]: "#303231",
    TINTS[4]: "#3b3a30",
    TINTS[5]: "#4a4529",
    TINTS[6]: "#5f5721",
    BANDS[0]: "#3a8bd4",
    BANDS[1]: "#6f92c0",
    BANDS[2]: "#8f99a9",
    BANDS[3]: "#a9a495",
    BANDS[4]: "#c1b385",
    BANDS[5]: "#d8c574",
    BANDS[6]: "#efd65f",
    BANDS[7]: "#ffe844",
    TILTS[0]: "#6057a9",
    TILTS[1]: "#4a457a",
    TILTS[2]: "#34324c",
    TILTS[3]: "#20272d",
    TILTS[4]: "#41321a",
    TILTS[5]: "#664511",
    TILTS[6]: "#8d560a",
    # on a dark page the colours of series are brighter, so that words on them stay dark
    DEEP: "#10151b",
    MARGIN_TINT: "#24332a",
    BAND: "#1d3546",
    INNER_BAND: "#2f5f80",
}
"""The colour that takes the place of each on a dark page."""

TIPS = "tips "
"""Begins the id of markers that show their values where a reader points at them."""

FONT = "-apple-system,'Segoe UI',Roboto,'Helvetica Neue','Liberation Sans',Arial,sans-serif"
"""A page is one file and embeds no font, so these are the ones that systems have."""

_SETTINGS: dict[str, Any] = {
    # letters stay text, so that the page's font applies and a search finds them
    "svg.fonttype": "none",
    # ids are random without a salt, and the same run must give the same bytes
    "svg.hashsalt": "simlab",
    # names of a game may have a dollar sign
    "text.parse_math": False,
    "font.family": "DejaVu Sans",
    # the default, "line", draws lines of the grid across bars
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
    # rc_context never resets the backend, so one that is set here would stay
    defaults = {key: value for key, value in rcParamsDefault.items() if key != "backend"}
    settings: Any = defaults | _SETTINGS
    with matplotlib.rc_context(settings):
        yield


@lru_cache(maxsize=8192)
def text_width(line: str, size: float) -> float:
    """Return the width of a line of text in pixels, in DejaVu Sans, the widest font met."""
    font = FontProperties(family="DejaVu Sans", size=size)
    width, _, _ = text_to_path.get_text_width_height_descent(line, font, ismath=False)
    return float(width)


def widest(lines: Iterable[str], size: float) -> float:
    """Return the width of the widest of some lines of text in pixels; 0 if there are none."""
    return max((text_width(line, size) for line in lines), default=0.0)


def wrap_label(label: str, room: float, size: float) -> list[str]:
    """Return a text in lines that fit into some pixels, parted at spaces and underscores.

    A word that is wider than the room is parted anywhere.
    """
    lines = [""]
    for word in words_of(label):
        for piece in _split_word(word, room, size):
            if lines[-1] and text_width((lines[-1] + piece).rstrip(), size) > room:
                lines.append("")
            lines[-1] += piece
    return [line.rstrip() for line in lines]


def words_of(label: str) -> list[str]:
    """Return the pieces of a text between which a line may end."""
    return re.findall(r"[^ _]*[ _]+|[^ _]+", label)


def _split_word(word: str, room: float, size: float) -> Iterator[str]:
    """Yield the parts of a word, each as long as fits."""
    if not word or text_width(word.rstrip(), size) <= room:
        yield word
        return
    # at least one letter, else it would not end where there is no room
    fitting = max(1, int(len(word) * room / text_width(word, size)))
    yield word[:fitting]
    yield from _split_word(word[fitting:], room, size)


def clip_label(label: str, room: float, size: float) -> str:
    """Return a text, or as much of it as fits into some pixels, with an ellipsis."""
    if text_width(label, size) <= room:
        return label
    return next(
        shortened
        for end in range(len(label), -1, -1)
        if text_width(shortened := f"{label[:end]}…", size) <= room
    )


def band_colour(band: int, n_bands: int) -> tuple[str, str]:
    """Return the colour of a band of a table, counted from the bottom, and that of words on it."""
    index = round(band * (len(BANDS) - 1) / max(n_bands - 1, 1))
    return BANDS[index], ON_BANDS[index]


LABEL_SIZE, EDGE = 11.5, 4
"""Size of the letters of the name of a scale, and pixels between it and the edge of a figure."""

LEAST_WIDTH = 80
"""Pixels that axes need to show anything."""


def canvas(
    width: int, height: int, *, left: int, right: int = 16, top: int = 12, bottom: int = 40
) -> tuple[Figure, Axes]:
    """Return a figure with one pair of axes, sizes and margins in pixels.

    It is wider than asked for where labels in the margins would leave the axes no room.
    """
    width = max(width, left + LEAST_WIDTH + right)
    # a point of an SVG is a pixel of the page; no pyplot, which would keep every figure
    figure = Figure(figsize=(width / 72, height / 72))
    box = (
        left / width,
        bottom / height,
        (width - left - right) / width,
        (height - top - bottom) / height,
    )
    return figure, figure.add_axes(box)


def name_scale(axes: Axes, name: str) -> None:
    """Write the name of the scale below axes: under their middle, or as near as it has room.

    A name that is wider than the figure is wrapped.
    """
    figure = axes.get_figure()
    assert isinstance(figure, Figure)
    width = 72 * figure.get_size_inches()[0]
    lines = wrap_label(name, width - 2 * EDGE, LABEL_SIZE)
    # matplotlib names the font by which it measured
    half = widest(lines, LABEL_SIZE) / 2 + EDGE
    box = axes.get_position()
    middle = min(max((box.x0 + box.x1) / 2 * width, half), width - half)
    x = (middle / width - box.x0) / box.width
    axes.set_xlabel("\n".join(lines), x=x, ha="center")


def write(
    axes: Axes,
    label: str,
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
        label,
        spot,
        xytext=(dx, dy),
        textcoords="offset points",
        fontsize=size,
        color=colour,
        **looks,
    )


def add_tips(markers: Artist, tips: Sequence[str]) -> None:
    """Give each of some markers a text that a page shows where a reader points at it."""
    markers.set_gid(TIPS + json.dumps(list(tips)))


def write_beside(
    axes: Axes,
    label: str,
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
    write(axes, label, (0, y), dx=dx, size=size, colour=colour, **looks, **more)


def legend_height(names: Sequence[str], width: int) -> int:
    """Return the room that a legend takes at the top of a figure, in pixels."""
    return 14 + LEGEND_LINE * (1 + _legend_spots(names, width)[-1][1])


def write_legend(figure: Figure, names: Sequence[str], keys: Sequence[dict[str, Any]]) -> None:
    """Write each name after its key, a marker or a piece of line, at the top of a figure."""
    width, height = figure.get_size_inches() * 72
    room = width - KEY
    looks_of_name: dict[str, Any] = {"fontsize": 10.5, "color": INK, "va": "center"}
    for name, looks, (x, row) in zip(names, keys, _legend_spots(names, width), strict=True):
        y = 1 - (14 + LEGEND_LINE * row) / height
        piece = [(x + offset) / width for offset in (0, 8, 16)]
        # three points, the middle one marked: a marker on a piece of line
        figure.add_artist(Line2D(piece, [y] * 3, markevery=[1], markeredgecolor=PAPER, **looks))
        figure.text((x + 20) / width, y, clip_label(name, room, 10.5), **looks_of_name)


def _legend_spots(names: Sequence[str], width: float) -> list[tuple[float, int]]:
    """Return where each name of a legend goes: pixels from the left, and the line."""
    x, row = 8.0, 0
    spots = []
    for name in names:
        room = KEY + text_width(name, 10.5)
        if x > 8 and x + room > width:
            x, row = 8.0, row + 1
        spots.append((x, row))
        x += room
    return spots


def svg(figure: Figure, title: str) -> str:
    """Return a figure as SVG text, for a light page."""
    with io.StringIO() as file:
        # no date and no version: the same run must give the same bytes
        figure.savefig(file, format="svg", metadata={"Title": title, "Date": None, "Creator": None})
        source = file.getvalue()
    return printable(_compact(re.sub(r"font-family: [^;\"]+", f"font-family: {FONT}", source)))


def png(figure: Figure, title: str) -> bytes:
    """Return a figure as PNG, twice as many pixels as it is wide."""
    with io.BytesIO() as file:
        figure.savefig(
            file,
            format="png",
            dpi=144,
            metadata={"Title": title, "Software": None},
            pil_kwargs={"compress_level": 4},
            # of a histogram: the default of 6 takes an eighth longer and saves 1 %, and files of
            # level 1 are 1.7 times as large
        )
        return file.getvalue()


def _compact(source: str) -> str:
    """Drop what no reader of the picture needs: comments, digits below a hundredth of a pixel."""
    source = re.sub(r"<!--.*?-->", "", source, flags=re.DOTALL)
    # only in tags, so that a text keeps its digits
    source = re.sub(r"<[^>]+>", lambda tag: re.sub(r"(\d\.\d\d)\d+", r"\1", tag[0]), source)
    return re.sub(r"\s*\n\s*", "\n", source)
