"""`simlab games`: the games, with their numbers of players and policies."""

from __future__ import annotations

import typer

from simlab.cli import option

commands = typer.Typer()


@commands.command(epilog="Example: simlab games")
def games(as_json: option.Json = False) -> None:
    """List the games and their policies."""
    from simlab.api.rulebook import game_list
    from simlab.cli.terminal.output import say_json
    from simlab.cli.terminal.rules import print_games

    entries = game_list()
    if as_json:
        say_json({"games": entries})
    else:
        print_games(entries)
