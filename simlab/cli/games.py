"""`simlab games`: what there is to play."""

from __future__ import annotations

import typer

from simlab.cli import option

commands = typer.Typer()


@commands.command(epilog="Example: simlab games")
def games(as_json: option.Json = False) -> None:
    """List the games and who can play them."""
    from simlab.cli.terminal.output import say_json
    from simlab.cli.terminal.rules import game_list, print_games

    found = game_list()
    if as_json:
        say_json({"games": found})
    else:
        print_games(found)
