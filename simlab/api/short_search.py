"""Plays the answer of a plain game's run with a short search, for its page."""

from __future__ import annotations

from functools import partial

from simlab.analysis.tables import Tables
from simlab.api.observer import Observer
from simlab.api.playing import own_cores
from simlab.catalog import game_names
from simlab.errors import ContractError, InputError, RunError
from simlab.execution.executor import prepare
from simlab.execution.run import run_experiment
from simlab.execution.store import Store
from simlab.execution.watchdog import in_background
from simlab.experiment.resolve import Experiment, Scenario
from simlab.experiment.run_folder import OTHER_PLAYERS
from simlab.report.answers.other_players import other_players
from simlab.report.answers.strongest import witnesses_to_play
from simlab.report.scenario import fewest_and_most
from simlab.report.wording import whole
from simlab.studies.run.short_search import (
    EFFORTS,
    SECONDS,
    Effort,
    affordable_effort,
    can_be_searched,
    search_experiment,
)

NOT_PLAYED = "not played by a short search"


def play_short_search(folder: Store, n_games: int | None, observer: Observer) -> None:
    """Play a run with a short search, unless it was; report what prevents it.

    `n_games` is the number with each number of players; by default as many as fit into SECONDS.
    Only runs of plain games are played that simlab does not ship, if no other policy has had all
    seats and the strongest one measured does not play for the page. A run whose folder cannot be
    written, or whose game or data are not those that played it, keeps a page without.

    Raises:
        Interrupted: stopped by Ctrl-C.
    """
    tables = Tables(folder.folder)
    has_others = other_players(tables) or witnesses_to_play(tables)
    is_due = tables.is_finished and not tables.study and not has_others
    if n_games == 0 or not is_due or not tables.game.get("is_plain"):
        return
    try:
        _play(folder, tables, n_games, observer)
    except (InputError, RunError, ContractError) as error:
        observer.remark(f"{NOT_PLAYED}: {error}")


def _play(folder: Store, tables: Tables, n_games: int | None, observer: Observer) -> None:
    experiment = folder.experiment
    scenarios = _scenarios_to_search(tables, experiment)
    if not scenarios or experiment.game_reference in game_names():
        return
    # else its games would be compared with those of other rules or code
    folder.check(experiment)
    store = Store(folder.folder / OTHER_PLAYERS)
    played = store.purpose_if_finished()
    if played.get("run") == experiment.key() and n_games in (None, played["games"]):
        return
    asked_effort = None if n_games is None else Effort(EFFORTS[-1].rollouts, n_games)
    effort = asked_effort or _affordable(experiment, scenarios, observer)
    if effort is None:
        n_fewest = EFFORTS[-1].games
        observer.remark(
            f"{NOT_PLAYED}: {n_fewest} games would take more than {SECONDS:g} s;"
            f" --assumptions {n_fewest} plays them"
        )
        return
    observer.remark(
        f"A short search over {scenarios[0].lineup[0]} ({effort.rollouts} rollouts a choice) plays"
        f" once in all seats, {whole(effort.games)} games."
    )
    request = search_experiment(experiment, scenarios, effort)
    run_experiment(request, out=store.folder, fresh=True, observer=observer)


def _scenarios_to_search(tables: Tables, experiment: Experiment) -> list[Scenario]:
    """Return the main scenarios with fewest and most players that a search can play."""
    names = [scenario.name for scenario in fewest_and_most(tables.main)]
    return [
        scenario
        for scenario in experiment.scenarios
        if scenario.slug in names and can_be_searched(scenario)
    ]


def _affordable(
    experiment: Experiment, scenarios: list[Scenario], observer: Observer
) -> Effort | None:
    """Return the effort of the search that a reader waits for; None if any takes too long."""
    request = search_experiment(experiment, scenarios, EFFORTS[-1])
    executor = own_cores(None, observer)
    prepare(executor, request.scenarios, observer)
    return in_background(partial(affordable_effort, executor, request))
