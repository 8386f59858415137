"""Page on a game whose seats play for points: what each seat and each policy scores."""

from __future__ import annotations

from simlab.analysis.tables import Tables
from simlab.report.answers.unended import is_unplayable
from simlab.report.blocks.length import length_blocks
from simlab.report.blocks.winners import policy_blocks, seat_block
from simlab.report.figure_block import FigureBlock
from simlab.report.scenario import scenarios_with_rivals


def main_blocks(tables: Tables) -> list[FigureBlock]:
    """Return the figure blocks that answer the question."""
    if not scenarios_with_rivals(tables.main) or is_unplayable(tables):
        return [*length_blocks(tables)]
    return [*policy_blocks(tables), seat_block(tables)]
