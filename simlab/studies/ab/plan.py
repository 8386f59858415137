"""Sample size plan of an A/B comparison, estimated from its first look."""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np

from simlab.analysis.group_sequential import FIRST_LOOK, blocks_to_decide
from simlab.analysis.paired import blocks_of_fixed_plan
from simlab.execution.executor import Executor
from simlab.studies.ab.comparison import Comparison, values_of
from simlab.studies.ab.study import PILOT, AbRequest, request_ab

LARGE = 3
"""A clear effect, in margins: far enough from the margin to be decided fast."""


@dataclass(frozen=True)
class ComparisonPlan:
    """Median number of blocks that decide a comparison, and the seconds per block."""

    request: AbRequest
    n_blocks_if_none: int
    """If the patch has no effect."""
    n_blocks_if_large: int
    """If the effect is LARGE margins."""
    n_unpaired: int
    """Games of a fixed-sample plan on unpaired deals that shows no effect in 95 % of runs."""
    seconds_per_block: float

    @property
    def games_per_block(self) -> int:
        """Games in a block, both sides counted."""
        return self.request.comparison.games_per_block

    @property
    def n_games_if_none(self) -> int:
        """Games if the patch has no effect."""
        return self.n_blocks_if_none * self.games_per_block

    @property
    def seconds_if_none(self) -> float:
        """Seconds if the patch has no effect."""
        return self.n_blocks_if_none * self.seconds_per_block


def plan_comparison(
    comparison: Comparison, executor: Executor, name: str | None, margin: float | None
) -> ComparisonPlan:
    """Play a first look, store nothing, and return the plan of a comparison.

    Where the game measures luck, the plan is that of results less luck.

    Raises:
        InputError: the metric is unknown, or the margin does not fit it.
    """
    request = request_ab(comparison, executor, name, margin)
    began = time.perf_counter()
    games = comparison.play(executor, 0, PILOT)
    seconds = time.perf_counter() - began
    values = values_of(request.metric, *games)
    sd = float(np.std(values.less_luck.effects))
    unpaired_variance = float(np.var(values.base) + np.var(values.patched))
    return ComparisonPlan(
        request,
        _n_blocks(request, sd, 0.0),
        _n_blocks(request, sd, LARGE * request.margin),
        # both sides, each in all rotations
        2 * comparison.base.n_rotations * blocks_of_fixed_plan(unpaired_variance, request.margin),
        seconds / PILOT,
    )


def _n_blocks(request: AbRequest, sd: float, effect: float) -> int:
    """Return the median number of blocks that decide the comparison, at least FIRST_LOOK."""
    n_blocks = blocks_to_decide(sd, request.margin, request.design, effect=effect)
    return max(n_blocks, FIRST_LOOK)
