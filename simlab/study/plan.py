"""What a comparison would take, judged by a first look at both sets of rules."""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np

from simlab.analysis.paired import anytime_blocks, fixed_blocks
from simlab.analysis.unbounded import anytime_blocks_unbounded
from simlab.engine.build import Engine
from simlab.study.ab import FIRST_LOOK, AbRequest, requested_ab
from simlab.study.comparison import Comparison, values_of

LARGE = 3
"""A clear effect, in margins."""


@dataclass(frozen=True)
class ComparisonPlan:
    """How many blocks decide a comparison in half of all runs, and what a block takes."""

    question: AbRequest
    n_blocks_if_none: int
    """Where the patch changes nothing."""
    n_blocks_if_large: int
    """Where it changes the metric by LARGE margins."""
    n_unpaired: int
    """Games of a plan without looks, on deals of its own for each side, to see that nothing
    changes in 95 runs of 100."""
    seconds_per_block: float

    @property
    def games_per_block(self) -> int:
        """Games in a block, both sides counted."""
        return self.question.comparison.games_per_block


def plan_comparison(
    comparison: Comparison, engine: Engine, name: str | None, margin: float | None, jobs: int | None
) -> ComparisonPlan:
    """Play a first look, keep nothing, and say what a comparison would take.

    Raises:
        InputError: there is no such metric, or the margin is not for it.
    """
    question = requested_ab(comparison, engine, name, margin, jobs)
    began = time.perf_counter()
    games = comparison.play(engine, 0, FIRST_LOOK, jobs)
    seconds = time.perf_counter() - began
    values = values_of(question.metric, *games)
    sd = float(np.std(values.effects))
    unpaired_variance = float(np.var(values.base) + np.var(values.patched))
    return ComparisonPlan(
        question,
        _n_blocks(question, sd, 0.0),
        _n_blocks(question, sd, LARGE * question.margin),
        2 * comparison.base.n_rotations * fixed_blocks(unpaired_variance, question.margin),
        seconds / FIRST_LOOK,
    )


def _n_blocks(question: AbRequest, sd: float, effect: float) -> int:
    """Return how many blocks decide the comparison, at the first look at the earliest."""
    metric = question.metric
    if metric.low is None or metric.high is None:
        n_blocks = anytime_blocks_unbounded(sd, question.margin, effect=effect)
    else:
        width = metric.high - metric.low
        n_blocks = anytime_blocks(sd, question.margin, width, effect=effect)
    return max(n_blocks, FIRST_LOOK)
