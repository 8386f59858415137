"""A run that stops once the interval of a metric is narrow: played look by look in one folder."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

from simlab.analysis.precision import Precision, metric_of, precisions, schedule
from simlab.analysis.tables import Tables
from simlab.api.arguments import AnyPath
from simlab.api.observer import Observer
from simlab.errors import Problem
from simlab.execution.executor import Executor, prepare
from simlab.execution.run import default_folder, run_experiment
from simlab.execution.run_observer import RunObserver
from simlab.execution.store import Store
from simlab.experiment.resolve import Experiment
from simlab.report.answers.until import in_short
from simlab.studies.kit.blocks import play_blocks
from simlab.studies.kit.metrics import metrics_at


def run_until(
    experiment: Experiment,
    executor: Executor,
    *,
    out: AnyPath | None,
    fresh: bool,
    observer: Observer,
) -> Store:
    """Play look by look until the interval is narrow in every scenario, or its games are spent.

    A folder that holds some looks of the same run goes on after them. What is played, and the
    bytes, depend neither on cores nor on interruptions.

    Raises:
        InputError: a scenario does not have the metric, or the half-width does not fit it.
        ContractError, RunError, Interrupted: as in `run`.
    """
    _check_metric(experiment, executor, observer)
    folder = default_folder(experiment) if out is None else Path(out)
    played = _first_look(experiment) if fresh else _as_in_folder(experiment, Store(folder))
    is_fresh = fresh
    observer.starts()
    while True:
        looking = _LookObserver(observer)
        store = run_experiment(
            played, out=folder, executor=executor, fresh=is_fresh, observer=looking
        )
        # later looks go on with the games of this one
        is_fresh = False
        answers = precisions(Tables(store.folder))
        observer.looked(partial(_in_words, answers))
        later = _next_look(played, answers)
        if later is None:
            if looking.is_played_already:
                observer.already_finished()
            return store
        played = later


def _in_words(answers: list[Precision]) -> str:
    return "; ".join(map(in_short, answers))


def _check_metric(experiment: Experiment, executor: Executor, observer: Observer) -> None:
    assert experiment.until is not None
    prepare(executor, experiment.scenarios, observer)
    for scenario in experiment.scenarios:
        games = play_blocks(executor, scenario, 0, 1)
        metric_of(experiment.until, metrics_at(scenario, games))


def _first_look(experiment: Experiment) -> Experiment:
    scenarios = [
        replace(scenario, looks=tuple(schedule(scenario.most_deals)[:1]))
        for scenario in experiment.scenarios
    ]
    return replace(experiment, scenarios=tuple(scenarios))


def _as_in_folder(experiment: Experiment, store: Store) -> Experiment:
    """Return the experiment at the looks that its folder has begun, else at the first."""
    if not store.is_run() or store.experiment_in_full()["key"] != experiment.key():
        return _first_look(experiment)
    looks = {
        described["name"]: tuple(described["looks"])
        for described in store.experiment_in_full()["scenarios"]
    }
    scenarios = [replace(scenario, looks=looks[scenario.slug]) for scenario in experiment.scenarios]
    return replace(experiment, scenarios=tuple(scenarios))


def _next_look(experiment: Experiment, answers: list[Precision]) -> Experiment | None:
    """Return the experiment one look later, in the scenarios that go on; None if none does."""
    wide = {
        answer.scenario.name for answer in answers if not answer.is_reached and not answer.is_spent
    }
    if not wide:
        return None
    scenarios = [
        replace(scenario, looks=tuple(schedule(scenario.most_deals)[: len(scenario.looks) + 1]))
        if scenario.slug in wide
        else scenario
        for scenario in experiment.scenarios
    ]
    return replace(experiment, scenarios=tuple(scenarios))


class _LookObserver(RunObserver):
    """Observer of a look: what the user must know is passed on, what each look repeats is not."""

    def __init__(self, observer: Observer) -> None:
        self.observer = observer
        self.is_played_already = False

    def already_finished(self) -> None:
        self.is_played_already = True

    def damaged(self, flaws: list[Problem]) -> None:
        self.observer.damaged(flaws)

    def compiling(self, title: str) -> None:
        self.observer.compiling(title)

    def translating(self, title: str, seconds: float) -> None:
        self.observer.translating(title, seconds)

    def comparing(self) -> None:
        self.observer.comparing()

    def waiting(self) -> None:
        self.observer.waiting()

    def stuck(self, warning: str) -> None:
        self.observer.stuck(warning)

    def stopping(self) -> None:
        self.observer.stopping()
