"""Section on the score of cooperative tables: means, and distributions of other entries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pandas as pd

from simlab.analysis import score
from simlab.analysis.tables import Tables
from simlab.report.blocks.score_distribution import other_score_blocks
from simlab.report.figure_block import FigureBlock
from simlab.report.figures import dots
from simlab.report.figures.dots import Dots, Group
from simlab.report.figures.from_rows import dots_by
from simlab.report.page_table import PageTable, records
from simlab.report.section import Section
from simlab.report.wording import n_of, number


def _mean_blocks(tables: Tables) -> Iterator[FigureBlock]:
    """Yield the means of all scenarios, where there are several."""
    if len(tables.scenarios) < 2:
        return
    means = score.mean(tables)
    players = sorted({scenario.players for scenario in tables.scenarios})
    groups = [
        Group(n_of(n, "player"), dots_by(means[means["players"] == n], "entry", tables.entries))
        for n in players
    ]
    plot = Dots(groups, f"mean score ({tables.facts.score.unit})", tables.entries)
    yield FigureBlock(
        title="Mean score by number of players",
        lead=_mean_lead(tables),
        alt=dots.describe(plot),
        figure=dots.draw(plot),
        table=_means_table(tables, means, players),
    )


def _mean_lead(tables: Tables) -> str:
    if len(tables.entries) == 1:
        return f"The mean score of a table with {tables.entries[0]}, and its interval."
    return "The distance between dots of one row is what it is worth to play one way or the other."


def _means_table(tables: Tables, means: pd.DataFrame, players: Sequence[int]) -> PageTable:
    cells = {(row["players"], row["entry"]): number(row) for row in records(means)}
    rows = [[str(n), *(cells.get((n, entry), "") for entry in tables.entries)] for n in players]
    return PageTable("players", ["players", *tables.entries], rows, score.MEAN_METHOD, means)


def _blocks(tables: Tables) -> Iterator[FigureBlock]:
    yield from _mean_blocks(tables)
    yield from other_score_blocks(tables)


SECTION = Section({"cooperative": 30}, "Points", _blocks)
