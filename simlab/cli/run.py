"""`simlab run`: plays a game or an experiment and keeps the results."""

from __future__ import annotations

from typing import Any

from simlab.cli import option
from simlab.cli.command import build_command
from simlab.cli.interrupt import RUN_IS_KEPT
from simlab.cli.kept_run import OUTPUTS

WAY_TO_PLAY = ("jobs", "cluster", "out", "fresh")
"""Options that are no keys of an experiment."""


def run(options: dict[str, Any]) -> None:
    """Play a game or an experiment and print the result."""
    from simlab.experiment.request import request_experiment

    what, explain, as_json = (options.pop(name) for name in ("what", *OUTPUTS))
    way = {name: options.pop(name) for name in WAY_TO_PLAY}
    options["players"] = option.numbers_in(options["players"])
    # values are checked before all that plays is imported, so that a refusal comes at once
    experiment = request_experiment(what, {name: value or None for name, value in options.items()})

    from simlab.api.playing import open_executor
    from simlab.api.run import play_unless_kept
    from simlab.cli.terminal.progress import audience
    from simlab.cli.terminal.run import print_result

    with (
        audience() as watcher,
        open_executor(way.pop("jobs"), way.pop("cluster"), watcher) as executor,
    ):
        result = play_unless_kept(experiment, executor, **way, observer=watcher, source=what)
    print_result(result, watcher.seconds, as_json, explain=explain)


commands = build_command(
    "run",
    run,
    example="simlab run taxis --players 3 --games 200k",
    stopped=RUN_IS_KEPT,
    outputs=OUTPUTS,
    metavars={"what": "WHAT", "out": "DIR"},
)
