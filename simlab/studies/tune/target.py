"""Targets of `simlab tune`: what is measured of them in games, and the size of a tolerance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from simlab.analysis.games import Games
from simlab.analysis.metric import Percent, find_metric
from simlab.errors import ExperimentError, InputError
from simlab.experiment.resolve import Scenario
from simlab.experiment.target import Target
from simlab.studies.gate.request import SEAT_GAP
from simlab.studies.kit.metrics import metrics_at
from simlab.studies.kit.quantity import Quantity, mean_of, seat_differences, seat_metrics
from simlab.studies.tune.result import Goals

Tables = Mapping[int, Scenario]
"""A scenario for each number of players."""


@dataclass(frozen=True, eq=False)
class Measured:
    """A target with its label and unit, and the size of a tolerance."""

    target: Target
    label: str
    unit: str
    """Empty for a share."""
    scale: float
    n_components: int


def goals_of(measured: Sequence[Measured]) -> Goals:
    """Return the ranges of all components of some targets."""
    rows = [
        (*_ends(target_measures), target_measures.scale, number)
        for number, target_measures in enumerate(measured)
        for _ in range(target_measures.n_components)
    ]
    low, high, scale, target = zip(*rows, strict=True)
    return Goals(np.array(low), np.array(high), np.array(scale), np.array(target))


def _ends(measured: Measured) -> tuple[float, float]:
    """Return the range of a component; the difference between two seats has either sign."""
    low, high = measured.target.low, measured.target.high
    highest = np.inf if high is None else high
    if measured.target.metric == SEAT_GAP:
        return -highest, highest
    return -np.inf if low is None else low, highest


def quantities(target: Target, scenario: Scenario, games: Games) -> list[Quantity]:
    """Return the blocks of the components of a target.

    Raises:
        InputError: the game has no such metric.
    """
    metrics = metrics_at(scenario, games)
    if target.metric == SEAT_GAP:
        assert target.high is not None, "a gap between seats has no other bound"
        return seat_differences(scenario, games, metrics, target.high)
    near = [end for end in (target.low, target.high) if end is not None]
    return [mean_of(find_metric(target.metric, metrics), games, near)]


def measure_target(target: Target, scenario: Scenario, games: Games) -> Measured:
    """Return a target with its label and tolerance, from games of the unchanged rules.

    Raises:
        InputError: the game has no such metric, or it cannot have such a value.
    """
    try:
        return _measure_once(target, scenario, games)
    except InputError as error:
        raise ExperimentError(error.problems, "target") from error


def _measure_once(target: Target, scenario: Scenario, games: Games) -> Measured:
    if target.metric == SEAT_GAP and (target.high is None or target.low is not None):
        raise InputError(f"{SEAT_GAP} goes with <=, as in {SEAT_GAP}<=0.03")
    n_components = len(quantities(target, scenario, games))
    if target.metric == SEAT_GAP:
        seat = seat_metrics(scenario, games, metrics_at(scenario, games))[0]
        scale = target.tolerance or seat.margin(games) or 1.0
        return Measured(target, "gap between seats", seat.unit, scale, n_components)
    metric = find_metric(target.metric, metrics_at(scenario, games))
    ends = [end for end in (target.low, target.high) if end is not None]
    # of a range, the middle: a tolerance may go beyond 0 or 1. What is out of reach under the
    # unchanged rules may be within reach under others
    aim = sum(ends) / len(ends)
    metric.check_kind(Percent(aim) if target.is_percent else aim)
    scale = target.tolerance or metric.margin(games) or 1.0
    return Measured(target, metric.label, metric.unit, scale, n_components)
