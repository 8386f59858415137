"""Figure blocks on who wins: each seat, each policy, each policy in each seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pandas as pd

from simlab.analysis import win_rate
from simlab.analysis.tables import Scenario, Tables
from simlab.report.answers.fairness import unwon_sentence
from simlab.report.fair_share import COMPARED, MARGIN_IN_WORDS, STEPS, TINTED, fair_share
from simlab.report.figure_block import FigureBlock
from simlab.report.figures import dots, matrix
from simlab.report.figures.dots import Dot, Dots, Group
from simlab.report.figures.from_rows import panels_of
from simlab.report.figures.matrix import Matrix
from simlab.report.page_table import Cell, PageTable, heads_of, records, rows_of
from simlab.report.scenario import called, competing
from simlab.report.wording import Row, listed, n_of, share


def seat_block(tables: Tables) -> FigureBlock:
    """Return the figure block on the seats of the main line-ups."""
    mains = competing(tables.main)
    seats = _among(win_rate.by_seat(tables), mains)
    plot = _credit_plot(mains, seats)
    begins = "" if tables.facts.seats.names else "; seat 1 begins"
    lead = (
        f"Share of the wins of each {tables.facts.seats.one} with {tables.main[0].entry}{begins}."
        f" The dashed line is a fair share, the stripe around it a margin of {MARGIN_IN_WORDS}."
    )
    return FigureBlock(
        title=f"Which {tables.facts.seats.one} wins",
        lead=f"{lead} {unwon_sentence(tables)}".strip(),
        alt=dots.describe(plot),
        figure=dots.draw(plot),
        table=_credit_table("seats", tables.facts.seats.one, seats),
    )


def policy_blocks(tables: Tables) -> Iterator[FigureBlock]:
    """Yield the figure block on the policies of the main line-ups, where several meet."""
    mixed = [scenario for scenario in tables.main if len(scenario.policies) > 1]
    if mixed:
        yield _policy_block(tables, mixed, "policies", "Which policy wins")


def lineup_blocks(tables: Tables) -> Iterator[FigureBlock]:
    """Yield the figure blocks on all line-ups: their policies, their seats, and both crossed."""
    others = [s for s in _plain(tables) if len(s.policies) > 1 and s not in tables.main]
    if others:
        yield _policy_block(tables, others, "policies_2", "Which policy wins in other line-ups")
    if win_rate.crossed(tables).size:
        yield _crossed_block(tables)
    if len({scenario.entry for scenario in _plain(tables)}) > 1:
        yield _lineup_block(tables)


def shared_sentence(tables: Tables) -> str:
    """Say how many games of the main line-ups have several winners."""
    names, shared = called(tables.main), _among(win_rate.shared(tables), tables.main)
    if not shared["estimate"].any():
        return f"No win with {tables.main[0].entry} is shared."
    phrases = [f"{share(row).full} with {names[row['scenario']]}" for row in records(shared)]
    return f"Shared wins count in parts; with {tables.main[0].entry} they are {listed(phrases)}."


def _plain(tables: Tables) -> list[Scenario]:
    """Return the scenarios by the rules of the main ones."""
    return [scenario for scenario in tables.scenarios if scenario not in tables.variants]


def _among(frame: pd.DataFrame, scenarios: Sequence[Scenario]) -> pd.DataFrame:
    return frame[frame["scenario"].isin([scenario.name for scenario in scenarios])]


def _policy_block(tables: Tables, scenarios: list[Scenario], slug: str, title: str) -> FigureBlock:
    policies = _among(win_rate.by_policy(tables), scenarios)
    plot = _credit_plot(scenarios, policies)
    one, many = tables.facts.seats.one, tables.facts.seats.many
    return FigureBlock(
        title=title,
        lead=f"Share of the wins per {one} of each policy, over all {many} equally often. The"
        f" dashed line is an even share, the stripe around it a margin of {MARGIN_IN_WORDS}.",
        alt=dots.describe(plot),
        figure=dots.draw(plot),
        table=_credit_table(slug, "policy", policies),
    )


def _sitting(tables: Tables) -> str:
    one = tables.facts.seats.one
    return f"as each {one}" if tables.facts.seats.names else f"in each {one}"


def _crossed_block(tables: Tables) -> FigureBlock:
    mixed = [scenario for scenario in tables.scenarios if len(scenario.policies) > 1]
    names = {s.name: _with_whom(s) for s in mixed}
    crossed = win_rate.crossed(tables)
    labels = [names[row["scenario"]][row["who"]] for row in records(crossed)]
    frame = crossed.assign(policy=labels)
    plot = _matrix(mixed, frame, "policy", "seat")
    return FigureBlock(
        title=f"How often each policy wins {_sitting(tables)}",
        lead=f"Share of the wins of one {tables.facts.seats.one} that plays by the policy."
        f" {TINTED}",
        alt=matrix.describe(plot),
        figure=matrix.draw(plot),
        narrow=matrix.draw_narrow(plot),
        table=_crossed_table(frame, tables.facts.seats.one),
    )


def _with_whom(scenario: Scenario) -> dict[str, str]:
    """Return what to call each policy of a line-up: by those it meets, or by its given name."""
    policies = scenario.policies
    if scenario.entry != ", ".join(policies):
        return {policy: f"{policy} ({scenario.entry})" for policy in policies}
    return {
        policy: f"{policy} with {listed([other for other in policies if other != policy])}"
        for policy in policies
    }


def _lineup_block(tables: Tables) -> FigureBlock:
    scenarios = sorted(_plain(tables), key=lambda s: tables.entries.index(s.entry))
    seats = _among(win_rate.by_seat(tables), scenarios)
    plot = _matrix(scenarios, seats, "entry", "who")
    return FigureBlock(
        title=f"Which {tables.facts.seats.one} wins with each line-up",
        lead=f"Share of the wins of each {tables.facts.seats.one}, by line-up. {TINTED}",
        alt=matrix.describe(plot),
        figure=matrix.draw(plot),
        narrow=matrix.draw_narrow(plot),
        table=_credit_table("seats_2", tables.facts.seats.one, seats),
    )


def _matrix(scenarios: Sequence[Scenario], frame: pd.DataFrame, label: str, column: str) -> Matrix:
    """Return a panel for each number of players, whose rows come from its scenarios."""
    players = sorted({scenario.players for scenario in scenarios})
    names = {str(n): n_of(n, "player") for n in players}
    by_players = frame.assign(scenario=frame["players"].astype(str))
    panels = panels_of(names, by_players, label, column, "fair")
    return Matrix(list(dict.fromkeys(frame[label])), panels, share, STEPS)


def _credit_plot(scenarios: Sequence[Scenario], credits: pd.DataFrame) -> Dots:
    """Return a group of dots for each scenario, labelled by who won."""
    groups = []
    for scenario, name in zip(scenarios, heads_of(scenarios), strict=True):
        rows = rows_of(credits, scenario)
        wins = [Dot(row, label=row["who"]) for row in records(rows)]
        groups.append(Group(name, wins, fair=float(rows["fair"].iloc[0])))
    return Dots(groups, "share of the wins (%)", is_share=True, margin=win_rate.MARGIN)


def _credit_table(slug: str, head: str, credits: pd.DataFrame) -> PageTable:
    rows = [[row["scenario"], row["who"], *_compared(row)] for row in records(credits)]
    heads = ["scenario", head, "wins", "fair share", "compared with the fair share"]
    return PageTable(slug, heads, rows, win_rate.METHOD, credits, labels=2)


def _crossed_table(crossed: pd.DataFrame, one: str) -> PageTable:
    rows = [[row["scenario"], row["who"], row["seat"], *_compared(row)] for row in records(crossed)]
    heads = ["scenario", "policy", one, "wins", "fair share", "compared with the fair share"]
    return PageTable("crossed", heads, rows, win_rate.CROSSED_METHOD, crossed, labels=3)


def _compared(row: Row) -> list[Cell]:
    return [share(row), fair_share(row["fair"]), COMPARED[row["verdict"]]]
