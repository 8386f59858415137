"""`simlab skill`: the effect of skill on seats and scores, by the noise of a policy."""

from __future__ import annotations

from typing import Annotated

import typer

from simlab.cli import option
from simlab.cli.interrupt import at_ctrl_c

commands = typer.Typer()

Noise = Annotated[
    str,
    typer.Option(metavar="X,X,...", help="Share of random choices at each skill level."),
]


@commands.command(epilog="Example: simlab skill arriala --policy planner --noise 0,0.1,0.5")
@at_ctrl_c("nothing is kept; it ends sooner with fewer --games or steps of --noise")
@option.grouped
def skill(
    game: option.Game,
    setup: option.StudySetup,
    output: option.PageOutput,
    policy: option.OnePolicy = None,
    noise: Noise = "0,0.1,0.2,0.4,0.8",
    games: option.MostGames = None,
    margin: option.Margin = None,
    jobs: option.Jobs = None,
) -> None:
    """Measure the effect of skill on seats and scores.

    The same policy takes all seats, with a larger share of random choices at each level. What a
    level is worth is measured by one player among others one level below.
    """
    from simlab.cli.terminal.playing import opened_engine
    from simlab.cli.terminal.progress import last_of
    from simlab.cli.terminal.skill import print_skill
    from simlab.cli.terminal.study_page import brief_of, default_folder, retyped, several
    from simlab.execution.watchdog import in_background
    from simlab.report.pages.skill import PAGE, write_skill
    from simlab.study.skill import play, requested_skill, result_of

    output.check(PAGE)
    options = {**setup.keys(), "games": games}
    noises = several("noise", noise, "0,0.1,0.5", float)
    request = requested_skill({"game": game, **options}, policy, noises, margin)
    experiment = request.matchups.experiment
    engine = opened_engine(experiment.scenarios, experiment.policies)
    played = in_background(lambda: last_of(play(request, engine, jobs), brief_of(request)))
    command = retyped(
        "skill", game, {**options, "policy": policy, "noise": noise, "margin": margin}
    )
    described = request.after(played).described()
    result = result_of(request, played)
    page = write_skill(result, described, command, output.out or default_folder(described))
    print_skill(result, described, page, output.as_json)
