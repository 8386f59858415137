"""`simlab rare`: the probability of a rare result, by multilevel splitting."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

import simlab
from simlab.cli import option
from simlab.cli.interrupt import at_ctrl_c

commands = typer.Typer()

Score = Annotated[
    float | None,
    typer.Option(metavar="X", help="The result is a final score of X or more."),
]
IsWin = Annotated[
    bool, typer.Option("--win", help="The result is a win of the seat, alone or shared.")
]
Seat = Annotated[
    str | None,
    typer.Option(
        metavar="SEAT",
        help="Seat with this result, as a number from 1 or a name; the first unless given.",
    ),
]
Games = Annotated[
    str | None,
    typer.Option("--games", metavar="N", help="Number of games, about; 20k unless given."),
]


@dataclass(frozen=True)
class Question:
    """The result whose probability is asked."""

    score: Score = None
    win: IsWin = False
    seat: Seat = None


@commands.command(epilog="Example: simlab rare taxis --players 1 --score 64")
@at_ctrl_c("nothing is kept; it ends sooner with fewer --games")
@option.grouped
def rare(
    game: option.Game,
    question: Question,
    setup: option.Setup,
    cores: option.Cores,
    games: Games = None,
    as_json: option.Json = False,
) -> None:
    """Estimate the probability of a rare result.

    Games that come closer to the result are played on from copies several times (multilevel
    splitting), so that fewer games are needed. Exit code 1 if no game reaches the result.
    """
    from simlab.cli.terminal.output import say_json
    from simlab.cli.terminal.progress import TerminalLines
    from simlab.cli.terminal.rare import print_rare

    answer = simlab.rare(
        game, **vars(question), **setup.keys(), games=games, **vars(cores), observer=TerminalLines()
    )
    if as_json:
        say_json(answer.to_dict())
    else:
        print_rare(answer)
    raise typer.Exit(0 if answer.is_reached else 1)
