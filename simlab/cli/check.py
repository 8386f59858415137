"""The contract test of a game or a file of policies, told line-up by line-up."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import typer

from simlab.catalog import find_game, policies_of
from simlab.contract import cases, problems_of
from simlab.execution.watchdog import in_background
from simlab.experiment.patch import patched
from simlab.experiment.spec import check_table
from simlab.game import Game
from simlab.policy import Policy


def check_all(
    name: str, policy_files: list[str], players: str | None, patches: list[str], data: str | None
) -> list[str]:
    """Return all problems of a game with its policies, or with those in files."""
    game = find_game(name)
    policies = strangers(game, policy_files)
    counts = check_table({"game": name, "players": players.split(",")}).players if players else None
    problems: list[str] = []
    for case in cases(game, patched(game, patches, data), policies, counts or []):
        typer.echo(f"{case} ...", err=True)
        problems += in_background(partial(problems_of, case))
    return list(dict.fromkeys(problems))


def strangers(game: Game, files: list[str]) -> list[Policy]:
    """Return the policies in files, or those of the game when there are none."""
    policies = policies_of(game, [Path(file) for file in files])
    return policies[: len(policies) - len(game.policies)] if files else policies
