"""House rule: what a change of the rules does to everything that is measured."""

from __future__ import annotations

from pathlib import Path

import typer

from simlab.cli import option

commands = typer.Typer()


@commands.command(epilog="Example: simlab houserule taxis --players 3 --patch actions_per_turn=4")
def houserule(
    what: option.What,
    patch: option.Patch = None,
    players: option.Players = None,
    policy: option.Policy = None,
    policy_file: option.PolicyFile = None,
    games: option.Games = None,
    seed: option.Seed = None,
    data: option.Data = None,
    jobs: option.Jobs = None,
    out: option.Out = None,
    fresh: option.Fresh = False,
    as_json: option.Json = False,
) -> None:
    """Say all that a patch changes, and write a page about it.

    Both sets of rules see the same deals. The other policies of the game play a twentieth of the
    games each, to show what hangs on who plays. WHAT is a game with a --patch, or a file with
    [houserule].
    """
    from simlab.cli.contrast import print_contrast
    from simlab.cli.play import play
    from simlab.errors import InputError
    from simlab.experiment.houserule import KIND
    from simlab.experiment.request import question_of, requested
    from simlab.report.page import write

    options = option.given(players, policy, policy_file, games, seed, None, data)
    if patch:
        options |= {"houserule": {"patch": patch}, "question": question_of(what, patch, data)}
    experiment = requested(what, options)
    if experiment.study.get("kind") != KIND:
        raise InputError("patch: say which rule to change: --patch KEY=VALUE, or --patch FILE")
    store, _ = play(experiment, out, jobs, fresh)
    folder = from_here(store.folder)
    print_contrast(folder, write(folder), as_json)


def from_here(folder: Path) -> Path:
    """Return a folder as one would type it, since the page names it in commands to copy."""
    return folder.relative_to(Path.cwd()) if folder.is_relative_to(Path.cwd()) else folder
