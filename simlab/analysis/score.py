"""Score of cooperative games: mean, median and distribution."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from simlab.analysis.counts import Counts, add, count
from simlab.analysis.intervals import simultaneous_shares
from simlab.analysis.question import answer, question, row, rows
from simlab.analysis.tables import Scenario, Tables

MEAN_METHOD = "Mean of finished games; Student’s t interval on blocks, 95 %."
DISTRIBUTION_METHOD = (
    "Share of finished games at each whole number of points; Clopper–Pearson intervals,"
    " 95 % for all points of a scenario together."
)
HEADLINE_METRIC = "mean score"


@question
def mean(tables: Tables) -> pd.DataFrame:
    """Return the mean score of each scenario."""
    return answer(
        row(s.keys, tables.blocks(s, column(s)).mean(), number=HEADLINE_METRIC)
        for s in tables.scenarios
    )


@question
def median(tables: Tables) -> pd.DataFrame:
    """Return the median score of each scenario."""
    return answer(
        row(s.keys, tables.games(s, column(s)).quantile(0.5, per_block=s.rotations))
        for s in tables.scenarios
    )


@question
def distribution(tables: Tables) -> pd.DataFrame:
    """Return the share of games at each whole number of points."""
    return answer(line for s in tables.scenarios for line in _shares(s, tables.games(s, column(s))))


def best(tables: Tables, scenario: Scenario) -> int | None:
    """Return the highest score seen, or None where no game was finished."""
    scores = tables.games(scenario, column(scenario)).values
    return int(scores[-1]) if len(scores) else None


def column(scenario: Scenario) -> str:
    """Return the name of the column that holds the shared score."""
    return scenario.facts.score.column


def _shares(scenario: Scenario, scores: Counts) -> list[dict[str, Any]]:
    points = possible_scores(scenario, scores)
    shares = simultaneous_shares(scores.of(points), per_block=scenario.rotations)
    return rows(scenario.keys, shares, [{"points": int(point)} for point in points])


def possible_scores(scenario: Scenario, scores: Counts) -> NDArray[Any]:
    """Return all possible scores, from the lowest to the highest; without limits, those seen."""
    about = scenario.facts.score
    limits = [limit for limit in (about.low, about.high) if limit is not None]
    return add([scores, count(np.array(limits, dtype=np.int64))]).filled().values
