"""Plays an experiment into a run folder."""

from __future__ import annotations

from pathlib import Path

from simlab.execution.executor import Executor
from simlab.execution.processes import all_cores
from simlab.execution.run_observer import RunObserver
from simlab.execution.runner import execute
from simlab.execution.store import Store
from simlab.experiment.plan import plan
from simlab.experiment.resolve import Experiment
from simlab.experiment.trust import remember_code
from simlab.files.paths import runs_folder

AnyPath = str | Path


def run_experiment(
    experiment: Experiment,
    *,
    out: AnyPath | None = None,
    executor: Executor | None = None,
    fresh: bool = False,
    observer: RunObserver | None = None,
) -> Store:
    """Play the missing parts of an experiment and return its run.

    Raises:
        ContractError: a game or a policy broke its contract.
        RunError: the run folder cannot be written or holds another run.
        Interrupted: stopped by Ctrl-C; finished parts are kept.
    """
    remember_code(experiment)
    store = Store(default_folder(experiment) if out is None else Path(out).absolute())
    execute(plan(experiment), store, executor or all_cores(), observer or RunObserver(), fresh)
    return store


def default_folder(experiment: Experiment) -> Path:
    """Return the default folder of a run."""
    return runs_folder() / f"{experiment.name}-{experiment.key()[:8]}"
