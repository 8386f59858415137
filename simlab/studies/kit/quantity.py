"""Quantities that are held against bounds: the mean of a metric, and the gap between seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from simlab.analysis.games import Games
from simlab.analysis.group_sequential import Design, LikelihoodRatio
from simlab.analysis.intervals import Interval
from simlab.analysis.metric import Metric
from simlab.analysis.value_range import NO_VALUE, ValueRange
from simlab.errors import InputError
from simlab.experiment.resolve import Scenario

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Quantity:
    """Blocks of a metric, or of the difference between the wins, or the points, of two seats."""

    blocks: Array
    possible: ValueRange
    """The range of its values, infinite where it is not known."""
    seen: ValueRange | None = None
    """What the range seen holds besides the blocks; None if the range is known."""

    @cached_property
    def ratio(self) -> LikelihoodRatio:
        """The likelihood ratio of its mean."""
        if self.seen is None:
            return LikelihoodRatio(self.blocks, *self.possible)
        return LikelihoodRatio.in_seen_range(self.blocks, self.seen, self.possible)


def mean_of(metric: Metric, games: Games, near: Sequence[float]) -> Quantity:
    """Return the blocks of a metric; a range that is only seen holds the values in `near` too."""
    values = metric.of(games)
    blocks = values[~np.isnan(values)]
    if metric.is_share:
        return Quantity(blocks, ValueRange(0.0, 1.0))
    return Quantity(blocks, metric.possible, NO_VALUE.with_values(np.asarray(near)))


def seat_metrics(scenario: Scenario, games: Games, metrics: Sequence[Metric]) -> list[Metric]:
    """Return the metrics of what the seats play for: the wins of each, or its points.

    Raises:
        InputError: all seats share one score.
    """
    if scenario.game.cooperative:
        raise InputError(f"all seats of {scenario.game.title} share one score", "metric")
    n_policies = len(set(map(str, scenario.lineup)))
    first = n_policies if n_policies > 1 else 0
    return list(metrics[first : first + games.players])


def seat_differences(
    scenario: Scenario, games: Games, metrics: Sequence[Metric], near: float
) -> list[Quantity]:
    """Return the differences between the wins of every two seats, or between their points.

    A range that is only seen holds the value `near` of either sign, too.

    Raises:
        InputError: all seats share one score.
    """
    seats = seat_metrics(scenario, games, metrics)
    return [
        _difference_of(first_seat, second_seat, games, ValueRange.around(near))
        for first_seat, second_seat in combinations(seats, 2)
    ]


def _difference_of(
    first_seat: Metric, second_seat: Metric, games: Games, seen: ValueRange
) -> Quantity:
    blocks = first_seat.of(games) - second_seat.of(games)
    if first_seat.is_share:
        return Quantity(blocks, ValueRange(-1.0, 1.0))
    return Quantity(blocks, first_seat.possible.of_differences, seen)


def gap(pairs: Sequence[Quantity], design: Design) -> Interval[float]:
    """Return the largest difference between two seats, from simultaneous intervals of all pairs."""
    intervals = [difference.ratio.interval(design) for difference in pairs]
    return Interval(
        max(abs(difference.estimate) for difference in intervals),
        max(max(difference.low, -difference.high, 0.0) for difference in intervals),
        max(max(abs(difference.low), abs(difference.high)) for difference in intervals),
        intervals[0].n,
    )
