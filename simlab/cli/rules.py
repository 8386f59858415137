"""`simlab rules`: rules, components, policies and patches of a game, or a picture of its board."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

import simlab
from simlab.cli import option

commands = typer.Typer()

Part = Annotated[
    str | None,
    typer.Argument(metavar="[PART]", help="Show only this rule, table, policy or patch."),
]
Find = Annotated[
    str | None, typer.Option(metavar="WORD", help="Show only entries that contain this word.")
]
DrawMap = Annotated[bool, typer.Option("--map", help="Draw the board into a file instead.")]
MapFile = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="The .svg or .png file of --map; GAME_map.svg unless given."),
]


@dataclass(frozen=True)
class Shown:
    """What to show: a part, the entries that contain a word, or the board."""

    part: Part = None
    find: Find = None
    draw_map: DrawMap = False
    out: MapFile = None


@commands.command(epilog="Example: simlab rules taxis --patch third_officer")
@option.group_options
def rules(
    game: option.Game,
    selection: Shown,
    patch: option.Patch = None,
    data: option.Data = None,
    lang: option.Lang = None,
    as_json: option.Json = False,
) -> None:
    """Show rules, components and policies of a game, or its board.

    Values without a public source are marked as assumed. With --patch, only the changes are shown.
    """
    from simlab.api.rules import save_map
    from simlab.cli.terminal.output import say_json, say_line
    from simlab.cli.terminal.rules import print_changes, print_rulebook
    from simlab.errors import InputError

    if selection.out is not None and not selection.draw_map:
        raise InputError("only with --map; otherwise nothing is written to a file", "--out")
    if selection.draw_map:
        file = str(save_map(game, patch or [], data, selection.out))
        say_json({"map": file}) if as_json else say_line(file)
        return
    language = option.language(lang, as_json)
    book = simlab.rules(
        game, selection.part, find=selection.find, patch=patch, data=data, lang=language
    ).to_dict()
    if as_json:
        say_json(book)
    elif patch and selection.part is None and selection.find is None:
        print_changes(book)
    else:
        print_rulebook(book)
