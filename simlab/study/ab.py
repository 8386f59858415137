"""ab: what does a patch do to one metric? Paired blocks, looked at now and then, until decided."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from simlab.analysis.intervals import Interval
from simlab.analysis.metric import Metric, find_metric
from simlab.analysis.sequential import anytime_mean, looks
from simlab.analysis.unbounded import anytime_mean_unbounded
from simlab.analysis.verdict import Verdict, verdict
from simlab.engine.build import Engine
from simlab.errors import InputError
from simlab.study.pair import NOTHING, Pair, Values, values_of

Array = NDArray[Any]

FIRST_LOOK = 100
"""Blocks before the first look."""


@dataclass(frozen=True, eq=False)
class Question:
    """Two sets of rules, the metric by which they are compared, and what counts as a change."""

    pair: Pair
    metric: Metric
    margin: float
    most_blocks: int

    def mean(self, values: Array) -> Interval[float]:
        """Return the mean of the metric on one side, with an interval that holds at every look."""
        return _anytime(values, self.metric.low, self.metric.high)

    def effect(self, values: Array) -> Interval[float]:
        """Return the mean of its differences, likewise."""
        if self.metric.low is None or self.metric.high is None:
            return _anytime(values, None, None)
        width = self.metric.high - self.metric.low
        return _anytime(values, -width, width)


@dataclass(frozen=True, eq=False)
class Look:
    """What is known at one look."""

    values: Values
    effect: Interval[float]
    """Patched less base; the intervals of all looks hold together."""
    verdict: Verdict

    @property
    def is_decided(self) -> bool:
        """Whether it is known what the patch does, as far as the margin asks."""
        return self.verdict != Verdict.UNDECIDED


def asked(
    pair: Pair, engine: Engine, name: str | None, margin: float | None, jobs: int | None
) -> Question:
    """Return the question in full: the main metric and its own margin unless others are named.

    The games asked for are the most that may be spent, both sides counted.

    Raises:
        InputError: there is no such metric, or it needs a margin.
    """
    games, _ = pair.play(engine, 0, FIRST_LOOK, jobs)
    metric = find_metric(name, pair.metrics(games))
    margin = metric.margin(games) if margin is None else margin
    if not margin > 0:
        raise InputError(f"margin: {metric.name} does not vary; name a margin with --margin")
    most_blocks = max(pair.base.n_asked // pair.games_per_block, 1)
    return Question(pair, metric, margin, most_blocks)


def compare(question: Question, engine: Engine, jobs: int | None) -> Iterator[Look]:
    """Play on and yield what is known at each look, until it is decided or the games are spent."""
    values = NOTHING
    for n_blocks in looks(FIRST_LOOK, question.most_blocks):
        first = values.n_blocks
        both = question.pair.play(engine, first, n_blocks - first, jobs)
        values += values_of(question.metric, *both)
        effect = question.effect(values.effects)
        look = Look(values, effect, verdict(effect, question.margin))
        yield look
        if look.is_decided:
            return


def _anytime(values: Array, low: float | None, high: float | None) -> Interval[float]:
    if low is None or high is None:
        return anytime_mean_unbounded(values)
    return anytime_mean(values, low, high)
