"""Section on titles, which one seat at a time holds: share of the rounds, and prizes."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from simlab.analysis import timeline, title_share
from simlab.analysis.tables import Tables
from simlab.report.blocks.prizes import prize_blocks
from simlab.report.fair_share import STEPS
from simlab.report.figure_block import FigureBlock
from simlab.report.figures import columns, matrix
from simlab.report.figures.columns import Columns, Shares
from simlab.report.figures.from_rows import panels_of
from simlab.report.figures.matrix import Matrix
from simlab.report.figures.timeline import rounds_to_show
from simlab.report.page_table import PageTable, across
from simlab.report.scenario import labels_by_name
from simlab.report.section import Section
from simlab.report.style import MUTED, colour_of
from simlab.report.wording import share

ROW = 84
"""Pixels of a picture of the rounds."""


def _title_blocks(tables: Tables) -> Iterator[FigureBlock]:
    """Yield the figure blocks on the holders of titles."""
    yield _title_block(tables)
    if rounds := tuple(tables.facts.titles.rounds):
        holders = timeline.holders(tables, rounds, tables.main)
        yield from [_rounds_block(tables, holders)] if holders.size else []


def _title_block(tables: Tables) -> FigureBlock:
    title_facts = tables.facts.titles
    title_shares = title_share.title_share(tables, tables.main)
    panels = panels_of(labels_by_name(tables.main), title_shares, "what", "who", "even")
    plot = Matrix(list(title_facts.columns.values()), panels, share, STEPS)
    return FigureBlock(
        title=f"Who holds the {title_facts.many}, and for how long",
        lead=f"Share of the rounds of a game with {tables.main[0].entry}, by"
        f" {tables.facts.seats.one}."
        " Orange is more than if all held it equally long and purple less, where the whole interval"
        " is.",
        alt=matrix.describe(plot),
        figure=matrix.draw(plot),
        narrow=matrix.draw_narrow(plot),
        table=across(
            "tenures", title_shares, "what", tables.main, share, title_share.METHOD, ["who"]
        ),
    )


def _rounds_block(tables: Tables, holders: pd.DataFrame) -> FigureBlock:
    title_facts, names = tables.facts.titles, labels_by_name(tables.main)
    met = holders[holders["who"].isin(holders[holders["estimate"] > 0]["who"])]
    seats = _by_most_players(met)
    pictures = [
        [
            (f"{label}, {name}" if column_index == 0 else name, _shares(met, scenario, column))
            for column_index, (scenario, name) in enumerate(names.items())
        ]
        for column, label in title_facts.rounds.items()
    ]
    colours = [MUTED if who == timeline.NOBODY else colour_of(n) for n, who in enumerate(seats)]
    plot = Columns(pictures, seats, "round", ROW, colours)
    return FigureBlock(
        title=f"Who holds the {title_facts.many}, round by round",
        lead=f"Share of the games with {tables.main[0].entry}, of those that still go on, in which"
        f" each {tables.facts.seats.one} holds it at the end of the round.",
        alt=columns.describe(plot),
        figure=columns.draw(plot),
        table=_rounds_table(tables, met),
    )


def _by_most_players(holders: pd.DataFrame) -> list[str]:
    """Return the seats as they sit where there are most of them."""
    largest = holders[holders["players"] == holders["players"].max()]
    seats: list[str] = largest["who"].unique().tolist()
    return seats


def _shares(holders: pd.DataFrame, scenario: str, column: str) -> Shares:
    rows = holders[(holders["scenario"] == scenario) & (holders["what"] == column)]
    return {
        str(who): dict(zip(rounds["round"].tolist(), rounds["estimate"].tolist(), strict=True))
        for who, rounds in rounds_to_show(rows).groupby("who", sort=False)
    }


def _rounds_table(tables: Tables, holders: pd.DataFrame) -> PageTable:
    frame = holders.assign(what=holders["what"].map(tables.facts.titles.rounds))
    method = timeline.HOLDERS_METHOD
    return across("holders", frame, "what", tables.main, share, method, ["round", "who"])


def _blocks(tables: Tables) -> list[FigureBlock]:
    """Return the figure blocks on titles and prizes, wide ones first."""
    blocks = [*_title_blocks(tables), *prize_blocks(tables)]
    return sorted(blocks, key=lambda block: block.narrow is None)


SECTION = Section(
    {"competitive": 90},
    lambda tables: tables.facts.titles.title,
    _blocks,
    applies=lambda tables: bool(tables.facts.titles.columns),
)
