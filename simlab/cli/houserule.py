"""House rule: what a change of the rules does to everything that is measured."""

from __future__ import annotations

import typer

from simlab.cli import option
from simlab.cli.interrupt import RUN_IS_KEPT, at_ctrl_c

commands = typer.Typer()


@commands.command(epilog="Example: simlab houserule taxis --players 3 --patch actions_per_turn=4")
@at_ctrl_c(RUN_IS_KEPT)
def houserule(
    what: option.What,
    patch: option.Patch = None,
    players: option.Players = None,
    policy: option.Policy = None,
    policy_file: option.PolicyFile = None,
    games: option.Games = None,
    seed: option.Seed = None,
    data: option.Data = None,
    against: option.Against = None,
    jobs: option.Jobs = None,
    out: option.Out = None,
    fresh: option.Fresh = False,
    as_json: option.Json = False,
) -> None:
    """Say all that a patch changes, and write a page about it.

    Both sets of rules see the same deals. The other policies of the game play a twentieth of the
    games each, to show how much depends on who plays. WHAT is a game with --patch or --data, or a
    file with [houserule].
    """
    from simlab.cli.play import play
    from simlab.cli.result import print_result
    from simlab.errors import InputError
    from simlab.experiment.houserule import KIND
    from simlab.experiment.request import experiment_file, question_of, requested

    options = option.given(players, policy, policy_file, games, seed, patch, data)
    if patch or against or experiment_file(what) is None:
        options = option.told_apart(options, against)
        options["question"] = question_of(what, patch or [], data) or None
    experiment = requested(what, options)
    if experiment.study.get("kind") != KIND:
        raise InputError(
            "patch: say which rule to change: --patch KEY=VALUE, --patch FILE, or --data DIR"
        )
    store, seconds = play(experiment, out, jobs, fresh)
    print_result(store, seconds, as_json)
