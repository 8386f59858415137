"""Plays other values of what a run assumes, for its page, into a run within its folder."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from simlab.analysis.tables import Tables
from simlab.api.observer import Observer
from simlab.api.playing import own_cores
from simlab.errors import ContractError, InputError, RunError
from simlab.execution.executor import prepare
from simlab.execution.run import run_experiment
from simlab.execution.store import Store
from simlab.execution.watchdog import in_background
from simlab.experiment.resolve import Experiment, Scenario
from simlab.experiment.run_folder import ASSUMPTIONS
from simlab.experiment.small_noise import with_small_noise
from simlab.report.answers.assumptions import headlines
from simlab.report.answers.small_noise import IN_WORDS
from simlab.report.rulebook import assumption_notes
from simlab.report.scenario import fewest_and_most
from simlab.report.wording import n_of, whole
from simlab.studies.run.assumptions import (
    BUDGETS,
    NOISE_PART,
    SECONDS,
    affordable_games,
    assumptions_of,
    content_hash,
    experiment_of_variations,
)

NOT_VARIED = "what is assumed is not varied"
NOT_WITH_NOISE = "not played with a small noise"


def vary_assumptions(folder: Store, n_games: int | None, observer: Observer) -> None:
    """Play other values of what a run assumes, unless they are there; report what prevents it.

    `n_games` is the number per variation; by default as many as fit into SECONDS. In a sweep or a
    house rule the unchanged rules are varied. A run of a game with winners is also played with a
    small noise. Nothing is played for an unfinished run, and where there is nothing to vary. A run
    whose folder cannot be written, or whose game or data are not those that played it, keeps a page
    without.

    Raises:
        Interrupted: stopped by Ctrl-C.
    """
    tables = Tables(folder.folder)
    if n_games == 0 or not tables.is_finished:
        return
    try:
        _vary(folder, tables, n_games, observer)
    except (InputError, RunError, ContractError) as error:
        observer.remark(f"{NOT_VARIED}: {error}")


def _names_of_varied(tables: Tables) -> list[str]:
    """Return the scenarios whose assumptions are varied: few and many players, unchanged rules."""
    unchanged = [headline.scenario for headline in headlines(tables)]
    return [scenario.name for scenario in fewest_and_most(unchanged)]


def _vary(folder: Store, tables: Tables, n_games: int | None, observer: Observer) -> None:
    experiment, names = folder.experiment, _names_of_varied(tables)
    scenarios = [scenario for scenario in experiment.scenarios if scenario.slug in names]
    varied = assumptions_of(experiment, scenarios[0]) if assumption_notes(tables) else []
    n_values = sum(len(assumption.variations) for assumption in varied)
    has_noise = _is_noise_due(tables, scenarios)
    if not (n_values or has_noise):
        return
    folder.check(experiment)
    store = Store(folder.folder / ASSUMPTIONS)
    if _is_there(store, content_hash(experiment, scenarios), n_games):
        return
    n_games = n_games or _affordable(experiment, scenarios, n_values, has_noise, observer)
    if n_games is None:
        games_named = (
            f"{BUDGETS[-1]} games of each change" if n_values else _games_with_noise(BUDGETS[-1])
        )
        observer.remark(
            f"{NOT_VARIED if n_values else NOT_WITH_NOISE}: {games_named} would take more than"
            f" {SECONDS:g} s; --assumptions {BUDGETS[-1]} plays them"
        )
        return
    request = experiment_of_variations(experiment, scenarios, varied, n_games, has_noise=has_noise)
    observer.remark(_what_is_played(n_values, n_games, has_noise))
    run_experiment(request, out=store.folder, fresh=True, observer=observer)


def _is_noise_due(tables: Tables, scenarios: Sequence[Scenario]) -> bool:
    """Whether a small noise says something of a run, in any of some scenarios."""
    return not tables.study and any(
        with_small_noise(scenario.lineup, scenario.game) for scenario in scenarios
    )


def _what_is_played(n_values: int, n_games: int, has_noise: bool) -> str:
    """Say which variations are played, and how many games of each."""
    values = n_of(n_values, "other value is", "other values are")
    parts = [f"{values} played once for what is assumed, {whole(n_games)} games each"]
    noise = [f"{_games_with_noise(n_games)} are played once with {IN_WORDS}"]
    return f"{'; '.join((parts if n_values else []) + (noise if has_noise else []))}."


def _games_with_noise(n_games: int) -> str:
    return f"{whole(NOISE_PART * n_games)} games"


def _is_there(store: Store, content: str, n_games: int | None) -> bool:
    """Return whether the variations of this content were played, this number of games of each."""
    study = store.purpose_if_finished()
    return study.get("content") == content and n_games in (None, study["games"])


def _affordable(
    experiment: Experiment,
    scenarios: Sequence[Scenario],
    n_values: int,
    has_noise: bool,
    observer: Observer,
) -> int | None:
    """Return how many games of each variation a reader waits for; None for too slow policies."""
    unchanged = experiment_of_variations(experiment, scenarios, [], BUDGETS[0])
    executor = own_cores(None, observer)
    prepare(executor, unchanged.scenarios, observer)
    find = partial(affordable_games, executor, unchanged.scenarios, n_values, has_noise=has_noise)
    return in_background(find)
