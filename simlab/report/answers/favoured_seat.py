"""Seats and ways to win with the most and the fewest wins, per scenario and in sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pandas as pd

from simlab.analysis import band, end_reason, seat_result
from simlab.analysis.tables import Scenario, Tables
from simlab.report.page_table import records, rows_of
from simlab.report.rulebook import changes_of
from simlab.report.scenario import labels_by_name
from simlab.report.wording import (
    group_by_key,
    join_list,
    n_of,
    share,
)

Line = dict[str, Any]
Found = Line | None


def favoured_seat(tables: Tables, scenario: Scenario) -> Line:
    """Return the win credit of the seat that wins most."""
    return seats_by_wins(tables, scenario)[-1]


def weakest_seat(tables: Tables, scenario: Scenario) -> Line:
    """Return the win credit of the seat that wins least."""
    return seats_by_wins(tables, scenario)[0]


def seats_by_wins(tables: Tables, scenario: Scenario) -> list[Line]:
    """Return the win credits of all seats, the fewest wins first."""
    return _sort_rows(rows_of(seat_result.by_seat(tables), scenario))


def commonest_way(tables: Tables, scenario: Scenario) -> Found:
    """Return the way by which most games are won, if there are several."""
    return _sort_rows(_shares_of_ways(tables, scenario))[-1] if tables.facts.ends.winning else None


def rarest_way(tables: Tables, scenario: Scenario) -> Found:
    """Return the way by which fewest games are won, if there are several."""
    return _sort_rows(_shares_of_ways(tables, scenario))[0] if tables.facts.ends.winning else None


def ways_sentence(tables: Tables) -> str:
    """Say which way to win is the commonest, and which the rarest."""
    if not tables.facts.ends.winning:
        return ""
    most, least = _by_players(tables, commonest_way), _by_players(tables, rarest_way)
    return f"The commonest way to win is {most}; the rarest is {least}."


def _by_players(tables: Tables, find: Callable[[Tables, Scenario], Found]) -> str:
    """Return the row of each number of players in words, grouped by label."""
    named = [(find(tables, scenario), name) for scenario, name in _scenarios_with_names(tables)]
    names = group_by_key(
        (row["end"], f"{share(row).full} with {name}") for row, name in named if row is not None
    )
    return join_list([f"{label}, {join_list(shares)}" for label, shares in names.items()])


def _scenarios_with_names(tables: Tables) -> list[tuple[Scenario, str]]:
    """Return the main scenarios with their names in sentences."""
    return list(zip(tables.main, labels_by_name(tables.main).values(), strict=True))


def favour_under_rules(tables: Tables) -> str:
    """Return the sentences on the wins of the strongest seats under the rule variants."""
    patches = list(dict.fromkeys(map(changes_of, tables.variants)))
    main = {s.players: favoured_seat(tables, s) for s in tables.main}
    ranges = group_by_key(_range_of_favour(tables, s, name) for s, name in _with_variants(tables))
    ranges_by_seat = [f"{who} wins {join_list(seat_ranges)}" for who, seat_ranges in ranges.items()]
    leaders = [
        (s, _first_instead(rows_of(seat_result.by_seat(tables), s), "who", main[s.players]["who"]))
        for s in tables.variants
    ]
    answer = f"With {join_list(patches, 'or')} instead, {join_list(ranges_by_seat)}."
    exceptions = _exceptions("wins most", tables.facts.seats.one, leaders)
    return f"{answer} {exceptions} {_ways_under_rules(tables)}".strip()


def _with_variants(tables: Tables) -> list[tuple[Scenario, str]]:
    """Return the main scenarios that have variants, with their names in sentences."""
    played = {scenario.players for scenario in tables.variants}
    return [(s, name) for s, name in _scenarios_with_names(tables) if s.players in played]


def _range_of_favour(tables: Tables, main: Scenario, name: str) -> tuple[str, str]:
    """Return the favoured seat, and the least and the most it wins under any of the rules."""
    who = favoured_seat(tables, main)["who"]
    credits = seat_result.by_seat(tables)
    alike = [main, *(s for s in tables.variants if s.players == main.players)]
    seat_rows = [rows_of(credits, s).set_index("who", drop=False).loc[who] for s in alike]
    low, *_, high = (share(row).full for row in sorted(seat_rows, key=lambda row: row["estimate"]))
    return who, f"from {low} to {high} with {name}"


def _first_instead(rows: pd.DataFrame, key: str, usual: str | None) -> tuple[str, bool] | None:
    """Return what is first in place of the usual one, and whether their intervals part."""
    by_name = {row[key]: row for row in _sort_rows(rows)}
    first = list(by_name)[-1] if by_name else usual
    if first == usual or first is None:
        return None
    is_clear = usual in by_name and by_name[first]["low"] > by_name[usual]["high"]
    return first, is_clear


def _exceptions(
    predicate: str, subject: str, leaders: Sequence[tuple[Scenario, tuple[str, bool] | None]]
) -> str:
    """Say which others are surely first under which rules, or that none is."""
    if not any(first for _, first in leaders):
        return f"The same {subject} {predicate} under all of them."
    sure = [
        (f"{first[0]} with {n_of(s.players, 'player')}", changes_of(s))
        for s, first in leaders
        if first and first[1]
    ]
    if not sure:
        return f"No other {subject} surely {predicate} under any of them."
    phrases = [f"{who} under {join_list(rules)}" for who, rules in group_by_key(sure).items()]
    return f"Another {subject} {predicate} under some: {'; '.join(phrases)}."


def _ways_under_rules(tables: Tables) -> str:
    """Say whether another way to win is the commonest under other rules."""
    if not tables.facts.ends.winning:
        return ""
    main = {s.players: commonest_way(tables, s) for s in tables.main}
    commonest_ways = [
        (s, _first_instead(_shares_of_ways(tables, s), "end", (main[s.players] or {}).get("end")))
        for s in tables.variants
    ]
    return _exceptions("is the commonest", "way to win", commonest_ways)


def _sort_rows(rows: pd.DataFrame) -> list[Line]:
    # stable: seats with the same wins stay in their order on any machine
    return records(rows.sort_values("estimate", kind="stable"))


def _shares_of_ways(tables: Tables, scenario: Scenario) -> pd.DataFrame:
    """Return the share of games won in each way."""
    ends = rows_of(end_reason.end(tables), scenario)
    return ends[ends["end"] != band.CAPPED]


def first_seat(tables: Tables, scenario: Scenario) -> Line:
    """Return the win credit of the seat that begins."""
    return records(rows_of(seat_result.by_seat(tables), scenario))[0]
