"""Figure blocks on how often each option of a game is used."""

from __future__ import annotations

from collections.abc import Iterator

from simlab.analysis import usage
from simlab.analysis.tables import Tables
from simlab.report.figure_block import FigureBlock
from simlab.report.figures import dots
from simlab.report.figures.from_rows import by_players
from simlab.report.page_table import across
from simlab.report.scenario import ordered
from simlab.report.wording import number


def use_blocks(tables: Tables) -> Iterator[FigureBlock]:
    """Yield a block for each group of columns that the game names."""
    for group in tables.facts.groups:
        uses = usage.usage(tables, group.name)
        plot = by_players(tables, uses, "option", group.unit)
        yield FigureBlock(
            title=group.title,
            lead=f"Mean number per game with {tables.main[0].entry}, by number of players.",
            alt=dots.describe(plot),
            figure=dots.draw(plot),
            table=across(
                f"use_{group.name}", uses, "option", ordered(tables), number, usage.METHOD
            ),
        )
