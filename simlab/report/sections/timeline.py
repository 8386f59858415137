"""Section on how a cooperative game goes: reasons why it ends, measures round by round."""

from __future__ import annotations

from collections.abc import Iterator

from simlab.analysis.tables import Tables
from simlab.report.blocks.end_reason import end_blocks, only_end_sentence
from simlab.report.blocks.timeline import timeline_blocks
from simlab.report.figure_block import FigureBlock
from simlab.report.page_table import PageTable
from simlab.report.section import Section


def _blocks(tables: Tables) -> Iterator[FigureBlock | PageTable]:
    yield from end_blocks(tables)
    yield from timeline_blocks(tables)


SECTION = Section({"cooperative": 50}, "How a game goes", _blocks, lead=only_end_sentence)
