"""Checks of a sweep before it is played."""

from __future__ import annotations

from simlab.analysis.metric import find_metric
from simlab.execution.executor import Executor
from simlab.experiment.resolve import Experiment, Scenario
from simlab.study.blocks import play_blocks
from simlab.study.metrics import metrics_at


def check_metric(experiment: Experiment, executor: Executor) -> None:
    """Check that every number of players has the metric that a sweep names.

    Raises:
        InputError: there is no such metric.
    """
    name = experiment.study["metric"]
    tables: dict[int, Scenario] = {}
    for scenario in experiment.scenarios:
        tables.setdefault(scenario.players, scenario)
    for scenario in tables.values():
        find_metric(name, metrics_at(scenario, play_blocks(executor, scenario, 0, 1)))
