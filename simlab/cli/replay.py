"""`simlab replay`: any game again, move by move, in words."""

from __future__ import annotations

import typer

from simlab.cli import option

commands = typer.Typer()


@commands.command(
    epilog="Example: simlab replay runs/taxis-1a2b3c4d --game 17, or simlab replay pig --game 3"
)
@option.grouped
def replay(which: option.ReplayedGame, setup: option.Setup, output: option.ReplayOutput) -> None:
    """Replay any game, move by move, in words.

    The game is played again: seed, number and rotation determine it, so none is stored. With
    --json, one object per line: the table, then every event and decision, then the result.
    """
    from simlab.cli.terminal.output import say_json
    from simlab.cli.terminal.progress import announce_compiling, announce_remarks
    from simlab.cli.terminal.replay import (
        check_game,
        experiment_of,
        in_language,
        print_replay,
        scenario_of,
    )
    from simlab.explain.replay import replay

    experiment = experiment_of(which.target, setup.keys(), output.trust)
    chosen = in_language(scenario_of(experiment, which.scenario), output.language)
    check_game(which.target, chosen, which.game)
    announce_remarks([chosen])
    announce_compiling(chosen.game, chosen.lineup)
    events = replay(chosen, which.game, which.rotation)
    if output.as_json:
        for event in events:
            say_json(event)
    else:
        print_replay(chosen, events)
