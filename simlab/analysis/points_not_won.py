"""Points left on the table: mean number of items not won, and their value in points."""

from __future__ import annotations

from typing import Any

import pandas as pd

from simlab.analysis.intervals import Interval
from simlab.analysis.question import answer, question, row
from simlab.analysis.tables import Scenario, Tables
from simlab.analysis.usage import find_group
from simlab.game.facts import Supply

METHOD = (
    "Number there are less the mean number won per finished game; Student’s t interval on blocks,"
    " 95 %, each by itself. Points are that number times the points of one."
)


@question
def points_not_won(tables: Tables, group: str) -> pd.DataFrame:
    """Return the items of each kind not won per game, their total number and their points.

    The columns of points are empty if the game's facts give no points.
    """
    return answer(line for s in tables.scenarios for line in _rows_of_group(s, tables, group))


def _rows_of_group(scenario: Scenario, tables: Tables, group: str) -> list[dict[str, Any]]:
    columns = find_group(scenario.facts.supplies, group).columns
    return [_row_of_supply(scenario, tables, column, supply) for column, supply in columns.items()]


def _row_of_supply(
    scenario: Scenario, tables: Tables, column: str, supply: Supply
) -> dict[str, Any]:
    total, points = supply.total, supply.points
    won, low, high, n = tables.blocks(scenario, column).mean(low=0, high=total)
    interval = Interval(total - won, total - high, total - low, n)
    values = [None if points is None else points * number for number in (*interval[:3], total)]
    names = ("points", "points_low", "points_high", "points_total")
    line = row(scenario.keys, interval, kind=supply.label, total=total)
    return {**line, **dict(zip(names, values, strict=True))}
