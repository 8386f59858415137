"""`simlab headroom`: how far the best scripted policy is from strong play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

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
Scripted = Annotated[
    str | None,
    typer.Option(
        metavar="NAME[:TRAIT=X,...]",
        help="The scripted policy; the game’s best unless given.",
    ),
]


@dataclass(frozen=True)
class Compared:
    """A scripted policy and the searches it is compared with."""

    policy: Scripted = None
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
    games: GamesOfFirst = None,
    margin: option.Margin = None,
    jobs: option.Jobs = None,
) -> None:
    """Measure how far a policy is from strong play.

    A scripted policy is compared with rollout searches at growing budgets, and with weaker
    baselines. Each of them takes one seat among scripted policies, in all rotations, or all seats
    if they share one score.
    """
    from simlab.cli.terminal.headroom import print_headroom
    from simlab.cli.terminal.playing import opened_engine
    from simlab.cli.terminal.progress import last_of
    from simlab.cli.terminal.study_page import brief_of_look, default_folder, retyped, several
    from simlab.execution.watchdog import in_background
    from simlab.report.pages.headroom import PAGE, write_headroom
    from simlab.study.headroom import play, requested_headroom, result_of

    output.check(PAGE)
    options = {**setup.keys(), "games": games}
    steps = several("rollouts", compared.rollouts, "50,200,800", int)
    request = requested_headroom(
        {"game": game, **options}, compared.policy, compared.over, steps, margin
    )
    experiment = request.matchups.experiment
    engine = opened_engine(experiment.scenarios, experiment.policies)
    look = in_background(lambda: last_of(play(request, engine, jobs), brief_of_look))
    own = {**vars(compared), "margin": margin}
    command = retyped("headroom", game, {**options, **own})
    described = request.after(look.played).described()
    result = result_of(look)
    page = write_headroom(result, described, command, output.out or default_folder(described))
    print_headroom(result, look.seconds, described, page, output.as_json)
