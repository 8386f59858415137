"""`simlab play`: a game in the terminal, against policies or with others at the same screen."""

from __future__ import annotations

from typing import Annotated

import typer

import simlab
from simlab.cli import option
from simlab.cli.interrupt import at_ctrl_c

commands = typer.Typer()

Seat = Annotated[
    list[str] | None,
    typer.Option(
        "--seat",
        metavar="SEAT|all",
        help="Seat that you play, as a number from 1 or a name; repeatable. The first unless"
        " given; policies play the others.",
    ),
]
GameNumber = Annotated[
    int | None,
    typer.Option(
        "--game", metavar="N", min=0, help="Number of the game (its deal); a new one unless given."
    ),
]
Choices = Annotated[
    str | None,
    typer.Option(metavar="N,N,...", help="Choices to begin with, as the end of a game names them."),
]


@commands.command(epilog="Example: simlab play pig --policy hold")
@at_ctrl_c("nothing is kept")
@option.group_options
def play(
    game: option.Game,
    setup: option.Setup,
    seat: Seat = None,
    number: GameNumber = None,
    choices: Choices = None,
    lang: option.Lang = None,
) -> None:
    """Play a game yourself, in the terminal.

    Shows what your seat sees, and the choices; type the number of one, u to take back the last, q
    to stop. What the others do is printed as in a replay, without what only they see. The end names
    the command that plays the same game again.
    """
    from simlab.cli.terminal.play import play_in_terminal
    from simlab.cli.terminal.progress import TerminalLines

    started = simlab.play(
        game,
        seat=seat or 1,
        number=number,
        choices=choices or (),
        **setup.keys(),
        lang=lang,
        observer=TerminalLines(),
    )
    play_in_terminal(started)
