"""`simlab patch`: a data folder with rule changes written into its files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import simlab
from simlab.cli import option

commands = typer.Typer()

Write = Annotated[
    Path, typer.Option("--write", metavar="DIR", help="The new data folder; nothing may be there.")
]


@commands.command(epilog="Example: simlab patch taxis --patch third_officer --write mine")
@option.grouped
def patch(
    game: option.Game,
    patch: option.RequiredPatch,
    write: Write,
    data: option.Data = None,
    as_json: option.Json = False,
) -> None:
    """Write rule changes into the files of a new data folder.

    Numbers in rules.toml and cells of CSV and XLSX files change where they stand; comments, other
    columns and the look of a workbook stay. Commands take the folder as --data.
    """
    from simlab.cli.terminal.output import say, say_json

    result = simlab.patch(game, patch, write=write, data=data)
    if as_json:
        say_json(result.to_dict())
        return
    for sentence in result.sentences:
        say(sentence)
