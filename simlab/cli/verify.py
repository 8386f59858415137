"""`simlab verify`: replays a sample of a run and compares every cell."""

from __future__ import annotations

from typing import Annotated

import typer

from simlab.cli import option

commands = typer.Typer()


@commands.command(epilog="Example: simlab verify runs/taxis-1a2b3c4d --sample 1000")
@option.group_options
def verify(
    run: option.RunFolder,
    cores: option.Cores,
    sample: Annotated[
        int, typer.Option(min=0, metavar="N", help="Number of games to play again.")
    ] = 1000,
    trust: option.Trust = False,
    as_json: option.Json = False,
) -> None:
    """Play a sample of a run again and compare every cell.

    Every file is compared with its checksum, and with its hash from the end of the run. An
    unfinished run has no hashes yet; a sample of the games played so far is compared.
    """
    from simlab.api.playing import open_executor
    from simlab.cli.terminal.output import number_and_noun, say, say_json, say_line
    from simlab.cli.terminal.progress import TerminalLines
    from simlab.execution.executor import prepare
    from simlab.execution.store import Store
    from simlab.execution.verify import verify
    from simlab.execution.watchdog import in_background

    store = Store(run.absolute())
    experiment = store.restore_experiment(trust)
    observer = TerminalLines()
    with open_executor(**vars(cores), observer=observer) as executor:
        prepare(executor, experiment.scenarios, observer)
        result = in_background(lambda: verify(store, sample, trust, executor))
    if as_json:
        problems = [str(problem) for problem in result.problems]
        is_good = not problems
        say_json(
            {"run": str(store.folder), "is_good": is_good, **vars(result), "problems": problems}
        )
    else:
        for problem in result.problems:
            say_line(str(problem))
        say(
            f"{result.n_files} files and {result.n_games:,} games ({result.n_cells:,} cells)"
            f" compared: {number_and_noun(len(result.problems), 'difference')}."
        )
        if result.newer_columns:
            say_line(f"The run has no {', '.join(result.newer_columns)}, which simlab writes now.")
        if not result.is_finished:
            say_line(
                f"The run is unfinished: the sample is of the {result.n_there:,} games played so"
                f" far, of {result.n_planned:,}, and there are no hashes yet; {store.way_on()}"
            )
    raise typer.Exit(1 if result.problems else 0)
