"""`simlab resume`: finishes an interrupted run."""

from __future__ import annotations

import typer

from simlab.cli import option
from simlab.cli.interrupt import RUN_IS_KEPT, at_ctrl_c

commands = typer.Typer()


@commands.command(epilog="Example: simlab resume runs/taxis-1a2b3c4d")
@at_ctrl_c(RUN_IS_KEPT)
@option.group_options
def resume(
    run: option.RunFolder,
    cores: option.Cores,
    trust: option.Trust = False,
    explain: option.Explain = False,
    as_json: option.Json = False,
) -> None:
    """Finish an interrupted run.

    The files are identical to those of a run without interruption.
    """
    from simlab.api.playing import open_executor
    from simlab.api.run import Run
    from simlab.api.run_until import run_until
    from simlab.cli.terminal.progress import audience
    from simlab.cli.terminal.run import print_result
    from simlab.execution.run import run_experiment
    from simlab.execution.store import Store

    experiment = Store(run).restore_experiment(trust)
    with audience() as watcher, open_executor(**vars(cores), observer=watcher) as executor:
        play = run_experiment if experiment.until is None else run_until
        store = play(experiment, out=run, executor=executor, fresh=False, observer=watcher)
    print_result(Run(store.folder), watcher.seconds, as_json, explain=explain)
