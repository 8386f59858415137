"""Search speed: decisions and rollouts per second, relative to whole games of its base policy.

The search runs at decision points spread over games of its base policy. Both are measured
alternately and in thread time, so that other load on the machine affects neither.
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
from simlab.errors import InputError
from simlab.execution.stepper import Case, Stepper
from simlab.experiment.resolve import Scenario
from simlab.game.definition import Game
from simlab.game.policy import Policy
from simlab.players.search import search_over

ROLLOUTS = 200
"""Rollouts per decision: a common budget; speed per rollout hardly depends on it."""
TURNS = 5
"""Alternations between base and search: averages out changes of the clock rate."""
GAMES = 3
"""Games from which decision points are taken."""
GOLDEN = 0.618033988749895
"""Golden ratio: the fractional parts of its multiples are evenly spread for any number."""
MEGABYTE = 1e6


@dataclass(frozen=True)
class SearchSpeed:
    """Speed of a search over one policy."""

    game: str
    base: str
    players: int
    moves: float
    """Searched decisions per second on one core, with ROLLOUTS each."""
    rollouts: float
    """Rollouts per second on one core."""
    decisions: float
    """Decisions per second within rollouts on one core."""
    share: float
    """The same as a multiple of the base policy in whole games."""
    speed_up: float
    """Decisions per second on all cores, as a multiple of one."""
    megabytes: float
    """Memory of each thread."""


@dataclass(frozen=True)
class DecisionPoint:
    """A decision with more than one choice."""

    state: npt.NDArray[Any]
    seat: int
    menu: Ints


class SearchTimer:
    """Times a search at decision points, always in the same order."""

    def __init__(self, scenario: Scenario, points: list[DecisionPoint]) -> None:
        game, base = scenario.game, scenario.lineup[0]
        search = search_over(base, game).with_weights(rollouts=ROLLOUTS)
        self.table = Stepper(Case(game, scenario.rules, (search,) * scenario.players), 0)
        self.table.set_up()
        n_words, room = search.memory, search.memory_record
        self.rooms = [memory[:n_words].view(room)[0] for memory in self.table.memory]
        self.points = (points[int(i * GOLDEN % 1 * len(points))] for i in count())
        self.moves = self.rollouts = self.decisions = 0
        self.seconds = 0.0
        # the first one compiles
        self.search(next(self.points))

    @property
    def speed(self) -> float:
        """Decisions per second in all rollouts so far."""
        return self.decisions / self.seconds

    @property
    def megabytes(self) -> float:
        """Memory of table and search."""
        return float(self.table.state.nbytes + self.table.scratch.nbytes) / MEGABYTE

    def search(self, point: DecisionPoint) -> Any:
        """Search at one decision point; return the search record."""
        self.table.state = point.state
        self.table.memory[point.seat] = 0  # forget the plan made elsewhere
        self.table.ask(point.seat, point.menu)
        return self.rooms[point.seat]

    def measure(self, seconds: float, clock: Callable[[], float]) -> None:
        """Search for some time, at least at one decision point, and count the work."""
        began = now = clock()
        while now - began < seconds:
            room = self.search(next(self.points))
            self.moves += 1
            self.rollouts += int(room.rollouts[: room.n_options].sum())
            self.decisions += int(room.decisions)
            now = clock()
        self.seconds += now - began


def bases_of(game: Game) -> Iterator[tuple[Policy, int]]:
    """Yield the second and the last policy of a game that allow a search, with players.

    The first policy of most games is random. The search of plain games is not measured.
    """
    if game.is_plain:
        return
    tables = list(speed.tables_for(game))
    for base, players in tables if len(tables) < 2 else [tables[1], *tables[2:][-1:]]:
        with contextlib.suppress(InputError):
            search_over(base, game)
            yield base, players


def search_speed(game: Game, base: Policy, players: int) -> SearchSpeed:
    """Measure a search over a policy in all seats."""
    scenario = Scenario(base.name, game, game.load(), {}, (base,) * players, speed.SEED, 1)
    points = decision_points_of(scenario)
    timer = SearchTimer(scenario, points)
    bare = measure_in_turns(timer, scenario)
    return SearchSpeed(
        game.name,
        base.name,
        players,
        timer.moves / timer.seconds,
        timer.rollouts / timer.seconds,
        timer.speed,
        timer.speed / bare,
        speed_up(scenario, points),
        timer.megabytes,
    )


def decision_points_of(scenario: Scenario) -> list[DecisionPoint]:
    """Return the decision points of GAMES games of the base policy, in order."""
    case = Case(scenario.game, scenario.rules, scenario.lineup, scenario.seed)
    points = []
    for deal in range(GAMES):
        table = Stepper(case, deal)
        table.set_up()
        points += [
            DecisionPoint(table.state.copy(), seat, menu.copy())
            for seat, menu in table.decisions()
            if menu.size > 1
        ]
    return points


def measure_in_turns(timer: SearchTimer, scenario: Scenario) -> float:
    """Measure search and base alternately; return decisions per second of the base."""
    engine = Engine(scenario.game)
    n_games = speed.games_in(engine, scenario) // TURNS + 1
    decisions, seconds = 0, 0.0
    for turn in range(TURNS):
        # of this thread: other programs on the machine do not count
        timer.measure(speed.SECONDS / TURNS, time.thread_time)
        began = time.thread_time()
        rows = engine.play(
            scenario.rules.row, scenario.lineup, scenario.seed, turn * n_games, n_games
        )
        seconds += time.thread_time() - began
        decisions += int(rows["decisions"].sum())
    return decisions / seconds


def speed_up(scenario: Scenario, points: list[DecisionPoint]) -> float:
    """Return decisions per second on all cores as a multiple of one core."""
    n_cores = os.cpu_count() or 1
    single_timer, *parallel_timers = (SearchTimer(scenario, points) for _ in range(1 + n_cores))
    # of the clock: threads that wait for each other shall count
    single_timer.measure(speed.SECONDS, time.perf_counter)
    with ThreadPoolExecutor(n_cores) as pool:
        list(
            pool.map(lambda timer: timer.measure(speed.SECONDS, time.perf_counter), parallel_timers)
        )
    return sum(timer.speed for timer in parallel_timers) / single_timer.speed
