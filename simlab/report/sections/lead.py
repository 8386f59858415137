"""Section on the lead: margin of the winner, changes of the lead, win rate of the leader."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from simlab.analysis import leader, spread, tension
from simlab.analysis.tables import Tables
from simlab.report.blocks.timeline import timeline_blocks
from simlab.report.figure_block import FigureBlock
from simlab.report.figures import bars, dots, ribbon
from simlab.report.figures.dots import Dot, Dots, Group
from simlab.report.figures.lines import lines_of
from simlab.report.figures.ribbon import Ribbon, Ribbons
from simlab.report.page_table import PageTable, across, records, rows_of
from simlab.report.scenario import labels_by_name
from simlab.report.section import Section
from simlab.report.wording import article, join_list, number, share, stretch


def _lead_blocks(tables: Tables) -> Iterator[FigureBlock]:
    """Yield the figure blocks on what the game says about the lead."""
    lead_facts = tables.facts.lead
    if leader.wins(tables, leader.LEAD).size:
        yield _leader_block(tables)
    if lead_facts.margin:
        unit = tables.facts.score.unit
        title = f"How far the winner is ahead, in {unit}"
        yield from _spread_blocks(tables, lead_facts.margin, title, f"{unit} ahead of the next")
    yield from _decision_blocks(tables)
    yield from _comeback_blocks(tables)
    if lead_facts.changes:
        title = "How often the lead changes"
        yield from _spread_blocks(tables, lead_facts.changes, title, "changes of the lead")


def _measure_of_lead(tables: Tables) -> str:
    by = tables.facts.lead.by
    return f" The lead is that in {by}." if by else ""


def _leader_block(tables: Tables) -> FigureBlock:
    wins, seat_noun = leader.wins(tables, leader.LEAD), tables.facts.seats.one
    groups = []
    for scenario, name in zip(tables.main, labels_by_name(tables.main).values(), strict=True):
        rows = records(rows_of(wins, scenario))
        leaders = [Dot(row, label=row["what"]) for row in rows]
        groups += [Group(name, leaders, fair=1 / scenario.players)] if leaders else []
    plot = Dots(groups, "share of the wins (%)", is_share=True)
    return FigureBlock(
        title="How often the leader wins",
        lead=f"Share of the wins of the {seat_noun} that leads alone after so much"
        f" {tables.facts.lead.of}; the"
        " dashed line is a fair share. The table says in how many games there is such"
        f" {article(seat_noun)} {seat_noun}.{_measure_of_lead(tables)}",
        alt=dots.describe(plot),
        figure=dots.draw(plot),
        table=_leader_table(tables, wins),
    )


def _lead_shares(tables: Tables) -> pd.DataFrame:
    """Return the share of games in which some seat leads alone at each moment."""
    shares = leader.holder(tables, leader.LEAD, tables.main)
    nobody = shares[shares["who"] == leader.NOBODY]
    # of the opposite, so that the bounds change their places
    bounds = {"low": 1 - nobody["high"], "high": 1 - nobody["low"]}
    return nobody.assign(estimate=1 - nobody["estimate"], **bounds).drop(columns=["who", "even"])


def _leader_table(tables: Tables, wins: pd.DataFrame) -> PageTable:
    frames = [
        wins.assign(share="wins of the leader"),
        _lead_shares(tables).assign(share="games with one"),
    ]
    method = f"Wins of the leader: {leader.WINS_METHOD} Games with a leader: {leader.METHOD}"
    return across("leader", pd.concat(frames), "what", tables.main, share, method, ["share"])


def _spread_blocks(tables: Tables, column: str, title: str, axis: str) -> Iterator[FigureBlock]:
    shares = spread.spread(tables, column, tables.main)
    means = spread.mean(tables, column, tables.main)
    lines = lines_of(shares, labels_by_name(tables.main))
    if not lines:
        return
    phrases = [
        f"{number(rows_of(means, scenario).iloc[0]).full} with {name}"
        for scenario, name in zip(tables.main, labels_by_name(tables.main).values(), strict=True)
    ]
    yield FigureBlock(
        title=title,
        lead=f"On average {join_list(phrases)}.{_measure_of_lead(tables)}",
        alt=bars.describe(lines, column, axis),
        figure=bars.draw(lines, column, axis),
        table=across(column, shares, column, tables.main, share, spread.METHOD),
    )


def _decision_blocks(tables: Tables) -> Iterator[FigureBlock]:
    frame = tension.decision_curve_of_run(tables)
    ribbons = _ribbons(tables, frame)
    if not ribbons:
        return
    plot = Ribbons(ribbons, "part of the game (% of the turns)", "games (%)", share, scale=100)
    labelled = frame.assign(part=[f"{step} %" for step in frame["x"]])
    yield FigureBlock(
        title="When games are decided",
        lead="Share of the games in which the later winner leads alone for good from this part of"
        f" the game on.{_measure_of_lead(tables)}",
        alt=ribbon.describe(plot),
        figure=ribbon.draw(plot),
        table=across("decided", labelled, "part", tables.main, share, tension.DECIDED_METHOD),
    )


def _comeback_blocks(tables: Tables) -> Iterator[FigureBlock]:
    frame = tension.comebacks_in_run(tables)
    if frame.empty:
        return
    # who is 0 behind leads, alone or with others
    behind = frame[frame["first"] > 0]
    behind = behind.assign(x=(behind["first"] + behind["last"]) / 2)
    ribbons = _ribbons(tables, behind)
    if not ribbons:
        return
    unit = tables.facts.lead.by or tables.facts.score.unit
    plot = Ribbons(ribbons, f"{unit} behind the leader", "chance to win (%)", share, scale=100)
    labelled = frame.assign(
        behind=[
            stretch(first, last) for first, last in zip(frame["first"], frame["last"], strict=True)
        ]
    )
    yield FigureBlock(
        title="Comebacks",
        lead=f"How often {article(tables.facts.seats.one)} {tables.facts.seats.one} wins that is so"
        f" far behind at half-time.{_measure_of_lead(tables)}",
        alt=ribbon.describe(plot),
        figure=ribbon.draw(plot),
        table=across("comebacks", labelled, "behind", tables.main, share, tension.COMEBACK_METHOD),
    )


def _ribbons(tables: Tables, frame: pd.DataFrame) -> list[Ribbon]:
    """Return a line for each main scenario with rows."""
    return [
        Ribbon(name, rows)
        for scenario, name in zip(tables.main, labels_by_name(tables.main).values(), strict=True)
        if len(rows := rows_of(frame, scenario))
    ]


def _blocks(tables: Tables) -> Iterator[FigureBlock]:
    yield from _lead_blocks(tables)
    yield from timeline_blocks(tables)


SECTION = Section({"competitive": 70}, "The lead", _blocks)
