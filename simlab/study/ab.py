"""ab: what does a patch do to one metric? Paired blocks, looked at now and then, until decided."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from simlab.analysis.intervals import Interval
from simlab.analysis.metric import Metric, find_metric
from simlab.analysis.sequential import anytime_mean, looks
from simlab.analysis.sprt import after_sprt, sprt
from simlab.analysis.unbounded import anytime_mean_unbounded
from simlab.analysis.verdict import Verdict, verdict
from simlab.engine.build import Engine
from simlab.errors import InputError
from simlab.experiment.resolve import Scenario
from simlab.study.blocks import play_blocks
from simlab.study.comparison import NOTHING, Comparison, Values, values_of
from simlab.study.metrics import metrics_at

Array = NDArray[Any]

FIRST_LOOK = 100
"""Blocks before the first look."""


@dataclass(frozen=True, eq=False)
class AbRequest:
    """Two sets of rules, the metric by which they are compared, and what counts as a change."""

    comparison: Comparison
    metric: Metric
    margin: float
    most_blocks: int
    is_sprt: bool = False
    """Whether a sequential test answers, by yes or no, rather than an interval."""

    @property
    def looks(self) -> list[int]:
        """The numbers of blocks after which what is known is looked at."""
        return looks(FIRST_LOOK, self.most_blocks)

    @property
    def width(self) -> float | None:
        """The largest difference there can be, where it is known."""
        if self.metric.low is None or self.metric.high is None:
            return None
        return self.metric.high - self.metric.low

    def mean(self, values: Array) -> Interval[float]:
        """Return the mean of the metric on one side, with an interval that holds at every look."""
        if self.metric.low is None or self.metric.high is None:
            return anytime_mean_unbounded(values)
        return anytime_mean(values, self.metric.low, self.metric.high)

    def effect(self, effects: Array) -> Interval[float]:
        """Return the mean of its differences, likewise."""
        if self.width is None:
            return anytime_mean_unbounded(effects)
        return anytime_mean(effects, -self.width, self.width)


@dataclass(frozen=True, eq=False)
class Look:
    """What is known at one look."""

    values: Values
    effect: Interval[float]
    """Patched less base; the intervals of all looks hold together. After the stop of a sequential
    test, corrected for it."""
    verdict: Verdict

    @property
    def is_decided(self) -> bool:
        """Whether it is known what the patch does, as far as the margin asks."""
        return self.verdict != Verdict.UNDECIDED


def requested_ab(
    comparison: Comparison,
    engine: Engine,
    name: str | None,
    margin: float | None,
    jobs: int | None,
    is_sprt: bool = False,
) -> AbRequest:
    """Return the question in full: the main metric and its own margin unless others are named.

    The games asked for are the most that may be spent, both sides counted.

    Raises:
        InputError: there is no such metric, the margin is not for it, or the games are too few.
    """
    least = FIRST_LOOK * comparison.games_per_block
    if comparison.base.n_asked < least:
        raise InputError(
            f"max_games: must be at least {least} here, for the {FIRST_LOOK} deals by which the"
            f" metric is judged, not {comparison.base.n_asked}"
        )
    games, _ = comparison.play(engine, 0, FIRST_LOOK, jobs)
    metric = find_metric(name, comparison.metrics(games))
    if margin is None:
        margin = metric.margin(games)
    metric.check_margin(margin)
    if not margin > 0:
        raise InputError(f"margin: {metric.name} does not vary; name a margin with --margin")
    most_blocks = comparison.base.n_asked // comparison.games_per_block
    return AbRequest(comparison, metric, margin, most_blocks, is_sprt)


def available_metrics(
    scenario: Scenario, engine: Engine, jobs: int | None
) -> list[tuple[Metric, float]]:
    """Return the metrics that can be asked for at a table, each with its own margin.

    The main metric comes first; what does not vary has a margin of 0, what never applies nan.
    """
    games = play_blocks(engine, scenario, 0, FIRST_LOOK, jobs)
    return [(metric, metric.margin(games)) for metric in metrics_at(scenario, games)]


def compare(question: AbRequest, engine: Engine, jobs: int | None) -> Iterator[Look]:
    """Play on and yield what is known at each look, until it is decided or the games are spent."""
    look_at = _look_of_sprt if question.is_sprt else _look
    values = NOTHING
    for n_blocks in question.looks:
        first = values.n_blocks
        games = question.comparison.play(engine, first, n_blocks - first, jobs)
        values += values_of(question.metric, *games)
        look = look_at(question, values)
        yield look
        if look.is_decided:
            return


def _look(question: AbRequest, values: Values) -> Look:
    """Decide as soon as the interval agrees."""
    effect = question.effect(values.effects)
    return Look(values, effect, verdict(effect, question.margin))


def _look_of_sprt(question: AbRequest, values: Values) -> Look:
    """Decide as soon as an effect as large as the margin, or none, is far the likelier."""
    margin, width = question.margin, question.width
    test_verdict = sprt(values.effects, margin, high=width).verdict
    if test_verdict is Verdict.UNDECIDED and values.n_blocks < question.most_blocks:
        return Look(values, question.effect(values.effects), test_verdict)
    return Look(
        values, after_sprt(values.effects, margin, question.looks, high=width), test_verdict
    )
