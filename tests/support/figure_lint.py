"""Lint of figures: cut, small and overlapping text, fills too alike, empty axes, long alt texts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.colors import to_hex, to_rgb
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from numpy.typing import NDArray

from simlab.report.figure_block import FigureBlock
from simlab.report.picture import STRETCH
from simlab.report.style import DARK, MARGIN_TINT, PAPER, TINTS, WIDE

Array = NDArray[Any]

LEAST_SIZE = 8
"""Pixels of the letters of a text, at least, as displayed."""
COLUMN, PHONE = 520, 368
"""Pixels for a figure: in one of two columns at a page width of 1280, and at one of 400."""
LEAST_DISTANCE = 15
"""Distance of the colours of two fills that touch, at least, in CIELAB (CIE 1976)."""
TOUCHING = 1.5
"""Pixels between two fills that touch, at most."""
MOST_WORDS = 40
"""Words of an alternative text, at most."""
TABLE_SENTENCE = "Numbers in the table below."
BACKDROPS = {PAPER, MARGIN_TINT, *TINTS}
"""Fills that carry no data, or whose names stand on them."""

XYZ = np.array(
    [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]
)
WHITE = np.array([0.95047, 1.0, 1.08883])
"""D65."""


def block_problems(block: FigureBlock) -> list[str]:
    """Return what is wrong with the figures of a block, on a wide page and on a telephone."""
    widths = {block.figure: [_displayed(block.figure)]}
    widths.setdefault(block.narrow or block.figure, []).append(PHONE)
    problems = [p for figure, each in widths.items() for p in figure_problems(figure, *each)]
    return [f"{block.slug}: {p}" for p in [*problems, *alt_problems(block.alt)]]


def figure_problems(figure: Figure, *widths: float) -> list[str]:
    """Return what is wrong with a figure that is displayed in these numbers of pixels at most."""
    drawn = _drawn(figure)
    scale = min(min(widths) / drawn.size[0], STRETCH)
    return [
        *_cut(drawn),
        *_small(drawn, scale),
        *_overlapping(drawn),
        *_alike(drawn),
        *(f"axes {n} are empty" for n, axes in enumerate(figure.axes) if _is_empty(axes)),
    ]


def alt_problems(alt: str) -> Iterator[str]:
    """Yield what is wrong with an alternative text."""
    if len(alt.split()) > MOST_WORDS:
        yield f"alternative text of {len(alt.split())} words: {alt!r}"
    if not alt.endswith(TABLE_SENTENCE):
        yield f"alternative text does not point to the table: {alt!r}"
    if len(alt) < 2 * len(TABLE_SENTENCE):
        yield f"alternative text does not say what is seen: {alt!r}"


def colour_distance(one: Array, other: Array) -> float:
    """Return the distance of two colours in CIELAB (CIE 1976); red, green and blue up to 1."""
    return float(np.linalg.norm(_lab(one) - _lab(other)))


@dataclass(frozen=True)
class Word:
    """A text as it is drawn: its size and its box in pixels, lowest and highest corner."""

    text: str
    size: float
    box: Array


class Recorder(RendererBase):
    """Renderer that keeps the texts and fills of a figure instead of painting them."""

    def __init__(self, size: tuple[float, float]) -> None:
        super().__init__()
        self.size = size
        self.words: list[Word] = []
        self.fills: dict[tuple[str, float], list[Array]] = {}
        """Boxes of the polygons, by colour and opacity."""

    def get_canvas_width_height(self) -> tuple[float, float]:
        return self.size

    # the name of the last parameter is matplotlib's, which passes it by name
    def draw_path(self, gc: Any, path: Any, transform: Any, rgbFace: Any = None) -> None:  # noqa: N803
        if rgbFace is None or (len(rgbFace) == 4 and rgbFace[3] == 0):
            return
        key = to_hex(rgbFace[:3]), float(gc.get_alpha())
        boxes = self.fills.setdefault(key, [])
        boxes += [np.array([*p.min(axis=0), *p.max(axis=0)]) for p in path.to_polygons(transform)]

    def draw_markers(self, *_: Any, **__: Any) -> None:
        """Leave markers out: they are no fills."""

    def flipy(self) -> bool:
        return False

    def draw_text(
        self, gc: Any, x: float, y: float, s: str, prop: Any, angle: float, *_: Any, **__: Any
    ) -> None:
        if not s.strip():
            return
        width, height, below = self.get_text_width_height_descent(s, prop, ismath=False)
        box = [x, y - below, x + width, y + height - below]
        if angle == 90:
            box = [x + below - height, y, x + below, y + width]
        self.words.append(Word(s, prop.get_size_in_points(), np.array(box)))


def _drawn(figure: Figure) -> Recorder:
    """Return what a figure draws, in its own pixels."""
    before = figure.dpi
    figure.dpi = 72
    recorder = Recorder(_pixels(figure))
    figure.draw(recorder)
    figure.dpi = before
    return recorder


def _pixels(figure: Figure) -> tuple[float, float]:
    width, height = 72 * figure.get_size_inches()
    return float(width), float(height)


def _displayed(figure: Figure) -> float:
    """Return the pixels that a figure has on a wide page."""
    return WIDE if STRETCH * _pixels(figure)[0] > WIDE / 2 + 1 else COLUMN


def _cut(drawn: Recorder) -> Iterator[str]:
    for word in drawn.words:
        if (word.box[:2] < -0.5).any() or (word.box[2:] > np.array(drawn.size) + 0.5).any():
            yield f"text outside the figure: {word.text!r}"


def _small(drawn: Recorder, scale: float) -> Iterator[str]:
    for word in drawn.words:
        if scale * word.size < LEAST_SIZE:
            yield f"text of {scale * word.size:.1f} pixels: {word.text!r}"


def _overlapping(drawn: Recorder) -> Iterator[str]:
    """Yield the texts that stand on each other, with a pixel of leading taken off each line."""
    for one, other in combinations(drawn.words, 2):
        shared = np.minimum(one.box, other.box)[2:] - np.maximum(one.box, other.box)[:2]
        if (shared > (0.5, 2)).all():
            yield f"texts on each other: {one.text!r}, {other.text!r}"


def _alike(drawn: Recorder) -> Iterator[str]:
    """Yield the colours of fills that touch and that can hardly be told apart."""
    data = [fill for fill in drawn.fills if fill[0] not in BACKDROPS]
    for one, other in combinations(data, 2):
        light, dark = (
            colour_distance(_over(one, ground), _over(other, ground)) for ground in (False, True)
        )
        if min(light, dark) > LEAST_DISTANCE:
            continue
        if _touch(np.array(drawn.fills[one]), np.array(drawn.fills[other])):
            yield f"fills {one[0]} and {other[0]} differ by {light:.0f}, in the dark by {dark:.0f}"


def _touch(one: Array, other: Array) -> bool:
    """Whether some box of the one touches some box of the other."""
    low = np.maximum(one[:, None, :2], other[None, :, :2])
    high = np.minimum(one[:, None, 2:], other[None, :, 2:])
    return bool((high - low > -TOUCHING).all(axis=2).any())


def rgb(colour: str, is_dark: bool) -> Array:
    """Return red, green and blue of a colour, as the light or the dark theme has it."""
    return np.array(to_rgb(DARK.get(colour, colour) if is_dark else colour))


def _over(fill: tuple[str, float], is_dark: bool) -> Array:
    """Return a colour on the page, as its theme has it."""
    colour, opacity = fill
    return opacity * rgb(colour, is_dark) + (1 - opacity) * rgb(PAPER, is_dark)


def _lab(colour: Array) -> Array:
    """Return the coordinates of a colour of the sRGB space in CIELAB."""
    linear = np.where(colour <= 0.04045, colour / 12.92, ((colour + 0.055) / 1.055) ** 2.4)
    parts = XYZ @ linear / WHITE
    x, y, z = np.where(parts > 216 / 24389, np.cbrt(parts), (24389 / 27 * parts + 16) / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def _is_empty(axes: Axes) -> bool:
    """Whether nothing is drawn in axes but their scale and lines across them."""
    lines = [line for line in axes.lines if line.get_transform() is axes.transData]
    patches = [each for each in axes.patches if each.get_data_transform() is axes.transData]
    collections = [each for each in axes.collections if any(map(len, each.get_paths()))]
    return not (any(map(_is_seen, lines)) or patches or collections)


def _is_seen(line: Line2D) -> bool:
    """Whether a line has a marker or a piece between two points."""
    n_points = int(np.isfinite(np.asarray(line.get_xydata(), dtype=float)).all(axis=1).sum())
    has_marker = str(line.get_marker()) not in ("None", "", " ")
    return n_points > (0 if has_marker else 1)
