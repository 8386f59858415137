"""Mean use of each option per game: actions, cards, events."""

from __future__ import annotations

from typing import Any

import pandas as pd

from simlab.analysis.question import answer, question, row
from simlab.analysis.tables import Scenario, Tables

METHOD = "Mean per finished game; Student’s t interval on blocks, 95 %, each by itself."


@question
def usage(tables: Tables, group: str) -> pd.DataFrame:
    """Return the mean of each column in a group that the game names."""
    return answer(line for s in tables.scenarios for line in _uses(s, tables, group))


def _uses(scenario: Scenario, tables: Tables, group: str) -> list[dict[str, Any]]:
    columns = group_of(scenario, "groups", group)["columns"]
    return [
        row(scenario.keys, tables.blocks(scenario, column).mean(), option=label)
        for column, label in columns.items()
    ]


def group_of(scenario: Scenario, kind: str, name: str) -> dict[str, Any]:
    """Return the facts about one group of columns."""
    group: dict[str, Any] = next(g for g in scenario.metrics[kind] if g["name"] == name)
    return group
