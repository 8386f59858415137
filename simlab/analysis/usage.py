"""Mean use of each option per game: actions, cards, events."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

import pandas as pd

from simlab.analysis.question import answer, question, row
from simlab.analysis.tables import Scenario, Tables
from simlab.game.facts import GameGroup, SeatGroup, SupplyGroup

Named = TypeVar("Named", GameGroup, SeatGroup, SupplyGroup)

METHOD = "Mean per finished game; Student’s t interval on blocks, 95 %, each by itself."


@question
def usage(tables: Tables, group: str) -> pd.DataFrame:
    """Return the mean of each column in a group that the game names."""
    return answer(line for s in tables.scenarios for line in _uses(s, tables, group))


def _uses(scenario: Scenario, tables: Tables, group: str) -> list[dict[str, Any]]:
    columns = find_group(scenario.facts.groups, group).columns
    return [
        row(scenario.keys, tables.blocks(scenario, column).mean(low=0), option=label)
        for column, label in columns.items()
    ]


def find_group(groups: Iterable[Named], name: str) -> Named:
    """Return the group of columns of a name."""
    return next(group for group in groups if group.name == name)


def lowest(scenario: Scenario, group: SeatGroup) -> float | None:
    """Return the lowest possible value of counts per seat; None for points that may be negative."""
    return scenario.facts.score.low if group.makes_score else 0
