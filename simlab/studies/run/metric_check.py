"""Checks of the metrics of a run before it is played."""

from __future__ import annotations

from simlab.analysis.metric import find_metric
from simlab.errors import InputError
from simlab.execution.executor import Executor
from simlab.experiment.houserule import KIND as HOUSERULE
from simlab.experiment.resolve import Experiment, Scenario
from simlab.experiment.rollout_metric import ROLLOUT_METRICS
from simlab.experiment.rollout_request import why_impossible
from simlab.studies.kit.blocks import play_blocks
from simlab.studies.kit.metrics import metrics_at

COMPARED_BY_AB = "simlab ab compares two sets of rules by it, and stops as soon as it knows enough"


def refuse_rollouts(experiment: Experiment) -> None:
    """Check that no metric with rollouts is named: a run has too many games for them.

    Raises:
        InputError: there is one; the message names the commands that take it.
    """
    name = str(experiment.study.get("metric"))
    if name not in ROLLOUT_METRICS:
        return
    scenarios = experiment.scenarios
    reason = next(filter(None, (why_impossible(scenario, name) for scenario in scenarios)), "")
    if not reason:
        n_games = sum(scenario.n_games for scenario in scenarios)
        instead = COMPARED_BY_AB
        if experiment.study["kind"] != HOUSERULE:
            instead = f"simlab sensitivity ranks rules by it, simlab tune aims at it, and {instead}"
        reason = (
            f"{name} needs rollouts, up to some seconds for each game, which may be hours for the"
            f" {n_games:,} games here; {instead}"
        )
    raise InputError(reason, "metric")


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
