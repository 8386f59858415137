"""`simlab ladder`: a tournament of policies, with strengths and a cross table."""

from __future__ import annotations

from typing import Annotated

import typer

from simlab.cli import option
from simlab.cli.interrupt import LAST_LOOK, at_ctrl_c
from simlab.errors import Interrupted

commands = typer.Typer()

Policies = Annotated[
    list[str] | None,
    typer.Option(
        "--policy",
        metavar="NAME[:TRAIT=X,...]",
        help="A policy that takes part; repeatable. All policies of the game unless given.",
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


@commands.command(epilog="Example: simlab ladder arriala --policy greedy --policy planner")
@at_ctrl_c("nothing is kept; it ends sooner with a larger --margin or fewer --games")
@option.grouped
def ladder(
    game: option.Game,
    setup: option.StudySetup,
    output: option.PageOutput,
    policy: Policies = None,
    form: Form = "round_robin",
    games: option.MostGames = None,
    margin: option.Margin = None,
    jobs: option.Jobs = None,
) -> None:
    """Run a tournament of policies and rank them.

    Every line-up is played in all seat rotations. After each look, further games go to the
    undecided pairings, until all are decided or the games are spent.
    """
    from simlab.cli.terminal.ladder import print_ladder_page
    from simlab.cli.terminal.playing import opened_engine
    from simlab.cli.terminal.progress import last_look
    from simlab.cli.terminal.study_page import brief, default_folder, retyped
    from simlab.report.pages.ladder import PAGE, write_ladder
    from simlab.study.ladder import play, result_of
    from simlab.study.ladder_request import requested_ladder

    output.check(PAGE)
    options = {**setup.keys(), "policy": policy, "games": games}
    request = requested_ladder({"game": game, **options}, form, margin)
    experiment = request.matchups.experiment
    engine = opened_engine(experiment.scenarios, experiment.policies)
    progress, is_stopped = last_look(play(request, engine, jobs), brief)
    command = retyped("ladder", game, {**options, "format": form, "margin": margin})
    described = progress.experiment.described()
    result = result_of(progress)
    page = write_ladder(result, described, command, output.out or default_folder(described))
    print_ladder_page(result, described, page, output.as_json)
    if is_stopped:
        raise Interrupted(f"stopped; {LAST_LOOK}")
