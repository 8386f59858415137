"""Points per game of seats and of policies, where seats play for points, with verdicts."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
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
from simlab.analysis.win_rate import policies_in_seats, policy_means, seat_names

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
    several = (scenario for scenario in tables.scenarios if len(scenario.policies) > 1)
    return answer(line for scenario in several for line in _policies(scenario, tables))


@question
def crossed(tables: Tables) -> pd.DataFrame:
    """Return the points per game of each policy in each seat, if several policies meet."""
    several = (scenario for scenario in tables.scenarios if len(scenario.policies) > 1)
    return answer(line for scenario in several for line in _crossed(scenario, tables))


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
    seats = [{"who": name} for name in seat_names(scenario)]
    return _compared(scenario, tables, lambda points: points.mean(axis=1), seats)


def _policies(scenario: Scenario, tables: Tables) -> list[dict[str, Any]]:
    seating = tables.seating(scenario)
    policies = [{"who": policy} for policy in scenario.policies]
    by_policy = partial(policy_means, seating=seating, policies=scenario.policies)
    return _compared(scenario, tables, by_policy, policies)


def _crossed(scenario: Scenario, tables: Tables) -> list[dict[str, Any]]:
    of_blocks, each = policies_in_seats(scenario, tables)
    return _compared(scenario, tables, of_blocks, each)


def _compared(
    scenario: Scenario,
    tables: Tables,
    of_blocks: Callable[[Array], Array],
    each: list[dict[str, Any]],
) -> list[dict[str, Any]]:
    """Return points with verdicts; `of_blocks` gives a row per block and a column for each."""
    batches = list(tables.seats(scenario, "score"))
    blocks = np.concatenate([of_blocks(points) for points in batches])
    of_table = np.concatenate([points.mean(axis=(1, 2)) for points in batches])
    margin, fair = margin_of(scenario, tables), float(of_table.mean())
    beyond = every(mean_points([blocks - of_table[:, None]]))
    lines = rows(scenario.keys, mean_points([blocks]), each)
    return [
        {**line, "fair": fair, "margin": margin, "verdict": verdict(own, margin)}
        for line, own in zip(lines, beyond, strict=True)
    ]
