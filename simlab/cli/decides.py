"""`simlab decides`: what decides a game: chance by source, choices, skill and seat."""

from __future__ import annotations

from typing import Annotated

import typer

import simlab
from simlab.cli import option
from simlab.cli.interrupt import at_ctrl_c

commands = typer.Typer()

EqualPolicy = Annotated[
    str | None,
    typer.Option(
        "--policy",
        metavar="NAME[:TRAIT=X,...]",
        help=f"Policy of equal players. {option.DEFAULT_POLICY}",
    ),
]
Among = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME[:TRAIT=X,...]",
        help="A policy from which each of the unequal players is drawn; repeatable. Unless given,"
        " all policies and shipped players.",
    ),
]


@commands.command(epilog="Example: simlab decides arriala --players 2")
@at_ctrl_c("nothing is kept; it ends sooner with fewer --games")
@option.grouped
def decides(
    game: option.Game,
    setup: option.StudySetup,
    output: option.PageOutput,
    cores: option.Cores,
    policy: EqualPolicy = None,
    among: Among = None,
    games: option.MostGames = None,
) -> None:
    """Measure what decides a game: chance, choices, skill, seat.

    Games share the draws of one source of chance, such as a deck or the dice, the random choices of
    the players, or who plays, and nothing else; others have one of them redrawn. So each gets its
    share of the variation of wins and points, among equal and among unequal players.
    """
    from simlab.cli.terminal.decides import print_decides
    from simlab.cli.terminal.output import say_json, say_line
    from simlab.cli.terminal.progress import TerminalLines
    from simlab.report.pages.decides import PAGE

    output.check(PAGE)
    result = simlab.decides(
        game,
        **setup.keys(),
        policy=policy,
        among=among,
        games=games,
        **vars(cores),
        observer=TerminalLines(),
    )
    page = result.page(output.out)
    if output.as_json:
        say_json({**result.to_dict(), "page": str(page)})
    else:
        print_decides(result.decides, explain=output.explain)
        say_line(f"Open {page} in a browser.")
