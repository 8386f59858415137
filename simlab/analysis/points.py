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
from simlab.analysis.scenario_counts import means_of_known
from simlab.analysis.tables import Scenario, Tables

Array = NDArray[Any]

DISTRIBUTION_METHOD = (
    "Share of the seats of finished games at each whole number of points between the fewest and"
    " the most; Clopper–Pearson intervals, 95 % for all points of a scenario together."
)
SEAT_METHOD = (
    "Share of the finished games of each seat at each whole number of points between the fewest and"
    " the most of any; Clopper–Pearson intervals, 95 % for all points of a seat together."
)


@question
def mean(tables: Tables) -> pd.DataFrame:
    """Return the mean points of each policy where several meet, else of each seat, as `who`."""
    return answer(line for s in tables.scenarios for line in _means(s, tables))


@question
def distribution(tables: Tables) -> pd.DataFrame:
    """Return the share of seats at each number of points from the fewest to the most."""
    return answer(line for s in tables.scenarios for line in _shares(s, tables))


@question
def distribution_by_seat(tables: Tables) -> pd.DataFrame:
    """Return the share of games at each number of points for each seat, `who`.

    All seats of a scenario have a row for each number from the fewest to the most points of any.
    """
    return answer(line for s in tables.scenarios for line in _seat_shares(s, tables))


def _points(scenario: Scenario, tables: Tables) -> Iterator[Array]:
    """Yield the points of each seat, nan in capped games, shape (blocks, rotations, seats)."""
    return (batch["score"] for batch in tables.finished_seats(scenario, ["score"]))


def _means(scenario: Scenario, tables: Tables) -> list[dict[str, Any]]:
    whose = win_rate.seat_masks(scenario, tables)
    counts_by_who: dict[str, list[Counts]] = {who: [] for who in whose}
    for points in _points(scenario, tables):
        for who, mask in whose.items():
            counts_by_who[who].append(count(means_of_known(points[:, mask])))
    limits = scenario.facts.score
    means = {
        who: add(counts).mean(limits.low, limits.high) for who, counts in counts_by_who.items()
    }
    return [row(scenario.keys, mean, who=who) for who, mean in means.items()]


def _shares(scenario: Scenario, tables: Tables) -> list[dict[str, Any]]:
    seen = add(count(_drop_nan(points)) for points in _points(scenario, tables)).fill_gaps()
    if not seen.n:
        return []
    per_block = scenario.rotations * scenario.players
    block_counts = (
        by_block(places_of(seen.values, points.reshape(-1, per_block)), len(seen.values))
        for points in _points(scenario, tables)
    )
    shares = shares_of_blocks(block_counts, per_block)
    return rows(scenario.keys, shares, [{"points": int(value)} for value in seen.values])


def _seat_shares(scenario: Scenario, tables: Tables) -> Iterator[dict[str, Any]]:
    values = (
        add(count(_drop_nan(points)) for points in _points(scenario, tables)).fill_gaps().values
    )
    if not len(values):
        return
    each_points = [{"points": int(value)} for value in values]
    for seat, name in enumerate(win_rate.seat_names(scenario)):
        block_counts = (
            by_block(places_of(values, points[:, :, seat]), len(values))
            for points in _points(scenario, tables)
        )
        shares = shares_of_blocks(block_counts, scenario.rotations)
        yield from rows(
            scenario.keys, shares, [{"who": name, **point_keys} for point_keys in each_points]
        )


def _drop_nan(points: Array) -> Array:
    return points[~np.isnan(points)]
