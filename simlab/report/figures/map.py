"""Map of a board: places as boxes and ovals in the colours of their owners, links as lines."""

from __future__ import annotations

from typing import Any

from matplotlib.axes import Axes
from matplotlib.colors import to_hex, to_rgb
from matplotlib.figure import Figure
from matplotlib.patches import Ellipse, FancyBboxPatch

from simlab.game.map import Link, Map, Place
from simlab.report.style import (
    BAND,
    DASHES,
    INNER_BAND,
    MARKERS,
    MUTED,
    PAPER,
    SERIES,
    canvas,
    legend_height,
    write,
    write_legend,
)

WIDTH, MARGIN = 1440, 84
"""Pixels: of the picture, and from its edges to the outermost places."""
NAME, LINE, PAD = 14, 12, 5
"""Heights in pixels: of a name, of a line below it, above and below both."""
NAME_LETTER, LINE_LETTER = 7.4, 5.9
"""Pixels of a letter: DejaVu, the widest font met."""
TINT = 0.22
"""How much of a group's colour fills a box."""

LINKS: tuple[dict[str, Any], ...] = (
    {"color": MUTED, "linewidth": 2.6},
    {"color": MUTED, "linewidth": 2.6, "linestyle": DASHES[2]},
    {"color": SERIES[0], "linewidth": 1.6},
    {"color": SERIES[5], "linewidth": 1.1, "linestyle": DASHES[1]},
)
OVAL = 1
"""The kind of place, by its number, that is drawn as an oval."""
MIDDLE: dict[str, Any] = {"ha": "center", "va": "center", "zorder": 3}


def draw(board: Map) -> Figure:
    """Draw a map with a legend above it."""
    names, keys = _legend(board)
    top = legend_height(names, WIDTH)
    figure, axes = canvas(WIDTH, _height(board) + top, left=0, right=0, top=top, bottom=0)
    axes.set(xlim=(0, WIDTH), ylim=(0, _height(board)))
    axes.axis("off")
    # the first kind last, so that its lines lie above the others
    for link in sorted(board.links, key=lambda link: -board.link_kinds.index(link.kind)):
        _draw_link(axes, board, link)
    for place in board.places:
        _draw_place(axes, board, place)
    write_legend(figure, names, keys)
    return figure


def _legend(board: Map) -> tuple[list[str], list[dict[str, Any]]]:
    """Return the words of the legend and the look of each."""
    marker, size = MARKERS[1]
    looks = {"marker": marker, "markersize": size, "linestyle": "none"}
    lines = [_look(board, kind) for kind in board.link_kinds]
    squares = [{"color": _colour(board, group), **looks} for group in board.groups]
    return [*board.link_kinds, *board.groups], [*lines, *squares]


def _look(board: Map, kind: str) -> dict[str, Any]:
    return LINKS[board.link_kinds.index(kind) % len(LINKS)]


def _colour(board: Map, group: str) -> str:
    return SERIES[board.groups.index(group) % len(SERIES)] if group else MUTED


def _scale(board: Map) -> float:
    """Return the pixels of a unit of the map."""
    xs = [place.x for place in board.places]
    # places in one column have no width
    return (WIDTH - 2 * MARGIN) / max(max(xs) - min(xs), 1)


def _height(board: Map) -> int:
    ys = [place.y for place in board.places]
    return round((max(ys) - min(ys)) * _scale(board)) + MARGIN


def _spot(board: Map, place: Place) -> tuple[float, float]:
    """Return where a place lies, in pixels."""
    left = min(map_place.x for map_place in board.places)
    bottom = min(map_place.y for map_place in board.places)
    scale = _scale(board)
    return MARGIN + scale * (place.x - left), MARGIN / 2 + scale * (place.y - bottom)


def _draw_link(axes: Axes, board: Map, link: Link) -> None:
    ends = [_spot(board, board.places[number]) for number in (link.one, link.other)]
    axes.plot(*zip(*ends, strict=True), solid_capstyle="round", zorder=1, **_look(board, link.kind))


def _draw_place(axes: Axes, board: Map, place: Place) -> None:
    if board.place_kinds.index(place.kind) == OVAL:
        _draw_oval(axes, _spot(board, place), place)
    else:
        _draw_box(axes, board, place)


def _draw_oval(axes: Axes, spot: tuple[float, float], place: Place) -> None:
    name_words = place.name.split()
    width = 26 + NAME_LETTER * max(map(len, name_words))
    height = 18 + NAME * len(name_words)
    axes.add_patch(Ellipse(spot, width, height, facecolor=BAND, edgecolor=INNER_BAND, zorder=2))
    write(axes, "\n".join(name_words), spot, size=10, style="italic", **MIDDLE)


def _draw_box(axes: Axes, board: Map, place: Place) -> None:
    (x, y), (width, height) = _spot(board, place), _extent(place)
    colour = _colour(board, place.group)
    box = FancyBboxPatch(
        (x - width / 2, y - height / 2),
        width,
        height,
        boxstyle="round,pad=0,rounding_size=5",
        facecolor=_pale(colour) if place.group else PAPER,
        edgecolor=colour,
        linewidth=2 if place.group else 1,
        zorder=2,
    )
    axes.add_patch(box)
    _write_box(axes, place, (x, y + height / 2 - PAD))


def _write_box(axes: Axes, place: Place, top: tuple[float, float]) -> None:
    """Write the name of a place and its lines of text, from the top down."""
    write(axes, place.name, top, dy=-NAME / 2, size=10.5, weight="bold", **MIDDLE)
    y = -NAME - LINE / 2
    for line in place.lines:
        write(axes, line, top, dy=y, size=9, **MIDDLE)
        y -= LINE
    write(axes, place.note, top, dy=y, size=9, style="italic", **MIDDLE)


def _extent(place: Place) -> tuple[float, float]:
    """Return width and height of a box."""
    lines = [*place.lines, *([place.note] if place.note else [])]
    letters = max([NAME_LETTER * len(place.name), *(LINE_LETTER * len(line) for line in lines)])
    return 12 + letters, 2 * PAD + NAME + LINE * len(lines)


def _pale(colour: str) -> str:
    """Return a colour mixed with that of the page."""
    channels = zip(to_rgb(colour), to_rgb(PAPER), strict=True)
    red, green, blue = (TINT * channel + (1 - TINT) * page for channel, page in channels)
    return to_hex((red, green, blue))
