"""`simlab explain-move`: what each choice was worth, or where most was missed."""

from __future__ import annotations

from typing import Annotated

import typer

from simlab.cli import option

commands = typer.Typer()

AT_ONE_DECISION, AT_EVERY_DECISION = 1000, 200
"""Rollouts unless given."""
CLOSER = 5
"""How many times as many there are where most seems missed."""


Decision = Annotated[
    int | None,
    typer.Option(metavar="K", help="Number of the decision, from 0; without it, all are tried"),
]
Rollouts = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        help=f"Games played on from a decision: {AT_ONE_DECISION} unless given,"
        f" {AT_EVERY_DECISION} where all are tried, and {CLOSER} times as many where most seems"
        " missed.",
    ),
]
Base = Annotated[
    str | None,
    typer.Option(
        metavar="NAME[:TRAIT=X,...]",
        help="Who plays them on, in all seats; whoever sits there unless given.",
    ),
]


@commands.command(
    "explain-move",
    epilog="Example: simlab explain-move taxis --players 3 --policy planner --game 7 --decision 12",
)
@option.grouped
def explain_move(
    which: option.Replayed,
    setup: option.Setup,
    telling: option.Telling,
    decision: Decision = None,
    rollouts: Rollouts = None,
    base: Base = None,
) -> None:
    """Say what each choice was worth, or where most was missed.

    The game is played anew up to there. From there it is played on to the end many times with each
    choice, what the player cannot see dealt anew each time, as the thinking player `search` does.
    """
    from simlab.cli.terminal import explain_move, regret
    from simlab.cli.terminal.output import say_json
    from simlab.cli.terminal.progress import announce_compiling, announce_remarks
    from simlab.cli.terminal.replay import check_game, experiment_of, in_language, scenario_of
    from simlab.explain.decision import played_game
    from simlab.explain.search_values import policies_at, searches_at
    from simlab.search import OWN

    experiment = experiment_of(which.target, setup.keys(), telling.trust)
    chosen = in_language(scenario_of(experiment, which.scenario), telling.language)
    check_game(which.target, chosen, which.game)
    announce_remarks([chosen])
    policies = policies_at(experiment, chosen)
    if rollouts is None:
        rollouts = AT_EVERY_DECISION if decision is None else AT_ONE_DECISION
    thinkers = searches_at(chosen, which.rotation, policies, base, rollouts)
    searches = [thinker.search for thinker in thinkers]
    announce_compiling(chosen.game, [*chosen.lineup, *policies, *searches])
    past = played_game(chosen, which.game, which.rotation)
    if decision is None:
        most = min(CLOSER * rollouts, int(OWN["rollouts"].high))
        closer = searches_at(chosen, which.rotation, policies, base, most)
        found, show = regret.content_of(past, thinkers, closer), regret.print_regrets
    else:
        found = explain_move.content_of(past, decision, thinkers, policies)
        show = explain_move.print_explanation
    if telling.as_json:
        say_json(found)
    else:
        show(past, found)
