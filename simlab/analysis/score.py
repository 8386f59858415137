"""Score of cooperative games: mean, median and distribution."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from simlab.analysis.block_shares import quantile_of_games, shares_of_values
from simlab.analysis.counts import Counts, add, count
from simlab.analysis.intervals import Interval
from simlab.analysis.luck import as_played, mean_less_luck
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
    return answer(_mean(scenario, tables) for scenario in tables.scenarios)


@question
def median(tables: Tables) -> pd.DataFrame:
    """Return the median score of each scenario."""
    return answer(
        row(s.keys, quantile_of_games(tables, s, column(s), 0.5)) for s in tables.scenarios
    )


@question
def distribution(tables: Tables) -> pd.DataFrame:
    """Return the share of games at each whole number of points."""
    return answer(line for s in tables.scenarios for line in _shares(s, tables))


def _mean(scenario: Scenario, tables: Tables) -> dict[str, Any]:
    """Return the mean score, less luck where that was measured and no game was capped."""
    played = mean_of(scenario, tables.blocks(scenario, column(scenario)))
    keys = {**scenario.keys, "number": HEADLINE_METRIC}
    if not tables.measures_luck or tables.scenario_counts(scenario).n_capped:
        return row(keys, played)
    scores, luck = (_blocks(scenario, tables, name) for name in (column(scenario), "luck"))
    about = scenario.facts.score
    adjusted = mean_less_luck(scores, luck, about.low, about.high)
    return row(keys, adjusted, **as_played(played, adjusted))


def _blocks(scenario: Scenario, tables: Tables, name: str) -> NDArray[Any]:
    """Return the mean of a column in each block, over all its games."""
    parts = [batch.column(name).to_numpy() for batch in tables.batches(scenario, "games", [name])]
    return np.asarray(np.concatenate(parts).reshape(-1, scenario.rotations).mean(axis=1))


def best(tables: Tables, scenario: Scenario) -> int | None:
    """Return the highest score seen, or None where no game was finished."""
    scores = tables.games(scenario, column(scenario)).values
    return int(scores[-1]) if len(scores) else None


def mean_of(scenario: Scenario, scores: Counts) -> Interval[float]:
    """Return the mean score of some blocks, within the range that the facts give.

    METHODS.md: Means within a range.
    """
    return scores.mean(scenario.facts.score.low, scenario.facts.score.high)


def column(scenario: Scenario) -> str:
    """Return the name of the column that holds the shared score."""
    return scenario.facts.score.column


def _shares(scenario: Scenario, tables: Tables) -> list[dict[str, Any]]:
    name = column(scenario)
    points = possible_scores(scenario, tables.games(scenario, name))
    shares = shares_of_values(tables, scenario, name, points)
    return rows(scenario.keys, shares, [{"points": int(point)} for point in points])


def possible_scores(scenario: Scenario, scores: Counts) -> NDArray[Any]:
    """Return all possible scores, from the lowest to the highest; without limits, those seen."""
    about = scenario.facts.score
    limits = [limit for limit in (about.low, about.high) if limit is not None]
    return add([scores, count(np.array(limits, dtype=np.int64))]).filled().values
