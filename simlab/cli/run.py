"""`simlab run`: plays a game or an experiment and keeps the results."""

from __future__ import annotations

import typer

import simlab
from simlab.cli import option
from simlab.cli.interrupt import RUN_IS_KEPT, at_ctrl_c

commands = typer.Typer()


@commands.command(epilog="Example: simlab run taxis --players 3 --games 200k")
@at_ctrl_c(RUN_IS_KEPT)
@option.grouped
def run(
    what: option.What,
    setup: option.RunSetup,
    running: option.Running,
    less_luck: option.LessLuck = False,
) -> None:
    """Play a game or experiment many times and keep the results.

    Options override the experiment file in every scenario; patches are added to its own.
    """
    from simlab.cli.terminal.progress import audience
    from simlab.cli.terminal.run import print_result

    with audience() as watcher:
        result = simlab.run(
            what, **setup.keys(), **running.keys(), less_luck=less_luck, observer=watcher
        )
    print_result(result, watcher.seconds, running.as_json, explain=running.explain)
