"""Runs an experiment with progress output, after printing warnings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from simlab.cli.option import Running
from simlab.cli.terminal.progress import (
    announce_compiling,
    announce_remarks,
    announce_rounding,
    audience,
)
from simlab.engine.build import Engine
from simlab.execution.compilation import prepared_engine
from simlab.execution.run import run_experiment
from simlab.execution.store import Store
from simlab.experiment.request import problems_placed_in
from simlab.experiment.resolve import Experiment, Scenario
from simlab.policy import Policy
from simlab.study.sweep import check_metric


def play(experiment: Experiment, running: Running, what: str = "") -> tuple[Store, float]:
    """Play an experiment unless its run exists; return the run and the seconds it took.

    `what` is its file or name if it sets the metric of a sweep; problems are reported there.

    Raises:
        InputError: the game does not have the metric of the sweep.
    """
    announce_remarks(experiment.scenarios)
    announce_rounding(experiment.scenarios)
    if experiment.study.get("metric") is not None:
        announce_compiling(experiment.game, experiment.policies)
        with problems_placed_in(what):
            check_metric(experiment)
    return carry_out(experiment, running)


def carry_out(experiment: Experiment, running: Running) -> tuple[Store, float]:
    """Play an experiment with progress output, without warnings."""
    with audience() as watcher:
        store = run_experiment(
            experiment,
            out=running.out,
            jobs=running.jobs,
            fresh=running.fresh,
            observer=watcher,
        )
    return store, watcher.seconds


def opened_engine(scenarios: Sequence[Scenario], policies: Iterable[Policy]) -> Engine:
    """Return the engine of a game with compiled policies, for a study that keeps no run."""
    game, several = scenarios[0].game, list(policies)
    announce_remarks(scenarios)
    announce_compiling(game, several)
    return prepared_engine(game, several)
