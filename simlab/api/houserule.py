"""`simlab.houserule`: the effect of a rule change on every metric, with a page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from simlab.api import arguments
from simlab.api.arguments import AnyCluster, AnyGame, AnyPath, Count, OneOrMore, Patch
from simlab.api.observer import SILENT, Observer
from simlab.api.playing import open_executor
from simlab.api.run import Run, play_unless_kept
from simlab.errors import InputError
from simlab.experiment.houserule import KIND
from simlab.experiment.patch import problems_of_metric_in
from simlab.experiment.request import experiment_file, request_experiment, single_patch
from simlab.studies.ab.comparison import folder_of_base


def houserule(
    what: AnyGame,
    *,
    players: Count | Sequence[Count] | None = None,
    policy: OneOrMore | None = None,
    policy_file: AnyPath | Sequence[AnyPath] | None = None,
    metric_file: AnyPath | Sequence[AnyPath] | None = None,
    games: Count | None = None,
    seed: Count | None = None,
    patch: Patch | Sequence[Patch] | None = None,
    data: AnyPath | None = None,
    against: AnyPath | None = None,
    metric: str | None = None,
    metric_target: float | str | None = None,
    certify: bool = False,
    jobs: int | None = None,
    cluster: AnyCluster | None = None,
    out: AnyPath | None = None,
    fresh: bool = False,
    observer: Observer = SILENT,
) -> Run:
    """Measure the effect of a patch on all metrics.

    Both sets of rules play the same deals. The other policies of the game play a twentieth of the
    games each, at least 400, to show how much the effects depend on the policy.

        >>> import simlab
        >>> run = simlab.houserule("pig", patch={"target": 50}, games=200)
        >>> str(run.frame.set_index("metric")["verdict"]["score"])
        'less'

    Args:
        what: Name or path of a game with `patch` or `data`, or of a file with [houserule].
        players: Number of players; with several numbers, each of them is played.
        policy: Policy of all seats, or by seat; unless given, the game's strongest that was
            measured, or its last one where none was.
        policy_file: Python files with further policies.
        metric_file: TOML files with metrics of one's own.
        games: Games under each set of rules, rounded up to whole blocks; 10,000 unless given.
        seed: Random seed; 1914 unless given.
        patch: Rules to change (officers=3, officers=+1), a patch by its name, or its file. In
            Python also a table such as {"officers": 3}.
        data: Folder with the game's components instead of its own.
        against: Data folder of the unchanged rules, where `data` is that of the changed ones; with
            `data` alone and no `patch`, the unchanged rules have the game's own.
        metric: Metric that answers the question, see `simlab metrics`; that of the patch unless
            given.
        metric_target: Value that it should come near to: 55, or "50%" or 0.5 of a share.
        certify: Play the comparison again, on deals that had no part in choosing this change.
        jobs: Number of cores; all unless given.
        cluster: Dask cluster that plays instead of this machine: address or file of its scheduler,
            or local:N for N processes of this machine. In Python also a `Client`.
        out: The run folder; `runs/NAME-KEY` unless given.
        fresh: Play again even if the run exists.
        observer: Observer of progress; `ProgressLines()` prints it.

    Returns:
        The run, with the effect on each metric, and its page.

    Raises:
        InputError: all that is unknown, impossible or out of range; no change.
        ContractError: a game or a policy broke its contract.
        RunError: the run folder cannot be written or holds another run.
        Interrupted: stopped by Ctrl-C; finished parts are kept.
    """
    name, base = arguments.name(what), arguments.text(against)
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
    is_file = experiment_file(name) is not None
    patch_found = None
    if options["patch"] or base or not is_file:
        named = arguments.patch_texts(options["patch"]) or []
        patch_found = single_patch(name, named, options["data"])
        options = houserule_options(options, base)
    if patch_found is not None:
        options["question"] = patch_found.question or None
    of_patch = patch_found if metric is None else None
    settings = {
        "certify": certify or None,
        "metric": of_patch.metric if of_patch else metric,
        "metric_target": arguments.target(metric_target),
    }
    if of_patch and metric_target is None:
        settings["metric_target"] = of_patch.metric_target
    if options.get("houserule") or is_file:
        chosen_settings = {key: value for key, value in settings.items() if value is not None}
        options["houserule"] = {**(options.get("houserule") or {}), **chosen_settings} or None
    experiment = request_experiment(name, options)
    if experiment.study.get("kind") != KIND:
        raise InputError(
            "name the rule to change: --patch KEY=VALUE, --patch FILE, or --data DIR", "patch"
        )
    file = name if is_file and settings["metric"] is None else ""
    with problems_of_metric_in(of_patch), open_executor(jobs, cluster, observer) as executor:
        return play_unless_kept(
            experiment, executor, out=out, fresh=fresh, observer=observer, source=file
        )


def houserule_options(options: dict[str, Any], against: str | None) -> dict[str, Any]:
    """Return the options with all that differs between the two sets of rules under `houserule`.

    That is the patch, and the data folder if it is compared with another one.
    """
    patch, data = options["patch"], options["data"]
    base = folder_of_base(options, against)
    change = {"patch": patch, "data": data if data != base else None}
    changed_options = {key: value for key, value in change.items() if value}
    return {**options, "patch": None, "data": base, "houserule": changed_options or None}
