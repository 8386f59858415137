"""Scenarios of a run: their names and order, seated policies, capped games."""

from __future__ import annotations

from collections.abc import Sequence

from simlab.analysis import end_reason
from simlab.analysis.tables import Scenario, Tables
from simlab.report.page_table import records
from simlab.report.wording import listed, n_of, share


def called(scenarios: Sequence[Scenario]) -> dict[str, str]:
    """Return what to call scenarios of one entry, by name: their numbers of players."""
    return {scenario.name: n_of(scenario.players, "player") for scenario in scenarios}


def ordered(tables: Tables) -> list[Scenario]:
    """Return all scenarios, those of the main entry first."""
    return sorted(tables.scenarios, key=lambda scenario: tables.entries.index(scenario.entry))


def fewest_and_most(scenarios: Sequence[Scenario]) -> list[Scenario]:
    """Return the scenarios with fewest and most players, chosen before any result is seen."""
    by_players = sorted(scenarios, key=lambda scenario: scenario.players)
    return by_players[:1] if len(by_players) == 1 else [by_players[0], by_players[-1]]


def competing(scenarios: Sequence[Scenario]) -> list[Scenario]:
    """Return the scenarios in which somebody can be beaten: those of more than one player."""
    return [scenario for scenario in scenarios if scenario.players > 1]


def capped_sentence(tables: Tables) -> str:
    """Say how many games were capped in the main scenarios, or that none was at all."""
    capped = end_reason.capped(tables)
    if not capped["capped"].any():
        return "No game was capped."
    names, rows = called(tables.main), records(capped)
    phrases = [
        f"{share(row).full} with {names[row['scenario']]}"
        for row in rows
        if row["scenario"] in names
    ]
    return (
        f"Of the games of {tables.main[0].entry}, {listed(phrases)} did not end and were stopped"
        " at the limit."
    )


def seated(scenario: Scenario) -> str:
    """Return the policies at the table."""
    where = "in every seat" if len(scenario.policies) == 1 else "at the table"
    return f"{listed(scenario.policies)} {where}"


def players_of(scenario: Scenario) -> str:
    """Return who sits at the table, with the name of the scenario if it has one."""
    who = seated(scenario)
    return who if scenario.entry == ", ".join(scenario.policies) else f"{who} ({scenario.entry})"
