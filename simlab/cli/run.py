"""`simlab run`: plays a game or an experiment and keeps the results."""

from __future__ import annotations

import typer

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
    from simlab.experiment.request import requested

    # values are checked before all that plays is imported, so that a refusal comes at once
    experiment = requested(what, {**setup.keys(), "less_luck": less_luck or None})

    from simlab.api.playing import opened_executor
    from simlab.api.run import played
    from simlab.cli.terminal.progress import audience
    from simlab.cli.terminal.run import print_result

    with (
        audience() as watcher,
        opened_executor(running.jobs, running.cluster, watcher) as executor,
    ):
        result = played(
            experiment,
            executor,
            out=running.out,
            fresh=running.fresh,
            observer=watcher,
            source=what,
        )
    print_result(result, watcher.seconds, running.as_json, explain=running.explain)
