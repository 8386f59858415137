"""Play: run an experiment, go on with an interrupted one."""

from __future__ import annotations

import typer

from simlab.cli import option
from simlab.cli.sweep import check

commands = typer.Typer()


@commands.command(epilog="Example: simlab run taxis --players 3 --games 200k")
def run(
    what: option.What,
    players: option.Players = None,
    policy: option.Policy = None,
    policy_file: option.PolicyFile = None,
    games: option.Games = None,
    seed: option.Seed = None,
    patch: option.Patch = None,
    data: option.Data = None,
    jobs: option.Jobs = None,
    out: option.Out = None,
    fresh: option.Fresh = False,
    as_json: option.Json = False,
) -> None:
    """Play a game or an experiment many times and keep the results.

    Options replace what an experiment file says, in every scenario; patches come on top.
    """
    from simlab.cli.progress import announce_remarks, announce_rounding, audience
    from simlab.cli.result import print_result
    from simlab.execution.run import carried_out
    from simlab.experiment.request import requested

    options = option.given(players, policy, policy_file, games, seed, patch, data)
    experiment = requested(what, options)
    announce_remarks(experiment.scenarios)
    announce_rounding(experiment.scenarios)
    check(experiment)
    with audience() as watcher:
        store = carried_out(experiment, out=out, jobs=jobs, fresh=fresh, audience=watcher)
    print_result(store, watcher.seconds, as_json)


@commands.command(epilog="Example: simlab resume runs/taxis-1a2b3c4d")
def resume(run: option.RunFolder, jobs: option.Jobs = None, as_json: option.Json = False) -> None:
    """Finish an interrupted run.

    The files are the same to the byte as if it had never stopped.
    """
    from simlab.cli.progress import audience
    from simlab.cli.result import print_result
    from simlab.execution.run import carried_out
    from simlab.execution.store import Store

    experiment = Store(run).experiment
    with audience() as watcher:
        store = carried_out(experiment, out=run, jobs=jobs, audience=watcher)
    print_result(store, watcher.seconds, as_json)
