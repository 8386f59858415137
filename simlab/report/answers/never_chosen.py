"""What the players of a run never choose: of its worth the run says nothing."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from simlab.analysis import breakdown, card, usage
from simlab.analysis.tables import Scenario, Tables
from simlab.game.facts import Group
from simlab.report.page_table import rows_of
from simlab.report.wording import group_by_key, join_list

ENOUGH_GAMES = 100
"""In fewer games a choice may be missing by chance."""


def never_chosen(tables: Tables) -> str:
    """Return the sentence on choices that nobody made in any main game; empty if there are none."""
    enough = [s for s in tables.main if tables.scenario_counts(s).n_games >= ENOUGH_GAMES]
    counts = group_by_key(
        (label, str(s.players)) for s in enough for label in _choices_never_used(tables, s)
    )
    by_players = group_by_key((join_list(players), label) for label, players in counts.items())
    phrases = [
        f"{join_list(labels)} with {players} player{'s' * (players != '1')}"
        for players, labels in by_players.items()
    ]
    return f"These players never choose: {'; '.join(phrases)}." if phrases else ""


def _choices_never_used(tables: Tables, scenario: Scenario) -> Iterator[str]:
    """Yield the choices and cards that nobody used in any game of a scenario."""
    facts = scenario.facts
    for group in facts.groups:
        yield from _zero(usage.usage(tables, group.name), scenario, _labels(group))
    for seat_group in facts.seat_groups:
        means = breakdown.means(tables, seat_group.name, tables.main)
        yield from _zero(means, scenario, _labels(seat_group))
    if facts.cards.kinds:
        kinds = [kind.label for kind in facts.cards.kinds]
        rates = card.play_rate(tables, tables.main).rename(columns={"card": "option"})
        yield from _zero(rates, scenario, kinds)


def _labels(group: Group) -> list[str]:
    return [str(group.columns[choice]) for choice in group.choices]


def _zero(uses: pd.DataFrame, scenario: Scenario, labels: list[str]) -> list[str]:
    """Return the labels whose estimates are all 0 in a scenario."""
    if not labels:
        return []
    most = rows_of(uses, scenario).groupby("option")["estimate"].max()
    # nothing is known of a label without a row, for which this has None
    return [label for label in labels if most.get(label) == 0]
