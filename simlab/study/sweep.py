"""Checks of the metrics of a run before it is played."""

from __future__ import annotations

from simlab.analysis.metric import find_metric
from simlab.execution.executor import Executor
from simlab.experiment.resolve import Experiment, Scenario
from simlab.study.blocks import play_blocks
from simlab.study.metrics import metrics_at


def check_metric(experiment: Experiment, executor: Executor) -> None:
    """Check that every number of players has the metric that is named, and can have its target.

    Raises:
        InputError: there is no such metric, it cannot have this value, or a metric of the user’s
            own does not fit the game.
    """
    name, target = experiment.study.get("metric"), experiment.study.get("metric_target")
    tables: dict[int, Scenario] = {}
    for scenario in experiment.scenarios:
        tables.setdefault(scenario.players, scenario)
    for scenario in tables.values():
        games = play_blocks(executor, scenario, 0, 1)
        metric = find_metric(name, metrics_at(scenario, games))
        if target is not None:
            metric.check_target(target)
