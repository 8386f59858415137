"""How many points does a cooperative table score?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from simlab.analysis.answer import answer, row, rows
from simlab.analysis.counts import Counts
from simlab.analysis.intervals import goodman
from simlab.analysis.tables import Scenario, Tables

MEAN_METHOD = "Mean of finished games; Student’s t interval on blocks, 95 %."
QUANTILE_METHOD = "Order-statistic interval, 95 %; finished games."
DISTRIBUTION_METHOD = (
    "Share of finished games at each whole number of points; Goodman’s intervals,"
    " 95 % for all points of a scenario together."
)


def mean(tables: Tables) -> pd.DataFrame:
    """Return the mean score of each scenario."""
    return answer(
        row(s.keys, tables.blocks(s, column(s)).mean(), number=f"mean {column(s)}")
        for s in tables.scenarios
    )


def quantiles(tables: Tables, shares: Sequence[float] = (0.5,)) -> pd.DataFrame:
    """Return the scores that these shares of the games do not exceed."""
    return answer(
        row(s.keys, tables.games(s, column(s)).quantile(q, per_block=s.rotations), quantile=q)
        for s in tables.scenarios
        for q in shares
    )


def distribution(tables: Tables) -> pd.DataFrame:
    """Return the share of games at each whole number of points."""
    return answer(line for s in tables.scenarios for line in _shares(s, tables.games(s, column(s))))


def best(tables: Tables, scenario: Scenario) -> int | None:
    """Return the highest score seen, or None where no game was finished."""
    scores = tables.games(scenario, column(scenario)).values
    return int(scores[-1]) if len(scores) else None


def column(scenario: Scenario) -> str:
    """Return the name of the column that holds the score of the table."""
    return str(scenario.metrics.get("score", {}).get("column", "score"))


def _shares(scenario: Scenario, scores: Counts) -> list[dict[str, Any]]:
    points = possible_scores(scenario, scores)
    shares = goodman(scores.of(points), per_block=scenario.rotations)
    return rows(scenario.keys, shares, [{"points": int(point)} for point in points])


def possible_scores(scenario: Scenario, scores: Counts) -> Any:
    """Return all possible scores, from the lowest to the highest; without limits, those seen."""
    about = scenario.metrics.get("score", {})
    seen = scores.values if len(scores.values) else np.zeros(1, dtype=np.int64)
    low = min(about.get("low", seen[0]), seen[0])
    high = max(about.get("high", seen[-1]), seen[-1])
    return np.arange(low, high + 1)
