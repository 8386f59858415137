"""Plays what a page is about with other policies: changes of a sweep, or a run of weak players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from simlab.analysis.tables import Scenario as Described
from simlab.analysis.tables import Tables
from simlab.api.observer import Observer
from simlab.api.playing import own_cores
from simlab.errors import ContractError, InputError, RunError
from simlab.execution.executor import prepare
from simlab.execution.run import run_experiment
from simlab.execution.store import Store
from simlab.execution.watchdog import in_background
from simlab.experiment.resolve import Experiment
from simlab.experiment.run_folder import OTHER_PLAYERS
from simlab.report.answers.named_rules import changes_to_name
from simlab.report.answers.strongest import witnesses_to_play
from simlab.report.wording import join_list, n_of, whole
from simlab.studies.run.other_players import (
    GAMES,
    SECONDS,
    NamedChange,
    OtherPlayer,
    experiment_of_others,
    experiment_of_strongest,
    other_players,
    take_too_long,
    witnesses,
)

NOT_PLAYED = "not played by other policies"


def play_other_players(folder: Store, n_games: int | None, observer: Observer) -> None:
    """Play what a page is about with other policies, unless they have; report what prevents it.

    Of a sweep these are the changes that its answer names. `n_games` is the number by each set of
    rules; by default GAMES, unless that takes too long. A run without the strongest players that
    were measured is played by them, WITNESS_GAMES games. Nothing is played for an unfinished run
    or another study. A run whose folder cannot be written, or whose game or data are not those that
    played it, keeps a page without.

    Raises:
        Interrupted: stopped by Ctrl-C.
    """
    tables = Tables(folder.folder)
    if n_games == 0 or not tables.is_finished:
        return
    try:
        if tables.is_sweep:
            _play(folder, tables, n_games, observer)
        elif missing := witnesses_to_play(tables):
            _play_strongest(folder, missing, observer)
    except (InputError, RunError, ContractError) as error:
        observer.remark(f"{NOT_PLAYED}: {error}")


def _play(folder: Store, tables: Tables, n_games: int | None, observer: Observer) -> None:
    experiment = folder.experiment
    players = list(other_players(experiment, _changes(tables, experiment)))
    if not players:
        return
    # else they would be compared with games of other rules or code
    folder.check(experiment)
    store = Store(folder.folder / OTHER_PLAYERS)
    if _is_there(store, experiment_of_others(experiment, players, n_games or GAMES), n_games):
        return
    if n_games is None:
        is_there = partial(_is_there, store, n_games=None)
        players = _affordable(players, experiment, is_there, observer)
        if not players:
            return
    n_policies = len({player.policy for player in players})
    observer.remark(
        f"{n_of(n_policies, 'other policy plays', 'other policies play')} once what the answer"
        f" names, {whole(n_games or GAMES)} games by each set of rules."
    )
    request = experiment_of_others(experiment, players, n_games or GAMES)
    run_experiment(request, out=store.folder, fresh=True, observer=observer)


def _affordable(
    candidates: list[OtherPlayer],
    experiment: Experiment,
    is_there: Callable[[Experiment], bool],
    observer: Observer,
) -> list[OtherPlayer]:
    """Return other players whose games a reader waits for: all, or only the strongest, or none.

    None, too, if the games of the strongest are there.
    """
    strongest = witnesses(candidates)
    if strongest and is_there(experiment_of_others(experiment, strongest, GAMES)):
        return []
    if not _take_too_long(candidates, observer):
        return candidates
    affordable = [] if not strongest or _take_too_long(strongest, observer) else strongest
    players = join_list(list(dict.fromkeys(player.policy for player in affordable)))
    than = f" than {players}, the strongest player measured" if players else ""
    observer.remark(
        f"{NOT_PLAYED}{than}: that may take more than {SECONDS:g} s; --assumptions {GAMES} plays"
        " them"
    )
    return affordable


def _play_strongest(
    folder: Store, missing: Sequence[tuple[Described, str]], observer: Observer
) -> None:
    """Play a run with the strongest players, at the tables at which it had others only."""
    experiment = folder.experiment
    folder.check(experiment)
    scenarios = {scenario.slug: scenario for scenario in experiment.scenarios}
    request = experiment_of_strongest(
        experiment, [(scenarios[main.name], player) for main, player in missing]
    )
    store = Store(folder.folder / OTHER_PLAYERS)
    if _is_there(store, request, None):
        return
    players = list(dict.fromkeys(player for _, player in missing))
    noun, verb = ("player", "plays") if len(players) == 1 else ("players", "play")
    n_games = whole(max(scenario.n_games for scenario in request.scenarios))
    observer.remark(
        f"The strongest {noun} measured {verb} the run once, too: {join_list(players)},"
        f" {n_games} games each."
    )
    run_experiment(request, out=store.folder, fresh=True, observer=observer)


def _is_there(store: Store, request: Experiment, n_games: int | None) -> bool:
    """Return whether these policies have played these changes, this number of games of each."""
    study = store.purpose_if_finished()
    return bool(study) and study == {**request.study, "games": n_games or study["games"]}


def _take_too_long(players: list[OtherPlayer], observer: Observer) -> bool:
    executor = own_cores(None, observer)
    prepare(executor, [player.change.unchanged for player in players], observer)
    return in_background(partial(take_too_long, executor, players))


def _changes(tables: Tables, experiment: Experiment) -> list[NamedChange]:
    scenarios = {scenario.slug: scenario for scenario in experiment.scenarios}
    return [
        NamedChange(scenarios[effects.scenarios[0].name], scenarios[row["scenario"]])
        for effects, row in changes_to_name(tables)
    ]
