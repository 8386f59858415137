"""The command that replays a game of a run."""

from __future__ import annotations

from pathlib import Path

from markupsafe import Markup

from simlab import shell
from simlab.analysis.tables import Scenario


def replay_command(run: Path, scenario: Scenario, deal: int, rotation: int) -> str:
    """Return the command that replays a game of a run, without the path of this machine to it."""
    arguments = [
        "simlab",
        "replay",
        path_to_show(run),
        "--scenario",
        scenario.name,
        "--game",
        str(deal),
    ]
    arguments += ["--rotation", str(rotation)] if scenario.rotations > 1 else []
    return shell.join(arguments)


def path_to_show(run: Path) -> str:
    """Return the path of a run from the working folder, or its name alone if it is elsewhere."""
    here = Path.cwd()
    if run.is_absolute():
        # pages are passed on: a path of this machine helps nobody there
        return str(run.relative_to(here)) if run.is_relative_to(here) else run.name
    return str(run)


def unbroken(command: str) -> Markup:
    """Return a command for a page; lines break only before an option."""
    option_span = Markup('<span class="option">{}</span>')
    first, *options = command.split(" --")
    return Markup(" ").join(
        option_span.format(argument) for argument in (first, *(f"--{o}" for o in options))
    )
