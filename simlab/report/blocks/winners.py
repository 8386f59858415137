"""Figure blocks on who wins, or scores what: each seat, each policy, each policy in each seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pandas as pd

from simlab.analysis import seat_result, win_rate
from simlab.analysis.tables import Scenario, Tables
from simlab.report import seat_result as words
from simlab.report.answers.fairness import unwon_sentence
from simlab.report.fair_share import MARGIN_IN_WORDS
from simlab.report.figure_block import FigureBlock
from simlab.report.figures import dots, matrix
from simlab.report.figures.dots import Dot, Dots, Group
from simlab.report.figures.from_rows import panels_of
from simlab.report.figures.matrix import Matrix
from simlab.report.page_table import Cell, PageTable, heads_of, records, rows_of
from simlab.report.scenario import labels_by_name, scenarios_with_rivals
from simlab.report.wording import Row, join_list, n_of, share


def seat_block(tables: Tables) -> FigureBlock:
    """Return the figure block on the seats of the main line-ups."""
    mains = scenarios_with_rivals(tables.main)
    seats = _among(seat_result.by_seat(tables), mains)
    plot = _result_plot(tables, mains, seats)
    begins = "" if tables.facts.seats.names else "; seat 1 begins"
    seat_noun = tables.facts.seats.one
    lead = (
        f"{_what_of(tables)} each {seat_noun} with {tables.main[0].entry}{begins}."
        f"{_line(tables, seats)}"
    )
    unwon = "" if tables.is_for_points else unwon_sentence(tables)
    return FigureBlock(
        title=f"What each {seat_noun} scores"
        if tables.is_for_points
        else f"Which {seat_noun} wins",
        lead=f"{lead} {unwon}".strip(),
        alt=dots.describe(plot),
        figure=dots.draw(plot),
        table=_result_table(tables, "seats", seat_noun, seats),
    )


def _what_of(tables: Tables) -> str:
    """Return whose results a figure shows, as a sentence begins."""
    if tables.is_for_points:
        return f"{tables.facts.score.unit.capitalize()} per game of"
    return "Share of the wins of"


def _line(tables: Tables, results: pd.DataFrame) -> str:
    """Say what the dashed line is, and the stripe around it where all rows have one margin."""
    line = f" The dashed line is {words.even_level(tables)}"
    margins = {words.margin_in_words(tables, row) for row in records(results)}
    return (
        f"{line}, the stripe around it a margin of {margins.pop()}."
        if len(margins) == 1
        else f"{line}."
    )


def policy_blocks(tables: Tables) -> Iterator[FigureBlock]:
    """Yield the figure block on the policies of the main line-ups, where several meet."""
    mixed = [scenario for scenario in tables.main if len(scenario.policies) > 1]
    if mixed:
        title = "What each policy scores" if tables.is_for_points else "Which policy wins"
        yield _policy_block(tables, mixed, "policies", title)


def lineup_blocks(tables: Tables) -> Iterator[FigureBlock]:
    """Yield the figure blocks on all line-ups: their policies, their seats, and both crossed."""
    mixed = [s for s in _plain(tables) if len(s.policies) > 1 and s not in tables.main]
    if mixed:
        title = "What each policy scores" if tables.is_for_points else "Which policy wins"
        yield _policy_block(tables, mixed, "policies_2", f"{title} in other line-ups")
    if seat_result.by_policy_in_seats(tables).size:
        yield _block_by_policy_in_seats(tables)
    if len({scenario.entry for scenario in _plain(tables)}) > 1:
        yield _lineup_block(tables)


def sentence_on_shared_wins(tables: Tables) -> str:
    """Say how many games of the main line-ups have several winners, where wins are the aim."""
    if tables.is_for_points:
        return ""
    names, shared = (
        labels_by_name(tables.main),
        _among(win_rate.joint_win_rate(tables), tables.main),
    )
    if not shared["estimate"].any():
        return f"No win with {tables.main[0].entry} is shared."
    phrases = [f"{share(row).full} with {names[row['scenario']]}" for row in records(shared)]
    return f"Shared wins count in parts; with {tables.main[0].entry} they are {join_list(phrases)}."


def _plain(tables: Tables) -> list[Scenario]:
    """Return the scenarios by the rules of the main ones."""
    return [scenario for scenario in tables.scenarios if scenario not in tables.variants]


def _among(frame: pd.DataFrame, scenarios: Sequence[Scenario]) -> pd.DataFrame:
    return frame[frame["scenario"].isin([scenario.name for scenario in scenarios])]


def _policy_block(tables: Tables, scenarios: list[Scenario], slug: str, title: str) -> FigureBlock:
    policies = _among(seat_result.by_policy(tables), scenarios)
    plot = _result_plot(tables, scenarios, policies)
    seat_noun, seats_noun = tables.facts.seats.one, tables.facts.seats.many
    lead = (
        f"{_what_of(tables)} one {seat_noun} of each policy, over all {seats_noun} equally often."
        f"{_line(tables, policies)}"
        if tables.is_for_points
        else f"Share of the wins per {seat_noun} of each policy, over all {seats_noun} equally"
        f" often. The dashed line is an even share, the stripe around it a margin of"
        f" {MARGIN_IN_WORDS}."
    )
    return FigureBlock(
        title=title,
        lead=lead,
        alt=dots.describe(plot),
        figure=dots.draw(plot),
        table=_result_table(tables, slug, "policy", policies),
    )


def _seat_phrase(tables: Tables) -> str:
    seat_noun = tables.facts.seats.one
    return f"as each {seat_noun}" if tables.facts.seats.names else f"in each {seat_noun}"


def _block_by_policy_in_seats(tables: Tables) -> FigureBlock:
    mixed = [scenario for scenario in tables.scenarios if len(scenario.policies) > 1]
    names = {s.name: _with_whom(s) for s in mixed}
    crossed = seat_result.by_policy_in_seats(tables)
    labels = [names[row["scenario"]][row["who"]] for row in records(crossed)]
    frame = crossed.assign(policy=labels)
    plot, tinted = _matrix(tables, mixed, frame, "policy", "seat")
    title = "What each policy scores" if tables.is_for_points else "How often each policy wins"
    return FigureBlock(
        title=f"{title} {_seat_phrase(tables)}",
        lead=f"{_what_of(tables)} one {tables.facts.seats.one} that plays by the policy. {tinted}",
        alt=matrix.describe(plot),
        figure=matrix.draw(plot),
        narrow=matrix.draw_narrow(plot),
        table=_table_by_policy_in_seats(tables, frame),
    )


def _with_whom(scenario: Scenario) -> dict[str, str]:
    """Return what to call each policy of a line-up: by those it meets, or by its given name."""
    policies = scenario.policies
    if scenario.entry != ", ".join(policies):
        return {policy: f"{policy} ({scenario.entry})" for policy in policies}
    return {
        policy: f"{policy} with {join_list([rival for rival in policies if rival != policy])}"
        for policy in policies
    }


def _lineup_block(tables: Tables) -> FigureBlock:
    scenarios = sorted(_plain(tables), key=lambda s: tables.entries.index(s.entry))
    seats = _among(seat_result.by_seat(tables), scenarios)
    plot, tinted = _matrix(tables, scenarios, seats, "entry", "who")
    seat_noun = tables.facts.seats.one
    title = f"What each {seat_noun} scores" if tables.is_for_points else f"Which {seat_noun} wins"
    return FigureBlock(
        title=f"{title} with each line-up",
        lead=f"{_what_of(tables)} each {seat_noun}, by line-up. {tinted}",
        alt=matrix.describe(plot),
        figure=matrix.draw(plot),
        narrow=matrix.draw_narrow(plot),
        table=_result_table(tables, "seats_2", seat_noun, seats),
    )


def _matrix(
    tables: Tables, scenarios: Sequence[Scenario], frame: pd.DataFrame, label: str, column: str
) -> tuple[Matrix, str]:
    """Return a panel for each number of players, whose rows come from its scenarios; and the tint.

    The tint is in steps of the largest margin.
    """
    players = sorted({scenario.players for scenario in scenarios})
    names = {str(n): n_of(n, "player") for n in players}
    by_players = frame.assign(scenario=frame["players"].astype(str))
    panels = panels_of(names, by_players, label, column, "fair")
    widest = max(records(frame), key=lambda row: row.get("margin", 0))
    steps, tinted = words.tint(tables, widest)
    say = words.in_cell(tables)
    return Matrix(list(dict.fromkeys(frame[label])), panels, say, steps), tinted


def _result_plot(tables: Tables, scenarios: Sequence[Scenario], results: pd.DataFrame) -> Dots:
    """Return a group of dots for each scenario, labelled by whose result it is."""
    groups = []
    for scenario, name in zip(scenarios, heads_of(scenarios), strict=True):
        rows = rows_of(results, scenario)
        wins = [Dot(row, label=row["who"]) for row in records(rows)]
        groups.append(Group(name, wins, fair=float(rows["fair"].iloc[0])))
    if not tables.is_for_points:
        return Dots(groups, words.AXIS, is_share=True, margin=win_rate.MARGIN)
    margins = set(results["margin"])
    return Dots(groups, words.axis(tables), margin=margins.pop() if len(margins) == 1 else 0.0)


def _result_table(tables: Tables, slug: str, head: str, results: pd.DataFrame) -> PageTable:
    rows = [[row["scenario"], row["who"], *_cells(tables, row)] for row in records(results)]
    heads = ["scenario", head, *_heads(tables)]
    return PageTable(slug, heads, rows, seat_result.method(tables), results, labels=2)


def _table_by_policy_in_seats(tables: Tables, crossed: pd.DataFrame) -> PageTable:
    rows = [
        [row["scenario"], row["who"], row["seat"], *_cells(tables, row)] for row in records(crossed)
    ]
    heads = ["scenario", "policy", tables.facts.seats.one, *_heads(tables)]
    method = seat_result.method_by_policy_in_seats(tables)
    return PageTable("crossed", heads, rows, method, crossed, labels=3)


def _heads(tables: Tables) -> list[str]:
    even = f"mean of all {tables.facts.seats.many}" if tables.is_for_points else "fair share"
    return [seat_result.quantity(tables), even, f"compared with the {even}"]


def _cells(tables: Tables, row: Row) -> list[Cell]:
    estimate = words.in_cell(tables)(row)
    return [estimate, words.even_in_words(tables, row), words.verdict_in_words(tables, row)]
