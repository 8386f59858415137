"""`simlab cards`: what a card is worth, by an intervention on the same deals."""

from __future__ import annotations

from typing import Annotated

import typer

import simlab
from simlab.cli import option
from simlab.cli.interrupt import at_ctrl_c

commands = typer.Typer()

Card = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME",
        help="A card to try; repeatable. Unless given, all that the game declares, or all that"
        " choices name in a game of your own.",
    ),
]


@commands.command(epilog="Example: simlab cards taxis --players 2 --policy greedy")
@at_ctrl_c("nothing is kept; it ends sooner with fewer --games or --card")
@option.grouped
def cards(
    game: option.Game,
    setup: option.StudySetup,
    output: option.PageOutput,
    cores: option.Cores,
    policy: option.OnePolicy = None,
    card: Card = None,
    games: option.MostGames = None,
    margin: option.Margin = None,
) -> None:
    """Measure what each card is worth.

    The same deals are played with the card replaced or, in a game with winners, with one player who
    may never use it. The association of the card with wins stands beside it.
    """
    from simlab.cli.terminal.cards import print_cards
    from simlab.cli.terminal.output import say_json, say_line, say_next_step
    from simlab.cli.terminal.progress import TerminalLines
    from simlab.report.pages.cards import PAGE

    output.check(PAGE)
    result = simlab.cards(
        game,
        **setup.keys(),
        policy=policy,
        card=card,
        games=games,
        margin=margin,
        **vars(cores),
        observer=TerminalLines(),
    )
    page = result.page(output.out)
    if output.as_json:
        say_json({**result.to_dict(), "page": str(page)})
    else:
        print_cards(result.cards, explain=output.explain)
        say_next_step(result.next_steps)
        say_line(f"Open {page} in a browser.")
