"""Why that move? What else could have been done, and what it would have been worth."""

from __future__ import annotations

from typing import Annotated

import typer

from simlab.cli import option

commands = typer.Typer()

AT_ONE_DECISION, AT_EVERY_DECISION = 1000, 200
"""Rollouts unless given."""
CLOSER = 5
"""How many times as many there are where most seems missed."""


@commands.command(
    "explain-move",
    epilog="Example: simlab explain-move taxis --players 3 --policy planner --game 7 --decision 12",
)
def explain_move(
    target: Annotated[
        str, typer.Argument(metavar="RUN|GAME", help="A run folder, or the name of a game.")
    ],
    game: Annotated[int, typer.Option(metavar="N", help="Number of the game (its deal).")],
    rotation: Annotated[
        int, typer.Option(metavar="R", help="By how many seats the line-up is turned.")
    ] = 0,
    decision: Annotated[
        int | None,
        typer.Option(metavar="K", help="Number of the decision, from 0; without it, all are tried"),
    ] = None,
    rollouts: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help=f"Games played on from a decision: {AT_ONE_DECISION} unless given,"
            f" {AT_EVERY_DECISION} where all are tried, and {CLOSER} times as many where most seems"
            " missed.",
        ),
    ] = None,
    base: Annotated[
        str | None,
        typer.Option(
            metavar="NAME[:TRAIT=X,...]",
            help="Who plays them on, in all seats; whoever sits there unless given.",
        ),
    ] = None,
    scenario: option.Scenario = None,
    players: option.Table = None,
    policy: option.Policy = None,
    policy_file: option.PolicyFile = None,
    seed: option.Seed = None,
    patch: option.Patch = None,
    data: option.Data = None,
    lang: option.Lang = None,
    trust: option.Trust = False,
    as_json: option.Json = False,
) -> None:
    """Say what each choice was worth, or where most was missed.

    The game is played anew up to there. From there it is played on to the end many times with each
    choice, what the player cannot see dealt anew each time, as the thinking player `search` does.
    """
    from simlab.cli import explanation, regret
    from simlab.cli.progress import announce_compiling, announce_remarks
    from simlab.cli.story import check_game, experiment_of, in_language, scenario_of
    from simlab.cli.terminal import say_json
    from simlab.execution.position import past_of
    from simlab.execution.thought import policies_at, thinkers_of
    from simlab.search import OWN

    options = option.given(players, policy, policy_file, None, seed, patch, data)
    experiment = experiment_of(target, options, trust)
    chosen = in_language(scenario_of(experiment, scenario), option.language(lang, as_json))
    check_game(target, chosen, game)
    announce_remarks([chosen])
    policies = policies_at(experiment, chosen)
    if rollouts is None:
        rollouts = AT_EVERY_DECISION if decision is None else AT_ONE_DECISION
    thinkers = thinkers_of(chosen, rotation, policies, base, rollouts)
    searches = [thinker.search for thinker in thinkers]
    announce_compiling(chosen.game, [*chosen.lineup, *policies, *searches])
    past = past_of(chosen, game, rotation)
    if decision is None:
        most = min(CLOSER * rollouts, int(OWN["rollouts"].high))
        closer = thinkers_of(chosen, rotation, policies, base, most)
        found, show = regret.content_of(past, thinkers, closer), regret.print_regrets
    else:
        found = explanation.content_of(past, decision, thinkers, policies)
        show = explanation.print_explanation
    if as_json:
        say_json(found)
    else:
        show(past, found)
