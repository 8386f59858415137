"""`simlab.sweep`: effects of several rule changes, alone and combined."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from simlab.api import arguments
from simlab.api.arguments import AnyCluster, AnyGame, AnyPath, Count, OneOrMore, Patch
from simlab.api.observer import SILENT, Observer
from simlab.api.playing import open_executor
from simlab.api.run import Run, play_unless_kept
from simlab.errors import ExperimentError, Problem
from simlab.experiment.request import request_experiment
from simlab.game.components.key import split_assignment

Levels = str | int | bool | Sequence[str | int | bool]
"""Levels of a rule: "2..4", "2,3,4", [2, 3, 4]; none means all levels of a switch or choice."""


def sweep(
    what: AnyGame,
    *,
    vary: Mapping[str, Levels] | OneOrMore = (),
    switch: OneOrMore = (),
    design: str | None = None,
    cells: Count | None = None,
    metric: str | None = None,
    metric_target: float | str | None = None,
    margin: float | str | None = None,
    certify: OneOrMore = (),
    players: Count | Sequence[Count] | None = None,
    policy: OneOrMore | None = None,
    policy_file: AnyPath | Sequence[AnyPath] | None = None,
    metric_file: AnyPath | Sequence[AnyPath] | None = None,
    games: Count | None = None,
    seed: Count | None = None,
    patch: Patch | Sequence[Patch] | None = None,
    data: AnyPath | None = None,
    jobs: int | None = None,
    cluster: AnyCluster | None = None,
    out: AnyPath | None = None,
    fresh: bool = False,
    observer: Observer = SILENT,
) -> Run:
    """Vary several rules at once and compare all sets of rules.

    Every set of rules plays the same deals and is compared with the unchanged rules, with
    simultaneous intervals.

        >>> import simlab
        >>> run = simlab.sweep("pig", policy="hold", vary={"target": [20, 50]}, games=200)
        >>> list(run.frame["cell"])
        ['unchanged', 'target 20', 'target 50']

    Args:
        what: Name of a game or of an experiment, or a .toml file. In Python also the `GAME` of a
            package.
        vary: Rules or component cells and their levels: officers=2..4, 2,3,4 or on,off; without
            levels, all levels of a switch or choice. patch=NAME,NAME for patches (without names,
            all that the game ships), data=DIR,DIR for data folders. In Python also a table such as
            {"officers": "2..4"}.
        switch: Patches that are factors of their own, off or on; all combinations are played.
        design: grid, one_at_a_time, latin_hypercube or sobol.
        cells: Number of rule sets in a sampled design.
        metric: Metric of the comparison, see `simlab metrics`; the headline metric unless given.
        metric_target: Value that it should come near to: 55, or "50%" or 0.5 of a share.
        margin: Smallest change of interest: 1.5, or "2%" or 0.02 of a share.
        certify: Sets of rules picked from an earlier sweep, by their names there: only these and
            the unchanged rules are played, on deals that had no part in choosing.
        players: Number of players; with several numbers, each of them is played.
        policy: Policy of all seats, or by seat; unless given, the game's strongest that was
            measured, or its last one where none was.
        policy_file: Python files with further policies.
        metric_file: TOML files with metrics of one's own.
        games: Games per scenario, rounded up to whole blocks; 10,000 unless given.
        seed: Random seed; 1914 unless given.
        patch: Rules to change in all sets of rules.
        data: Folder with the game's components instead of its own.
        jobs: Number of cores; all unless given.
        cluster: Dask cluster that plays instead of this machine: address or file of its scheduler,
            or local:N for N processes of this machine. In Python also a `Client`.
        out: The run folder; `runs/NAME-KEY` unless given.
        fresh: Play again even if the run exists.
        observer: Observer of progress; `ProgressLines()` prints it.

    Returns:
        The run, with the mean and the effect of each set of rules, and its page.

    Raises:
        InputError: all that is unknown, impossible or out of range; nothing varies.
        ContractError: a game or a policy broke its contract.
        RunError: the run folder cannot be written or holds another run.
        Interrupted: stopped by Ctrl-C; finished parts are kept.
    """
    options = arguments.options(
        players=players,
        policy=policy,
        policy_file=policy_file,
        metric_file=metric_file,
        games=games,
        seed=seed,
        patch=patch,
        data=data,
    )
    settings = {
        "design": design,
        "cells": arguments.text(cells),
        "metric": metric,
        "metric_target": arguments.target(metric_target),
        "margin": arguments.margin(margin),
        "certify": arguments.several(certify, str) or None,
    }
    switches = arguments.several(switch, str) or []
    table = sweep_table(factor_arguments(vary), switches, settings)
    experiment = request_experiment(arguments.name(what), {**options, "sweep": table})
    if not experiment.study:
        raise ExperimentError(
            "name at least one rule to vary, as in --vary hand_limit=4..6", "vary"
        )
    named = arguments.name(what) if metric is None else ""
    with open_executor(jobs, cluster, observer) as executor:
        return play_unless_kept(
            experiment, executor, out=out, fresh=fresh, observer=observer, source=named
        )


def factor_arguments(vary: Mapping[str, Levels] | OneOrMore) -> list[str]:
    """Return the factors as they are typed after `--vary`."""
    if not isinstance(vary, Mapping):
        return arguments.several(vary, str) or []
    levels = {name: arguments.several(value, _level) or [] for name, value in vary.items()}
    return [
        f"{name}={','.join(level_texts)}" if level_texts else name
        for name, level_texts in levels.items()
    ]


def _level(value: str | int | bool) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def sweep_table(
    vary: Sequence[str], switches: Sequence[str], settings: Mapping[str, Any]
) -> dict[str, Any] | None:
    """Return the `sweep` table of an experiment, or None without factors and settings.

    Levels of a factor that is named several times are joined.

    Raises:
        ExperimentError: a factor is named with and without levels.
    """
    factors = _factors(vary)
    table: dict[str, Any] = {key: value for key, value in settings.items() if value is not None}
    if "patch" in factors:
        table["patches"] = _words(factors.pop("patch"))
    if "data" in factors:
        table["data"] = _words(factors.pop("data"))
    if switches:
        table["switches"] = list(switches)
    if factors:
        table["vary"] = {name: ",".join(levels) for name, levels in factors.items()}
    return table or None


def _words(levels: list[str]) -> list[str]:
    return [word for word in ",".join(levels).split(",") if word]


def _factors(vary: Sequence[str]) -> dict[str, list[str]]:
    """Return the levels of each factor; one that is named several times has all of its levels."""
    factors: dict[str, list[str]] = {}
    for word in vary:
        name, levels = split_assignment(word)
        factors.setdefault(name, []).append(levels or "")
    problems = [
        Problem(
            f"named {len(levels)} times, of which {levels.count('')} without levels; name it once,"
            " or each time with its own levels",
            (f"vary.{name}",),
        )
        for name, levels in factors.items()
        if len(levels) > 1 and "" in levels
    ]
    if problems:
        raise ExperimentError(problems)
    return factors
