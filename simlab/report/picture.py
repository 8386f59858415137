"""A plate drawn: SVG for light and dark pages and for narrow screens, PNG for slides."""

from __future__ import annotations

import base64
from dataclasses import dataclass

from simlab.report import style
from simlab.report.figure_block import FigureBlock

STRETCH = 1.2


@dataclass(frozen=True)
class Picture:
    """The files of one figure."""

    width: int
    height: int
    light: str
    narrow: str
    """Light too; empty where the figure is narrow enough."""
    png: bytes

    @property
    def dark(self) -> str:
        """The figure for a dark page."""
        return style.dark(self.light)

    @property
    def narrow_dark(self) -> str:
        """The narrow figure for a dark page."""
        return style.dark(self.narrow)

    @property
    def is_wide(self) -> bool:
        """Whether it takes the whole width of the page."""
        return self.most > style.WIDE / 2

    @property
    def most(self) -> int:
        """The width in pixels beyond which its letters would grow too large."""
        return round(STRETCH * self.width)


def picture_of(plate: FigureBlock) -> Picture:
    """Draw a plate."""
    width, height = (round(inches * 72) for inches in plate.figure.get_size_inches())
    light = style.svg(plate.figure, plate.title)
    narrow = style.svg(plate.narrow, plate.title) if plate.narrow else ""
    return Picture(width, height, light, narrow, style.png(plate.figure, plate.title))


def data_url(content: str, kind: str) -> str:
    """Return a link that holds a text itself."""
    return f"data:{kind};base64,{base64.b64encode(content.encode()).decode()}"
