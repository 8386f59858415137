"""`simlab train`: a player that learns a game from play."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

import simlab
from simlab.cli import option
from simlab.cli.interrupt import at_ctrl_c

commands = typer.Typer()

Opponents = Annotated[
    list[str] | None,
    typer.Option(
        "--against",
        metavar="NAME[:TRAIT=X,...]",
        help="Policy in the other seats, to learn the best response to it; repeatable. The player"
        " itself and its earlier generations unless given.",
    ),
]
Base = Annotated[
    str | None,
    typer.Option(
        "--base",
        metavar="NAME[:TRAIT=X,...]",
        help="Policy that proposes plans for a turn, between which the player learns to choose, in"
        " a game that has such players (arriala); its best policy unless given.",
    ),
]
Threshold = Annotated[
    float | None,
    typer.Option(
        metavar="X",
        help="Gain for which such a player leaves the plan of --base, in even shares of the wins."
        " A small one follows errors of the net, a large one misses gains; unless given, the best"
        " of five for each generation.",
    ),
]
Tune = Annotated[
    list[str] | None,
    typer.Option(
        "--tune",
        metavar="NAME[:TRAIT=X,...]",
        help="Tune these traits of a policy instead, from these values on, or else all its traits;"
        " or go on with a tuned player, @NAME. Repeatable: it begins with the best of them, with"
        " --by-seat at each seat.",
    ),
]
BySeat = Annotated[
    bool,
    typer.Option("--by-seat", help="Tune traits for each seat, where seats differ."),
]
Way = Annotated[
    str | None,
    typer.Option(
        "--way",
        metavar="NAME",
        help="Count wins in this way alone while traits are tuned, such as heroes; see the metrics"
        " won_by_NAME of simlab metrics.",
    ),
]
FitEvaluation = Annotated[
    bool,
    typer.Option(
        "--evaluation",
        help="Fit the weights by which the game evaluates positions, to games of --against in all"
        " seats, or of its best policy.",
    ),
]
Games = Annotated[
    str | None,
    typer.Option(
        "--games",
        metavar="N",
        help="Games of a generation; 6000 unless given. With --tune, of each of its best"
        " candidates, with --evaluation at each size of table; 400 unless given.",
    ),
]
Generations = Annotated[
    int | None,
    typer.Option(
        min=1,
        metavar="N",
        help="Most generations, 60 unless given; training stops earlier after 12 that are not"
        " better. With --tune, 20 unless given.",
    ),
]
PlayerFolder = Annotated[
    Path | None,
    typer.Option(
        "--out",
        metavar="DIR",
        help="Folder of the player; players/GAME-2p for two players unless given.",
        parser=lambda typed: option.folder_to_write(typed),
    ),
]


@dataclass(frozen=True)
class Learning:
    """Opponents and length of a training."""

    base: Base = None
    threshold: Threshold = None
    tune: Tune = None
    by_seat: BySeat = False
    way: Way = None
    evaluation: FitEvaluation = False
    against: Opponents = None
    games: Games = None
    generations: Generations = None


@commands.command(epilog="Example: simlab train pig --games 2000 --generations 5")
@at_ctrl_c("finished generations are kept; the same command goes on")
@option.grouped
def train(
    game: option.Game,
    setup: option.StudySetup,
    learning: Learning,
    cores: option.Cores,
    out: PlayerFolder = None,
    as_json: option.Json = False,
) -> None:
    """Let a player learn a game from play.

    A player tries each choice and takes the one after which a small neural net values the position
    most. The net learns from games of the player against itself. In a game whose players plan
    their turn, it plays the plan of --base unless the net sees a clear gain in another.
    The folder of the player is a policy for every command: --policy players/NAME, or @NAME. With
    --tune, the traits of a scripted policy are tuned instead, among --against or among its own
    earlier generations. With --evaluation, the weights by which the game evaluates positions are
    fitted to games instead.
    """
    from simlab.api.fit_evaluation import EvaluationResult
    from simlab.cli.terminal.output import say, say_json, say_line
    from simlab.cli.terminal.progress import TerminalLines
    from simlab.cli.terminal.weights import print_weights

    result = simlab.train(
        game, **setup.keys(), **vars(learning), out=out, **vars(cores), observer=TerminalLines()
    )
    page = None if isinstance(result, EvaluationResult) else result.page()
    if as_json:
        say_json({**result.to_dict(), **({} if page is None else {"page": str(page)})})
        return
    for sentence in result.sentences:
        say(sentence)
    if page is None:
        print_weights(result.frame)
    else:
        say_line(f"Open {page} in a browser.")
