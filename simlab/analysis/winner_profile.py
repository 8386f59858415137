"""Winners compared with other seats: mean of each count by final rank, and differences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd

from simlab.analysis.moments import Part, means_among
from simlab.analysis.question import answer, question, rows
from simlab.analysis.tables import Scenario, Tables
from simlab.analysis.usage import find_group, lowest

METHOD = (
    "Mean over the seats of finished games that end with this rank; t interval from the sums of"
    " blocks, 95 %, each by itself. Tied seats share the better rank."
)
APART_METHOD = (
    "Mean over winners less mean over all others, finished games; t intervals from the sums of"
    " blocks, 95 % for all rows of a scenario together."
)
TOTAL = "total"
RANK = "rank"


@question
def by_rank(tables: Tables, group: str, scenarios: tuple[Scenario, ...]) -> pd.DataFrame:
    """Return the mean of each column of a seat group, and of their total, by final rank."""
    return answer(line for s in scenarios for line in _by_rank(s, tables, group))


@question
def apart(tables: Tables, group: str) -> pd.DataFrame:
    """Return the mean of each column over winners minus that over others, also in variants."""
    return answer(line for s in tables.compared for line in _apart(s, tables, group))


def _by_rank(scenario: Scenario, tables: Tables, group: str) -> Iterator[dict[str, Any]]:
    group_facts = find_group(scenario.facts.seat_groups, group)
    columns = group_facts.columns
    ranks = range(1, scenario.players + 1)

    def parts() -> Iterator[Part]:
        for batch in tables.finished_seats(scenario, [RANK, *columns]):
            points = [batch[name] for name in columns]
            yield [*points, np.sum(points, axis=0)], [batch[RANK] == rank for rank in ranks]

    estimates_by_rank = means_among(parts(), len(columns) + 1)
    for rank, estimates in zip(ranks, estimates_by_rank, strict=True):
        row_keys = [{"option": label, RANK: rank} for label in [*columns.values(), TOTAL]]
        yield from rows(scenario.keys, estimates.means(low=lowest(scenario, group_facts)), row_keys)


def _apart(scenario: Scenario, tables: Tables, group: str) -> list[dict[str, Any]]:
    columns = find_group(scenario.facts.seat_groups, group).columns

    def parts() -> Iterator[Part]:
        for batch in tables.finished_seats(scenario, [RANK, *columns]):
            is_winner = batch[RANK] == 1
            yield [batch[name] for name in columns], [is_winner, ~is_winner]

    winners, losers = means_among(parts(), len(columns))
    row_keys = [{"option": label} for label in columns.values()]
    return rows(scenario.keys, (winners - losers).means(family=len(columns)), row_keys)
