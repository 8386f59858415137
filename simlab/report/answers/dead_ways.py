"""Dead ways to win: those by which the strongest players of a run hardly ever win."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from simlab.analysis import end_reason
from simlab.analysis.rule_comparison import is_of_strongest
from simlab.analysis.tables import Scenario, Tables
from simlab.report.answers.strongest import is_mixed, strongest, witnesses_of
from simlab.report.answers.withdrawn import rank_of
from simlab.report.page_table import records, rows_of
from simlab.report.wording import THIN, join_list, n_of, share

DEAD = 0.01
"""Share of games below which the whole interval of a dead way to win is."""


@dataclass(frozen=True, eq=False)
class DeadWay:
    """A way to win with its share of games, and who played these."""

    label: str
    players: int
    policies: tuple[str, ...]
    rank: str
    """What the players are called if they are the strongest ones measured, else empty."""
    n_games: int
    row: dict[str, Any]
    """The share of games with its interval."""


def dead_ways(tables: Tables) -> list[DeadWay]:
    """Return the dead ways to win of each number of players, as its strongest players play it.

    METHODS.md: A dead way to win.
    """
    if not tables.facts.ends.winning:
        return []
    return [
        way
        for main in tables.main
        if not is_mixed(main)
        for way in _dead_ways(*_strongest_games(tables, main))
    ]


def dead_way_sentence(tables: Tables) -> str:
    """Name the dead ways to win with an upper bound of their shares; empty if there are none."""
    by_table: dict[tuple[int, tuple[str, ...]], list[DeadWay]] = {}
    for way in dead_ways(tables):
        by_table.setdefault((way.players, way.policies), []).append(way)
    return " ".join(map(_sentence, by_table.values()))


def _strongest_games(tables: Tables, main: Scenario) -> tuple[Tables, Scenario]:
    """Return the games of the strongest player measured, else of the strongest in the run."""
    witnesses = [] if is_of_strongest(main) else witnesses_of(tables, main)
    if witnesses:
        return witnesses[0].tables, witnesses[0].scenario
    return tables, strongest(tables, main)


def _dead_ways(tables: Tables, scenario: Scenario) -> Iterator[DeadWay]:
    ways = set(scenario.facts.ends.labels.values())
    rank = rank_of(scenario.strongest) if is_of_strongest(scenario) else ""
    n_games = tables.scenario_counts(scenario).n_games
    for row in records(rows_of(end_reason.end(tables), scenario)):
        if row["end"] in ways and row["high"] < DEAD:
            yield DeadWay(
                row["end"], scenario.players, tuple(scenario.policies), rank, n_games, row
            )


def _sentence(ways: list[DeadWay]) -> str:
    first = ways[0]
    who = join_list(first.policies) + (f", {first.rank}," if first.rank else "")
    is_one = len(ways) == 1
    verb, noun = ("is", "a dead way") if is_one else ("are", "dead ways")
    shares = [_share(way) for way in ways]
    return (
        f"{join_list([way.label for way in ways])} {verb} {noun} to win with"
        f" {n_of(first.players, 'player')}: {who} won {join_list(shares)} of"
        f" {n_of(first.n_games, 'game')} {'that way' if is_one else 'in these ways'}."
    )


def _share(way: DeadWay) -> str:
    """Return how often a way was used, with an upper bound."""
    used = "none" if way.row["estimate"] == 0 else share(way.row, 1).value
    return f"{used} (at most {100 * way.row['high']:.2g}{THIN}%)"
