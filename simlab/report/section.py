"""Section of a page, declared by a file in `sections/`: heading, condition and content."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module

from simlab.analysis.tables import Tables
from simlab.report import sections
from simlab.report.figure_block import FigureBlock, PageSection, Slider
from simlab.report.page_table import PageTable

Text = str | Callable[[Tables], str]
Content = FigureBlock | PageTable | Slider


def _always(tables: Tables) -> bool:
    """Return true: the section applies to every run."""
    return True


@dataclass(frozen=True)
class Section:
    """A heading with figure blocks, tables or a slider, on one or several kinds of pages.

    A file in `sections/` assigns one to `SECTION`; no other file has to name it. A section without
    content is left out of the page, unless its lead says something about the run.
    """

    pages: Mapping[str, int]
    """Kinds of pages that show it, by their files in `pages/`, and its position there."""
    title: Text
    blocks: Callable[[Tables], Iterable[Content]]
    """The content, from the tables of a run."""
    applies: Callable[[Tables], bool] = _always
    lead: Text = ""
    """Sentences on the content, or a function that returns some on the run itself."""
    in_short: bool = False
    """Whether the short page shows it too."""

    def fill(self, tables: Tables) -> Iterator[PageSection]:
        """Yield the section, if it applies and says something."""
        if not self.applies(tables):
            return
        contents, lead = list(self.blocks(tables)), _text(self.lead, tables)
        if contents or (callable(self.lead) and lead):
            yield PageSection(
                title=_text(self.title, tables),
                lead=lead,
                tables=[content for content in contents if isinstance(content, PageTable)],
                blocks=[content for content in contents if isinstance(content, FigureBlock)],
                slider=next((content for content in contents if isinstance(content, Slider)), None),
            )


@dataclass(frozen=True)
class SectionSeries:
    """Several sections of one question, such as one for each number of players."""

    pages: Mapping[str, int]
    """Kinds of pages that show them, by their files in `pages/`, and their position there."""
    fill: Callable[[Tables], Iterable[PageSection]]
    """The sections with their content, from the tables of a run."""
    in_short: bool = False
    """Whether the short page shows them too."""


def sections_of(page: str, tables: Tables, is_full: bool) -> list[PageSection]:
    """Return the sections that a kind of page shows of a run, in order; not all in a short page."""
    declared = [
        section
        for section in all_sections()
        if page in section.pages and (is_full or section.in_short)
    ]
    declared.sort(key=lambda section: section.pages[page])
    return [filled for section in declared for filled in section.fill(tables)]


@cache
def all_sections() -> tuple[Section | SectionSeries, ...]:
    """Return the sections that the files in `sections/` declare."""
    names = [module.name for module in pkgutil.iter_modules(sections.__path__)]
    return tuple(import_module(f"{sections.__name__}.{name}").SECTION for name in names)


def _text(wording: Text, tables: Tables) -> str:
    return wording if isinstance(wording, str) else wording(tables)
