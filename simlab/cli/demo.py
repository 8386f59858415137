"""`simlab demo`: runs a shipped experiment and writes its report, in a minute."""

from __future__ import annotations

import typer

from simlab.cli import option

commands = typer.Typer()

DEMO = "taxis_demo"


@commands.command(epilog="Example: simlab demo")
def demo(jobs: option.Jobs = None) -> None:
    """Play Les Taxis de la Marne and write a report."""
    from simlab.api.run import Run
    from simlab.cli.terminal.output import say
    from simlab.cli.terminal.progress import audience
    from simlab.cli.terminal.run import print_result
    from simlab.execution.processes import all_cores
    from simlab.execution.run import run_experiment
    from simlab.experiment.request import request_experiment

    experiment = request_experiment(DEMO, {})
    with audience() as watcher:
        store = run_experiment(experiment, executor=all_cores(jobs), fresh=True, observer=watcher)
    result = Run(store.folder)
    print_result(result, watcher.seconds, as_json=False)
    with audience() as watcher:
        page = result.page(observer=watcher)
    say()
    say(f"Open {page} in a browser.")
