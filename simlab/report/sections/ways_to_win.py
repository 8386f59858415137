"""Section on the ways to win: how often, when, how near the others were, and game length."""

from __future__ import annotations

from collections.abc import Iterator

from simlab.analysis.tables import Tables
from simlab.report.blocks.end_reason import end_blocks
from simlab.report.blocks.length import length_blocks
from simlab.report.blocks.points_by_source import apart_blocks
from simlab.report.blocks.victory_type import way_blocks
from simlab.report.blocks.winning_distance import distance_blocks
from simlab.report.figure_block import FigureBlock
from simlab.report.section import Section


def _blocks(tables: Tables) -> Iterator[FigureBlock]:
    yield from end_blocks(tables)
    yield from way_blocks(tables)
    yield from distance_blocks(tables)
    yield from apart_blocks(tables)
    yield from length_blocks(tables)


SECTION = Section(
    {"competitive": 20},
    "Ways to win, and how long they take",
    _blocks,
    applies=lambda tables: tables.facts.ends.winning,
)
