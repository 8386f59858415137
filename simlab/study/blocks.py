"""Play blocks of a scenario on all cores and keep their tables in memory."""

from __future__ import annotations

from collections.abc import Iterator

import joblib
import numpy as np

from simlab.analysis.games import Games, joined
from simlab.engine.build import Engine
from simlab.execution.tables import tables_of
from simlab.experiment.resolve import Scenario

SLICE_GAMES = 500
"""Games per call: few enough to share among cores, enough to make the call cheap."""


def play_blocks(
    engine: Engine, scenario: Scenario, first: int, count: int, jobs: int | None
) -> Games:
    """Play some deals in all rotations; the same games for any number of jobs."""
    slices = list(_slices(first, count, max(SLICE_GAMES // scenario.n_rotations, 1)))
    work = joblib.Parallel(n_jobs=jobs or joblib.cpu_count(), backend="threading")
    return joined(work(joblib.delayed(_played)(engine, scenario, *part) for part in slices))


def _slices(first: int, count: int, size: int) -> Iterator[tuple[int, int]]:
    for start in range(first, first + count, size):
        yield start, min(size, first + count - start)


def _played(engine: Engine, scenario: Scenario, first: int, count: int) -> Games:
    rules, lineup, seed = scenario.rules.row, scenario.lineup, scenario.seed
    rotations = [
        engine.play(rules, lineup, seed, first, count, rotation)
        for rotation in range(scenario.n_rotations)
    ]
    rows = np.stack(rotations, axis=1).reshape(-1)
    tables = tables_of(scenario, rows)
    return Games(tables["games"], tables.get("seats"), scenario.n_rotations, scenario.players)
