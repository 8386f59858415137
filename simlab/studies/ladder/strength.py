"""Strength, speed and habits of all policies of a game, for its page of strengths."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pandas as pd

from simlab.analysis.habit import BY_NAME, NEVER_CHOSEN
from simlab.catalog import find_game
from simlab.errors import InputError
from simlab.execution.executor import Executor
from simlab.experiment.request import request_experiment
from simlab.experiment.resolve import Scenario
from simlab.experiment.small_noise import SMALL
from simlab.explain.habits import habits
from simlab.game.definition import Game
from simlab.game.player_file import folders_of_players, home_of_trained_players, name_of
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


def with_learnt_habits(
    game: str, players: int, policies: Sequence[MeasuredPolicy], executor: Executor
) -> list[MeasuredPolicy]:
    """Return policies with the habits for which a learnt player is not the default one.

    These are habits whose whole interval is beyond their limit, where those of the best policy that
    was written are not. Only learnt players beside the file of a game can have them: what comes
    with the data of a game was chosen by its author. The policies are in order, the strongest
    first.
    """
    learnt_names = _names_of_learnt(find_game(game))
    is_learnt = [policy.policy.partition(":")[0] in learnt_names for policy in policies]
    n_better = next(
        (place for place, policy in enumerate(policies) if policy.is_fast and not is_learnt[place]),
        None,
    )
    # without a written policy, or one that is weaker than it, nothing would change
    if n_better is None or not any(is_learnt[:n_better]):
        return [*policies]
    beyond_of_best = _keys_beyond(game, players, policies[n_better].policy, executor)
    return [
        replace(
            policy,
            beyond={
                key: limit
                for key, limit in _keys_beyond(game, players, policy.policy, executor).items()
                if key not in beyond_of_best
            },
        )
        if is_learnt[place] and place < n_better
        else policy
        for place, policy in enumerate(policies)
    ]


def _names_of_learnt(game: Game) -> set[str]:
    """Return the names of the players that `simlab train` has written beside the file of a game."""
    home = home_of_trained_players(game).resolve()
    folders = folders_of_players(game)
    return {name_of(folder) for folder in folders if folder.is_relative_to(home)}


def _keys_beyond(game: str, players: int, policy: str, executor: Executor) -> dict[str, float]:
    """Return the limits, by key, of the habits of a policy whose whole interval is beyond."""
    frame = habits(_alone(game, players, policy), executor)
    beyond = frame[frame["is_beyond"] & (frame["habit"] != NEVER_CHOSEN)]
    return {BY_NAME[row["habit"]].key: float(row["limit"]) for row in records(beyond)}


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
