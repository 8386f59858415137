"""Advice of `simlab check` on habits of the default player that a person would call silly."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence

from simlab.engine.build import Engine
from simlab.execution.processes import all_cores
from simlab.experiment.request import request_experiment
from simlab.experiment.resolve import Scenario
from simlab.explain.habits import habits
from simlab.game.definition import Game
from simlab.report.answers.habits import habit_remarks

GAMES = 20
"""Games with each number of players: enough for habits that are far beyond their limits."""
SLOW_SECONDS, LONG = 0.5, 2_000
"""Processor seconds, and decisions, of a game from which on habits would take minutes to see."""


def habit_advice(
    name: str, game: Game, player_counts: Iterable[int], patches: Sequence[str], data: str | None
) -> Iterator[str]:
    """Yield a sentence on each habit of the default player that is beyond its limit.

    Raises:
        ContractError: a game or a policy broke its contract.
    """
    executor = all_cores()
    for players in player_counts:
        if not game.default_policy(players):
            continue
        options = {"players": [str(players)], "patch": [*patches], "data": data}
        scenario = request_experiment(name, options).scenarios[0]
        if all(executor.map(is_quick, [(scenario,)])):
            yield from habit_remarks(habits(scenario, executor, GAMES))


def is_quick(engine: Engine, scenario: Scenario) -> bool:
    """Return whether a game is short enough, and its player fast enough, to follow some games."""
    engine.prepare(scenario.lineup)  # else loading code would count
    began = time.thread_time()
    row = engine.play(scenario.rules.row, scenario.lineup, scenario.seed, 0, 1)[0]
    return time.thread_time() - began < SLOW_SECONDS and bool(row["decisions"] < LONG)
