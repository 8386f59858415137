"""Blocks of games held in memory, with their columns as NumPy arrays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from simlab.analysis.tables import Scenario, Tables
from simlab.analysis.wins_only import says_wins_only
from simlab.game.facts import POINTS, WINS

Array = NDArray[Any]


@dataclass(frozen=True, eq=False)
class Games:
    """Tables of whole blocks, in order of deal and rotation."""

    games: pa.Table
    seats: pa.Table | None
    """None in cooperative games, whose seats share the result of the game."""
    rotations: int
    players: int
    aim: str = WINS
    """What a seat of a competitive game plays for."""

    @property
    def is_for_points(self) -> bool:
        """Whether a seat plays for points, its own or shared ones, and not for the win."""
        return self.seats is None or self.aim == POINTS

    @property
    def n_blocks(self) -> int:
        """Number of blocks."""
        return len(self.games) // self.rotations

    def game(self, column: str) -> Array:
        """Return a column of `games`, nan where it does not apply; shape (blocks, rotations)."""
        return _numbers(self.games, column).reshape(-1, self.rotations)

    def seat(self, column: str) -> Array:
        """Return a column of `seats`, as `game` does; shape (blocks, rotations, seats)."""
        assert self.seats is not None
        return _numbers(self.seats, column).reshape(-1, self.rotations, self.players)

    @property
    def measures_luck(self) -> bool:
        """Whether there is a column `luck`: of seats in competitive games, else of games."""
        return "luck" in (self.games if self.seats is None else self.seats).column_names

    @property
    def has_points(self) -> bool:
        """Whether scores say more than who has won; true, too, as long as no game has ended."""
        if self.seats is None or "score" not in self.seats.column_names:
            return True
        is_finished = self.game("finished") == 1
        scores, credits = (self.seat(column)[is_finished] for column in ("score", "credit"))
        return not (is_finished.any() and says_wins_only(scores, credits))

    def first(self, n_blocks: int) -> Games:
        """Return the first blocks, or all if there are no more."""
        return self.between(0, n_blocks)

    def between(self, first: int, end: int) -> Games:
        """Return the blocks from `first` on, up to `end`, or to the last if there are no more."""
        begin, n_games = first * self.rotations, (end - first) * self.rotations
        seats = self.seats
        if seats is not None:
            seats = seats.slice(begin * self.players, n_games * self.players)
        return replace(self, games=self.games.slice(begin, n_games), seats=seats)

    def seating(self) -> Array:
        """Return the policy at each seat in each game of a block, shape (rotations, seats)."""
        assert self.seats is not None
        first = self.seats.column("policy").slice(0, self.rotations * self.players)
        return np.array(first.to_pylist()).reshape(self.rotations, self.players)


def games_of(tables: Tables, scenario: Scenario) -> Iterator[Games]:
    """Yield the games of a scenario in order, in batches of whole blocks."""
    names = ["games"] if tables.is_cooperative else ["games", "seats"]
    batches_by_table = [
        tables.batches(scenario, name, tables.columns(scenario, name)) for name in names
    ]
    for games, *seats in zip(*batches_by_table, strict=True):
        yield Games(
            games,
            seats[0] if seats else None,
            scenario.rotations,
            scenario.players,
            scenario.facts.aim,
        )


def join_games(batches: list[Games]) -> Games:
    """Return consecutive batches as one."""
    first = batches[0]
    seats = None if first.seats is None else pa.concat_tables([batch.seats for batch in batches])
    games = pa.concat_tables([batch.games for batch in batches])
    return replace(first, games=games, seats=seats)


def _numbers(table: pa.Table, column: str) -> Array:
    values: Array = table.column(column).to_numpy()
    return values.astype(np.float64)
