"""The report on a game that a table wins or loses together: its scores, and where points go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pandas as pd

from simlab.analysis import band, convergence, ecdf, end, left, score, timeline, use
from simlab.analysis.tables import Scenario, Tables
from simlab.report.figures import convergence as convergence_figure
from simlab.report.figures import dots
from simlab.report.figures import ecdf as ecdf_figure
from simlab.report.figures import score as ladder
from simlab.report.figures import timeline as timeline_figure
from simlab.report.figures.dots import Dot, Dots, Group
from simlab.report.figures.lines import lines_of
from simlab.report.plate import Plate, Section
from simlab.report.scenario import scenario_sheet
from simlab.report.sheet import Cell, Sheet, across, heads_of, records, rows_of
from simlab.report.style import HALF, NARROW, WIDE
from simlab.report.wording import Row, listed, n_of, number, share, whole

MOST_PANELS = 6
"""Panels of the main picture side by side on a wide page; two on a narrow one."""


def main_plate(tables: Tables) -> Plate:
    """Return the picture that answers the question."""
    entry, panels = tables.main[0].entry, _panels(tables, tables.main)
    columns = min(len(panels), MOST_PANELS)
    wide = ladder.Sizes(columns, min((WIDE - 120) // columns, 260), 120, 366, 46)
    narrow = ladder.Sizes(min(columns, 2), (NARROW - 96) // min(columns, 2), 96, 300, 46)
    shares = score.distribution(tables)
    return Plate(
        title=f"What a table scores with {entry}, against the {_bands_label(tables)}",
        lead=(
            "Each bar is the share of games that end with exactly that score; the dot is the mean."
            " The numbers on the right are the share of games in each band, with intervals that"
            " hold for all bands of a picture together."
        ),
        alt=ladder.describe(panels),
        figure=ladder.draw(panels, wide),
        narrow=ladder.draw(panels, narrow),
        sheet=across("score", shares, "points", tables.main, share, score.DISTRIBUTION_METHOD),
    )


def sections(tables: Tables) -> list[Section]:
    """Return what follows the main picture and the rules."""
    found = [
        Section("All scenarios", sheets=[scenario_sheet(tables)]),
        Section("Points", plates=[*_mean_plates(tables), _ecdf_plate(tables), *_others(tables)]),
        Section("How a game goes", plates=[*_end_plates(tables), *_timeline_plates(tables)]),
        Section("What is used", plates=list(_use_plates(tables))),
        Section("Where points are left", plates=list(_left_plates(tables))),
        Section("Enough games?", plates=[_convergence_plate(tables)]),
    ]
    return [section for section in found if section.plates or section.sheets]


def _panels(tables: Tables, scenarios: Sequence[Scenario]) -> list[ladder.Panel]:
    means, shares = score.mean(tables), score.distribution(tables)
    bands = band.band(tables)
    return [
        ladder.Panel(
            title=n_of(scenario.players, "player"),
            mean=rows_of(means, scenario).iloc[0],
            shares=rows_of(shares, scenario),
            bands=rows_of(bands[bands["label"] != band.CAPPED], scenario),
        )
        for scenario in scenarios
    ]
