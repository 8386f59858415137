"""`simlab ab`: the effect of a rule change on one metric, with a verdict; stops once decided."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from simlab.cli import option
from simlab.cli.interrupt import LAST_LOOK, at_ctrl_c
from simlab.errors import Interrupted

commands = typer.Typer()

MostGames = Annotated[
    str, typer.Option(metavar="N", help="Maximum number of games, both sides together.")
]
IsSprt = Annotated[
    bool,
    typer.Option("--sprt", help="Only test for a change of the margin or more (SPRT): faster."),
]


@dataclass(frozen=True)
class Test:
    """The metric, and when the comparison stops."""

    metric: option.Metric = None
    margin: option.Margin = None
    max_games: MostGames = "100k"
    sprt: IsSprt = False


@commands.command(epilog="Example: simlab ab taxis --players 3 --patch actions_per_turn=4")
@at_ctrl_c("nothing is kept; it ends sooner with a larger --margin or fewer --max-games")
@option.grouped
def ab(
    game: option.Game,
    setup: option.Setup,
    test: Test,
    against: option.Against = None,
    jobs: option.Jobs = None,
    as_json: option.Json = False,
) -> None:
    """Measure the effect of a patch on one metric until decided.

    Both sets of rules play the same deals. With --data and no --patch, two data folders are
    compared. Exit code 1 if it stays undecided.
    """
    from functools import partial

    from simlab.cli.terminal.ab import (
        brief,
        content_of,
        houserule_command,
        print_answer,
        print_population,
        print_question,
    )
    from simlab.cli.terminal.output import say_json, say_line
    from simlab.cli.terminal.playing import opened_engine
    from simlab.cli.terminal.progress import last_look
    from simlab.execution.watchdog import in_background
    from simlab.study.ab import compare, requested_ab
    from simlab.study.comparison import requested_comparison
    from simlab.study.population import other_policies, population

    options = {**setup.keys(), "games": test.max_games}
    comparison = requested_comparison(game, options, against)
    engine = opened_engine(comparison.sides, [*comparison.base.lineup, *other_policies(comparison)])
    if not as_json:
        print_question(comparison)
    question = in_background(
        lambda: requested_ab(comparison, engine, test.metric, test.margin, jobs, test.sprt)
    )
    look, is_stopped = last_look(compare(question, engine, jobs), partial(brief, question))
    effects = [] if is_stopped else in_background(lambda: population(question, engine, jobs))
    if as_json:
        say_json(content_of(question, look, effects))
    else:
        print_answer(question, look)
        print_population(question, look, effects)
        if look.is_decided:
            say_line(f"For the size of the effect: {houserule_command(game, options, against)}")
    if is_stopped:
        raise Interrupted(f"stopped; {LAST_LOOK}")
    raise typer.Exit(0 if look.is_decided else 1)
