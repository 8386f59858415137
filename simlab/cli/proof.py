"""Trust: is a run what it says it is, does a game or a policy keep the rules of the house."""

from __future__ import annotations

from typing import Annotated

import typer

from simlab.cli import option

commands = typer.Typer()


def counted(n: int, word: str) -> str:
    """Return `no problems`, `1 problem`, `2 problems`."""
    return f"{n or 'no'} {word}{'s' * (n != 1)}"


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
    from simlab.cli.progress import announce_compiling
    from simlab.cli.terminal import say, say_json, say_line
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


@commands.command(epilog="Example: simlab check pig --policy-file mine.py")
def check(
    game: option.Game,
    policy_file: option.PolicyFile = None,
    players: option.Players = None,
    patch: option.Patch = None,
    data: option.Data = None,
    deals: Annotated[
        int, typer.Option(min=1, max=1000, metavar="N", help="Deals of each line-up to look at.")
    ] = 2,
    as_json: option.Json = False,
) -> None:
    """Test whether a game or a policy keeps the contract.

    Endings, menus, setup, peeking, memory and more are tried with all numbers of players, compiled
    with bounds checks and in plain Python, and a page about the games of a package is written.
    With --policy-file only the policies in that file are tested.
    """
    from simlab.cli.check import check_all
    from simlab.cli.terminal import say, say_json, say_line

    report = check_all(game, policy_file or [], players, patch or [], data, deals)
    problems = report.problems
    if as_json:
        looked_at = {"games": report.n_games, "decisions": report.n_decisions}
        say_json({"game": game, "is_good": not problems, "problems": problems, **looked_at})
    else:
        say(report.looked_at)
        for problem in problems:
            say_line(problem)
        say(f"{counted(len(problems), 'problem').capitalize()}.")
    raise typer.Exit(1 if problems else 0)
