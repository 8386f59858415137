"""Section on the length of a game and the reasons why it ends."""

from __future__ import annotations

from collections.abc import Iterator

from simlab.analysis.tables import Tables
from simlab.report.answers.unended import is_unplayable
from simlab.report.blocks.end_reason import end_blocks, only_end_sentence
from simlab.report.blocks.length import length_blocks
from simlab.report.figure_block import FigureBlock
from simlab.report.page_table import PageTable
from simlab.report.scenario import scenarios_with_rivals, sentence_on_capped
from simlab.report.section import Section


def _has_one_way(tables: Tables) -> bool:
    """Whether no section on the ways to win shows the length."""
    return tables.is_for_points or not tables.facts.ends.winning


def _lead(tables: Tables) -> str:
    only = only_end_sentence(tables)
    return only if only or tables.facts.ends.labels else sentence_on_capped(tables)


def _blocks(tables: Tables) -> Iterator[FigureBlock | PageTable]:
    # else the page begins with it
    if scenarios_with_rivals(tables.main) and not is_unplayable(tables):
        yield from length_blocks(tables)
    yield from end_blocks(tables)


SECTION = Section(
    {"competitive": 100, "points": 100}, "Length", _blocks, applies=_has_one_way, lead=_lead
)
