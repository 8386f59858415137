"""Whether anybody decides anything: menus with more than a single choice."""

from __future__ import annotations

from simlab.analysis.tables import Scenario, Tables

DECIDED, FORCED = "decided", "forced"
"""Columns with the decisions, and those of them on whose menu was a single choice."""


def has_choices(tables: Tables, scenario: Scenario) -> bool:
    """Return whether some menu in the games of a scenario had more than one choice."""
    table = "games" if tables.is_cooperative else "seats"
    if not {DECIDED, FORCED} <= set(tables.columns(scenario, table)):
        return True
    return any(
        (batch.column(DECIDED).to_numpy() > batch.column(FORCED).to_numpy()).any()
        for batch in tables.batches(scenario, table, [DECIDED, FORCED])
    )
