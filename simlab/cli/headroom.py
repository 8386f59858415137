"""`simlab headroom`: how far the best scripted policy is from strong play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

import simlab
from simlab.cli import option
from simlab.cli.interrupt import at_ctrl_c

commands = typer.Typer()

Over = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME[:TRAIT=X,...]",
        help="Base policy of a search; repeatable. The game’s two best unless given.",
    ),
]
Rollouts = Annotated[
    str,
    typer.Option(metavar="N,N,...", help="Rollout budgets of the searches, per turn or choice."),
]
GamesOfFirst = Annotated[
    str | None,
    typer.Option(
        "--games",
        metavar="N",
        help="Games at the smallest budget, 200 unless given; larger budgets play fewer.",
    ),
]


@dataclass(frozen=True)
class Compared:
    """A scripted policy and the searches it is compared with."""

    policy: option.ScriptedPolicy = None
    over: Over = None
    rollouts: Rollouts = "50,200,800"


@commands.command(epilog="Example: simlab headroom pig --rollouts 20,100")
@at_ctrl_c("nothing is kept; it ends sooner with fewer --games or --rollouts")
@option.grouped
def headroom(
    game: option.Game,
    setup: option.StudySetup,
    output: option.PageOutput,
    compared: Compared,
    cores: option.Cores,
    games: GamesOfFirst = None,
    margin: option.Margin = None,
    less_luck: option.LessLuck = False,
) -> None:
    """Measure how far a policy is from strong play.

    A scripted policy is compared with rollout searches at growing budgets, and with weaker
    baselines. Each of them takes one seat among scripted policies, in all rotations, or all seats
    if they share one score.
    """
    from simlab.cli.terminal.headroom import print_headroom
    from simlab.cli.terminal.output import say_json, say_line, say_next_step
    from simlab.cli.terminal.progress import TerminalLines
    from simlab.report.pages.headroom import PAGE

    output.check(PAGE)
    result = simlab.headroom(
        game,
        **setup.keys(),
        **vars(compared),
        games=games,
        margin=margin,
        less_luck=less_luck,
        **vars(cores),
        observer=TerminalLines(),
    )
    page = result.page(output.out)
    if output.as_json:
        say_json({**result.to_dict(), "page": str(page)})
    else:
        print_headroom(result.headroom, result.seconds, explain=output.explain)
        say_next_step(result.next_steps)
        say_line(f"Open {page} in a browser.")
