"""Page on a house rule: metrics under the unchanged and the changed rules."""

from __future__ import annotations

from collections.abc import Iterator

from simlab import shell
from simlab.analysis.rule_comparison import Comparison, comparisons
from simlab.analysis.tables import Tables
from simlab.errors import RunError
from simlab.report.blocks.rule_comparison import (
    band_blocks,
    points_blocks,
    score_block,
    seats_block,
    wins_block,
)
from simlab.report.figure_block import FigureBlock


def main_blocks(tables: Tables) -> list[FigureBlock]:
    """Return the pictures that answer the question: what tables score, or who wins.

    Raises:
        RunError: not all has been played, so that blocks may lack their partner.
    """
    if not tables.is_finished:
        folder = str(tables.folder)
        way_on = shell.join(["simlab", "resume", folder])
        raise RunError(f"{folder}: is not finished; go on with: {way_on}")
    return [block for pair in comparisons(tables) for block in _first_blocks(tables, pair)]


def _first_blocks(tables: Tables, pair: Comparison) -> Iterator[FigureBlock]:
    if tables.is_cooperative:
        yield score_block(tables, pair)
        yield from band_blocks(tables, pair)
    else:
        if pair.players > 1:  # who is alone wins whatever the rules are
            yield seats_block(tables, pair) if tables.is_for_points else wins_block(tables, pair)
        yield from points_blocks(tables, pair)
