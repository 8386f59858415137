"""Ladders: who plays best, against whom, what skill does to a game, and what is left above it."""

from __future__ import annotations

from pathlib import Path
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
        help="Who takes part; repeatable. All policies of the game unless given.",
    ),
]
Form = Annotated[
    str,
    typer.Option(
        "--format",
        metavar="NAME",
        help="round_robin: all against all; gauntlet: the first policy against each of the others;"
        " focus: one seat of the first policy among all mixtures of the others.",
    ),
]
Policy = Annotated[
    str | None,
    typer.Option(metavar="NAME[:TRAIT=X,...]", help="Who plays; the game’s best unless given."),
]
Players = Annotated[str | None, typer.Option(metavar="N", help="Players at each table.")]
MostGames = Annotated[
    str | None,
    typer.Option("--games", metavar="N", help="Games to play at most, in all; 20k unless given."),
]
Out = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="Where the page goes; below runs/ unless given."),
]


Noise = Annotated[
    str,
    typer.Option(metavar="X,X,...", help="The share of random choices at each step."),
]


@commands.command(epilog="Example: simlab ladder arriala --policy greedy --policy planner")
@at_ctrl_c("nothing is kept; a larger --margin or fewer --games end it sooner")
def ladder(
    game: option.Game,
    policy: Policies = None,
    form: Form = "round_robin",
    players: Players = None,
    games: MostGames = None,
    margin: option.Margin = None,
    seed: option.Seed = None,
    patch: option.Patch = None,
    data: option.Data = None,
    policy_file: option.PolicyFile = None,
    jobs: option.Jobs = None,
    out: Out = None,
    as_json: option.Json = False,
) -> None:
    """Let policies play each other, and say who is strongest.

    Every line-up is played in all rotations. From look to look the games go to the pairings that
    are not decided yet, until all are or the games are spent.
    """
    from simlab.cli.climb import brief, default_folder, retyped
    from simlab.cli.play import opened_engine
    from simlab.cli.progress import last_look
    from simlab.cli.standing import print_standing
    from simlab.report.ladder import PAGE, write_ladder
    from simlab.report.page import check_place
    from simlab.study.contest import requested_contest
    from simlab.study.ladder import climb, found

    if out is not None:
        check_place(out, PAGE)
    options = option.given(players, policy, policy_file, games, seed, patch, data)
    contest = requested_contest({"game": game, **options}, form, margin)
    experiment = contest.venue.experiment
    engine = opened_engine(experiment.scenarios, experiment.policies)
    standing, is_stopped = last_look(climb(contest, engine, jobs), brief)
    command = retyped("ladder", game, {**options, "format": form, "margin": margin})
    described = standing.experiment.described()
    result = found(standing)
    page = write_ladder(result, described, command, out or default_folder(described))
    print_standing(result, described, page, as_json)
    if is_stopped:
        raise Interrupted(f"stopped; {LAST_LOOK}")


@commands.command(epilog="Example: simlab skill arriala --policy planner --noise 0,0.1,0.5")
@at_ctrl_c("nothing is kept; fewer --games or steps of --noise end it sooner")
def skill(
    game: option.Game,
    policy: Policy = None,
    noise: Noise = "0,0.1,0.2,0.4,0.8",
    players: Players = None,
    games: MostGames = None,
    margin: option.Margin = None,
    seed: option.Seed = None,
    patch: option.Patch = None,
    data: option.Data = None,
    policy_file: option.PolicyFile = None,
    jobs: option.Jobs = None,
    out: Out = None,
    as_json: option.Json = False,
) -> None:
    """See what skill does to seats and scores.

    The same policy sits everywhere, at each step with more of its choices drawn by chance. That
    skill counts at all is seen from one player among others that are one step worse.
    """
    from simlab.cli.climb import brief_of, default_folder, retyped, several
    from simlab.cli.play import opened_engine
    from simlab.cli.progress import last_of
    from simlab.cli.slope import print_slope
    from simlab.execution.watchdog import in_background
    from simlab.report.page import check_place
    from simlab.report.skill import PAGE, write_skill
    from simlab.study.skill import found, play, requested_course

    if out is not None:
        check_place(out, PAGE)
    options = option.given(players, None, policy_file, games, seed, patch, data)
    noises = several("noise", noise, "0,0.1,0.5", float)
    course = requested_course({"game": game, **options}, policy, noises, margin)
    experiment = course.venue.experiment
    engine = opened_engine(experiment.scenarios, experiment.policies)
    played = in_background(lambda: last_of(play(course, engine, jobs), brief_of(course)))
    command = retyped(
        "skill", game, {**options, "policy": policy, "noise": noise, "margin": margin}
    )
    described = course.after(played).described()
    result = found(course, played)
    page = write_skill(result, described, command, out or default_folder(described))
    print_slope(result, described, page, as_json)


Over = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME[:TRAIT=X,...]",
        help="A policy to think with; repeatable. The game’s two best unless given.",
    ),
]
Rollouts = Annotated[
    str,
    typer.Option(metavar="N,N,...", help="Rollouts of those who think, for each turn or choice."),
]
GamesOfFirst = Annotated[
    str | None,
    typer.Option(
        "--games",
        metavar="N",
        help="Games with the fewest rollouts, 200 unless given; more rollouts play fewer.",
    ),
]


@commands.command(epilog="Example: simlab headroom pig --rollouts 20,100")
@at_ctrl_c("nothing is kept; fewer --games or --rollouts end it sooner")
def headroom(
    game: option.Game,
    policy: Annotated[
        str | None,
        typer.Option(
            metavar="NAME[:TRAIT=X,...]",
            help="The scripted player in question; the game’s best unless given.",
        ),
    ] = None,
    over: Over = None,
    rollouts: Rollouts = "50,200,800",
    players: Players = None,
    games: GamesOfFirst = None,
    margin: option.Margin = None,
    seed: option.Seed = None,
    patch: option.Patch = None,
    data: option.Data = None,
    policy_file: option.PolicyFile = None,
    jobs: option.Jobs = None,
    out: Out = None,
    as_json: option.Json = False,
) -> None:
    """See how much better than a scripted player one can play.

    Players who think are measured against it, and weaker ones too. Where all share one score, they
    sit everywhere; else one of them sits among scripted players, in all rotations.
    """
    from simlab.cli.ascent import print_ascent
    from simlab.cli.climb import brief_of_look, default_folder, retyped, several
    from simlab.cli.play import opened_engine
    from simlab.cli.progress import last_of
    from simlab.execution.watchdog import in_background
    from simlab.report.headroom import PAGE, write_headroom
    from simlab.report.page import check_place
    from simlab.study.headroom import found, play, requested_ascent

    if out is not None:
        check_place(out, PAGE)
    options = option.given(players, None, policy_file, games, seed, patch, data)
    steps = several("rollouts", rollouts, "50,200,800", int)
    ascent = requested_ascent({"game": game, **options}, policy, over, steps, margin)
    experiment = ascent.venue.experiment
    engine = opened_engine(experiment.scenarios, experiment.policies)
    look = in_background(lambda: last_of(play(ascent, engine, jobs), brief_of_look))
    own = {"policy": policy, "over": over, "rollouts": rollouts, "margin": margin}
    command = retyped("headroom", game, {**options, **own})
    described = ascent.after(look.played).described()
    result = found(look)
    page = write_headroom(result, described, command, out or default_folder(described))
    print_ascent(result, look.seconds, described, page, as_json)
