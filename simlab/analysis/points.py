"""Points of each seat of a competitive game: mean by policy or seat, and distribution."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from simlab.analysis import win_rate
from simlab.analysis.block_shares import shares_of_blocks
from simlab.analysis.counts import Counts, add, count
from simlab.analysis.design_effect import by_block, places_of
from simlab.analysis.question import answer, question, row, rows
from simlab.analysis.scenario_counts import known_means
from simlab.analysis.tables import Scenario, Tables

Array = NDArray[Any]

DISTRIBUTION_METHOD = (
    "Share of the seats of finished games at each whole number of points between the fewest and"
    " the most; Clopper–Pearson intervals, 95 % for all points of a scenario together."
)


@question
def mean(tables: Tables) -> pd.DataFrame:
    """Return the mean points of each policy where several meet, else of each seat, as `who`."""
    return answer(line for s in tables.scenarios for line in _means(s, tables))


@question
def distribution(tables: Tables) -> pd.DataFrame:
    """Return the share of seats at each number of points from the fewest to the most."""
    return answer(line for s in tables.scenarios for line in _shares(s, tables))


def _points(scenario: Scenario, tables: Tables) -> Iterator[Array]:
    """Yield the points of each seat, nan in capped games, shape (blocks, rotations, seats)."""
    return (batch["score"] for batch in tables.finished_seats(scenario, ["score"]))


def _means(scenario: Scenario, tables: Tables) -> list[dict[str, Any]]:
    whose = win_rate.places(scenario, tables)
    parts: dict[str, list[Counts]] = {who: [] for who in whose}
    for points in _points(scenario, tables):
        for who, places in whose.items():
            parts[who].append(count(known_means(points[:, places])))
    limits = scenario.facts.score
    means = {who: add(own).mean(limits.low, limits.high) for who, own in parts.items()}
    return [row(scenario.keys, own, who=who) for who, own in means.items()]


def _shares(scenario: Scenario, tables: Tables) -> list[dict[str, Any]]:
    seen = add(count(_known(points)) for points in _points(scenario, tables)).filled()
    if not seen.n:
        return []
    per_block = scenario.rotations * scenario.players
    parts = (
        by_block(places_of(seen.values, points.reshape(-1, per_block)), len(seen.values))
        for points in _points(scenario, tables)
    )
    shares = shares_of_blocks(parts, per_block)
    return rows(scenario.keys, shares, [{"points": int(value)} for value in seen.values])


def _known(points: Array) -> Array:
    return points[~np.isnan(points)]
