"""Where are points left: how many things of each kind were not won, and what are they worth?"""

from __future__ import annotations

from typing import Any

import pandas as pd

from simlab.analysis.intervals import Interval
from simlab.analysis.question import answer, question, row
from simlab.analysis.tables import Scenario, Tables
from simlab.analysis.usage import group_of

METHOD = (
    "Number there are less the mean number won per finished game; Student’s t interval on blocks,"
    " 95 %, each by itself. Points are that number times the points of one."
)


@question
def points_not_won(tables: Tables, group: str) -> pd.DataFrame:
    """Return how many of each kind are left per game, of how many, and the points they are worth.

    The columns of points are empty where the game names no points.
    """
    return answer(line for s in tables.scenarios for line in _left(s, tables, group))


def _left(scenario: Scenario, tables: Tables, group: str) -> list[dict[str, Any]]:
    columns = group_of(scenario, "left", group)["columns"]
    return [_left_of(scenario, tables, column, about) for column, about in columns.items()]


def _left_of(
    scenario: Scenario, tables: Tables, column: str, about: dict[str, Any]
) -> dict[str, Any]:
    total, points = about["total"], about.get("points")
    won, low, high, n = tables.blocks(scenario, column).mean()
    interval = Interval(total - won, total - high, total - low, n)
    worth = [None if points is None else points * number for number in (*interval[:3], total)]
    names = ("points", "points_low", "points_high", "points_total")
    line = row(scenario.keys, interval, kind=about["label"], total=total)
    return {**line, **dict(zip(names, worth, strict=True))}
