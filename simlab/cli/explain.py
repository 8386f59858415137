"""Why that move? What else could have been done, and what it would have been worth."""

from __future__ import annotations

from typing import Annotated

import typer

from simlab.cli import option

commands = typer.Typer()


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
        typer.Option(metavar="K", help="Number of the decision, from 0; all unless given."),
    ] = None,
    rollouts: Annotated[
        int | None,
        typer.Option(
            metavar="N", help="Games played on at a decision; 1000, or 100 at all decisions."
        ),
    ] = None,
    base: Annotated[
        str | None,
        typer.Option(
            metavar="NAME[:TRAIT=X,...]",
            help="Who plays on in all seats; who sits there unless given.",
        ),
    ] = None,
    scenario: option.Scenario = None,
    players: option.Players = None,
    policy: option.Policy = None,
    policy_file: option.PolicyFile = None,
    seed: option.Seed = None,
    patch: option.Patch = None,
    data: option.Data = None,
    as_json: option.Json = False,
) -> None:
    """Say what each choice of a decision was worth, or which decisions of a game missed most.

    Every choice is tried by playing on from the position, as the thinking player `search` does.
    """
    from simlab.cli.explanation import content_of, print_explanation
    from simlab.cli.progress import announce_compiling, announce_remarks
    from simlab.cli.story import check_game, experiment_of, scenario_of
    from simlab.cli.terminal import say_json
    from simlab.execution.position import past_of
    from simlab.execution.thought import answers, think
    from simlab.catalog import policies_of, find_policy
    from simlab.execution.thought import thinker_like

    options = option.given(players, policy, policy_file, None, seed, patch, data)
    experiment = experiment_of(target, options)
    chosen = scenario_of(experiment, scenario)
    check_game(target, chosen, game)
    announce_remarks([chosen])
    known = policies_of(experiment.game, experiment.policy_files)
    known = [policy for policy in known if policy.can_sit(chosen.players)]
    past = past_of(chosen, game, rotation)
    position = past.position(decision)
    based = find_policy(base, known, chosen.players) if base else position.policy
    thinker = thinker_like(based, known, chosen.game, rollouts or 1000)
    thought = think(position, thinker)
    found = content_of(past, thought, answers(position, known))
    if as_json:
        say_json(found)
    else:
        print_explanation(past, found)
