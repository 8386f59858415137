"""What there is: the games, and all that is known of one."""

from __future__ import annotations

import typer

from simlab.cli import option

commands = typer.Typer()


@commands.command(epilog="Example: simlab games")
def games(as_json: option.Json = False) -> None:
    """List the games and who can play them."""
    from simlab.cli.rulebook import game_list, print_games
    from simlab.cli.terminal import say_json

    found = game_list()
    if as_json:
        say_json({"games": found})
    else:
        print_games(found)


@commands.command(epilog="Example: simlab rules taxis --patch hand_limit=6")
def rules(
    game: option.Game,
    patch: option.Patch = None,
    data: option.Data = None,
    as_json: option.Json = False,
) -> None:
    """Show the rules, components and policies of a game.

    What no public source supports is marked as assumed, what a patch changes as old → new.
    """
    from simlab.cli.rulebook import print_rulebook, rulebook
    from simlab.cli.terminal import say_json

    book = rulebook(game, patch or [], data)
    if as_json:
        say_json(book)
    else:
        print_rulebook(book)
