"""Plays an experiment or a study while an observer hears of it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from typing import TypeVar

from simlab.analysis.waiting import waits_of
from simlab.api.arguments import AnyCluster
from simlab.api.observer import Observer
from simlab.api.translating import Translator
from simlab.errors import InputError
from simlab.execution.executor import Executor
from simlab.execution.processes import LocalCores, all_cores
from simlab.execution.watchdog import in_background
from simlab.experiment.game_length import CLOCKS
from simlab.experiment.lineup import describe_policy
from simlab.experiment.resolve import Scenario, find_ruled_out
from simlab.extras import install_command
from simlab.game.definition import Game
from simlab.game.player_file import is_player, remark_on
from simlab.game.policy import Policy
from simlab.report.answers.habits import exclusion_sentence
from simlab.report.answers.waiting import remark_on_waits

Look = TypeVar("Look")


@contextmanager
def open_executor(
    jobs: int | None, cluster: AnyCluster | None, observer: Observer
) -> Iterator[Executor]:
    """Yield what plays the games: threads of this process, or a cluster.

    Raises:
        InputError: there is no such cluster.
        RunError: it cannot be reached.
    """
    if cluster is None:
        yield own_cores(jobs, observer)
        return
    if jobs is not None:
        raise InputError("the cluster has cores of its own; leave one of both out", "jobs")
    if find_spec("distributed") is None:
        raise InputError(f"needs Dask; install it with: {install_command('cluster')}", "cluster")
    from simlab.execution.cluster.address import connect_to_cluster
    from simlab.execution.cluster.executor import Cluster

    with connect_to_cluster(cluster) as client:
        executor = Cluster(client, observer.stuck)
        observer.remark(executor.description)
        yield executor


def own_cores(jobs: int | None, observer: Observer) -> LocalCores:
    """Return what plays on this machine; plain games are translated where that pays."""
    return replace(all_cores(jobs), translator=Translator(observer))


def report_remarks(scenarios: Iterable[Scenario], observer: Observer) -> None:
    """Report what is to be known before the games are played.

    Suspicious components, players of older rules, and a stronger player that its habits keep away.
    """
    for remark in dict.fromkeys(line for scenario in scenarios for line in _remarks_on(scenario)):
        observer.remark(remark)


def _remarks_on(scenario: Scenario) -> Iterator[str]:
    yield from scenario.rules.components.remarks
    if ruled_out := find_ruled_out(scenario):
        default = str(scenario.lineup[0])
        yield exclusion_sentence(ruled_out.policy, ruled_out.beyond, default)
    for policy in scenario.lineup:
        folders = {file.parent for file in policy.files if is_player(file.parent)}
        yield from filter(None, (remark_on(folder, scenario.game) for folder in folders))


def report_waiting(
    scenarios: Iterable[Scenario], metrics: Iterable[str | None], observer: Observer
) -> None:
    """Report who may set the length of games, if that is among what is measured."""
    if not any(metric in CLOCKS for metric in metrics):
        return
    waits = (
        (wait, scenario.players)
        for scenario in scenarios
        for wait in waits_of((str(policy), describe_policy(policy)) for policy in scenario.lineup)
    )
    if remark := remark_on_waits(waits):
        observer.remark(remark)


def report_rounding(scenarios: Iterable[Scenario], observer: Observer) -> None:
    """Report how many games are played if the number was rounded up, and why."""
    lines = (
        f"{scenario.n_games:,} games instead of {scenario.n_asked:,}, so that every deal is"
        f" played in all {scenario.n_rotations} rotations of the line-up."
        for scenario in scenarios
        if scenario.n_games != scenario.n_asked
    )
    for line in dict.fromkeys(lines):
        observer.rounded(line)


def report_compiling(game: Game, policies: Iterable[Policy], observer: Observer) -> None:
    """Report that the game or one of these policies must be compiled, if so."""
    if not game.is_compiled(policies):
        observer.compiling(game.title)


def report_looks(
    looks: Iterable[Look], describe: Callable[[Look], str], observer: Observer
) -> Iterator[Look]:
    """Yield each look, and report it once the caller has kept it."""
    observer.starts()
    for look in looks:
        yield look
        observer.looked(partial(describe, look))


def last_of(looks: Iterable[Look], describe: Callable[[Look], str], observer: Observer) -> Look:
    """Play to the end in the background; return the last look.

    Raises:
        KeyboardInterrupt: Ctrl-C came before the end; the study stops at its next look.
    """
    look, is_stopped = last_look(looks, describe, observer)
    if is_stopped:
        raise KeyboardInterrupt
    return look


def last_look(
    looks: Iterable[Look], describe: Callable[[Look], str], observer: Observer
) -> tuple[Look, bool]:
    """Play in the background; return the last look and whether Ctrl-C came before the end.

    Looks must be immutable, since the thread that plays may still work on the next one. It stops
    there: a notebook lives on after Ctrl-C.

    Raises:
        KeyboardInterrupt: Ctrl-C came before the first look.
    """
    last: list[Look] = []
    stop = threading.Event()

    def play() -> None:
        for look in report_looks(looks, describe, observer):
            # too late: the caller has taken the last look
            if stop.is_set():
                return
            last[:] = [look]

    try:
        in_background(play)
    except KeyboardInterrupt:
        stop.set()
        if not last:
            raise
        return last[0], True
    return last[0], False
