"""`simlab skill`: the effect of skill on seats and scores, by the noise of a policy."""

from __future__ import annotations

from typing import Annotated

import typer

import simlab
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
    cores: option.Cores,
    policy: option.OnePolicy = None,
    noise: Noise = "0,0.1,0.2,0.4,0.8",
    games: option.MostGames = None,
    margin: option.Margin = None,
) -> None:
    """Measure the effect of skill on seats and scores.

    The same policy takes all seats, with a larger share of random choices at each level. What a
    level is worth is measured by one player among others one level below.
    """
    from simlab.cli.terminal.output import say_json, say_line, say_next_step
    from simlab.cli.terminal.progress import TerminalLines
    from simlab.cli.terminal.skill import print_skill
    from simlab.report.pages.skill import PAGE

    output.check(PAGE)
    result = simlab.skill(
        game,
        **setup.keys(),
        policy=policy,
        noise=noise,
        games=games,
        margin=margin,
        **vars(cores),
        observer=TerminalLines(),
    )
    page = result.page(output.out)
    if output.as_json:
        say_json({**result.to_dict(), "page": str(page)})
    else:
        print_skill(result.skill, explain=output.explain)
        say_next_step(result.next_steps)
        say_line(f"Open {page} in a browser.")
