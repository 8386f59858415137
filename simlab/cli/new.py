"""`simlab new`: the folder of a new game, which runs at once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import simlab
from simlab.cli import option

commands = typer.Typer()

Name = Annotated[
    str, typer.Argument(metavar="NAME", help="Name of the game and of its folder, such as bazaar.")
]
Sheet = Annotated[
    Path | None,
    typer.Option("--from", metavar="FILE", help="Your cards as an XLSX or CSV file."),
]
IsCompiled = Annotated[
    bool,
    typer.Option("--compiled", help="A compiled game like Pig: faster, and more to learn."),
]


@commands.command(epilog="Example: simlab new bazaar --from cards.xlsx")
@option.grouped
def new(
    name: Name, sheet: Sheet = None, compiled: IsCompiled = False, as_json: option.Json = False
) -> None:
    """Write the folder of a new game, which runs at once.

    It holds the rules in plain Python, rule values and cards, a policy, tests, an experiment, and
    the contract on one page. --from takes the cards of your own sheet, whatever its columns are
    called. Nothing is overwritten.
    """
    from simlab.cli.terminal.output import say, say_json, say_line

    result = simlab.new(name, sheet=sheet, compiled=compiled)
    if as_json:
        say_json(result.to_dict())
        return
    for sentence in result.sentences:
        say(sentence)
    for command in result.commands:
        say_line(f"  {command}")
