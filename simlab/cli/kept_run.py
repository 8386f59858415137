"""A command that keeps a run and writes a page about it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import typer

from simlab.cli.command import ask, build_command
from simlab.cli.interrupt import RUN_IS_KEPT

OUTPUTS = ("explain", "as_json")
"""Options of the output of a run."""


def command_of_run(
    name: str, *, example: str, note: str, metavars: Mapping[str, str]
) -> typer.Typer:
    """Return the command of a function that returns a run; see `command`."""

    def run(options: dict[str, Any]) -> None:
        from simlab.cli.terminal.progress import audience
        from simlab.cli.terminal.run import print_result

        explain, as_json = (options.pop(field) for field in OUTPUTS)
        with audience() as watcher:
            result = ask(name, {**options, "observer": watcher})
        print_result(result, watcher.seconds, as_json, explain=explain)

    return build_command(
        name,
        run,
        example=example,
        stopped=RUN_IS_KEPT,
        outputs=OUTPUTS,
        note=note,
        metavars={"what": "WHAT", "out": "DIR", **metavars},
    )
