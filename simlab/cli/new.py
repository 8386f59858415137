"""`simlab new`: the folder of a new game, which runs at once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import simlab
from simlab.cli import option
from simlab.errors import InputError

commands = typer.Typer()

Name = Annotated[
    str, typer.Argument(metavar="NAME", help="Name of the game and of its folder, such as bazaar.")
]
Sheet = Annotated[
    Path | None,
    typer.Option("--from", metavar="FILE", help="Your cards: XLSX, ODS, CSV, JSON, 4x Rope."),
]
Worksheet = Annotated[
    str,
    typer.Option("--sheet", metavar="NAME", help="Worksheet with the cards, if not the likeliest."),
]
HeaderRow = Annotated[
    int | None,
    typer.Option("--header-row", metavar="N", min=0, help="Row of the headings; 0 for none."),
]
Columns = Annotated[
    list[str] | None,
    typer.Option(
        "--column",
        metavar="MEANING=HEADING",
        help="Column of name, copies, cost or points, by heading or letter; or none.",
    ),
]
Example = Annotated[
    str | None,
    typer.Option(
        metavar="MECHANISM",
        help="Begin with a known game: race (Chutes and Ladders), push_your_luck (Can't Stop),"
        " trick_taking (Oh Hell), drafting (Sushi Go!), deck_building (Dominion), auction (Sealed"
        " bids), area_majority (El Grande), worker_placement (Stone Age), simultaneous_choice"
        " (Goofspiel), cooperative_defence (Hold the wall) or pig (Pig).",
    ),
]


@commands.command(epilog="Example: simlab new bazaar --from cards.xlsx")
@option.group_options
def new(
    name: Name,
    sheet: Sheet = None,
    worksheet: Worksheet = "",
    header_row: HeaderRow = None,
    column: Columns = None,
    example: Example = None,
    as_json: option.Json = False,
) -> None:
    """Write the folder of a new game, which runs at once.

    It holds the rules in plain Python, rule values and cards, a policy, tests, an experiment, and
    the contract on one page. --from takes the cards of your own sheet, says what it read, and
    names the option that settles what is uncertain. --example begins with one of the known
    games, which becomes yours under your name. Nothing is overwritten.
    """
    from simlab.cli.terminal.output import say, say_json, say_line

    columns = dict(_meaning_and_heading(entry) for entry in column or [])
    result = simlab.new(
        name,
        sheet=sheet,
        worksheet=worksheet,
        header_row=header_row,
        columns=columns,
        example=example,
    )
    if as_json:
        say_json(result.to_dict())
        return
    for sentence in result.sentences:
        say(sentence)
    for command in result.commands:
        say_line(f"  {command}")


def _meaning_and_heading(entry: str) -> tuple[str, str]:
    """Return the two sides of `copies=Num`.

    Raises:
        InputError: there is no sign of equality.
    """
    meaning, sign, heading = entry.partition("=")
    if not sign:
        raise InputError(f'"{entry}" must be MEANING=HEADING, as in copies=Num', "--column")
    return meaning.strip().lower(), heading
