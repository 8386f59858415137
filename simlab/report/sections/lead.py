"""Section on the lead: margin of the winner, changes of the lead, win rate of the leader."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from simlab.analysis import leader, spread
from simlab.analysis.tables import Tables
from simlab.report.blocks.timeline import timeline_blocks
from simlab.report.figure_block import FigureBlock
from simlab.report.figures import bars, dots
from simlab.report.figures.dots import Dot, Dots, Group
from simlab.report.figures.lines import lines_of
from simlab.report.page_table import PageTable, across, records, rows_of
from simlab.report.scenario import called
from simlab.report.section import Section
from simlab.report.wording import article, listed, number, share


def _lead_blocks(tables: Tables) -> Iterator[FigureBlock]:
    """Yield the figure blocks on what the game says about the lead."""
    lead_facts = tables.facts.lead
    if leader.wins(tables, leader.LEAD).size:
        yield _leader_block(tables)
    if lead_facts.margin:
        unit = tables.facts.score.unit
        title = f"How far the winner is ahead, in {unit}"
        yield from _spread_blocks(tables, lead_facts.margin, title, f"{unit} ahead of the next")
    if lead_facts.changes:
        title = "How often the lead changes"
        yield from _spread_blocks(tables, lead_facts.changes, title, "changes of the lead")


def _measured_by(tables: Tables) -> str:
    by = tables.facts.lead.by
    return f" The lead is that in {by}." if by else ""


def _leader_block(tables: Tables) -> FigureBlock:
    wins, seat_noun = leader.wins(tables, leader.LEAD), tables.facts.seats.one
    groups = []
    for scenario, name in zip(tables.main, called(tables.main).values(), strict=True):
        rows = records(rows_of(wins, scenario))
        leaders = [Dot(row, label=row["what"]) for row in rows]
        groups += [Group(name, leaders, fair=1 / scenario.players)] if leaders else []
    plot = Dots(groups, "share of the wins (%)", is_share=True)
    return FigureBlock(
        title="How often the leader wins",
        lead=f"Share of the wins of the {seat_noun} that leads alone after so much"
        f" {tables.facts.lead.of}; the"
        " dashed line is a fair share. The table says in how many games there is such"
        f" {article(seat_noun)} {seat_noun}.{_measured_by(tables)}",
        alt=dots.describe(plot),
        figure=dots.draw(plot),
        table=_leader_table(tables, wins),
    )


def _led(tables: Tables) -> pd.DataFrame:
    """Return the share of games in which some seat leads alone at each moment."""
    shares = leader.holder(tables, leader.LEAD, tables.main)
    nobody = shares[shares["who"] == leader.NOBODY]
    bounds = {"low": 1 - nobody["high"], "high": 1 - nobody["low"]}
    return nobody.assign(estimate=1 - nobody["estimate"], **bounds).drop(columns=["who", "even"])


def _leader_table(tables: Tables, wins: pd.DataFrame) -> PageTable:
    frames = [wins.assign(share="wins of the leader"), _led(tables).assign(share="games with one")]
    method = f"Wins of the leader: {leader.WINS_METHOD} Games with a leader: {leader.METHOD}"
    return across("leader", pd.concat(frames), "what", tables.main, share, method, ["share"])


def _spread_blocks(tables: Tables, column: str, title: str, axis: str) -> Iterator[FigureBlock]:
    shares = spread.spread(tables, column, tables.main)
    means = spread.mean(tables, column, tables.main)
    lines = lines_of(shares, called(tables.main))
    if not lines:
        return
    phrases = [
        f"{number(rows_of(means, scenario).iloc[0]).full} with {name}"
        for scenario, name in zip(tables.main, called(tables.main).values(), strict=True)
    ]
    yield FigureBlock(
        title=title,
        lead=f"On average {listed(phrases)}.{_measured_by(tables)}",
        alt=bars.describe(lines, column, axis),
        figure=bars.draw(lines, column, axis),
        table=across(column, shares, column, tables.main, share, spread.METHOD),
    )


def _blocks(tables: Tables) -> Iterator[FigureBlock]:
    yield from _lead_blocks(tables)
    yield from timeline_blocks(tables)


SECTION = Section({"competitive": 70}, "The lead", _blocks)
