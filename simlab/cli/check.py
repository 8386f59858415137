"""`simlab check`: the contract test of a game or a policy."""

from __future__ import annotations

from typing import Annotated

import typer

import simlab
from simlab.cli import option

commands = typer.Typer()

Deals = Annotated[
    int | None,
    typer.Option(
        min=1,
        max=100_000,
        metavar="N",
        help="Deals to check per line-up, 2 unless given; with --against games for each number of"
        " players, 200 unless given.",
    ),
]
Against = Annotated[
    str | None,
    typer.Option(
        metavar="GAME",
        help="Another version of the game, one of both in plain Python: both play the same deals,"
        " and every cell is compared.",
    ),
]


@commands.command(epilog="Example: simlab check pig --policy-file mine.py")
def check(
    game: option.Game,
    policy_file: option.PolicyFile = None,
    players: option.Players = None,
    patch: option.Patch = None,
    data: option.Data = None,
    deals: Deals = None,
    against: Against = None,
    as_json: option.Json = False,
) -> None:
    """Test whether a game or a policy keeps the contract.

    Checks endings, menus, setup, hidden information, memory and more at every number of players,
    compiled with bounds checks and in plain Python, and names habits of the default player that a
    person would call silly. For a game outside simlab it also writes a report page. With
    --policy-file only the policies of that file are tested. --against compares a compiled game and
    its version in plain Python in the same games, and names the branches of the rules that none of
    these games has entered, by line.
    """
    from simlab.cli.terminal.output import say, say_json, say_line

    result = simlab.check_game(
        game,
        policy_file=policy_file,
        players=option.numbers_in(players),
        patch=patch,
        data=data,
        deals=deals,
        against=against,
        verbose=True,
    )
    if as_json:
        say_json(result.to_dict())
    else:
        *looked_at, n_problems = result.sentences
        for sentence in looked_at:
            say(sentence)
        for problem in result.problems:
            say_line(problem)
        say(n_problems)
    raise typer.Exit(0 if result.is_good else 1)
