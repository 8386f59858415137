"""Page on a cooperative game: score distribution, with the bands of the victory table."""

from __future__ import annotations

from simlab.analysis.tables import Tables
from simlab.report.blocks.score_distribution import score_block
from simlab.report.figure_block import FigureBlock


def main_blocks(tables: Tables) -> list[FigureBlock]:
    """Return the figure block that answers the question."""
    return [score_block(tables)]
