"""`simlab ab`: the effect of a rule change on one metric, with a verdict; stops once decided."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

import simlab
from simlab.cli import option
from simlab.cli.interrupt import LAST_LOOK, at_ctrl_c, last_answer
from simlab.errors import Interrupted

commands = typer.Typer()

MostGames = Annotated[
    str, typer.Option(metavar="N", help="Maximum number of games, both sides together.")
]
IsExact = Annotated[
    bool,
    typer.Option("--exact", help="Betting intervals: more games, but no approximation."),
]


Against = Annotated[
    str | None,
    typer.Option(
        metavar="DIR|GAME",
        help="Another version of the game, a .py file or its folder, as the unchanged one; or a"
        " data folder of the unchanged rules, where --data is that of the changed ones.",
    ),
]


@dataclass(frozen=True)
class Test:
    """The metric, and when the comparison stops."""

    metric: option.Metric = None
    margin: option.Margin = None
    max_games: MostGames = "100k"
    exact: IsExact = False
    less_luck: option.LessLuck = False


@commands.command(epilog="Example: simlab ab taxis --players 3 --patch actions_per_turn=4")
@at_ctrl_c("nothing is kept; it ends sooner with a larger --margin or fewer --max-games")
@option.grouped
def ab(
    game: option.Game,
    setup: option.Setup,
    test: Test,
    cores: option.Cores,
    against: Against = None,
    explain: option.Explain = False,
    as_json: option.Json = False,
) -> None:
    """Measure the effect of a patch on one metric until decided.

    Both sets of rules play the same deals. With --data and no --patch, two data folders are
    compared. With --against old.py, two versions of a game are compared, each as it is. Exit code 1
    if it stays undecided, or depends on who plays.
    """
    from simlab.cli.terminal.ab import QuestionLines, houserule_command, print_answer
    from simlab.cli.terminal.assumptions import assumed_in_words
    from simlab.cli.terminal.output import say, say_json, say_line
    from simlab.cli.terminal.progress import TerminalLines

    result, is_stopped = last_answer(
        lambda: simlab.ab(
            game,
            **setup.keys(),
            **vars(test),
            against=against,
            **vars(cores),
            observer=TerminalLines() if as_json else QuestionLines(),
        )
    )
    if as_json:
        say_json(result.to_dict())
    else:
        print_answer(result, explain=explain)
        if result.is_decided and not result.request.comparison.is_of_games:
            command = houserule_command(game, setup.keys(), against)
            say_line(f"For the size of the effect: {command}")
        if result.assumed:
            say(
                f"{assumed_in_words(len(result.assumed))}, and no other values were played; simlab"
                " report on the run of simlab houserule says on which the answer rests most."
            )
    if is_stopped:
        raise Interrupted(f"stopped; {LAST_LOOK}")
    raise typer.Exit(0 if result.is_decided else 1)
