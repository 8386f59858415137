"""A plate: one figure with its title, its words and the table under it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from matplotlib.figure import Figure

from simlab.report.sheet import Sheet


@dataclass(frozen=True, eq=False)
class Plate:
    """A figure on the page; `narrow` takes its place on a narrow screen."""

    title: str
    lead: str
    """What to look at, in a sentence or two."""
    alt: str
    """What the figure shows, for those who do not see it."""
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
