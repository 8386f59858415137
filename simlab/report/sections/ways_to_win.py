"""Section on the ways to win: how often, when, how near the others were, and game length."""

from __future__ import annotations

from collections.abc import Iterator

from simlab.analysis import length
from simlab.analysis.tables import Tables
from simlab.report.blocks.end_reason import end_blocks, only_end_sentence
from simlab.report.blocks.length import length_blocks
from simlab.report.blocks.points_by_source import apart_blocks
from simlab.report.blocks.victory_type import way_blocks
from simlab.report.blocks.winning_distance import distance_blocks
from simlab.report.figure_block import FigureBlock
from simlab.report.page_table import PageTable
from simlab.report.section import Section


def _blocks(tables: Tables) -> Iterator[FigureBlock | PageTable]:
    yield from end_blocks(tables)
    yield from way_blocks(tables)
    yield from distance_blocks(tables)
    yield from apart_blocks(tables)
    if not _are_rounds_shown(tables):
        yield from length_blocks(tables)


def _are_rounds_shown(tables: Tables) -> bool:
    """Whether the columns of the ways to win, by round, show the length of all games too."""
    n_capped = sum(tables.scenario_counts(scenario).n_capped for scenario in tables.main)
    return length.clocks(tables)[0] == "rounds" and not n_capped


SECTION = Section(
    {"competitive": 20},
    "Ways to win, and how long they take",
    _blocks,
    applies=lambda tables: tables.facts.ends.winning,
    lead=only_end_sentence,
)
