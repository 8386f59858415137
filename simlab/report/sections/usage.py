"""Section on how often each option is used, and on the prizes of a competitive game."""

from __future__ import annotations

from collections.abc import Iterator

from simlab.analysis.tables import Tables
from simlab.report.blocks.prizes import prize_blocks
from simlab.report.blocks.usage import use_blocks, use_sentences
from simlab.report.figure_block import FigureBlock
from simlab.report.section import Section


def _title(tables: Tables) -> str:
    return "What is used and met" if tables.is_cooperative else "What is won and built"


def _blocks(tables: Tables) -> Iterator[FigureBlock]:
    """Yield what no other section of the page shows: prizes are with titles, uses with rounds."""
    if tables.is_cooperative:
        yield from use_blocks(tables)
        return
    if not tables.facts.titles.columns:
        yield from prize_blocks(tables)
    if not tables.facts.timeline.gains.columns:
        yield from use_blocks(tables)


def _lead(tables: Tables) -> str:
    """Return sentences on the uses that no figure shows; in rounds, where these are shown there."""
    is_elsewhere = not tables.is_cooperative and tables.facts.timeline.gains.columns
    return "" if is_elsewhere else use_sentences(tables)


SECTION = Section({"competitive": 140, "cooperative": 60}, _title, _blocks, lead=_lead)
