"""The report on a house rule: everything that is measured, by the unchanged and changed rules."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from simlab.analysis.rule_comparison import Comparison, comparisons
from simlab.analysis.tables import Tables
from simlab.errors import RunError
from simlab.report.figure_block import FigureBlock, Section
from simlab.report.pages import competitive, cooperative
from simlab.report.sections.changed_games import flip_section
from simlab.report.sections.metric_changes import group_sections
from simlab.report.sections.population import population_sections
from simlab.report.sections.rule_comparison import (
    band_plates,
    points_plates,
    score_plate,
    wins_plate,
)


def main_plates(tables: Tables) -> list[FigureBlock]:
    """Return the pictures that answer the question: what tables score, or who wins.

    Raises:
        RunError: not all has been played, so that blocks may lack their partner.
    """
    if not tables.is_finished:
        folder = shlex.quote(str(tables.folder))
        raise RunError(f"{folder}: is not finished; go on with: simlab resume {folder}")
    return [plate for pair in comparisons(tables) for plate in _first_plates(tables, pair)]


def sections(tables: Tables) -> list[Section]:
    """Return what follows the main pictures and the rules."""
    kind = cooperative if tables.is_cooperative else competitive
    return [
        *group_sections(tables),
        *population_sections(tables),
        *(flip_section(tables, pair) for pair in comparisons(tables)),
        Section("All scenarios", sheets=[kind.scenario_sheet(tables)]),
    ]


def _first_plates(tables: Tables, pair: Comparison) -> Iterator[FigureBlock]:
    if tables.is_cooperative:
        yield score_plate(tables, pair)
        yield from band_plates(tables, pair)
    else:
        yield wins_plate(tables, pair)
        yield from points_plates(tables, pair)
