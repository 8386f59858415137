"""Section on what else changes in a sweep: bands of the victory table, or wins by seat."""

from __future__ import annotations

from collections.abc import Iterator

from simlab.analysis.tables import Tables
from simlab.report.blocks.sweep_cells import band_blocks, seat_blocks
from simlab.report.figure_block import FigureBlock
from simlab.report.section import Section


def _blocks(tables: Tables) -> Iterator[FigureBlock]:
    yield from band_blocks(tables)
    yield from seat_blocks(tables)


SECTION = Section({"sweep": 40}, "What else changes", _blocks)
