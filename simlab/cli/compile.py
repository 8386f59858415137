"""`simlab compile`: a plain game translated into kernels, and the proof that both are equal."""

from __future__ import annotations

from typing import Annotated

import typer

import simlab
from simlab.cli import option

commands = typer.Typer()

STEPS = (
    "Some games are played to see what the table holds, then the rules are translated, and both"
    " games are played and compared under many rules: a minute or two."
)
Games = Annotated[
    int | None,
    typer.Option(
        min=1,
        max=100_000,
        metavar="N",
        help="Games for each number of players by which both are compared, 200 unless given.",
    ),
]


@commands.command(name="compile", epilog="Example: simlab compile bazaar/bazaar.py")
def compile_game(
    game: option.Game,
    games: Games = None,
    patch: option.Patch = None,
    data: option.Data = None,
    as_json: option.Json = False,
) -> None:
    """Translate a game in plain Python into a compiled one.

    Writes a file beside the game, bazaar_compiled.py for bazaar.py, which every command plays many
    times as fast. Then both play the same deals, and every cell is compared. A fortieth as many
    games are compared with each rule value at its lowest and at its highest, with each switch the
    other way, and with each shipped patch. Then the plain game plays alone, for up to 10 seconds of
    processor time, to find games that enter branches of the rules which few compared games have
    entered: with other players, two switches at once, other numbers. Both play these, too, and are
    compared decision by decision. Branches that no compared game has entered are named by line. If
    a rule cannot be translated, nothing is written: each such statement is shown with its line and
    the reason. With --patch or --data as many games are compared under these rules, too. Before a
    compiled game is played under other rules, 15 games are compared.
    """
    from simlab.cli.terminal.output import say, say_json, say_line
    from simlab.cli.terminal.progress import announce

    announce(STEPS)
    result = simlab.compile_game(game, games=games, patch=patch, data=data)
    if as_json:
        say_json(result.to_dict())
    else:
        for problem in result.problems:
            say_line(problem)
        for sentence in result.sentences:
            say(sentence)
    raise typer.Exit(0 if result.is_good else 1)
