"""A pilot: a moment of play that tells how long a scenario will take and how much it will vary."""

from __future__ import annotations

import io
import time
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from simlab.engine.build import Engine
from simlab.engine.loop import PROGRESS
from simlab.engine.record import new
from simlab.execution.parquet import encode
from simlab.execution.runner import TIMELINE_GAMES, in_order, play_slice
from simlab.execution.tables import tables_of
from simlab.execution.tally import block_values
from simlab.experiment.plan import part_size
from simlab.experiment.resolve import Scenario
from simlab.experiment.spec import MOST_GAMES

PILOT_SECONDS = 0.5
FIRST_DEALS = 2
"""Few, since players who think take seconds for a game."""


@dataclass(frozen=True)
class RunEstimate:
    """What a moment of play has shown of a scenario."""

    scenario: Scenario
    values: npt.NDArray[np.float64]
    """The main number of each block played."""
    seconds_per_game: float
    """On one core."""
    size: float
    """Bytes on disk of the whole scenario, as far as can be foreseen."""

    def seconds(self) -> float:
        """Return how long one core will need for the whole scenario."""
        return self.seconds_per_game * self.scenario.n_games


def estimate_run(engine: Engine, scenario: Scenario) -> RunEstimate:
    """Play a scenario for PILOT_SECONDS, or to its end, and keep nothing."""
    engine.prepare(scenario.lineup)  # else the time that it takes to load code would count
    began = time.perf_counter()
    slices = []
    first, count = 0, FIRST_DEALS
    while first < scenario.n_deals and time.perf_counter() < began + PILOT_SECONDS:
        count = min(count, scenario.n_deals - first)
        for rotation in range(scenario.n_rotations):
            slices.append(play_slice(engine, scenario, first, count, rotation, new(PROGRESS)))
        first, count = first + count, count * 2
    seconds = time.perf_counter() - began
    rows, timeline = (in_order(np.concatenate(tables)) for tables in zip(*slices, strict=True))
    tables = tables_of(scenario, rows, timeline)
    size = sum(expected_size(name, table, len(rows), scenario) for name, table in tables.items())
    return RunEstimate(scenario, block_values(scenario, rows), seconds / len(rows), size)


def expected_size(name: str, table: pa.Table, n_played: int, scenario: Scenario) -> float:
    """Return the bytes that a table of the whole scenario will take, judged by its first part."""
    limit = TIMELINE_GAMES if name == "timeline" else MOST_GAMES
    n_games, n_played = min(scenario.n_games, limit), min(n_played, limit)
    n_part = part_size(scenario) * scenario.n_rotations
    n_sample = min(n_part, n_played)
    sample = table.slice(0, table.num_rows * n_sample // n_played)
    empty = encoded_size(table.slice(0, 0))
    return empty * -(-n_games // n_part) + (encoded_size(sample) - empty) * n_games / n_sample


def encoded_size(table: pa.Table) -> int:
    """Return the bytes of a table as it would be stored."""
    memory = io.BytesIO()
    encode(table, memory)
    return memory.tell()
