"""`simlab houserule`: the effect of a rule change on every metric, with a page."""

from __future__ import annotations

from typing import Any

import typer

from simlab.cli import option
from simlab.cli.interrupt import RUN_IS_KEPT, at_ctrl_c

commands = typer.Typer()


@commands.command(epilog="Example: simlab houserule taxis --players 3 --patch actions_per_turn=4")
@at_ctrl_c(RUN_IS_KEPT)
@option.grouped
def houserule(
    what: option.What,
    setup: option.RunSetup,
    running: option.Running,
    against: option.Against = None,
) -> None:
    """Measure the effect of a patch on all metrics.

    Both sets of rules play the same deals, and a page about the effects is written. The other
    policies of the game play a twentieth of the games each, to show how much the effects depend
    on the policy. WHAT is a game with --patch or --data, or a file with [houserule].
    """
    from simlab.cli.terminal.playing import play
    from simlab.cli.terminal.run import print_result
    from simlab.errors import InputError
    from simlab.experiment.houserule import KIND
    from simlab.experiment.request import experiment_file, question_of, requested

    options = setup.keys()
    if setup.patch or against or experiment_file(what) is None:
        options = houserule_options(options, against)
        options["question"] = question_of(what, setup.patch or [], setup.data) or None
    experiment = requested(what, options)
    if experiment.study.get("kind") != KIND:
        raise InputError(
            "name the rule to change: --patch KEY=VALUE, --patch FILE, or --data DIR", "patch"
        )
    store, seconds = play(experiment, running)
    print_result(store, seconds, running.as_json)


def houserule_options(options: dict[str, Any], against: str | None) -> dict[str, Any]:
    """Return the options with all that differs between the two sets of rules under `houserule`.

    That is the patch, and the data folder if it is compared with another one.
    """
    from simlab.study.comparison import folder_of_base

    patch, data = options["patch"], options["data"]
    base = folder_of_base(options, against)
    change = {"patch": patch, "data": data if data != base else None}
    given = {key: value for key, value in change.items() if value}
    return {**options, "patch": None, "data": base, "houserule": given or None}
