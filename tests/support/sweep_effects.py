"""Effects of a sweep with given numbers, without a run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from simlab.analysis.counts import count
from simlab.analysis.metric import OTHER, Metric
from simlab.analysis.sweep import Factor, SweepEffects
from simlab.analysis.tables import Scenario
from simlab.experiment.design import GRID, Cell


def a_factor(name: str, n_levels: int) -> Factor:
    """Return a factor with the levels 1, 2, ..., of which 1 is the unchanged one."""
    levels = tuple(str(n + 1) for n in range(n_levels))
    return Factor(name, levels, 0, is_number=True, is_named=False)


def response(
    values: Any, factors: tuple[Factor, ...], cells: Sequence[Cell], design: str = GRID
) -> SweepEffects:
    """Return the effects of cells, the unchanged rules first, from the metric by block and cell."""
    metric = Metric("x", "x", OTHER, "points", lambda games: games.game("x"))
    scenarios = tuple(Scenario(f"2p-{n}", "", {"players": 2}, {}) for n in range(len(cells)))
    counts = tuple(count(own) for own in values.T)
    return SweepEffects(factors, design, metric, 1.0, scenarios, np.array(cells), values, counts)
