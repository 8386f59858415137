"""`simlab replay`: any game again, move by move, in words."""

from __future__ import annotations

import typer

from simlab.cli import option

commands = typer.Typer()


@commands.command(
    epilog="Example: simlab replay runs/taxis-1a2b3c4d --game 17, or simlab replay pig --game 3"
)
@option.group_options
def replay(which: option.ReplayedGame, setup: option.Setup, output: option.ReplayOutput) -> None:
    """Replay any game, move by move, in words.

    The game is played again: seed, number and rotation determine it, so none is stored. What
    belongs together is in one line, with the number that explain-move --decision takes. With
    --json, one object per line: the table, then every event and decision, then the result. With
    --html, a page that needs no network: step, play or jump to a turn, with the board, the hands
    and what else could have been chosen; page.html#40 opens it at step 40. --chances adds a track
    with the winning chances of all seats, by rollouts from the starts of turns; click it to jump.
    """
    from simlab.api.replay import choose_scenario, experiment_of, replay_events, save_viewer
    from simlab.cli.terminal.output import say_json, say_line
    from simlab.cli.terminal.progress import TerminalLines
    from simlab.cli.terminal.replay import print_replay
    from simlab.errors import InputError

    if output.chances and output.html is None:
        raise InputError("are shown on a page; name its file with --html", "chances")
    experiment = experiment_of(which.target, setup.keys(), output.trust)
    chosen = choose_scenario(experiment, which.target, which.game, which.scenario, output.language)
    observer = TerminalLines()
    events = replay_events(chosen, which.game, which.rotation, observer)
    if output.html is not None:
        file = str(save_viewer(chosen, events, output.html, output.chances, observer))
        say_json({"html": file}) if output.as_json else say_line(file)
    elif output.as_json:
        for event in events:
            say_json(event)
    else:
        print_replay(chosen, events, long=output.long)
