"""Image files of a figure block: SVG for light, dark and narrow pages, PNG for slides."""

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


def picture_of(block: FigureBlock) -> Picture:
    """Draw the figure of a block."""
    width, height = (round(inches * 72) for inches in block.figure.get_size_inches())
    light = style.svg(block.figure, block.title)
    narrow = style.svg(block.narrow, block.title) if block.narrow else ""
    return Picture(width, height, light, narrow, style.png(block.figure, block.title))


def data_url(content: str, kind: str) -> str:
    """Return a link that holds a text itself."""
    return f"data:{kind};base64,{base64.b64encode(content.encode()).decode()}"
