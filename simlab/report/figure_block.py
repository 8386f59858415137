"""Figure block: a figure with its title, caption, alternative text and table of numbers."""

from __future__ import annotations

import re
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
    """Caption, in a sentence or two."""
    alt: str
    """Alternative text: what is seen in the figure, in at most 40 words; see `alt_text`."""
    figure: Figure
    table: PageTable
    narrow: Figure | None = None
    players: int | None = None
    """The number of players that all of it is about; None if about several."""

    @property
    def slug(self) -> str:
        """Name of its files and of its place on the page."""
        return self.table.slug


@dataclass(frozen=True)
class Story:
    """A game in a sentence, and the commands that replay it move by move."""

    title: str
    text: str
    commands: Sequence[str]


@dataclass(frozen=True)
class Slider:
    """A figure whose rules the reader chooses; all of its content is in the page."""

    title: str
    lead: str
    content: Mapping[str, Any]
    """Content as JSON for `slider.js`."""


@dataclass(frozen=True, eq=False)
class PageSection:
    """A heading with its figure blocks, tables, stories and slider."""

    title: str
    lead: str = ""
    tables: Sequence[PageTable] = ()
    blocks: Sequence[FigureBlock] = ()
    stories: Sequence[Story] = ()
    players: int | None = None
    """The number of players that all of it is about; None if about several."""
    slider: Slider | None = None

    @property
    def slug(self) -> str:
        """Name of its place on the page."""
        return "section-" + re.sub(r"\W+", "-", self.title.lower()).strip("-")
