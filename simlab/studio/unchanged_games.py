"""Games under the unchanged rules, kept in memory: questions on the same players share them."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import replace

from simlab.analysis.games import Games, join_games
from simlab.execution.executor import Executor
from simlab.experiment.resolve import Scenario
from simlab.studies.kit.blocks import play_blocks

MOST_LINEUPS = 4
"""Line-ups whose games are kept: each takes some tens of megabytes."""
MOST_GAMES = 20_000
"""Games of a line-up that are kept: enough for the first looks of any question."""


class UnchangedGames:
    """The first blocks of the last few line-ups."""

    def __init__(self, executor: Executor) -> None:
        self.executor = executor
        self._kept: OrderedDict[Scenario, Games] = OrderedDict()
        self._lock = threading.Lock()

    def play(self, scenario: Scenario, first: int, count: int) -> Games:
        """Return some blocks; play those that are not kept."""
        with self._lock:
            kept_games = self._kept.get(scenario)
        n_kept = 0 if kept_games is None else kept_games.n_blocks
        if kept_games is not None and first + count <= n_kept:
            return slice_of(kept_games, first, count)
        # without the lock: two pages may play the same blocks, which have the same results
        played = play_blocks(self.executor, scenario, first, count)
        if first == n_kept and (first + count) * scenario.n_rotations <= MOST_GAMES:
            self._keep(scenario, played if kept_games is None else join_games([kept_games, played]))
        return played

    def _keep(self, scenario: Scenario, games: Games) -> None:
        with self._lock:
            self._kept[scenario] = games
            self._kept.move_to_end(scenario)
            while len(self._kept) > MOST_LINEUPS:
                self._kept.popitem(last=False)


def slice_of(games: Games, first: int, count: int) -> Games:
    """Return some consecutive blocks."""
    start, n_games = first * games.rotations, count * games.rotations
    seats = games.seats
    if seats is not None:
        seats = seats.slice(start * games.players, n_games * games.players)
    return replace(games, games=games.games.slice(start, n_games), seats=seats)
