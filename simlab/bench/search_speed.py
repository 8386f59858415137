"""Pace: how fast a search thinks and plays on, beside whole games of its base.

The search thinks about crossroads of games that its base plays, spread over them. Both are measured
in turns and in seconds of their thread, so that what else the machine does counts for neither.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import count
from typing import Any

import numpy.typing as npt

from simlab.bench import speed
from simlab.engine.build import Engine
from simlab.engine.record import Ints
from simlab.engine.search import work_record
from simlab.errors import InputError
from simlab.experiment.resolve import Scenario
from simlab.game import Game
from simlab.policy import Policy
from simlab.search import search_over
from simlab.stepper import Case, Stepper

ROLLOUTS = 200
TURNS = 5
"""How often base and search are measured in turns."""
GAMES = 3
"""Games whose crossroads are thought about."""
GOLDEN = 0.618033988749895
"""The golden ratio: its multiples, without their whole parts, lie evenly, however many they are."""
MEGABYTE = 1e6


@dataclass(frozen=True)
class SearchSpeed:
    """How fast a search over one policy thinks."""

    game: str
    base: str
    players: int
    moves: float
    """Decisions thought about per second on one core, with ROLLOUTS at each."""
    rollouts: float
    """Games played on per second on one core."""
    decisions: float
    """Decisions per second in these on one core."""
    share: float
    """The same as a multiple of what the base makes in whole games."""
    speed_up: float
    """Decisions per second on all cores, as a multiple of one."""
    megabytes: float
    """What each thread plays and thinks in, its memory."""


@dataclass(frozen=True)
class Positions:
    """A table at which a seat has more than one choice."""

    state: npt.NDArray[Any]
    seat: int
    menu: Ints


class Searcher:
    """A search that thinks about crossroads, the same ones in the same order as any other."""

    def __init__(self, scenario: Scenario, crossroads: list[Positions]) -> None:
        game, base = scenario.game, scenario.lineup[0]
        search = search_over(base, game).with_weights(rollouts=ROLLOUTS)
        self.table = Stepper(Case(game, scenario.rules, (search,) * scenario.players), 0)
        self.table.set_up()
        room = work_record(game, base.memory)
        self.rooms = [memory[: search.memory].view(room)[0] for memory in self.table.memory]
        self.crossroads = (crossroads[int(i * GOLDEN % 1 * len(crossroads))] for i in count())
        self.moves = self.rollouts = self.decisions = 0
        self.seconds = 0.0
        # the first one compiles
        self.choose(next(self.crossroads))

    @property
    def speed(self) -> float:
        """Decisions per second in all rollouts so far."""
        return self.decisions / self.seconds

    @property
    def megabytes(self) -> float:
        """What it plays and thinks in."""
        return float(self.table.state.nbytes + self.table.scratch.nbytes) / MEGABYTE

    def choose(self, where: Positions) -> Any:
        """Think about one of the crossroads; return the room in which this was done."""
        self.table.state = where.state
        self.table.memory[where.seat] = 0  # or it would go on with the plan that it made elsewhere
        self.table.ask(where.seat, where.menu)
        return self.rooms[where.seat]

    def think(self, seconds: float, clock: Callable[[], float]) -> None:
        """Think for some time, at least about one of them, and count what is done."""
        began = now = clock()
        while now - began < seconds:
            room = self.choose(next(self.crossroads))
            self.moves += 1
            self.rollouts += int(room.rollouts[: room.n_options].sum())
            self.decisions += int(room.decisions)
            now = clock()
        self.seconds += now - began


def bases_of(game: Game) -> Iterator[tuple[Policy, int]]:
    """Yield the second and the last policy of a game, as far as searches take them, with players.

    The first policy of most games chooses by chance.
    """
    tables = list(speed.tables_for(game))
    for base, players in tables if len(tables) < 2 else [tables[1], *tables[2:][-1:]]:
        with contextlib.suppress(InputError):
            search_over(base, game)
            yield base, players


def search_speed(game: Game, base: Policy, players: int) -> SearchSpeed:
    """Measure a search over a policy at all seats of a table."""
    scenario = Scenario(base.name, game, game.load(), {}, (base,) * players, speed.SEED, 1)
    crossroads = positions_of(scenario)
    searcher = Searcher(scenario, crossroads)
    bare = take_turns(searcher, scenario)
    return SearchSpeed(
        game.name,
        base.name,
        players,
        searcher.moves / searcher.seconds,
        searcher.rollouts / searcher.seconds,
        searcher.speed,
        searcher.speed / bare,
        speed_up(scenario, crossroads),
        searcher.megabytes,
    )


def positions_of(scenario: Scenario) -> list[Positions]:
    """Return where a seat has a choice, in the order in which games of the base get there."""
    case = Case(scenario.game, scenario.rules, scenario.lineup, scenario.seed)
    found = []
    for deal in range(GAMES):
        table = Stepper(case, deal)
        table.set_up()
        found += [
            Positions(table.state.copy(), seat, menu.copy())
            for seat, menu in table.decisions()
            if menu.size > 1
        ]
    return found


def take_turns(searcher: Searcher, scenario: Scenario) -> float:
    """Let the search think and its base play, in turns; return decisions per second of the base."""
    engine = Engine(scenario.game)
    n_games = speed.games_in(engine, scenario) // TURNS + 1
    decisions, seconds = 0, 0.0
    for turn in range(TURNS):
        searcher.think(speed.SECONDS / TURNS, time.thread_time)
        began = time.thread_time()
        rows = engine.play(
            scenario.rules.row, scenario.lineup, scenario.seed, turn * n_games, n_games
        )
        seconds += time.thread_time() - began
        decisions += int(rows["decisions"].sum())
    return decisions / seconds


def speed_up(scenario: Scenario, crossroads: list[Positions]) -> float:
    """Return how many times more decisions all cores make than one."""
    n_cores = os.cpu_count() or 1
    alone, *together = (Searcher(scenario, crossroads) for _ in range(1 + n_cores))
    alone.think(speed.SECONDS, time.perf_counter)
    with ThreadPoolExecutor(n_cores) as pool:
        list(pool.map(lambda one: one.think(speed.SECONDS, time.perf_counter), together))
    return sum(one.speed for one in together) / alone.speed
