"""Play blocks of a scenario and keep their tables in memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from simlab.analysis.games import Games, join_games
from simlab.engine.build import Engine
from simlab.execution.executor import Executor
from simlab.execution.tables import tables_of
from simlab.experiment.resolve import Scenario
from simlab.studies.kit.rollout_columns import with_rollout_columns

SLICE_GAMES = 500
"""Games per call: few enough to share among cores, enough to make the call cheap."""


def play_blocks(executor: Executor, scenario: Scenario, first: int, count: int) -> Games:
    """Play some deals in all rotations; the same games by any executor."""
    slices = slices_of(first, count, deals_per_call(scenario))
    return join_games(list(executor.map(play_deals, ((scenario, *part) for part in slices))))


def deals_per_call(scenario: Scenario) -> int:
    """Return the deals of a call: one with a search or rollouts, whose games may take seconds."""
    if scenario.rollout_metrics or any(policy.base for policy in scenario.lineup):
        return 1
    return max(SLICE_GAMES // scenario.n_rotations, 1)


def slices_of(first: int, count: int, size: int) -> Iterator[tuple[int, int]]:
    """Yield first deal and number of deals of slices of some deals."""
    for start in range(first, first + count, size):
        yield start, min(size, first + count - start)


def play_deals(
    engine: Engine,
    scenario: Scenario,
    first: int,
    count: int,
    rotations: Sequence[int] | None = None,
) -> Games:
    """Play some deals in all rotations, or in some of them, one call each."""
    rules, lineup, seed = scenario.rules.row, scenario.lineup, scenario.seed
    played_rotations = range(scenario.n_rotations) if rotations is None else rotations
    parts = [
        engine.play(rules, lineup, seed, first, count, rotation) for rotation in played_rotations
    ]
    rows = np.stack(parts, axis=1).reshape(-1)
    tables = tables_of(scenario, rows)
    games = with_rollout_columns(engine, scenario, tables["games"])
    seats, aim = tables.get("seats"), scenario.game.aim
    return Games(games, seats, len(parts), scenario.players, aim)


def play_tasks(executor: Executor, tasks: Sequence[tuple[Scenario, int, int]]) -> Iterator[Games]:
    """Yield the games of scenarios from a first deal on, all cores sharing all of them."""
    parts = [
        [(scenario, *part) for part in slices_of(first, count, deals_per_call(scenario))]
        for scenario, first, count in tasks
    ]
    games = executor.map(play_deals, [part for task_parts in parts for part in task_parts])
    for task_parts in parts:
        yield join_games([next(games) for _ in task_parts])
