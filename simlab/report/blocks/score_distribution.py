"""Figure blocks on the score distribution of cooperative tables, with the victory table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pandas as pd

from simlab.analysis import band, score
from simlab.analysis.tables import Scenario, Tables
from simlab.report.figure_block import FigureBlock
from simlab.report.figures import score as score_figure
from simlab.report.page_table import PageTable, across, rows_of
from simlab.report.style import HALF, NARROW, SERIES, WIDE
from simlab.report.wording import n_of, share

MOST_PANELS = 6
"""Panels of the main picture side by side on a wide page; on a narrow one there are two."""


GUTTER, NARROW_GUTTER = 124, 104
"""Room for the names of the bands, in pixels."""
OF_BARS = "Each bar is the share of games that end with exactly that score; the dot is the mean."
OF_BANDS = (
    " At the right of each band stands the share of games that end in it, with its 95 % interval;"
    " the intervals of one column hold together."
)
OF_TABLE = "; the shares of the bands and their intervals are in the table of all scenarios."


def score_block(tables: Tables) -> FigureBlock:
    """Return the figure block on the scores of the main scenarios."""
    panels = panels_of(tables, tables.main)
    columns = min(len(panels), MOST_PANELS)
    few = min(columns, 2)
    wide = score_figure.Layout(columns, min((WIDE - GUTTER) // columns, 260), GUTTER, 392, 48)
    narrow = score_figure.Layout(few, (NARROW - NARROW_GUTTER) // few, NARROW_GUTTER, 392, 48)
    return FigureBlock(
        title=f"What a table scores with {tables.main[0].entry}{against(tables)}",
        lead=f"{OF_BARS}{OF_BANDS if tables.facts.bands.tiers else ''}",
        alt=score_figure.describe(panels),
        figure=score_figure.draw(panels, wide),
        narrow=score_figure.draw(panels, narrow),
        table=_distribution_table(tables, "score", tables.main),
    )


def panels_of(tables: Tables, scenarios: Sequence[Scenario]) -> list[score_figure.Panel]:
    """Return the panel of each scenario."""
    means, shares = score.mean(tables), score.distribution(tables)
    return [
        score_figure.Panel(
            title=n_of(scenario.players, "player"),
            mean=rows_of(means, scenario).iloc[0],
            shares=rows_of(shares, scenario),
            bands=_bands(tables, scenario),
        )
        for scenario in scenarios
    ]


def _bands(tables: Tables, scenario: Scenario) -> pd.DataFrame:
    """Return the shares of the bands without the capped games; nothing without a victory table."""
    if not scenario.facts.bands.tiers:
        return pd.DataFrame()
    bands = rows_of(band.band(tables), scenario)
    return bands[bands["label"] != band.CAPPED]


def against(tables: Tables) -> str:
    """Return the end of a title that names the victory table, if there is one."""
    bands = tables.facts.bands
    return f", against the {bands.label}" if bands.tiers else ""


def _distribution_table(tables: Tables, slug: str, scenarios: Sequence[Scenario]) -> PageTable:
    shares = score.distribution(tables)
    shares = shares[shares["scenario"].isin([scenario.name for scenario in scenarios])]
    seen = shares[shares["points"].isin(shares[shares["estimate"] > 0]["points"])]
    rows = seen if len(seen) else shares
    table = across(slug, rows, "points", scenarios, share, score.DISTRIBUTION_METHOD)
    return table.with_frame(shares)


def other_score_blocks(tables: Tables) -> Iterator[FigureBlock]:
    """Yield the score distributions of the other entries, small and without numbers."""
    for number_, entry in enumerate(tables.entries[1:], start=2):
        scenarios = [scenario for scenario in tables.scenarios if scenario.entry == entry]
        panels = panels_of(tables, scenarios)
        columns = min(len(panels), MOST_PANELS)
        panel = (HALF - NARROW_GUTTER) // columns
        colour = SERIES[(number_ - 1) % len(SERIES)]
        layout = score_figure.Layout(
            columns, panel, NARROW_GUTTER, 240, 26, has_numbers=False, colour=colour
        )
        yield FigureBlock(
            title=f"For comparison: what a table scores with {entry}",
            lead=f"As in the first picture{OF_TABLE if tables.facts.bands.tiers else '.'}",
            alt=score_figure.describe(panels),
            figure=score_figure.draw(panels, layout),
            table=_distribution_table(tables, f"score_{number_}", scenarios),
        )
