"""`simlab restrict`: what a player loses who may never make a kind of choice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

import simlab
from simlab.cli import option
from simlab.cli.interrupt import at_ctrl_c

commands = typer.Typer()

Kind = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME", help="A kind of choice to forbid; repeatable. All of the game unless given."
    ),
]
Instead = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME[:TRAIT=X,...]",
        help="A policy that the player must play as, like a restriction; repeatable.",
    ),
]
OneSeat = Annotated[
    bool,
    typer.Option(
        "--one-seat", help="In a cooperative game, restrict one seat in place of all seats."
    ),
]


@dataclass(frozen=True)
class Restrictions:
    """The policy and what it may not do."""

    policy: option.OnePolicy = None
    kind: Kind = None
    instead: Instead = None
    one_seat: OneSeat = False


@commands.command(epilog="Example: simlab restrict taxis --players 2 --policy greedy")
@at_ctrl_c("nothing is kept; it ends sooner with fewer --games or --kind")
@option.grouped
def restrict(
    game: option.Game,
    setup: option.StudySetup,
    output: option.PageOutput,
    restrictions: Restrictions,
    cores: option.Cores,
    games: option.MostGames = None,
    margin: option.Margin = None,
) -> None:
    """Measure what each kind of choice is worth.

    A player who may never draw, never attack, … plays among players who may, in all rotations; if
    all seats share one score, all of them are restricted. The page ranks the kinds of choices.
    """
    from simlab.cli.terminal.output import say_json, say_line, say_next_step
    from simlab.cli.terminal.progress import TerminalLines
    from simlab.cli.terminal.restrict import print_restrict
    from simlab.report.pages.restrict import PAGE

    output.check(PAGE)
    result = simlab.restrict(
        game,
        **setup.keys(),
        **vars(restrictions),
        games=games,
        margin=margin,
        **vars(cores),
        observer=TerminalLines(),
    )
    page = result.page(output.out)
    if output.as_json:
        say_json({**result.to_dict(), "page": str(page)})
    else:
        print_restrict(result.restriction, explain=output.explain)
        say_next_step(result.next_steps)
        say_line(f"Open {page} in a browser.")
