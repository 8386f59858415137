"""`simlab check`: the contract test of a game or a policy."""

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
        int, typer.Option(min=1, max=1000, metavar="N", help="Deals to check per line-up.")
    ] = 2,
    as_json: option.Json = False,
) -> None:
    """Test whether a game or a policy keeps the contract.

    Checks endings, menus, setup, hidden information, memory and more at every number of players,
    compiled with bounds checks and in plain Python. For a game outside simlab it also writes a
    report page. With --policy-file only the policies of that file are tested.
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
