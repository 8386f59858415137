"""`simlab handicap`: what a seat must get to have an even share of the wins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

import simlab
from simlab.cli import option
from simlab.cli.interrupt import at_ctrl_c

commands = typer.Typer()

Give = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="What the seat gets; unless given, the first that the game declares, or else points at"
        " the end.",
    ),
]
Seat = Annotated[
    str | None,
    typer.Option(
        metavar="N|NAME", help="The seat that gets it; the one that wins least unless given."
    ),
]
First = Annotated[
    bool,
    typer.Option("--first", help="Ask what moving first is worth: all other seats get the same."),
]
Games = Annotated[
    str | None,
    typer.Option(metavar="N", help="Maximum number of games with each amount; 20k unless given."),
]
Margin = Annotated[
    float | None,
    typer.Option(
        metavar="D",
        parser=lambda typed: option.margin(typed),
        help="What is still even on fresh deals: 2% or 0.02 of the wins.",
    ),
]


@dataclass(frozen=True)
class Given:
    """The policy, and who gets what."""

    policy: option.OnePolicy = None
    give: Give = None
    seat: Seat = None
    first: First = False


@commands.command(epilog="Example: simlab handicap pig --policy hold --first")
@at_ctrl_c("nothing is kept; it ends sooner with fewer --games")
@option.grouped
def handicap(
    game: option.Game,
    setup: option.StudySetup,
    output: option.PageOutput,
    gift: Given,
    cores: option.Cores,
    games: Games = None,
    margin: Margin = None,
) -> None:
    """Measure what a seat must get to be even.

    The game declares what may be given, such as points or coins at the start. Amounts are tried by
    bisection on the same deals; the one found is played again on fresh deals.
    """
    from simlab.cli.terminal.handicap import print_handicap
    from simlab.cli.terminal.output import say_json, say_line
    from simlab.cli.terminal.progress import TerminalLines
    from simlab.report.pages.handicap import PAGE

    output.check(PAGE)
    result = simlab.handicap(
        game,
        **setup.keys(),
        **vars(gift),
        games=games,
        margin=margin,
        **vars(cores),
        observer=TerminalLines(),
    )
    page = result.page(output.out)
    if output.as_json:
        say_json({**result.to_dict(), "page": str(page)})
    else:
        print_handicap(result.handicap, explain=output.explain)
        say_line(f"Open {page} in a browser.")
