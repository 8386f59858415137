"""`simlab ladder`: a tournament of policies, with strengths and a cross table."""

from __future__ import annotations

from typing import Annotated

import typer

import simlab
from simlab.cli import option
from simlab.cli.interrupt import LAST_LOOK, at_ctrl_c, last_answer
from simlab.errors import Interrupted

commands = typer.Typer()

Policies = Annotated[
    list[str] | None,
    typer.Option(
        "--policy",
        metavar="NAME[:TRAIT=X,...]",
        help="A policy that takes part; repeatable. Unless given, all policies and shipped players"
        " of the game, with its noise.",
    ),
]
Form = Annotated[
    str,
    typer.Option(
        "--format",
        metavar="NAME",
        help="round_robin: every pair; gauntlet: the first policy against each other one; focus:"
        " one seat of the first policy among all mixtures of the others.",
    ),
]


Certify = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="A policy picked in this ladder: it meets each of the others, on fresh deals.",
    ),
]


@commands.command(epilog="Example: simlab ladder arriala --policy greedy --policy planner")
@at_ctrl_c("nothing is kept; it ends sooner with a larger --margin or fewer --games")
@option.grouped
def ladder(
    game: option.Game,
    setup: option.StudySetup,
    output: option.PageOutput,
    cores: option.Cores,
    policy: Policies = None,
    form: Form = "round_robin",
    games: option.MostGames = None,
    margin: option.Margin = None,
    certify: Certify = None,
    less_luck: option.LessLuck = False,
) -> None:
    """Run a tournament of policies and rank them.

    Every line-up is played in all seat rotations. After each look, further games go to the
    undecided pairings, until all are decided or the games are spent.
    """
    from simlab.cli.terminal.ladder import print_ladder
    from simlab.cli.terminal.output import say_json, say_line, say_next_step
    from simlab.cli.terminal.progress import TerminalLines
    from simlab.report.pages.ladder import PAGE

    output.check(PAGE)
    result, is_stopped = last_answer(
        lambda: simlab.ladder(
            game,
            **setup.keys(),
            policy=policy,
            format=form,
            games=games,
            margin=margin,
            certify=certify,
            less_luck=less_luck,
            **vars(cores),
            observer=TerminalLines(),
        )
    )
    page = result.page(output.out)
    if output.as_json:
        say_json({**result.to_dict(), "page": str(page)})
    else:
        print_ladder(result.ladder, explain=output.explain)
        say_next_step(result.next_steps)
        say_line(f"Open {page} in a browser.")
    if is_stopped:
        raise Interrupted(f"stopped; {LAST_LOOK}")
