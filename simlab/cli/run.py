"""Play: run an experiment, go on with an interrupted one."""

from __future__ import annotations

import typer

from simlab.cli import option
from simlab.cli.interrupt import RUN_IS_KEPT, at_ctrl_c

commands = typer.Typer()


@commands.command(epilog="Example: simlab run taxis --players 3 --games 200k")
@at_ctrl_c(RUN_IS_KEPT)
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
    """Play a game or experiment many times and keep the results.

    Options replace what an experiment file says, in every scenario; patches come on top.
    """
    from simlab.cli.play import play
    from simlab.cli.result import print_result
    from simlab.experiment.request import requested

    options = option.given(players, policy, policy_file, games, seed, patch, data)
    store, seconds = play(requested(what, options), out, jobs, fresh, what)
    print_result(store, seconds, as_json)


@commands.command(epilog="Example: simlab resume runs/taxis-1a2b3c4d")
@at_ctrl_c(RUN_IS_KEPT)
def resume(
    run: option.RunFolder,
    jobs: option.Jobs = None,
    trust: option.Trust = False,
    as_json: option.Json = False,
) -> None:
    """Finish an interrupted run.

    The files are the same to the byte as if it had never stopped.
    """
    from simlab.cli.play import carry_out
    from simlab.cli.result import print_result
    from simlab.execution.store import Store

    store, seconds = carry_out(Store(run).restored(trust), run, jobs)
    print_result(store, seconds, as_json)
