"""Scenarios of a run: their names and order, seated policies, capped games."""

from __future__ import annotations

from collections.abc import Sequence

from simlab.analysis import end_reason
from simlab.analysis.tables import Scenario, Tables
from simlab.report.page_table import records
from simlab.report.wording import join_list, n_of, share


def labels_by_name(scenarios: Sequence[Scenario]) -> dict[str, str]:
    """Return what to call scenarios of one entry, by name: their numbers of players."""
    return {scenario.name: n_of(scenario.players, "player") for scenario in scenarios}


def order_scenarios(tables: Tables) -> list[Scenario]:
    """Return all scenarios, those of the main entry first."""
    return sorted(tables.scenarios, key=lambda scenario: tables.entries.index(scenario.entry))


def fewest_and_most(scenarios: Sequence[Scenario]) -> list[Scenario]:
    """Return the scenarios with fewest and most players, chosen before any result is seen."""
    by_players = sorted(scenarios, key=lambda scenario: scenario.players)
    return by_players[:1] if len(by_players) == 1 else [by_players[0], by_players[-1]]


def scenarios_with_rivals(scenarios: Sequence[Scenario]) -> list[Scenario]:
    """Return the scenarios in which somebody can be beaten: those of more than one player."""
    return [scenario for scenario in scenarios if scenario.players > 1]


def sentence_on_capped(tables: Tables) -> str:
    """Say how many games were capped in the main scenarios, or that none was at all."""
    capped = end_reason.cap_rate(tables)
    if not capped["capped"].any():
        return "No game was capped."
    names, rows = labels_by_name(tables.main), records(capped)
    phrases = [
        f"{share(row).full} with {names[row['scenario']]}"
        for row in rows
        if row["scenario"] in names
    ]
    return (
        f"Of the games of {tables.main[0].entry}, {join_list(phrases)} did not end and were stopped"
        " at the limit."
    )


def policies_at_table(scenario: Scenario) -> str:
    """Return the policies at the table."""
    where = "in every seat" if len(scenario.policies) == 1 else "at the table"
    return f"{join_list(scenario.policies)} {where}"


def players_of(scenario: Scenario) -> str:
    """Return who sits at the table, with the name of the scenario if it has one."""
    who = policies_at_table(scenario)
    return who if scenario.entry == ", ".join(scenario.policies) else f"{who} ({scenario.entry})"
