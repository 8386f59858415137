"""Page on a competitive game: who wins, and which points set winners apart."""

from __future__ import annotations

from simlab.analysis.tables import Tables
from simlab.report.answers.unended import is_unplayable
from simlab.report.blocks.length import length_blocks
from simlab.report.blocks.points_by_source import apart_blocks
from simlab.report.blocks.victory_type import seat_way_blocks
from simlab.report.blocks.winners import policy_blocks, seat_block
from simlab.report.figure_block import FigureBlock
from simlab.report.scenario import scenarios_with_rivals


def main_blocks(tables: Tables) -> list[FigureBlock]:
    """Return the figure blocks that answer the question."""
    apart = [] if tables.facts.ends.winning else apart_blocks(tables)
    if not scenarios_with_rivals(tables.main) or is_unplayable(tables):
        return [*length_blocks(tables)]
    return [*policy_blocks(tables), seat_block(tables), *seat_way_blocks(tables), *apart]
