"""Distance of losing seats from victory, by victory type."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from simlab.analysis.block_shares import shares_of_blocks
from simlab.analysis.counts import Counts, add, count
from simlab.analysis.design_effect import by_block, places_of
from simlab.analysis.question import answer, question, row, rows
from simlab.analysis.scenario_counts import means_of_known
from simlab.analysis.tables import Scenario, Tables

METHOD = (
    "Share of the losers of finished games that miss so much; Clopper–Pearson intervals, 95 % for"
    " all numbers of one way together."
)
MEAN_METHOD = "Mean over the losers of finished games; Student’s t interval on blocks, 95 %."

Array = NDArray[Any]


@question
def distance(tables: Tables, scenarios: tuple[Scenario, ...]) -> pd.DataFrame:
    """Return the share of losers that miss each amount, `missing`, by victory type, `what`."""
    return answer(line for s in _with_distances(scenarios) for line in _distances(s, tables))


@question
def mean(tables: Tables, scenarios: tuple[Scenario, ...]) -> pd.DataFrame:
    """Return the mean amount that losers miss, by victory type, `what`."""
    return answer(line for s in _with_distances(scenarios) for line in _means(s, tables))


def _with_distances(scenarios: tuple[Scenario, ...]) -> list[Scenario]:
    return [scenario for scenario in scenarios if scenario.facts.distances.columns]


def _distances(scenario: Scenario, tables: Tables) -> Iterator[dict[str, Any]]:
    per_block = scenario.rotations * (scenario.players - 1)
    for column, label in scenario.facts.distances.columns.items():
        seen = add(
            [NONE, *(count(_drop_nan(batch)) for batch in _of_losers(scenario, tables, column))]
        )
        values = seen.fill_gaps().values
        block_counts = (
            by_block(places_of(values, _flat(batch)), len(values))
            for batch in _of_losers(scenario, tables, column)
        )
        if seen.n:
            row_keys = [{"what": label, "missing": int(number)} for number in values]
            yield from rows(scenario.keys, shares_of_blocks(block_counts, per_block), row_keys)


def _means(scenario: Scenario, tables: Tables) -> Iterator[dict[str, Any]]:
    for column, label in scenario.facts.distances.columns.items():
        distance_means = (
            means_of_known(_flat(batch)) for batch in _of_losers(scenario, tables, column)
        )
        yield row(scenario.keys, add(map(count, distance_means)).mean(low=0), what=label)


NONE = Counts(np.zeros(1), np.zeros(1, dtype=np.int64))
"""Makes distances start at 0."""


def _of_losers(scenario: Scenario, tables: Tables, column: str) -> Iterator[Array]:
    """Yield a column of losing seats, nan for all others."""
    for batch in tables.finished_seats(scenario, [column, "credit"]):
        yield np.where(batch["credit"] == 0, batch[column], np.nan)


def _drop_nan(values: Array) -> Array:
    return values[~np.isnan(values)]


def _flat(values: Array) -> Array:
    """Return a row for each block."""
    return values.reshape(len(values), -1)
