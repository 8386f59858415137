"""Mean and distribution of one column over games: a margin, a length, lead changes."""

from __future__ import annotations

from typing import Any

import pandas as pd

from simlab.analysis.block_shares import shares_of_values
from simlab.analysis.question import answer, question, row, rows
from simlab.analysis.tables import Scenario, Tables

METHOD = (
    "Share of finished games at each whole number between the smallest and the largest;"
    " Clopper–Pearson intervals, 95 % for all numbers of a scenario together."
)


@question
def mean(tables: Tables, column: str, scenarios: tuple[Scenario, ...]) -> pd.DataFrame:
    """Return the mean of a column of the games."""
    return answer(row(s.keys, tables.blocks(s, column).mean(low=0)) for s in scenarios)


@question
def spread(tables: Tables, column: str, scenarios: tuple[Scenario, ...]) -> pd.DataFrame:
    """Return the share of games at each whole number, in a column of the same name."""
    return answer(line for s in scenarios for line in _shares(s, tables, column))


def _shares(scenario: Scenario, tables: Tables, column: str) -> list[dict[str, Any]]:
    seen = tables.games(scenario, column).fill_gaps()
    if not seen.n:
        return []
    shares = shares_of_values(tables, scenario, column, seen.values)
    return rows(scenario.keys, shares, [{column: int(value)} for value in seen.values])
