"""`simlab studio`: a page in the browser that compares rules while games are played."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from simlab.cli import option
from simlab.errors import InputError
from simlab.extras import install_command

commands = typer.Typer()

NEEDED = ("starlette", "uvicorn")

Game = Annotated[
    str | None,
    typer.Argument(metavar="[GAME]", help="Name or path of the game that is shown first."),
]
Port = Annotated[
    int | None,
    typer.Option(metavar="N", min=0, max=65535, help="Port; 8914 or a free one unless given."),
]
NoBrowser = Annotated[bool, typer.Option("--no-browser", help="Do not open the browser.")]


@commands.command(epilog="Example: simlab studio taxis")
def studio(
    game: Game = None, data: option.Data = None, port: Port = None, no_browser: NoBrowser = False
) -> None:
    """Show what is wrong with a game and what a change does.

    The page is served to this machine alone, and nothing leaves it. What was tried is kept in
    runs/studio. Ctrl-C ends it.
    """
    from simlab.api.progress import ProgressLines
    from simlab.cli.terminal.output import say, say_line

    check_installed()
    if data is not None and game is None:
        raise InputError("needs the name of its game: simlab studio GAME --data DIR", "data")
    from simlab.studio.server import serve, studio_of

    def announce_address(address: str) -> None:
        say("The studio is open at this address, which works once. Ctrl-C ends it.")
        say_line(address)

    folder = None if data is None else Path(data)
    studio = studio_of(game, folder, observer=ProgressLines())
    serve(studio, port, announce_address, opens_browser=not no_browser)
    say("The studio is closed; what was tried is kept.")


def check_installed() -> None:
    """Check that the packages of the studio are installed.

    Raises:
        InputError: one is missing.
    """
    if missing := [name for name in NEEDED if find_spec(name) is None]:
        raise InputError(
            f"the studio needs {' and '.join(missing)}; install it with:"
            f" {install_command('studio')}"
        )
