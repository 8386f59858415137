"""Seat order and evenness of the seats, as verdicts in words."""

from __future__ import annotations

from simlab.analysis import seat_result, win_rate
from simlab.analysis.tables import Scenario, Tables
from simlab.analysis.verdict import Verdict
from simlab.report.answers.unended import is_unplayable
from simlab.report.page_table import records, rows_of
from simlab.report.seat_result import margin_in_words

SEAT_ORDER = {
    win_rate.FAIR: "fair within {margin}",
    win_rate.UNFAIR: "unfair by more than {margin}",
    Verdict.UNDECIDED: "not decided yet",
}


EVEN = {win_rate.FAIR: "yes", win_rate.UNFAIR: "no", Verdict.UNDECIDED: "not decided yet"}


ROUNDING = 1e-9
"""By this much shares that add up to 1 may be off, as each of them is rounded."""


def seat_order(tables: Tables, scenario: Scenario) -> str:
    """Return the verdict on the seat order of a scenario in words."""
    rows = rows_of(seat_result.by_seat(tables), scenario)
    margin = margin_in_words(tables, records(rows)[0])
    return SEAT_ORDER[win_rate.seat_order(rows)].format(margin=margin)


def seat_order_cell(tables: Tables, scenario: Scenario) -> dict[str, str]:
    """Return the same as a cell of a table, by its head; a single player has none."""
    is_named = bool(tables.facts.seats.names)
    rows = records(rows_of(seat_result.by_seat(tables), scenario))
    head = f"even within {margin_in_words(tables, rows[0])}" if is_named else "seat order"
    if scenario.players == 1:
        return {head: "–"}
    return {head: (evenness if is_named else seat_order)(tables, scenario)}


def evenness(tables: Tables, scenario: Scenario) -> str:
    """Say whether all seats of a scenario are even within the margin: yes, no or not yet."""
    return EVEN[win_rate.seat_order(rows_of(seat_result.by_seat(tables), scenario))]


def unwon_sentence(tables: Tables) -> str:
    """Return the sentence on unwon games; empty if the wins of each main line-up add up to 1."""
    if is_unplayable(tables):
        return ""
    wins = win_rate.by_seat(tables).groupby("scenario")["estimate"].sum()
    if (wins[[scenario.name for scenario in tables.main]] > 1 - ROUNDING).all():
        return ""
    return (
        "Nobody wins a capped game, so the shares add up to less than all games; a fair share is"
        " that of a fair game without any."
    )
