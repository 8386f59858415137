"""How long is a game?"""

from __future__ import annotations

from typing import Any

import pandas as pd

from simlab.analysis.answer import answer, question, row, rows
from simlab.analysis.intervals import goodman
from simlab.analysis.tables import Scenario, Tables

METHOD = (
    "Finished games only, capped games counted beside them: mean with Student’s t interval on"
    " blocks, 95 %, each by itself."
)
DISTRIBUTION_METHOD = (
    "Share of finished games of each length between the shortest and the longest; Goodman’s"
    " intervals, 95 % for all lengths of a scenario together."
)
CLOCKS = ("rounds", "turns", "decisions")
"""Columns that tell how long a game is, the plainest first."""


@question
def length(tables: Tables) -> pd.DataFrame:
    """Return the mean of each of the game's clocks, and how many games were capped."""
    return answer(line for s in tables.scenarios for line in _lengths(s, tables))


@question
def distribution(tables: Tables, clock: str) -> pd.DataFrame:
    """Return the share of games that last so many rounds, turns or decisions."""
    return answer(line for s in tables.scenarios for line in _shares(s, tables, clock))


def clocks(tables: Tables) -> list[str]:
    """Return the clocks that the game keeps."""
    return [clock for clock in CLOCKS if tables.has(tables.scenarios[0], clock)]


def _lengths(scenario: Scenario, tables: Tables) -> list[dict[str, Any]]:
    n_capped = tables.census(scenario).n_capped
    return [
        row(scenario.keys, tables.blocks(scenario, clock).mean(), clock=clock, capped=n_capped)
        for clock in clocks(tables)
    ]


def _shares(scenario: Scenario, tables: Tables, clock: str) -> list[dict[str, Any]]:
    seen = tables.games(scenario, clock).filled()
    shares = goodman(seen.counts, per_block=scenario.rotations)
    return rows(scenario.keys, shares, [{clock: int(value)} for value in seen.values])
