"""A plate: one figure with its title, its words and the table under it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from matplotlib.figure import Figure

from simlab.report.page_table import PageTable


@dataclass(frozen=True, eq=False)
class FigureBlock:
    """A figure on the page; `narrow` takes its place on a narrow screen."""

    title: str
    lead: str
    """What to look at, in a sentence or two."""
    alt: str
    """What the figure shows, for those who do not see it."""
    figure: Figure
    sheet: PageTable
    narrow: Figure | None = None

    @property
    def slug(self) -> str:
        """Name of its files and of its place on the page."""
        return self.sheet.slug


@dataclass(frozen=True)
class Story:
    """A game in a sentence, and the commands that tell it move by move."""

    title: str
    text: str
    commands: Sequence[str]


@dataclass(frozen=True)
class Slider:
    """A figure whose rules the reader chooses; all of its content is in the page."""

    title: str
    lead: str
    content: Mapping[str, Any]
    """As JSON; `slider.js` says what it holds."""


@dataclass(frozen=True, eq=False)
class Section:
    """A heading with what stands under it."""

    title: str
    lead: str = ""
    sheets: Sequence[PageTable] = ()
    plates: Sequence[FigureBlock] = ()
    stories: Sequence[Story] = ()
    slider: Slider | None = None
