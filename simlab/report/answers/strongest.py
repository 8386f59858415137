"""The strongest players that were measured: those whom the answer of a run is about."""

from __future__ import annotations

from simlab.analysis import score
from simlab.analysis.tables import Scenario, Tables
from simlab.report.answers.other_players import (
    OtherPlayers,
    Outcome,
    is_surely_beaten,
    other_players,
    outcome,
)
from simlab.report.page_table import records, rows_of

SEARCH = "search"
BASE = "base="


def strongest(tables: Tables, main: Scenario) -> Scenario:
    """Return the scenario that the answer takes its number from, at this number of players.

    It is the main one, unless stronger players give another answer beyond doubt. Stronger are, in a
    cooperative game, those with the surely highest mean; else a search over the main policy, which
    leaves its choices only where another does clearly better. Where several policies meet, the
    answer is about them.
    """
    if is_mixed(main):
        return main
    others = [other for other in other_players(tables) if other.main is main]
    if tables.is_cooperative:
        return _highest_mean(tables, [main, *(other.scenario for other in others)])
    stronger = [other for other in others if _is_search_over(other)]
    for other in stronger:
        is_another = outcome(tables, other) in (Outcome.CHANGED, Outcome.EVEN)
        if is_another or is_surely_beaten(tables, other):
            return other.scenario
    return main


def is_mixed(scenario: Scenario) -> bool:
    """Say whether several policies meet at the table."""
    return len(scenario.policies) > 1


def _highest_mean(tables: Tables, scenarios: list[Scenario]) -> Scenario:
    """Return the scenario with the highest mean, or the first if that is not sure."""
    rows = [records(rows_of(score.mean(tables), scenario))[0] for scenario in scenarios]
    best = max(range(len(rows)), key=lambda place: rows[place]["estimate"])
    return scenarios[best] if rows[best]["low"] > rows[0]["high"] else scenarios[0]


def _is_search_over(other: OtherPlayers) -> bool:
    """Say whether players search over the policy of the main ones."""
    policy, main = (own.described["policies"][0] for own in (other.scenario, other.main))
    name, _, weights = policy.partition(":")
    bases = [word.removeprefix(BASE) for word in weights.split(",") if word.startswith(BASE)]
    return name == SEARCH and bases in ([], [main.partition(":")[0]])
