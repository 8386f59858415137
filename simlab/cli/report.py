"""Report: a page to look at, and the demonstration that ends with one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from simlab.cli import option

commands = typer.Typer()

Runs = Annotated[list[Path], typer.Argument(metavar="RUN...", help="Run folders.")]
Out = Annotated[
    Path | None, typer.Option(metavar="DIR", help="Where to write; the run folder unless given.")
]
DEMO = "taxis_demo"


@commands.command(epilog="Example: simlab report runs/taxis-1a2b3c4d")
def report(runs: Runs, out: Out = None) -> None:
    """Write a page with the answer, figures and tables of a run.

    The page needs nothing else; its figures and tables are also written beside it.
    """
    from simlab.cli.terminal import say
    from simlab.errors import ExperimentError
    from simlab.report.page import write

    if out is not None and len(runs) > 1:
        raise ExperimentError(f"--out: {len(runs)} runs cannot be written to one folder")
    for run in runs:
        say(str(write(run, out)))


@commands.command(epilog="Example: simlab demo")
def demo(jobs: option.Jobs = None) -> None:
    """Play Les Taxis de la Marne afresh and write a report."""
    from simlab.cli.progress import audience
    from simlab.cli.result import print_result
    from simlab.cli.terminal import say
    from simlab.execution.run import carried_out
    from simlab.experiment.request import requested
    from simlab.report.page import write

    experiment = requested(DEMO, {})
    with audience() as watcher:
        store = carried_out(experiment, jobs=jobs, fresh=True, audience=watcher)
    print_result(store, watcher.seconds, as_json=False)
    say()
    say(f"Open {write(store.folder)} in a browser.")
