"""A/B comparison of a patch: effect on one metric from paired blocks, with sequential stopping."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simlab.analysis.early_stop import interval_at_stop
from simlab.analysis.games import Games, join_games
from simlab.analysis.group_sequential import FIRST_LOOK, Design, LikelihoodRatio
from simlab.analysis.intervals import Interval, clip_interval
from simlab.analysis.luck import ratio_less_luck
from simlab.analysis.metric import Metric, find_metric
from simlab.analysis.sequential import anytime_mean, looks
from simlab.analysis.value_range import NO_VALUE, ValueRange
from simlab.analysis.verdict import Verdict, verdict
from simlab.errors import InputError
from simlab.execution.executor import Executor
from simlab.experiment.resolve import Scenario
from simlab.studies.ab.comparison import NOTHING, Comparison, Values, values_of
from simlab.studies.kit.blocks import play_blocks
from simlab.studies.kit.metrics import metrics_at

Array = NDArray[Any]

PILOT = 100
"""Blocks from which a default margin is derived."""
ERROR = 0.05
"""Share of comparisons that may end with a wrong verdict, and in which the interval may miss."""


@dataclass(frozen=True, eq=False)
class AbRequest:
    """A comparison of two rule sets, its metric and the smallest effect of interest."""

    comparison: Comparison
    metric: Metric
    margin: float
    most_blocks: int
    seen: ValueRange = NO_VALUE
    """Smallest and largest value in the games of the pilot."""
    is_exact: bool = False
    """Whether intervals and verdicts hold without approximation, by betting."""
    family: int = 1
    """Comparisons that share the error, so that all of them hold together (Bonferroni)."""
    pilot: tuple[Games, Games] | None = None
    """The games of the pilot, both sides, if there was one."""

    def play(self, executor: Executor, first: int, end: int) -> tuple[Games, Games]:
        """Return the blocks of both sides from `first` up to `end`; those of the pilot are kept."""
        n_kept = 0 if self.pilot is None else min(PILOT, end)
        if self.pilot is None or first >= n_kept:
            return self.comparison.play(executor, first, end - first)
        kept, changed = (side.between(first, n_kept) for side in self.pilot)
        if end == n_kept:
            return kept, changed
        further = self.comparison.play(executor, n_kept, end - n_kept)
        return join_games([kept, further[0]]), join_games([changed, further[1]])

    @property
    def measures_luck(self) -> bool:
        """Whether results are less luck."""
        return self.comparison.base.game.measures_luck

    @property
    def design(self) -> Design:
        """Looks and error of the comparison."""
        return Design(tuple(looks(FIRST_LOOK, self.most_blocks)), ERROR).split(self.family)

    def means(self, values: Values) -> tuple[Interval[float], Interval[float]]:
        """Return the mean of the metric on both sides, with intervals that hold at every look."""
        judged = values.less_luck
        base, patched = (self.mean(side, judged) for side in (judged.base, judged.patched))
        return base, patched

    def mean(self, side: Array, values: Values) -> Interval[float]:
        """Return the mean of the metric on one side."""
        if self.is_exact:
            return anytime_mean(side, *self.nominal_range)
        if values.is_less_luck:
            mean = LikelihoodRatio.in_seen_range(side, NO_VALUE).interval(self.design)
            return clip_interval(mean, self.metric.low, self.metric.high)
        if self.metric.is_share:
            return LikelihoodRatio(side, 0.0, 1.0).interval(self.design)
        seen, possible = self.seen | values.seen, self.metric.possible
        return LikelihoodRatio.in_seen_range(side, seen, possible).interval(self.design)

    def effect(self, values: Values) -> Interval[float]:
        """Return the mean difference, with an interval that holds at every look.

        It is less luck if that was measured.
        """
        return self.effect_as_played(values.less_luck)

    def effect_at_stop(self, values: Values) -> Interval[float]:
        """Return the same at the look after which a comparison stops, if its verdict is final.

        METHODS.md: Estimate after an early stop.
        """
        if self.is_exact:
            return self.effect(values)
        ratio = self.likelihood_ratio(values.less_luck)
        return interval_at_stop(ratio, self.margin, self.design, values.n_blocks)

    def effect_as_played(self, values: Values) -> Interval[float]:
        """Return the mean difference of values as they are."""
        if self.is_exact:
            return anytime_mean(values.effects, -self.nominal_width, self.nominal_width)
        return self.likelihood_ratio(values).interval(self.design)

    def verdict(self, values: Values) -> Verdict:
        """Return the verdict at a look; at most ERROR of all comparisons end with a wrong one."""
        if self.is_exact:
            return verdict(self.effect(values), self.margin)
        return self.likelihood_ratio(values.less_luck).verdict(self.margin, self.design)

    def likelihood_ratio(self, values: Values) -> LikelihoodRatio:
        """Return the likelihood ratio of differences.

        Those of shares are within 1. Others are within the range that single games of both sides
        have shown, those less luck within what blocks have shown, and at least within two margins.
        Games that both sides lack alike may come to one of them: differences alone would not show
        how far apart they can be.
        """
        if values.is_less_luck:
            return ratio_less_luck(values.effects, self.margin)
        if self.metric.is_share:
            return LikelihoodRatio(values.effects, -1.0, 1.0)
        seen = (self.seen | values.seen).of_differences | ValueRange.around(2 * self.margin)
        possible = self.metric.possible.of_differences
        return LikelihoodRatio.in_seen_range(values.effects, seen, possible)

    @property
    def nominal_range(self) -> tuple[float, float]:
        """Smallest and largest possible value of the metric."""
        low, high = self.metric.low, self.metric.high
        assert low is not None and high is not None, "only a bounded metric is compared exactly"
        return low, high

    @property
    def nominal_width(self) -> float:
        """Largest possible difference."""
        low, high = self.nominal_range
        return high - low


@dataclass(frozen=True, eq=False)
class Look:
    """State of a comparison at one look."""

    values: Values
    effect: Interval[float]
    """Patched minus base, with an interval that holds at every look. The estimate is corrected for
    a stop before all blocks are played."""
    verdict: Verdict

    @property
    def is_decided(self) -> bool:
        """Whether the verdict is final."""
        return self.verdict != Verdict.UNDECIDED

    @property
    def mean_effect(self) -> float:
        """Mean difference of the blocks played, less luck if that was measured; nan without."""
        effects = self.values.less_luck.effects
        return float(effects.mean()) if len(effects) else np.nan


def request_ab(
    comparison: Comparison,
    executor: Executor,
    name: str | None,
    margin: float | None,
    is_exact: bool = False,
) -> AbRequest:
    """Return the request with metric and margin: by default the headline metric and its own.

    The games requested are an upper limit, both sides counted.

    Raises:
        InputError: the metric is unknown or, for an exact comparison, has no known range; the
            margin does not fit it; or the games are too few.
    """
    least = PILOT * comparison.games_per_block
    if comparison.base.n_asked < least:
        raise InputError(
            f"must be at least {least} here, for the {PILOT} deals by which the"
            f" metric is judged, not {comparison.base.n_asked}",
            "max_games",
        )
    games, changed = comparison.play(executor, 0, PILOT)
    metric = find_metric(name, comparison.metrics(games, changed))
    measures_luck = comparison.base.game.measures_luck
    if measures_luck and is_exact:
        raise InputError("a result less luck has no known range, so no interval is exact", "exact")
    if measures_luck and metric.luck_by_game is None:
        raise InputError(
            f"{metric.name} is neither wins nor score, in which luck is measured", "less_luck"
        )
    if is_exact and not metric.is_bounded:
        raise InputError(f"{metric.name} has no known range, so no interval is exact", "exact")
    if margin is None:
        margin = metric.margin(games)
    metric.check_margin(margin)
    if not margin > 0:
        raise InputError(f"{metric.name} does not vary; name a margin with --margin", "margin")
    most_blocks = comparison.base.n_asked // comparison.games_per_block
    seen = values_of(metric, games, games).seen
    return AbRequest(
        comparison, metric, margin, most_blocks, seen, is_exact, pilot=(games, changed)
    )


def available_metrics(scenario: Scenario, executor: Executor) -> list[tuple[Metric, float]]:
    """Return the metrics of a scenario, each with its default margin.

    The headline metric comes first. A metric that does not vary has margin 0, one that never
    applies nan.
    """
    games = play_blocks(executor, scenario, 0, PILOT)
    return [(metric, metric.margin(games)) for metric in metrics_at(scenario, games)]


def compare(request: AbRequest, executor: Executor) -> Iterator[Look]:
    """Play and yield each look, until the verdict is final or the games are spent."""
    values = NOTHING
    for n_blocks in request.design.looks:
        values += values_of(request.metric, *request.play(executor, values.n_blocks, n_blocks))
        look = Look(values, request.effect_at_stop(values), request.verdict(values))
        yield look
        if look.is_decided:
            return
