"""A/B comparison of a patch: effect on one metric from paired blocks, with sequential stopping."""

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
"""Blocks before the first look: enough for a standard deviation and an approximate normal mean."""


@dataclass(frozen=True, eq=False)
class AbRequest:
    """A comparison of two rule sets, its metric and the smallest effect of interest."""

    comparison: Comparison
    metric: Metric
    margin: float
    most_blocks: int
    is_sprt: bool = False
    """Whether to stop by the sequential probability ratio test instead of an interval."""

    @property
    def looks(self) -> list[int]:
        """Numbers of blocks at each look."""
        return looks(FIRST_LOOK, self.most_blocks)

    @property
    def width(self) -> float | None:
        """Largest possible difference, where it is known."""
        if self.metric.low is None or self.metric.high is None:
            return None
        return self.metric.high - self.metric.low

    def mean(self, values: Array) -> Interval[float]:
        """Return the mean of the metric on one side, with a confidence sequence."""
        if self.metric.low is None or self.metric.high is None:
            return anytime_mean_unbounded(values)
        return anytime_mean(values, self.metric.low, self.metric.high)

    def effect(self, effects: Array) -> Interval[float]:
        """Return the mean difference, with a confidence sequence."""
        if self.width is None:
            return anytime_mean_unbounded(effects)
        return anytime_mean(effects, -self.width, self.width)


@dataclass(frozen=True, eq=False)
class Look:
    """State of a comparison at one look."""

    values: Values
    effect: Interval[float]
    """Patched minus base, with a confidence sequence; corrected for stopping after an SPRT."""
    verdict: Verdict

    @property
    def is_decided(self) -> bool:
        """Whether the verdict is final."""
        return self.verdict != Verdict.UNDECIDED


def requested_ab(
    comparison: Comparison,
    engine: Engine,
    name: str | None,
    margin: float | None,
    jobs: int | None,
    is_sprt: bool = False,
) -> AbRequest:
    """Return the request with metric and margin: by default the headline metric and its own.

    The games requested are an upper limit, both sides counted.

    Raises:
        InputError: the metric is unknown, the margin does not fit it, or the games are too few.
    """
    least = FIRST_LOOK * comparison.games_per_block
    if comparison.base.n_asked < least:
        raise InputError(
            f"must be at least {least} here, for the {FIRST_LOOK} deals by which the"
            f" metric is judged, not {comparison.base.n_asked}",
            "max_games",
        )
    games, _ = comparison.play(engine, 0, FIRST_LOOK, jobs)
    metric = find_metric(name, comparison.metrics(games))
    if margin is None:
        margin = metric.margin(games)
    metric.check_margin(margin)
    if not margin > 0:
        raise InputError(f"{metric.name} does not vary; name a margin with --margin", "margin")
    most_blocks = comparison.base.n_asked // comparison.games_per_block
    return AbRequest(comparison, metric, margin, most_blocks, is_sprt)


def available_metrics(
    scenario: Scenario, engine: Engine, jobs: int | None
) -> list[tuple[Metric, float]]:
    """Return the metrics of a scenario, each with its default margin.

    The headline metric comes first. A metric that does not vary has margin 0, one that never
    applies nan.
    """
    games = play_blocks(engine, scenario, 0, FIRST_LOOK, jobs)
    return [(metric, metric.margin(games)) for metric in metrics_at(scenario, games)]


def compare(request: AbRequest, engine: Engine, jobs: int | None) -> Iterator[Look]:
    """Play and yield each look, until the verdict is final or the games are spent."""
    look_at = _look_of_sprt if request.is_sprt else _look
    values = NOTHING
    for n_blocks in request.looks:
        first = values.n_blocks
        games = request.comparison.play(engine, first, n_blocks - first, jobs)
        values += values_of(request.metric, *games)
        look = look_at(request, values)
        yield look
        if look.is_decided:
            return


def _look(request: AbRequest, values: Values) -> Look:
    """Return a look that decides by the confidence sequence."""
    effect = request.effect(values.effects)
    return Look(values, effect, verdict(effect, request.margin))


def _look_of_sprt(request: AbRequest, values: Values) -> Look:
    """Return a look that decides by the sequential probability ratio test."""
    margin, width = request.margin, request.width
    test_verdict = sprt(values.effects, margin, high=width).verdict
    if test_verdict is Verdict.UNDECIDED and values.n_blocks < request.most_blocks:
        return Look(values, request.effect(values.effects), test_verdict)
    return Look(values, after_sprt(values.effects, margin, request.looks, high=width), test_verdict)
