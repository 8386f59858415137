"""Python interface: run() plays a game or an experiment, read_run() reads a finished run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import joblib

from simlab.catalog import name_of
from simlab.errors import RunError
from simlab.execution.runner import RunObserver, execute
from simlab.execution.store import Store
from simlab.experiment.plan import plan
from simlab.experiment.request import requested
from simlab.experiment.resolve import Experiment
from simlab.game import Game
from simlab.paths import runs_folder

AnyPath = str | Path
Patch = str | Mapping[str, object]


def run(
    what: str | Game,
    *,
    players: int | list[int] | None = None,
    policy: str | list[str] | None = None,
    policy_file: AnyPath | Sequence[AnyPath] = (),
    games: int | None = None,
    seed: int | None = None,
    patch: Patch | list[Patch] | None = None,
    data: AnyPath | None = None,
    jobs: int | None = None,
    out: AnyPath | None = None,
    fresh: bool = False,
) -> Store:
    """Play a game or an experiment and return its run; a finished run is only read.

    `what` is a name or a path, as for `simlab run`, or the `GAME` of a package. The other arguments
    are the options of `simlab run`: `policy` is one for all seats or one per seat, `jobs` is the
    number of cores to use, all by default.

    Raises:
        InputError: all that is unknown, impossible or out of range.
        ContractError: a game or a policy broke its contract.
        RunError: the run folder cannot be written or holds another run.
        Interrupted: stopped by Ctrl-C; finished parts are kept.
    """
    options = {
        "players": players,
        "policy": policy,
        "policy_file": _texts(policy_file),
        "games": games,
        "seed": seed,
        "patch": patch,
        "data": None if data is None else str(data),
    }
    name = name_of(what) if isinstance(what, Game) else what
    return run_experiment(requested(name, options), out=out, jobs=jobs, fresh=fresh)


def read_run(folder: AnyPath) -> Store:
    """Return the run in a folder.

    Raises:
        RunError: there is no finished run.
    """
    store = Store(Path(folder).absolute())
    store.resolved()
    if not store.is_finished():
        raise RunError(f"{folder}: is not finished; {store.way_on()}")
    return store


def run_experiment(
    experiment: Experiment,
    *,
    out: AnyPath | None = None,
    jobs: int | None = None,
    fresh: bool = False,
    observer: RunObserver | None = None,
) -> Store:
    """Play the missing parts of an experiment and return its run.

    Raises:
        ContractError, RunError, Interrupted: as in `run`.
    """
    store = Store(default_folder(experiment) if out is None else Path(out).absolute())
    execute(plan(experiment), store, jobs or joblib.cpu_count(), observer or RunObserver(), fresh)
    return store


def default_folder(experiment: Experiment) -> Path:
    """Return the default folder of a run."""
    return runs_folder() / f"{experiment.name}-{experiment.key()[:8]}"


def _texts(paths: AnyPath | Sequence[AnyPath]) -> list[str]:
    return [str(path) for path in ([paths] if isinstance(paths, str | Path) else paths)]
