"""`simlab check`: does a game or a policy keep the contract?"""

from __future__ import annotations

from typing import Annotated

import typer

from simlab.cli import option

commands = typer.Typer()


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
    from simlab.check.supervisor import check_all
    from simlab.cli.terminal.output import counted, say, say_json, say_line

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
