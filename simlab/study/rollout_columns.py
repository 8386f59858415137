"""Columns of games that need rollouts: kingmaking and influence, game by game."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa

from simlab.analysis.kingmaking import Finding
from simlab.engine.build import Engine
from simlab.experiment.resolve import Scenario
from simlab.experiment.rollout_metric import KINGMAKING
from simlab.study.kingmaking import GameSampler, Looked, Measured

PER_THIRD = (1, 1, 1)
"""Decisions of a game that are searched for kingmaking, by thirds of the game. What a comparison
learns in a minute hardly depends on their number; more games make better intervals."""


def with_rollout_columns(engine: Engine, scenario: Scenario, games: pa.Table) -> pa.Table:
    """Return the table of some games with the columns for which its scenario asks."""
    samplers = [
        GameSampler(engine, scenario, deal, rotation)
        for deal, rotation in zip(
            games["deal"].to_pylist(), games["rotation"].to_pylist(), strict=True
        )
    ]
    for name in scenario.rollout_metrics:
        values = [_value(name, sampler) for sampler in samplers]
        games = games.append_column(name, pa.array(values, pa.float64()))
    return games


def _value(name: str, sampler: GameSampler) -> float | None:
    if name == KINGMAKING:
        return kingmaking_of_game(sampler.looked(PER_THIRD))
    return influence_of_game(sampler.measured())


def kingmaking_of_game(looked: Sequence[Looked]) -> float:
    """Return how many kingmaking decisions a game has, by those that were drawn."""
    return sum(drawn.weight for drawn in looked if drawn.finding == Finding.KINGMAKING)


def influence_of_game(measured: Sequence[Measured]) -> float | None:
    """Return the mean influence on others, in percentage points; None without a free decision."""
    return 100 * float(np.mean([drawn.others for drawn in measured])) if measured else None
