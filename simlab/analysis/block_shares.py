"""Shares, quantiles and distributions over all games of a run, several of which make a block."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from simlab.analysis.design_effect import by_block, places_of, sums_at_most, sums_of_blocks
from simlab.analysis.intervals import Band, Interval, dkw, quantile_from_counts, simultaneous_shares
from simlab.analysis.scenario_counts import FINISHED
from simlab.analysis.tables import Scenario, Tables

Array = NDArray[Any]


def shares_of_blocks(batches: Iterable[Array], per_block: int) -> Interval[Array]:
    """Return simultaneous intervals for the shares of all categories.

    The batches have the games in each category, shape (blocks, categories); each game is in exactly
    one, or in several with parts that add up to 1. `per_block` games at most make a block.
    METHODS.md: Games that share a block.
    """
    sums = sums_of_blocks(batches)
    return simultaneous_shares(sums.totals, per_block=per_block, effects=sums.effects)


def shares_of_games(
    tables: Tables,
    scenario: Scenario,
    columns: Iterable[str],
    category_of: Callable[[pa.Table], Array],
    n_categories: int,
) -> Interval[Array]:
    """Return simultaneous intervals for shares of games.

    `category_of` returns the category of each game of a table with the named columns and FINISHED.
    METHODS.md: Games that share a block.
    """
    batches = (
        by_block(category_of(batch).reshape(-1, scenario.rotations), n_categories)
        for batch in tables.batches(scenario, "games", [*columns, FINISHED])
    )
    return shares_of_blocks(batches, scenario.rotations)


def is_finished(batch: pa.Table) -> Array:
    """Return which games were finished."""
    return np.asarray(batch.column(FINISHED).to_numpy() == 1)


def shares_of_values(
    tables: Tables, scenario: Scenario, column: str, values: Array
) -> Interval[Array]:
    """Return simultaneous intervals for the share of finished games at each value of a column.

    `values` has every value that occurs, in increasing order.
    METHODS.md: Games that share a block.
    """
    if scenario.rotations == 1:
        return simultaneous_shares(tables.games(scenario, column).of(values))
    return shares_of_blocks(_at_values(tables, scenario, column, values), scenario.rotations)


def quantile_of_games(tables: Tables, scenario: Scenario, column: str, q: float) -> Interval[float]:
    """Return a quantile of a column over finished games.

    METHODS.md: Games that share a block.
    """
    counts, per_block = tables.games(scenario, column), scenario.rotations
    if counts.n < per_block or per_block == 1:
        return counts.quantile(q, per_block=per_block)
    effects = sums_at_most(_at_values(tables, scenario, column, counts.values)).effects
    return quantile_from_counts(
        counts.values, counts.counts, q, per_block=per_block, effects=effects
    )


def band_of_games(tables: Tables, scenario: Scenario, column: str, values: Array) -> Band:
    """Return the distribution function of a column over finished games, with its band.

    `values` has every value that occurs, in increasing order.
    METHODS.md: Games that share a block.
    """
    counts, per_block = tables.games(scenario, column).of(values), scenario.rotations
    if per_block == 1:
        return dkw(values, counts)
    sums = sums_at_most(_at_values(tables, scenario, column, values))
    return dkw(values, counts, per_block=per_block, effect=sums.largest_effect)


def _at_values(tables: Tables, scenario: Scenario, column: str, values: Array) -> Iterator[Array]:
    for batch in tables.batches(scenario, "games", [column, FINISHED]):
        numbers = np.where(is_finished(batch), batch.column(column).to_numpy(), np.nan)
        categories = places_of(values, numbers.astype(np.float64))
        yield by_block(categories.reshape(-1, scenario.rotations), len(values))
