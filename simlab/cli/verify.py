"""`simlab verify`: is a run what it says it is?"""

from __future__ import annotations

from typing import Annotated

import typer

from simlab.cli import option

commands = typer.Typer()


@commands.command(epilog="Example: simlab verify runs/taxis-1a2b3c4d --sample 1000")
def verify(
    run: option.RunFolder,
    sample: Annotated[int, typer.Option(min=0, metavar="N", help="Games to play again.")] = 1000,
    trust: option.Trust = False,
    as_json: option.Json = False,
) -> None:
    """Play a sample of a run again and compare every cell.

    Every file is compared with the hash it had when the run was finished. Of an unfinished run
    what is there is verified, without hashes.
    """
    from simlab.cli.terminal.output import counted, say, say_json, say_line
    from simlab.cli.terminal.progress import announce_compiling
    from simlab.execution.store import Store
    from simlab.execution.verify import verify
    from simlab.execution.watchdog import in_background

    store = Store(run.absolute())
    experiment = store.restored(trust)
    announce_compiling(experiment.game, experiment.policies)
    found = in_background(lambda: verify(store, sample, trust))
    if as_json:
        say_json({"run": str(store.folder), "is_good": not found.problems, **vars(found)})
    else:
        for problem in found.problems:
            say_line(problem)
        say(
            f"{found.n_files} files and {found.n_games:,} games ({found.n_cells:,} cells) compared:"
            f" {counted(len(found.problems), 'difference')}."
        )
        if not found.is_finished:
            say_line(
                f"The run is unfinished: the sample is of the {found.n_there:,} games played so"
                f" far, of {found.n_planned:,}, and there are no hashes yet; {store.way_on()}"
            )
    raise typer.Exit(1 if found.problems else 0)
