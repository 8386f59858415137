"""Points per game of seats and of policies, where seats play for points, with verdicts."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from simlab.analysis.intervals import mean_points
from simlab.analysis.luck import every
from simlab.analysis.metric import SPREAD_MARGIN
from simlab.analysis.question import answer, question, rows
from simlab.analysis.tables import Scenario, Tables
from simlab.analysis.verdict import verdict
from simlab.analysis.win_rate import (
    Keys,
    Means,
    policies_in_blocks,
    policies_in_seats,
    seats_in_blocks,
)

Array = NDArray[Any]

METHOD = (
    "Mean points per game over blocks; a capped game counts with the points that it had reached."
    " Simultaneous t intervals, 95 % for all seats, or all policies, of a scenario together"
    " (max-t). The comparison is by the difference from the mean of the table."
)


@question
def by_seat(tables: Tables) -> pd.DataFrame:
    """Return the points per game of each seat, compared with the mean of all; seat 1 begins."""
    return answer(line for scenario in tables.scenarios for line in _seats(scenario, tables))


@question
def by_policy(tables: Tables) -> pd.DataFrame:
    """Return the points per game of a seat of each policy, if several policies meet."""
    mixed = (scenario for scenario in tables.scenarios if len(scenario.policies) > 1)
    return answer(line for scenario in mixed for line in _policies(scenario, tables))


@question
def by_policy_in_seats(tables: Tables) -> pd.DataFrame:
    """Return the points per game of each policy in each seat, if several policies meet."""
    mixed = (scenario for scenario in tables.scenarios if len(scenario.policies) > 1)
    return answer(line for scenario in mixed for line in _rows_by_policy_in_seats(scenario, tables))


def beyond_mean(blocks: Array) -> Array:
    """Return by how much each column is beyond the mean of all columns of its block."""
    return np.asarray(blocks - blocks.mean(axis=1, keepdims=True))


def margin_of(scenario: Scenario, tables: Tables) -> float:
    """Return the largest difference that counts as even: what the game names, else by the spread.

    It is SPREAD_MARGIN standard deviations of the points of a seat in single games.
    """
    named = scenario.facts.score.margin
    if named is not None:
        return named
    points = np.concatenate([batch.reshape(-1) for batch in tables.seats(scenario, "score")])
    return float(f"{SPREAD_MARGIN * float(points.std()):.1g}")


def _seats(scenario: Scenario, tables: Tables) -> list[dict[str, Any]]:
    return _rows_with_verdicts(scenario, tables, *seats_in_blocks(scenario))


def _policies(scenario: Scenario, tables: Tables) -> list[dict[str, Any]]:
    return _rows_with_verdicts(scenario, tables, *policies_in_blocks(scenario, tables))


def _rows_by_policy_in_seats(scenario: Scenario, tables: Tables) -> list[dict[str, Any]]:
    return _rows_with_verdicts(scenario, tables, *policies_in_seats(scenario, tables))


def _rows_with_verdicts(
    scenario: Scenario, tables: Tables, block_means: Means, keys: Keys
) -> list[dict[str, Any]]:
    """Return points with verdicts; `block_means` gives a row per block and a column per key."""
    batches = list(tables.seats(scenario, "score"))
    blocks = np.concatenate([block_means(points) for points in batches])
    of_table = np.concatenate([points.mean(axis=(1, 2)) for points in batches])
    margin, fair = margin_of(scenario, tables), float(of_table.mean())
    beyond = every(mean_points([blocks - of_table[:, None]]))
    lines = rows(scenario.keys, mean_points([blocks]), keys)
    return [
        {**line, "fair": fair, "margin": margin, "verdict": verdict(difference, margin)}
        for line, difference in zip(lines, beyond, strict=True)
    ]
