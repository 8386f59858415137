"""Strength, speed and habits of all policies of a game, for its page of strengths."""

from __future__ import annotations

import time
from pathlib import Path

import pandas as pd

from simlab.errors import InputError
from simlab.execution.executor import Executor
from simlab.experiment.request import request_experiment
from simlab.experiment.resolve import Scenario
from simlab.experiment.small_noise import SMALL
from simlab.explain.habits import habits
from simlab.game.definition import Game
from simlab.game.policy import NOISE, shortest_decimal, with_option
from simlab.game.strengths import Measured, MeasuredPolicy
from simlab.report.page_table import records
from simlab.report.wording import Row
from simlab.studies.ladder.answer import among_strongest_others
from simlab.studies.ladder.result import Ladder

SECONDS = 0.2
"""Processor seconds in which each policy plays for its speed."""
NOISE_OF_ALL = with_option("", NOISE, shortest_decimal(SMALL))
MOST_DEALS = 1_000
"""Deals of one call: more would not make the speed surer."""


def measure_policies(game: str, ladder: Ladder) -> list[MeasuredPolicy]:
    """Return the policies of a ladder of a game with strengths and speeds, strongest first.

    A small noise that the ladder gave to all is none of theirs.
    """
    measured = []
    for participant, row in _strengths(ladder).items():
        policy = participant if ladder.variety is None else participant.removesuffix(NOISE_OF_ALL)
        speed = games_per_second(_alone(game, ladder.players, policy))
        measured.append(MeasuredPolicy(policy, row["estimate"], row["low"], row["high"], speed))
    return measured


def policy_habits(game: str, measured: Measured, executor: Executor) -> dict[int, pd.DataFrame]:
    """Return the habits of all policies at each table, in the order of the policies."""
    return {
        players: pd.concat(
            [habits(_alone(game, players, own.policy), executor) for own in policies],
            ignore_index=True,
        )
        for players, policies in measured.items()
    }


def _alone(game: str, players: int, policy: str) -> Scenario:
    """Return the scenario in which a policy has all seats."""
    options = {"players": [str(players)], "policy": [policy]}
    return request_experiment(game, options).scenarios[0]


def _strengths(ladder: Ladder) -> dict[str, Row]:
    """Return the share of the wins of each policy, or its mean score, by its written form."""
    if not ladder.scale.is_share:
        return {row["lineup"]: row for row in records(ladder.means)}
    return {row["policy"]: among_strongest_others(ladder, row) for row in records(ladder.strengths)}


def games_per_second(scenario: Scenario) -> float:
    """Return the games that one core plays in a second, in one digit.

    Counted in seconds of the processor, so that other programs do not matter.
    """
    engine = scenario.game.engine()
    engine.prepare(scenario.lineup)  # else loading code would count
    n_games, count, began = 0, 1, time.process_time()
    while (seconds := time.process_time() - began) < SECONDS:
        engine.play(scenario.rules.row, scenario.lineup, scenario.seed, n_games, count)
        n_games, count = n_games + count, min(count * 2, MOST_DEALS)
    return float(f"{n_games / seconds:.1g}")


def table_file(game: Game) -> Path:
    """Return the file of the table of strengths of a game, which needs a data folder.

    Raises:
        InputError: the game has none.
    """
    if not game.folder.is_dir():
        raise InputError(f"{game.title} has no data folder to keep the strengths in", "save")
    return game.strengths_file
