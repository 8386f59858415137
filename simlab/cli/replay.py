"""One game again, in words."""

from __future__ import annotations

from typing import Annotated

import typer

from simlab.cli import option

commands = typer.Typer()


@commands.command(
    epilog="Example: simlab replay runs/taxis-1a2b3c4d --game 17, or simlab replay pig --game 3"
)
def replay(
    target: Annotated[
        str, typer.Argument(metavar="RUN|GAME", help="A run folder, or the name of a game.")
    ],
    game: Annotated[int, typer.Option(metavar="N", help="Number of the game (its deal).")],
    rotation: Annotated[
        int, typer.Option(metavar="R", help="By how many seats the line-up is turned.")
    ] = 0,
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
    """Tell any game again, move by move.

    It is played anew: seed, number and rotation make a game what it is, so none is stored. With
    --json, one object per line: the table, then every event and decision, then the result.
    """
    from simlab.cli.progress import announce_compiling, announce_remarks
    from simlab.cli.story import (
        check_game,
        experiment_of,
        in_language,
        print_story,
        scenario_of,
    )
    from simlab.cli.terminal import say_json
    from simlab.execution.replay import replay

    options = option.given(players, policy, policy_file, None, seed, patch, data)
    experiment = experiment_of(target, options, trust)
    chosen = in_language(scenario_of(experiment, scenario), option.language(lang, as_json))
    check_game(target, chosen, game)
    announce_remarks([chosen])
    announce_compiling(chosen.game, chosen.lineup)
    events = replay(chosen, game, rotation)
    if as_json:
        for event in events:
            say_json(event)
    else:
        print_story(chosen, events)
