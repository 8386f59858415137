"""A game in play that can be stopped at any decision and read as the referee's position."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from hypothesis import strategies as st

from simlab.engine.record import row_of
from simlab.execution.stepper import Case, Stepper
from simlab.games.mare_nostrum import GAME
from simlab.games.mare_nostrum.policies import balanced
from simlab.games.mare_nostrum.state import LEGENDARY, NOBODY, TRACKS, Asks
from tests.games.mare_nostrum.game_record import ANY_PATCH, POLICIES, Patch, rules_with
from tests.games.mare_nostrum.referee.board import board
from tests.games.mare_nostrum.referee.position import Position

ANYBODY = "anybody"
"""Chooses among all choices on the menu with the same chance."""
LIMIT = 600
"""Decisions after which a game is left."""


class Desk(Stepper):
    """A table that can be read as a position."""

    def __init__(self, case: Case, deal: int) -> None:
        super().__init__(case, deal)
        components = case.rules.components
        self.values, self.tables = components.values, components.tables
        self.board = board(self.values, self.tables, self.players)
        self.set_up()

    @property
    def row(self) -> Any:
        """The state, by attribute."""
        return row_of(self.state)

    def position(self) -> Position:
        """Return what lies on the table."""
        state = self.row
        position = Position(self.values, self.tables, self.board, self.players)
        position.supply = Counter(dict(enumerate(state.supply.tolist())))
        position.legendary_pile = legendary(state.legendary_pile)
        position.legendary_discards = legendary(state.legendary_discards)
        position.tile_row, position.tile_pile = bits(state.tile_row), bits(state.tile_pile)
        position.titles = state.titles.tolist()
        for seat, player in enumerate(state.players[: self.players]):
            position.hands[seat] = +Counter(dict(enumerate(player.hand.tolist())))
            position.tiles[seat] = bits(player.tiles)
            position.levels[seat] = player.levels[: len(TRACKS)].tolist()
            for sea in self.board.seas:
                position.triremes[sea, seat] = int(state.triremes[sea, seat])
        for number in sorted(self.board.provinces):
            self.add_province(position, number)
        return position

    def add_province(self, position: Position, number: int) -> None:
        """Put into a province what is there."""
        there = self.row.provinces[number]
        if there.owner != NOBODY:
            position.owner[number] = int(there.owner)
        if there.fortress:
            position.fortresses.add(number)
        if there.occupant != NOBODY:
            position.occupant[number] = int(there.occupant)
        position.stood_on[number] = bits(there.seated)
        position.built |= {(number, slot) for slot in bits(there.built)}
        for seat in range(self.players):
            position.legions[number, seat] = int(there.legions[seat])


def bits(numbers: int) -> set[int]:
    """Return the members of a set that is kept as an integer."""
    return {bit for bit in range(63) if int(numbers) >> bit & 1}


def legendary(goods: int) -> set[int]:
    """Return a set of goods as their legendary tokens."""
    return {LEGENDARY + good for good in bits(goods)}


@dataclass(frozen=True)
class Play:
    """A game to be played: the policy at each seat, which deal, by which rules."""

    lineup: tuple[str, ...]
    deal: int
    patch: Patch

    def moments(self) -> Iterator[Desk]:
        """Yield the table after setup and after every choice, until the end or the limit."""
        table, chance = self.table(), random.Random(self.deal)
        yield table
        for _ in range(LIMIT):
            if table.is_over():
                return
            seat, menu = table.next_seat(), table.offer()
            is_anybody = self.lineup[seat] == ANYBODY
            table.apply(chance.choice(menu.tolist()) if is_anybody else table.ask(seat, menu))
            yield table

    def table(self) -> Desk:
        policies = [POLICIES.get(name, POLICIES["random"]) for name in self.lineup]
        return Desk(Case(GAME, rules_with(self.patch), tuple(policies)), self.deal)


A_SEAT = st.sampled_from([ANYBODY, "random"])
ANY_PLAY = st.builds(
    Play,
    st.integers(3, 5).flatmap(lambda players: st.tuples(*[A_SEAT] * players)),
    st.integers(0, 10**9),
    ANY_PATCH,
)


def purchases() -> Iterator[Desk]:
    """Yield the table at some decisions about a purchase in games of the balanced player."""
    noisy = (balanced.with_weights(noise=0.2),) * 3
    for deal in range(10):
        desk = Desk(Case(GAME, GAME.load(), noisy, 7), deal)
        for _, menu in islice(desk.decisions(), 500):
            if desk.row.asks == Asks.BUY and menu.size > 1:
                yield desk
