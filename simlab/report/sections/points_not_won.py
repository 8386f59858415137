"""Section on points that a cooperative table did not win."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from simlab.analysis import points_not_won
from simlab.analysis.tables import Tables
from simlab.report.figure_block import FigureBlock
from simlab.report.figures import dots
from simlab.report.figures.from_rows import by_players
from simlab.report.page_table import across, records, rows_of
from simlab.report.scenario import order_scenarios
from simlab.report.section import Section
from simlab.report.wording import join_list, n_of, number


def _blocks(tables: Tables) -> Iterator[FigureBlock]:
    """Yield a figure block for each group of points that the game names."""
    for group in tables.facts.supplies:
        lefts = points_not_won.points_not_won(tables, group.name)
        plot = by_players(tables, _drop_empty_kinds(lefts), "kind", group.unit, from_zero=True)
        yield FigureBlock(
            title=group.title,
            lead=_lead(tables, rows_of(lefts, tables.main[0])),
            alt=dots.describe(plot),
            figure=dots.draw(plot),
            table=across(
                group.name,
                _drop_empty_kinds(lefts),
                "kind",
                order_scenarios(tables),
                number,
                points_not_won.METHOD,
            ).with_frame(lefts),
        )


def _drop_empty_kinds(lefts: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of kinds of which there are any."""
    return lefts[lefts["total"] > 0]


def _lead(tables: Tables, rows: pd.DataFrame) -> str:
    """Return the sentence on the first scenario, in points if the game names them."""
    first = n_of(tables.main[0].players, "player")
    phrases = []
    for row in records(_drop_empty_kinds(rows)):
        bounds = {"estimate": row["points"], "low": row["points_low"], "high": row["points_high"]}
        has_points = pd.notna(row["points"])
        worth = f"{number(bounds).full} points in " if has_points else f"{number(row).full} "
        total = int(row["points_total"]) if has_points else row["total"]
        phrases.append(f"{worth}{row['kind']} (of {total})")
    return f"Left per game with {first} and {tables.main[0].entry}: {join_list(phrases)}."


SECTION = Section({"cooperative": 70}, "Where points are left", _blocks)
