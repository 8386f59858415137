"""Plates on who wins: each seat, each policy, each policy in each seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pandas as pd

from simlab.analysis import win_rate
from simlab.analysis.tables import Scenario, Tables
from simlab.analysis.verdict import Verdict
from simlab.report.figure_block import FigureBlock
from simlab.report.figures import dots, matrix
from simlab.report.figures.dots import Dot, Dots, Group
from simlab.report.figures.from_rows import panels_of
from simlab.report.figures.matrix import Matrix
from simlab.report.page_table import Cell, PageTable, heads_of, records, rows_of
from simlab.report.scenario import called, has_seat_names, seat_word, seats_word
from simlab.report.wording import THIN, Row, listed, n_of, share

POINTS = round(100 * win_rate.MARGIN)
SEAT_ORDER = {
    win_rate.FAIR: f"fair within {POINTS} points",
    win_rate.UNFAIR: f"unfair by more than {POINTS} points",
    Verdict.UNDECIDED: "not decided yet",
}
EVEN = {win_rate.FAIR: "yes", win_rate.UNFAIR: "no", Verdict.UNDECIDED: "not decided yet"}
COMPARED = {
    Verdict.MORE: f"better by more than {POINTS} points",
    Verdict.LESS: f"worse by more than {POINTS} points",
    Verdict.SAME: f"even within {POINTS} points",
    Verdict.UNDECIDED: "not decided yet",
}
ROUNDING = 1e-9
STEPS = (0.03, 0.1)
"""Distances from the fair share at which the tint of a cell becomes deeper."""
TINTED = (
    "Orange is more than a fair share and purple less, where the whole interval is; the deeper the"
    f" further off, from {round(100 * STEPS[0])} and from {round(100 * STEPS[1])} points."
)


def seat_order(tables: Tables, scenario: Scenario) -> str:
    """Return the verdict on the seat order of a scenario in words."""
    return SEAT_ORDER[win_rate.seat_order(rows_of(win_rate.by_seat(tables), scenario))]


def seat_order_cell(tables: Tables, scenario: Scenario) -> dict[str, str]:
    """Return the same as a cell of a table, by its head."""
    if has_seat_names(tables):
        return {f"even within {POINTS} points": evenness(tables, scenario)}
    return {"seat order": seat_order(tables, scenario)}


def evenness(tables: Tables, scenario: Scenario) -> str:
    """Say whether all seats of a scenario are even within the margin: yes, no or not yet."""
    return EVEN[win_rate.seat_order(rows_of(win_rate.by_seat(tables), scenario))]


def fair_share(players: int) -> str:
    """Return the share of the wins that every seat would have in a fair game."""
    return f"{100 / players:.3g}{THIN}%"


def seat_plate(tables: Tables) -> FigureBlock:
    """Return the plate on the seats of the main line-ups."""
    seats = _among(win_rate.by_seat(tables), tables.main)
    plot = _credit_plot(tables.main, seats)
    begins = "" if has_seat_names(tables) else "; seat 1 begins"
    lead = (
        f"Share of the wins of each {seat_word(tables)} with {tables.main[0].entry}{begins}. The"
        f" dashed line is a fair share, the stripe around it a margin of {POINTS} points."
    )
    return FigureBlock(
        title=f"Which {seat_word(tables)} wins",
        lead=f"{lead} {unwon_sentence(tables)}".strip(),
        alt=dots.describe(plot),
        figure=dots.draw(plot),
        sheet=_credit_sheet("seats", seat_word(tables), seats),
    )


def unwon_sentence(tables: Tables) -> str:
    """Say where the wins of the main line-ups do not make up all games what they are shares of."""
    wins = _among(win_rate.by_seat(tables), tables.main).groupby("scenario")["estimate"].sum()
    if (wins > 1 - ROUNDING).all():
        return ""
    return (
        "Nobody wins a capped game, so the shares add up to less than all games; a fair share is"
        " that of a fair game without any."
    )


def policy_plates(tables: Tables) -> Iterator[FigureBlock]:
    """Yield the plate on the policies of the main line-ups, where several meet."""
    mixed = [scenario for scenario in tables.main if len(scenario.policies) > 1]
    if mixed:
        yield _policy_plate(tables, mixed, "policies", "Which policy wins")


def sections_plates(tables: Tables) -> Iterator[FigureBlock]:
    """Yield the plates on all line-ups: their policies, their seats, and both crossed."""
    others = [s for s in _plain(tables) if len(s.policies) > 1 and s not in tables.main]
    if others:
        yield _policy_plate(tables, others, "policies_2", "Which policy wins in other line-ups")
    if win_rate.crossed(tables).size:
        yield _crossed_plate(tables)
    if len({scenario.entry for scenario in _plain(tables)}) > 1:
        yield _lineup_plate(tables)


def shared_sentence(tables: Tables) -> str:
    """Say how many games of the main line-ups have several winners."""
    names, shared = called(tables.main), _among(win_rate.shared(tables), tables.main)
    if not shared["estimate"].any():
        return f"No win with {tables.main[0].entry} is shared."
    said = [f"{share(row).full} with {names[row['scenario']]}" for row in records(shared)]
    return f"Shared wins count in parts; with {tables.main[0].entry} they are {listed(said)}."


def _plain(tables: Tables) -> list[Scenario]:
    """Return the scenarios by the rules of the main ones."""
    return [scenario for scenario in tables.scenarios if scenario not in tables.variants]


def _among(frame: pd.DataFrame, scenarios: Sequence[Scenario]) -> pd.DataFrame:
    return frame[frame["scenario"].isin([scenario.name for scenario in scenarios])]


def _policy_plate(tables: Tables, scenarios: list[Scenario], slug: str, title: str) -> FigureBlock:
    policies = _among(win_rate.by_policy(tables), scenarios)
    plot = _credit_plot(scenarios, policies)
    one, many = seat_word(tables), seats_word(tables)
    return FigureBlock(
        title=title,
        lead=f"Share of the wins per {one} of each policy, over all {many} equally often. The"
        f" dashed line is an even share, the stripe around it a margin of {POINTS} points.",
        alt=dots.describe(plot),
        figure=dots.draw(plot),
        sheet=_credit_sheet(slug, "policy", policies),
    )


def _sitting(tables: Tables) -> str:
    one = seat_word(tables)
    return f"as each {one}" if has_seat_names(tables) else f"in each {one}"


def _crossed_plate(tables: Tables) -> FigureBlock:
    mixed = [scenario for scenario in tables.scenarios if len(scenario.policies) > 1]
    names = {s.name: _with_whom(s) for s in mixed}
    crossed = win_rate.crossed(tables)
    labels = [names[row["scenario"]][row["who"]] for row in records(crossed)]
    frame = crossed.assign(policy=labels)
    plot = _matrix(mixed, frame, "policy", "seat")
    return FigureBlock(
        title=f"How often each policy wins {_sitting(tables)}",
        lead=f"Share of the wins of one {seat_word(tables)} that plays by the policy. {TINTED}",
        alt=matrix.describe(plot),
        figure=matrix.draw(plot),
        narrow=matrix.draw_narrow(plot),
        sheet=_crossed_sheet(frame, seat_word(tables)),
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


def _lineup_plate(tables: Tables) -> FigureBlock:
    scenarios = _plain(tables)
    seats = _among(win_rate.by_seat(tables), scenarios)
    plot = _matrix(scenarios, seats, "entry", "who")
    return FigureBlock(
        title=f"Which {seat_word(tables)} wins, whoever plays",
        lead=f"Share of the wins of each {seat_word(tables)}, by line-up. {TINTED}",
        alt=matrix.describe(plot),
        figure=matrix.draw(plot),
        narrow=matrix.draw_narrow(plot),
        sheet=_credit_sheet("seats_2", seat_word(tables), seats),
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
        found = [Dot(row, label=row["who"]) for row in records(rows)]
        groups.append(Group(name, found, fair=float(rows["fair"].iloc[0])))
    return Dots(groups, "share of the wins (%)", is_share=True, margin=win_rate.MARGIN)


def _credit_sheet(slug: str, head: str, credits: pd.DataFrame) -> PageTable:
    rows = [[row["scenario"], row["who"], *_compared(row)] for row in records(credits)]
    heads = ["scenario", head, "wins", "fair share", "compared with the fair share"]
    return PageTable(slug, heads, rows, win_rate.METHOD, credits, labels=2)


def _crossed_sheet(crossed: pd.DataFrame, one: str) -> PageTable:
    rows = [[row["scenario"], row["who"], row["seat"], *_compared(row)] for row in records(crossed)]
    heads = ["scenario", "policy", one, "wins", "fair share", "compared with the fair share"]
    return PageTable("crossed", heads, rows, win_rate.CROSSED_METHOD, crossed, labels=3)


def _compared(row: Row) -> list[Cell]:
    return [share(row), fair_share(row["players"]), COMPARED[row["verdict"]]]
