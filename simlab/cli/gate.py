"""`simlab gate`: whether statements about the balance of a game hold."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import simlab
from simlab.cli import option
from simlab.cli.interrupt import GAMES_ARE_KEPT, at_ctrl_c

commands = typer.Typer()

GateFile = Annotated[
    str,
    typer.Argument(
        metavar="FILE|GAME", help="A gate file, or the name of a game for which one is shipped."
    ),
]
Games = Annotated[
    str | None,
    typer.Option(metavar="N", help="Most games of each table; 50k unless given here or in FILE."),
]
Junit = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Also write the statements as JUnit XML.")
]


@commands.command(epilog="Example: simlab gate taxis --junit balance.xml")
@at_ctrl_c(GAMES_ARE_KEPT)
@option.grouped
def gate(
    output: option.PageOutput,
    cores: option.Cores,
    file: GateFile = "balance.toml",
    games: Games = None,
    junit: Junit = None,
) -> None:
    """Check that the balance of a game is as a file states.

    Each statement is played until it is decided: it holds, or it fails. If it is about another
    player than the strongest one measured, that one plays, too, and may show that it depends on who
    plays. Exit code 1 if one fails, depends on who plays or is not decided.
    """
    from simlab.cli.terminal.gate import print_gate
    from simlab.cli.terminal.output import say_json, say_line
    from simlab.cli.terminal.progress import TerminalLines
    from simlab.report.pages.gate import PAGE
    from simlab.writing import write_whole

    output.check(PAGE)
    result = simlab.gate(file, games=games, **vars(cores), out=output.out, observer=TerminalLines())
    page = result.page(output.out)
    if junit is not None:
        write_whole(junit, result.junit())
    if output.as_json:
        say_json({**result.to_dict(), "page": str(page)})
    else:
        print_gate(result.gate, explain=output.explain)
        say_line(f"Open {page} in a browser.")
    raise typer.Exit(0 if result.holds else 1)
