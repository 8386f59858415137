"""Section with the table of all scenarios: estimates with intervals, counts of games."""

from __future__ import annotations

from collections.abc import Iterator

from simlab.analysis import sweep
from simlab.analysis.sweep import sweep_effects
from simlab.analysis.tables import Tables
from simlab.report.answers.effect import rows_of
from simlab.report.blocks.score_results import score_results
from simlab.report.blocks.sweep_cells import cell_table
from simlab.report.blocks.win_results import win_results
from simlab.report.page_table import PageTable
from simlab.report.section import Section


def _tables(tables: Tables) -> Iterator[PageTable]:
    if tables.study.get("kind") == "sweep":
        rows = {effects: rows_of(sweep.cells(tables), effects) for effects in sweep_effects(tables)}
        yield cell_table(tables, "cells", rows)
    else:
        yield score_results(tables) if tables.is_cooperative else win_results(tables)


PAGES = {"competitive": 10, "cooperative": 10, "points": 10, "houserule": 40, "sweep": 50}
SECTION = Section(PAGES, "All scenarios", _tables, in_short=True)
