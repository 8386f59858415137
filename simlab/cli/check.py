"""The contract test of a game or a file of policies, told line-up by line-up."""

from __future__ import annotations

from collections import deque
from functools import partial
from pathlib import Path

import typer

from simlab.catalog import find_game, policies_of
from simlab.cli.progress import announce_compiling
from simlab.contract import Case, cases, problems_of
from simlab.errors import ContractError, InputError
from simlab.execution.replay import replay
from simlab.execution.watchdog import in_background
from simlab.experiment.patch import patched
from simlab.experiment.resolve import Scenario
from simlab.experiment.spec import check_table
from simlab.game import Game
from simlab.policy import Policy


def check_all(
    name: str, policy_files: list[str], players: str | None, patches: list[str], data: str | None
) -> list[str]:
    """Return all problems of a game with its policies, or with those in files."""
    game = find_game(name)
    policies, rules = strangers(game, policy_files), patched(game, patches, data)
    announce_compiling(game, policies)
    problems: list[str] = []
    for case in cases(game, rules, policies, player_counts(game, players)):
        typer.echo(f"{case} ...", err=True)
        problems += no_answers(case) or in_background(partial(problems_of, case))
    return problems


def no_answers(case: Case) -> list[str]:
    """Return what keeps the deals of a case from being played at all, such as endless thinking."""
    scenario = Scenario("", case.game, case.rules, {}, case.lineup, case.seed, case.n_deals)
    try:
        for deal in range(case.n_deals):
            deque(replay(scenario, deal), maxlen=0)
    except ContractError as error:
        return [str(error)]
    return []


def strangers(game: Game, files: list[str]) -> list[Policy]:
    """Return the policies in files, or those of the game when there are none."""
    policies = policies_of(game, [Path(file) for file in files])
    return policies[: len(policies) - len(game.policies)] if files else policies


def player_counts(game: Game, players: str | None) -> list[int]:
    """Return the numbers of players to try, all unless some are named."""
    low, high = game.players
    if players is None:
        return [*range(low, high + 1)]
    counts = check_table({"game": game.name, "players": players.split(",")}).players or []
    if any(not low <= n <= high for n in counts):
        raise InputError(f"players: {game.title} is for {low} to {high} players, not {players}")
    return counts
