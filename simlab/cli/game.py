"""What there is: the games, and all that is known of one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from simlab.cli import option

commands = typer.Typer()

Part = Annotated[
    str | None,
    typer.Argument(metavar="[PART]", help="A rule, table, policy or patch: only that is shown."),
]
Find = Annotated[str | None, typer.Option(metavar="WORD", help="Show only what contains a word.")]
DrawMap = Annotated[bool, typer.Option("--map", help="Draw the board instead, into a file.")]
MapFile = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", help="The .svg or .png file to draw into; GAME_map.svg unless given."
    ),
]


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


@commands.command(epilog="Example: simlab rules taxis --patch third_officer")
def rules(
    game: option.Game,
    part: Part = None,
    find: Find = None,
    patch: option.Patch = None,
    data: option.Data = None,
    draw_map: DrawMap = False,
    out: MapFile = None,
    lang: option.Lang = None,
    as_json: option.Json = False,
) -> None:
    """Show rules, components and policies of a game, or its board.

    What no public source supports is marked as assumed. With --patch, only what changes is told;
    with PART or --find, only that.
    """
    from simlab.cli.part import containing, part_of
    from simlab.cli.rulebook import print_changes, print_rulebook, rulebook
    from simlab.cli.terminal import say_json
    from simlab.errors import InputError

    if out is not None and not draw_map:
        raise InputError("--out: goes with --map; without it nothing is written to a file")
    if draw_map:
        tell_map(game, patch or [], data, out, as_json)
        return
    book = rulebook(game, patch or [], data, option.language(lang, as_json))
    book = book if part is None else part_of(book, part)
    book = book if find is None else containing(book, find)
    if as_json:
        say_json(book)
    elif patch and part is None and find is None:
        print_changes(book)
    else:
        print_rulebook(book)


@commands.command(epilog="Example: simlab metrics taxis --players 3")
def metrics(
    game: option.Game,
    players: option.Table = None,
    policy: option.Policy = None,
    policy_file: option.PolicyFile = None,
    seed: option.Seed = None,
    data: option.Data = None,
    jobs: option.Jobs = None,
    as_json: option.Json = False,
) -> None:
    """List the numbers by which rules can be compared.

    They are words for --metric. A hundred blocks are played and thrown away, to see how much each
    number varies.
    """
    from simlab.cli.metric import content_of, print_metrics, requested_table
    from simlab.cli.play import opened_engine
    from simlab.cli.terminal import say_json
    from simlab.execution.watchdog import in_background
    from simlab.study.ab import offered

    options = option.given(players, policy, policy_file, None, seed, None, data)
    table = requested_table(game, options)
    engine = opened_engine([table], table.lineup)
    found = in_background(lambda: offered(table, engine, jobs))
    if as_json:
        say_json(content_of(table, found))
    else:
        print_metrics(table, found)


def tell_map(
    game: str, patch: list[str], data: str | None, out: Path | None, as_json: bool
) -> None:
    """Draw the map of a game and print where it is."""
    from simlab.cli.atlas import save_map
    from simlab.cli.terminal import say_json, say_line

    file = save_map(game, patch, data, out)
    if as_json:
        say_json({"map": str(file)})
    else:
        say_line(str(file))
