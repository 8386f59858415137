"""Image files of a figure block: SVG for the page and for print, PNG for slides."""

from __future__ import annotations

import base64
from dataclasses import dataclass

from simlab.report import style
from simlab.report.figure_block import FigureBlock
from simlab.report.inline_svg import inline_svg

STRETCH = 1.2
"""Figures are shown larger than drawn: letters of 10 pixels are read at 12."""


@dataclass(frozen=True)
class Picture:
    """The figure of a block, drawn."""

    block: FigureBlock
    width: int
    svg: str
    narrow: str
    """For narrow screens; empty where the figure itself is narrow enough."""

    @property
    def inline(self) -> str:
        """The figure as elements of a page: for any screen, or one for wide and one for narrow."""
        slug, alt = self.block.slug, self.block.alt
        looks = {"style": f"max-width: {round(STRETCH * self.width)}px"}
        if not self.narrow:
            return inline_svg(self.svg, slug, alt, **looks)
        return inline_svg(self.svg, slug, alt, **looks, **{"class": "on-wide"}) + inline_svg(
            self.narrow, f"{slug}-narrow", alt, **{"class": "on-narrow"}
        )

    @property
    def is_wide(self) -> bool:
        """Whether it takes the whole width of the page."""
        return STRETCH * self.width > style.WIDE / 2

    @property
    def png(self) -> bytes:
        """The figure for slides."""
        return style.png(self.block.figure, self.block.title)


def picture_of(block: FigureBlock) -> Picture:
    """Draw the figure of a block."""
    width = round(block.figure.get_size_inches()[0] * 72)
    narrow = style.svg(block.narrow, block.title) if block.narrow else ""
    return Picture(block, width, style.svg(block.figure, block.title), narrow)


def data_url(content: str, kind: str) -> str:
    """Return a link that holds a text itself."""
    return f"data:{kind};base64,{base64.b64encode(content.encode()).decode()}"
