"""Game speed: games and decisions per second, start times and bytes per game.

The reference is a compiled loop of bounded random draws, measured in the same run: a decision that
costs 20 draws costs about 20 draws on any machine, while seconds differ.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

import numpy as np

from simlab.catalog import name_of
from simlab.engine.build import Engine
from simlab.engine.kernel import kernel
from simlab.engine.record import Words
from simlab.engine.rng import below, seed_stream
from simlab.execution.run_estimate import parquet_size
from simlab.execution.tables import tables_of
from simlab.experiment.resolve import Scenario
from simlab.game.definition import Game
from simlab.game.policy import Policy

SECONDS = 1.0
"""Seconds of each measurement: repeatable to a few per cent."""
SEED = 1914
# then more and more, until there is time enough to divide by
FIRST_GAMES = 20
DRAWS = 20_000_000
"""Draws of the reference: about a tenth of a second."""
FACES = 6
FIRST_GAME = """
from simlab.catalog import find_game
game = find_game({game!r})
lineup = [policy for policy in game.policies if policy.name == {policy!r}] * {players}
game.engine().play(game.load().row, lineup, {seed}, 0, 1)
"""


@dataclass(frozen=True)
class Speed:
    """Speed of one policy in one game."""

    game: str
    policy: str
    players: int
    games: float
    """Games per second on one core."""
    decisions: float
    """Decisions per second on one core."""
    draws: float
    """Cost of a decision in draws of the reference."""
    speed_up: float
    """Games per second on all cores, as a multiple of one."""
    bytes_per_game: float


@dataclass(frozen=True)
class Start:
    """Seconds until the first result of a game in a new process."""

    game: str
    policy: str
    cold: float
    """Seconds with an empty cache: everything is compiled."""
    warm: float
    """Seconds with compiled code on disk."""


@kernel
def draw_many(stream: Words, n: int) -> int:
    """Return the sum of many bounded draws, so that the compiler keeps them all."""
    total = 0
    for _ in range(n):
        total += below(stream, FACES)
    return total


def seconds_per_draw() -> float:
    """Return the seconds of one draw of the reference."""
    stream = np.zeros(4, np.uint64)
    seed_stream(stream, SEED, 0, np.uint64(0))
    # compiles it
    draw_many(stream, 1)
    began = time.perf_counter()
    draw_many(stream, DRAWS)
    return (time.perf_counter() - began) / DRAWS


def tables_for(game: Game) -> Iterator[tuple[Policy, int]]:
    """Yield each policy with its number of players: three where that is allowed."""
    for policy in game.policies:
        low, high = policy.players or game.players
        yield policy, min(max(low, 3), high)


def speed(game: Game, policy: Policy, players: int, draw: float) -> Speed:
    """Measure one policy in all seats; `draw` is the seconds of a draw of the reference."""
    engine = game.engine()
    lineup = (policy,) * players
    scenario = Scenario(policy.name, game, game.load(), {}, lineup, SEED, 1)
    count = games_in(engine, scenario)
    began = time.perf_counter()
    rows = engine.play(scenario.rules.row, lineup, SEED, 0, count)
    one_core = time.perf_counter() - began
    n_decisions = int(rows["decisions"].sum())
    tables = tables_of(scenario, rows)
    size = sum(parquet_size(table) for table in tables.values())
    return Speed(
        game.name,
        policy.name,
        players,
        count / one_core,
        n_decisions / one_core,
        one_core / n_decisions / draw,
        speed_up(engine, scenario, count, one_core),
        size / count,
    )


def games_in(engine: Engine, scenario: Scenario) -> int:
    """Return the number of games that take about SECONDS."""
    play = partial(engine.play, scenario.rules.row, scenario.lineup, SEED, 0)
    count, seconds = FIRST_GAMES, 0.0
    # compiles it
    play(1)
    while seconds < SECONDS / 10:
        count *= 2
        began = time.perf_counter()
        play(count)
        seconds = time.perf_counter() - began
    return int(count * SECONDS / seconds) + 1


def speed_up(engine: Engine, scenario: Scenario, count: int, one_core: float) -> float:
    """Return games per second on all cores as a multiple of one core."""
    n_cores = os.cpu_count() or 1
    play = partial(engine.play, scenario.rules.row, scenario.lineup, SEED, count=count)
    with ThreadPoolExecutor(n_cores) as pool:
        began = time.perf_counter()
        list(pool.map(lambda core: play(first_deal=core * count), range(n_cores)))
        return n_cores * one_core / (time.perf_counter() - began)


def start_times(game: Game, policy: Policy, players: int) -> Start:
    """Measure a first game in a new process, with an empty and with a filled cache."""
    settings = {"game": name_of(game), "policy": policy.name, "players": players, "seed": SEED}
    command = FIRST_GAME.format(**settings)
    with tempfile.TemporaryDirectory(prefix="simlab-bench-") as cache:
        # the second one finds the code of the first
        cold, warm = (_seconds_of(command, cache) for _ in range(2))
    return Start(game.name, policy.name, cold, warm)


def _seconds_of(command: str, cache: str) -> float:
    began = time.perf_counter()
    environment = {**os.environ, "SIMLAB_CACHE_DIR": cache}
    subprocess.run([sys.executable, "-c", command], env=environment, check=True)
    return time.perf_counter() - began
