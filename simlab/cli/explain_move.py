"""`simlab explain-move`: the value of each choice of a decision, or the largest regrets."""

from __future__ import annotations

from typing import Annotated

import typer

from simlab.cli import option

commands = typer.Typer()

AT_ONE_DECISION, AT_EVERY_DECISION = 1000, 200
"""Default numbers of rollouts."""
CLOSER = 5
"""Factor by which the decisions with the largest regret get more rollouts."""


Decision = Annotated[
    int | None,
    typer.Option(metavar="K", help="Number of the decision, from 0; all decisions unless given."),
]
Rollouts = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        help=f"Rollouts of a decision: {AT_ONE_DECISION} unless given. Without --decision"
        f" {AT_EVERY_DECISION} each, and {CLOSER} times as many for the largest regrets.",
    ),
]
Base = Annotated[
    str | None,
    typer.Option(
        metavar="NAME[:TRAIT=X,...]",
        help="Policy that plays the rollouts, in all seats; that of the seat unless given.",
    ),
]


@commands.command(
    "explain-move",
    epilog="Example: simlab explain-move taxis --players 3 --policy planner --game 7 --decision 12",
)
@option.grouped
def explain_move(
    which: option.ReplayedGame,
    setup: option.Setup,
    output: option.ReplayOutput,
    decision: Decision = None,
    rollouts: Rollouts = None,
    base: Base = None,
) -> None:
    """Show the value of each choice, or the largest regrets.

    The game is replayed up to a decision. Each choice is then valued by rollouts, in which all
    that the player cannot see is dealt again, as the policy `search` does it.
    """
    from simlab.cli.terminal import explain_move, regret
    from simlab.cli.terminal.output import say_json
    from simlab.cli.terminal.progress import announce_compiling, announce_remarks
    from simlab.cli.terminal.replay import check_game, experiment_of, in_language, scenario_of
    from simlab.explain.decision import played_game
    from simlab.explain.search_values import policies_at, searches_at
    from simlab.search import OWN

    experiment = experiment_of(which.target, setup.keys(), output.trust)
    chosen = in_language(scenario_of(experiment, which.scenario), output.language)
    check_game(which.target, chosen, which.game)
    announce_remarks([chosen])
    policies = policies_at(experiment, chosen)
    if rollouts is None:
        rollouts = AT_EVERY_DECISION if decision is None else AT_ONE_DECISION
    searches_by_seat = searches_at(chosen, which.rotation, policies, base, rollouts)
    searches = [each.search for each in searches_by_seat]
    announce_compiling(chosen.game, [*chosen.lineup, *policies, *searches])
    past = played_game(chosen, which.game, which.rotation)
    if decision is None:
        most = min(CLOSER * rollouts, int(OWN["rollouts"].high))
        closer = searches_at(chosen, which.rotation, policies, base, most)
        content = regret.content_of(past, searches_by_seat, closer)
        show = regret.print_regrets
    else:
        content = explain_move.content_of(past, decision, searches_by_seat, policies)
        show = explain_move.print_explanation
    if output.as_json:
        say_json(content)
    else:
        show(past, content)
