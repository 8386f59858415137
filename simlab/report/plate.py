"""A plate: one figure with its title, its words and the table under it."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass

from matplotlib.figure import Figure

from simlab.report import style
from simlab.report.sheet import Sheet


@dataclass(frozen=True, eq=False)
class Plate:
    """A figure on the page; `narrow` takes its place on a narrow screen."""

    title: str
    lead: str
    """What to look at, in a sentence or two."""
    alt: str
    figure: Figure
    sheet: Sheet
    narrow: Figure | None = None

    @property
    def slug(self) -> str:
        """Name of its files and of its place on the page."""
        return self.sheet.slug


@dataclass(frozen=True, eq=False)
class Section:
    """A heading with what stands under it."""

    title: str
    lead: str = ""
    sheets: Sequence[Sheet] = ()
    plates: Sequence[Plate] = ()


@dataclass(frozen=True)
class Picture:
    """A drawn plate: SVG for light and dark pages, and for narrow screens; PNG for slides."""

    width: int
    height: int
    light: str
    dark: str
    png: bytes
    narrow_light: str = ""
    narrow_dark: str = ""


def picture_of(plate: Plate) -> Picture:
    """Draw a plate."""
    light = style.svg(plate.figure, plate.title)
    narrow = style.svg(plate.narrow, plate.title) if plate.narrow else ""
    width, height = (round(inches * 72) for inches in plate.figure.get_size_inches())
    png = style.png(plate.figure, plate.title)
    return Picture(width, height, light, style.dark(light), png, narrow, style.dark(narrow))


def data_url(content: str, kind: str) -> str:
    """Return text as a link that holds it."""
    return f"data:{kind};base64,{base64.b64encode(content.encode()).decode()}"
