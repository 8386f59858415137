"""Run estimate: time, disk size and variance of a scenario, from a short pilot run."""

from __future__ import annotations

import io
import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from simlab.engine.build import Engine
from simlab.engine.loop import Progress
from simlab.engine.record import new
from simlab.execution.executor import Executor
from simlab.execution.parquet import encode
from simlab.execution.part import TIMELINE_GAMES, Rows, in_order, play_slice
from simlab.execution.tables import tables_of
from simlab.execution.tally import block_values
from simlab.experiment.plan import part_size
from simlab.experiment.resolve import Scenario
from simlab.experiment.spec import MOST_GAMES

PILOT_SECONDS = 0.5
"""Length of a pilot run: enough games for a rough mean, short enough to wait for."""
ALL_SECONDS = 5.0
"""Length of all pilot runs of an experiment together: a plan is waited for, whatever its size."""
FIRST_DEALS = 1
"""Deals of the first slice, which is always played: a game with searches takes seconds."""


@dataclass(frozen=True)
class RunEstimate:
    """Estimates for a scenario from a pilot run."""

    scenario: Scenario
    values: npt.NDArray[np.float64]
    """Headline metric of each block played."""
    seconds_per_game: float
    """Seconds on one core."""
    size: float
    """Expected bytes on disk of the whole scenario."""

    def seconds(self) -> float:
        """Return the expected seconds of the whole scenario on one core."""
        return self.seconds_per_game * self.scenario.n_games


def estimate_run(executor: Executor, scenario: Scenario) -> RunEstimate:
    """Play a scenario for PILOT_SECONDS on one core, or to its end, and store nothing."""
    (estimate,) = estimate_runs(executor, [scenario])
    return estimate


def estimate_runs(executor: Executor, scenarios: Sequence[Scenario]) -> list[RunEstimate]:
    """Play each scenario on a core for PILOT_SECONDS, less if there are many; store nothing.

    As in the run itself, other cores play meanwhile.
    """
    seconds = min(PILOT_SECONDS, ALL_SECONDS / len(scenarios))
    pilots = executor.map(pilot_run, [(scenario, seconds) for scenario in scenarios])
    return [
        RunEstimate(scenario, *pilot) for scenario, pilot in zip(scenarios, pilots, strict=True)
    ]


def pilot_run(
    engine: Engine, scenario: Scenario, most_seconds: float
) -> tuple[npt.NDArray[np.float64], float, float]:
    """Return the values of the blocks played, seconds per game and bytes of all games."""
    engine.prepare(scenario.lineup)  # else loading code would count
    began = time.perf_counter()
    slices: list[tuple[Rows, Rows]] = []
    first, count = 0, FIRST_DEALS
    while not slices or (first < scenario.n_deals and time.perf_counter() < began + most_seconds):
        count = min(count, scenario.n_deals - first)
        for rotation in range(scenario.n_rotations):
            slices.append(play_slice(engine, scenario, first, count, rotation, new(Progress.dtype)))
        # twice as many: a slow game is not played long, a fast one needs few calls
        first, count = first + count, count * 2
    seconds = time.perf_counter() - began
    rows, timeline = (in_order(np.concatenate(tables)) for tables in zip(*slices, strict=True))
    tables = tables_of(scenario, rows, timeline)
    size = sum(estimate_size(name, table, len(rows), scenario) for name, table in tables.items())
    return block_values(scenario, rows), seconds / len(rows), size


def estimate_size(name: str, table: pa.Table, n_played: int, scenario: Scenario) -> float:
    """Return the expected bytes of a table of the whole scenario, from its first part."""
    limit = TIMELINE_GAMES if name == "timeline" else MOST_GAMES
    n_games, n_played = min(scenario.n_games, limit), min(n_played, limit)
    n_part = part_size(scenario) * scenario.n_rotations
    n_sample = min(n_part, n_played)
    sample = table.slice(0, table.num_rows * n_sample // n_played)
    # of each file, however few its games
    n_empty_bytes = parquet_size(table.slice(0, 0))
    return (
        n_empty_bytes * -(-n_games // n_part)
        + (parquet_size(sample) - n_empty_bytes) * n_games / n_sample
    )


def parquet_size(table: pa.Table) -> int:
    """Return the bytes of a table in its stored encoding."""
    memory = io.BytesIO()
    encode(table, memory)
    return memory.tell()
