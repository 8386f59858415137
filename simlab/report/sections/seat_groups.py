"""Section on counts by seat: what each seat or policy gets and does."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from simlab.analysis import breakdown
from simlab.analysis.tables import Tables
from simlab.game.facts import SeatGroup
from simlab.report.figure_block import FigureBlock
from simlab.report.figures import matrix
from simlab.report.figures.from_rows import panels_of
from simlab.report.figures.matrix import Matrix
from simlab.report.page_table import across
from simlab.report.scenario import labels_by_name
from simlab.report.section import Section
from simlab.report.wording import number

STEPS = (0.1, 0.3)
"""Distances from the mean of all seats, in parts of it, at which the tint becomes deeper."""


TINTED = (
    "Orange is more than the mean of all {} and purple less, where the whole interval is; the"
    f" deeper the further off, from {round(100 * STEPS[0])} % and from {round(100 * STEPS[1])} %."
)


def _blocks(tables: Tables) -> Iterator[FigureBlock]:
    """Yield a block for each group of columns that the game keeps by seat."""
    for group in tables.facts.seat_groups:
        means = breakdown.means(tables, group.name, tables.main)
        met = means[means["option"].isin(means[means["estimate"].abs() > 0]["option"])]
        if met.size:
            yield _group_block(tables, group, met)


def _group_block(tables: Tables, group: SeatGroup, means: pd.DataFrame) -> FigureBlock:
    panels = panels_of(labels_by_name(tables.main), means, "option", "who", "even")
    plot = Matrix(means["option"].unique().tolist(), panels, number, STEPS, is_relative=True)
    return FigureBlock(
        title=f"{group.title}, {_by_whom(tables)}",
        lead=f"Mean {group.unit} with {tables.main[0].entry}."
        f" {TINTED.format(tables.facts.seats.many)}",
        alt=matrix.describe(plot),
        figure=matrix.draw(plot),
        narrow=matrix.draw_narrow(plot),
        table=across(
            f"seats_{group.name}",
            means,
            "option",
            tables.main,
            number,
            breakdown.METHOD,
            ["who"],
        ),
    )


def _by_whom(tables: Tables) -> str:
    return "by policy" if len(tables.main[0].policies) > 1 else f"by {tables.facts.seats.one}"


def _title(tables: Tables) -> str:
    return f"What every {tables.facts.seats.one} gets and does"


SECTION = Section({"competitive": 110, "points": 110}, _title, _blocks)
