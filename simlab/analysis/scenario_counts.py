"""Number of games and histogram of every column of one scenario."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from simlab.analysis.counts import Counts, add, count

Array = NDArray[Any]

FINISHED = "finished"
PLACES = ("deal", "rotation", FINISHED)
"""Columns that identify a game and whether it ended."""


@dataclass(frozen=True, eq=False)
class ScenarioCounts:
    """Number of blocks and games, and counts of each column over finished games."""

    n_blocks: int
    n_games: int
    n_capped: int
    games: dict[str, Counts]
    """By column: values of the finished games to which it applies."""
    blocks: dict[str, Counts]
    """By column: block means over such games."""


def count_scenario(batches: Iterable[pa.Table], rotations: int) -> ScenarioCounts:
    """Count the games of a scenario, in batches of whole blocks."""
    batch_counts = [_counts_of(batch, rotations) for batch in batches]
    return ScenarioCounts(
        sum(counts.n_blocks for counts in batch_counts),
        sum(counts.n_games for counts in batch_counts),
        sum(counts.n_capped for counts in batch_counts),
        _add_batches([counts.games for counts in batch_counts]),
        _add_batches([counts.blocks for counts in batch_counts]),
    )


def block_means(column: pa.ChunkedArray, is_finished: Array, rotations: int) -> Array:
    """Return the mean of each block over its finished games to which the column applies."""
    values = np.where(is_finished, column.to_numpy().astype(np.float64), np.nan)
    return means_of_known(values.reshape(-1, rotations))


def means_of_known(rows: Array) -> Array:
    """Return the mean of the known values of each row; rows without any are left out."""
    is_known = ~np.isnan(rows)
    n_known = is_known.sum(axis=1)
    totals = np.where(is_known, rows, 0).sum(axis=1)
    return np.asarray(totals[n_known > 0] / n_known[n_known > 0])


def _counts_of(batch: pa.Table, rotations: int) -> ScenarioCounts:
    is_finished = batch.column(FINISHED).to_numpy() == 1
    names = [name for name in batch.column_names if name not in PLACES]
    finished = batch if is_finished.all() else batch.filter(pc.equal(batch.column(FINISHED), 1))
    games = {name: count(finished.column(name).drop_null().to_numpy()) for name in names}
    blocks = games
    if rotations > 1:
        blocks = {
            name: count(block_means(batch.column(name), is_finished, rotations)) for name in names
        }
    n_capped = int((~is_finished).sum())
    return ScenarioCounts(len(batch) // rotations, len(batch), n_capped, games, blocks)


def _add_batches(counts_by_batch: list[dict[str, Counts]]) -> dict[str, Counts]:
    return {name: add(counts[name] for counts in counts_by_batch) for name in counts_by_batch[0]}
