"""Figure blocks on prizes that one seat wins: winners of each, and their share of the wins."""

from __future__ import annotations

from collections.abc import Iterator

from simlab.analysis import leader
from simlab.analysis.tables import Tables
from simlab.report.fair_share import STEPS
from simlab.report.figure_block import FigureBlock
from simlab.report.figures import dots, matrix
from simlab.report.figures.dots import Dot, Dots, Group
from simlab.report.figures.from_rows import panels_of
from simlab.report.figures.matrix import Matrix
from simlab.report.page_table import across, records, rows_of
from simlab.report.scenario import labels_by_name
from simlab.report.wording import article, share


def prize_blocks(tables: Tables) -> Iterator[FigureBlock]:
    """Yield the figure blocks on the prizes that the game names."""
    if leader.wins(tables, leader.PRIZES).size:
        yield _holder_block(tables)
        yield _wins_block(tables)


def _holder_block(tables: Tables) -> FigureBlock:
    shares = leader.holder(tables, leader.PRIZES, tables.main)
    is_nobody = shares["who"] == leader.NOBODY
    if not shares[is_nobody]["estimate"].any():
        shares = shares[~is_nobody]
    panels = panels_of(labels_by_name(tables.main), shares, "what", "who", "even")
    met = set(shares["what"])
    labels = [label for label in _labels(tables) if label in met]
    plot = Matrix(labels, panels, share, STEPS)
    return FigureBlock(
        title=tables.facts.prizes.title,
        lead=f"Share of the games with {tables.main[0].entry}. Orange is more than if all"
        f" {tables.facts.seats.many} won it equally often and purple less, where the whole interval"
        " is.",
        alt=matrix.describe(plot),
        figure=matrix.draw(plot),
        narrow=matrix.draw_narrow(plot),
        table=across(leader.PRIZES, shares, "what", tables.main, share, leader.METHOD, ["who"]),
    )


def _labels(tables: Tables) -> list[str]:
    """Return the names of the prizes in the order of the game."""
    return list(tables.facts.prizes.holders.values())


def _wins_block(tables: Tables) -> FigureBlock:
    wins = leader.wins(tables, leader.PRIZES)
    groups = [
        Group(
            name,
            [Dot(row, label=row["what"]) for row in records(rows_of(wins, scenario))],
            fair=1 / scenario.players,
        )
        for scenario, name in zip(tables.main, labels_by_name(tables.main).values(), strict=True)
    ]
    plot = Dots(groups, "share of the wins (%)", is_share=True)
    prize = tables.facts.prizes.one
    who = f"the holder of {article(prize)} {prize}" if prize else "the winner of a prize"
    return FigureBlock(
        title=f"How often {who} wins the game",
        lead=f"Share of the wins of the {tables.facts.seats.one} that holds it at the end; the"
        " dashed line is a fair share. An association, not an effect.",
        alt=dots.describe(plot),
        figure=dots.draw(plot),
        table=across("prize_wins", wins, "what", tables.main, share, leader.WINS_METHOD),
    )
