"""A game as the referee sees it: what was told so far, what lies on the table, what was counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from simlab.games.mare_nostrum.state import NOBODY, TRACKS, Way
from tests.games.mare_nostrum.referee.board import Tables, board
from tests.games.mare_nostrum.referee.position import Position
from tests.games.mare_nostrum.referee.story import Event, Story


class Tally:
    """What is counted of one seat."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.bought: Counter[str] = Counter()
        self.lost: Counter[str] = Counter()
        self.title_rounds = [0] * len(TRACKS)
        self.tile_rounds: dict[int, int] = {}
        self.income = 0
        self.nearest = 0


class Game:
    """A game under the eyes of the referee."""

    def __init__(
        self, events: Sequence[Event], values: Mapping[str, Any], tables: Tables, players: int
    ) -> None:
        self.values, self.tables = values, tables
        self.board = board(values, tables, players)
        self.position = Position(values, tables, self.board, players)
        self.story = Story(events, players, self.board.provinces, self.board.seas)
        self.seats = range(players)
        self.tallies = [Tally() for _ in self.seats]
        self.counts: Counter[str] = Counter()
        self.chip_uses: Counter[int] = Counter()
        self.title_changes = [0] * len(TRACKS)
        self.history: list[dict[str, int]] = []
        """What was to be reported of each round."""
        self.leaders: list[int] = []
        """The seat that led alone at the end of each round, or NOBODY."""
        self.trade_size = 0
        self.round = 0
        self.used: Counter[tuple[int, str]] = Counter()
        """Times that each power of a seat was used in this round."""
        self.used_chips: set[int] = set()
        self.military_order: list[int] = []
        self.way = Way.NOT_YET
        self.winner = NOBODY
        self.ranks: list[int] = []

    @property
    def is_over(self) -> bool:
        return self.way != Way.NOT_YET

    def end(self, way: Way, winner: int) -> None:
        self.way, self.winner = way, winner

    def demand(self, is_right: bool, rule: str, sentence: str) -> None:
        self.story.demand(is_right, rule, sentence)

    def use(self, seat: int, power: str, rule: str) -> None:
        """Use a power that serves a number of times in a round."""
        is_left = self.used[seat, power] < self.position.strength(seat, power)
        self.demand(is_left, rule, f"seat {seat} has no {power} left")
        self.used[seat, power] += 1
