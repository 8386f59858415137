"""Numbers of a game's state from which a net may learn.

A player values positions in which all that it cannot see is dealt again, so that its net may read
hidden numbers, too. They show, for instance, which cards it passes on to the next seat.

A list of rows, one that grows and shrinks, and a dictionary whose keys change are read by value:
how often a hand has each card says more to a net than which number the third card has. If there are
too many numbers for a net, those are left out that dealing again ever changes, then those that
never vary in random games: most are places of lists that are longer than any game needs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from simlab.compiler.encoding import OWN_FIELDS
from simlab.engine.net import MOST_LISTS, MOST_VALUES
from simlab.engine.observation import KINDS, StateNumber, by_value, state_numbers
from simlab.execution.stepper import Case, Stepper
from simlab.experiment.resolve import Scenario

FEWEST_VALUES, MOST_NAMES = 3, 24
"""Different values of a number that may be names: the amount is enough to know two apart, and what
has more than a set of cards or areas is rather an amount."""
FULL = 0.75
"""Share of the values from 0 to the largest that occur where values are names; points have gaps."""
DEALS, DECISIONS = 4, 250
"""Random games, and most decisions of each, that are looked at."""


def numbers_to_read(scenario: Scenario, most: int) -> list[StateNumber]:
    """Return the numbers of the state that a net reads; more than `most` if they cannot be fewer.

    Of a translated game, without what kernels add to its attributes.
    """
    game, players = scenario.game, scenario.players
    games = _random_games(scenario)
    numbers = state_numbers(game.state_row, game.players[1], players)
    if game.plain is not None:
        numbers = [
            number for number in numbers if re.split(r"[.\[]", number.field)[0] not in OWN_FIELDS
        ]
    largest = games.read_by_value(number for number in numbers if number.entries)
    chosen = [number for number in numbers if _is_read(number, largest)]
    hidden = {number.field for number in numbers if games.is_hidden(number)}

    def is_visible(number: StateNumber) -> bool:
        return number.field not in hidden

    for is_wanted in (is_visible, games.varies):
        if len(chosen) > most:
            chosen = list(filter(is_wanted, chosen))
    if len(chosen) > most:
        by_place = (number for number in numbers if number.entries is None)
        chosen = [number for number in by_place if is_visible(number) and games.varies(number)]
    return [*chosen, *names_by_value(chosen, games, len(largest), most - len(chosen))]


def names_by_value(
    numbers: Iterable[StateNumber], games: RandomGames, n_lists: int, most: int
) -> list[StateNumber]:
    """Return the numbers with few values by value, too: a card, a suit or a choice is no amount.

    At most as many as there is room for; places of lists are none.
    """
    found: list[StateNumber] = []
    for number in numbers:
        values = games.values_of(number) if number.entries is None else []
        # where an entry lies, or how many there are, names nothing
        is_place = re.search(r"\.(items|keys)\[\d+\]$|(^|\.)n$", number.name)
        if is_place or not _are_names(values) or n_lists == MOST_LISTS:
            continue
        found += [by_value(number, value) for value in values]
        n_lists += 1
    return found[: max(most, 0)]


def _is_read(number: StateNumber, by_value: dict[str, int]) -> bool:
    """Return whether a number is one by place or by value, as its list or dictionary is read."""
    name, _, part = number.name.rpartition(".")
    if number.entries is not None:
        return number.value <= by_value.get(name, -1)
    return name not in by_value or re.match(r"(items|keys)\[\d+\]$", part) is None


def _are_names(values: Sequence[int]) -> bool:
    """Return whether the different values of a number may be names: few, with hardly a gap."""
    if not FEWEST_VALUES <= len(values) <= MOST_NAMES:
        return False
    return len(values) >= FULL * (values[-1] + 1)


@dataclass(frozen=True, eq=False)
class RandomGames:
    """States at the decisions of random games, and the bytes of these that `hide` changes."""

    players: int
    states: NDArray[np.uint8]
    """Shape (decisions, bytes)."""
    hidden: NDArray[np.bool_]
    """Shape (seats, bytes)."""

    def is_hidden(self, number: StateNumber) -> bool:
        """Return whether `hide` changes a number for a seat whose view of it this is."""
        return any(
            self.hidden[seat, at : at + _size(number)].any()
            for seat, at in enumerate(self._places(number))
        )

    def varies(self, number: StateNumber) -> bool:
        """Return whether a number varies; one that is read by value is in use where it is."""
        return number.entries is not None or any(
            self._variable_bytes[at : at + _size(number)].any() for at in self._places(number)
        )

    def read_by_value(self, numbers: Iterable[StateNumber]) -> dict[str, int]:
        """Return the largest value of each list or dictionary that is read by value, by name."""
        firsts = [number for number in numbers if number.value == 0 and self._is_unordered(number)]
        largest: dict[str, int] = {}
        fitting = []
        for number in firsts:
            values = self._values(number)
            if values.size and values.min() >= 0 and values.max() < MOST_VALUES:
                fitting.append(number)
                kind = _kind_of_values(number)
                largest[kind] = max(largest.get(kind, 0), int(values.max()))
        return {
            number.name.rpartition(".")[0]: largest[_kind_of_values(number)]
            for number in fitting[:MOST_LISTS]
        }

    def values_of(self, number: StateNumber) -> list[int]:
        """Return the different values of a whole number from 0 on; none if one is too large."""
        kind = KINDS[number.kind]
        if kind.kind == "f":
            return []
        columns = [self._column(at, kind, 1) for at in self._places(number)]
        values = np.unique(np.concatenate(columns))
        values = values[values >= 0]
        return values.tolist() if values.size and values[-1] < MOST_VALUES else []

    def _is_unordered(self, number: StateNumber) -> bool:
        """Return whether the place of an entry says little: another one may come there."""
        entries = number.entries
        assert entries is not None and entries.n_at is not None
        if entries.is_of_rows:
            return True
        at, size = (
            # entries that leave or join move the others; in a dictionary it is the keys that say
            # what lies where
            (entries.n_at, 8) if entries.keys_at is None else (entries.keys_at, 8 * entries.room)
        )
        return any(
            self._variable_bytes[start : start + size].any()
            for start in self._at_each_seat(at, number)
        )

    def _values(self, number: StateNumber) -> NDArray[np.int64]:
        """Return the values of a list, or the keys of a dictionary, in all states."""
        entries = number.entries
        assert entries is not None and entries.n_at is not None
        at, dtype = (
            (number.at, KINDS[number.kind])
            if entries.keys_at is None
            else (entries.keys_at, KINDS[0])
        )
        seen = [np.zeros(0, np.int64)]
        for n_at, start in zip(
            self._at_each_seat(entries.n_at, number), self._at_each_seat(at, number), strict=True
        ):
            counts = self._column(n_at, KINDS[0], 1)
            values = self._column(start, dtype, entries.room)
            seen.append(values[np.arange(entries.room) < counts])
        return np.concatenate(seen)

    def _column(self, at: int, dtype: np.dtype[np.generic], count: int) -> NDArray[np.int64]:
        raw = self.states[:, at : at + count * dtype.itemsize]
        return raw.view(dtype).astype(np.int64)

    def _places(self, number: StateNumber) -> list[int]:
        return self._at_each_seat(number.at, number)

    def _at_each_seat(self, at: int, number: StateNumber) -> list[int]:
        """Return a place as each seat sees it."""
        return [
            at + number.step * ((seat + number.turn) % self.players) for seat in range(self.players)
        ]

    @cached_property
    def _variable_bytes(self) -> NDArray[np.bool_]:
        varying: NDArray[np.bool_] = (self.states != self.states[0]).any(axis=0)
        return varying


def _size(number: StateNumber) -> int:
    return KINDS[number.kind].itemsize


def _kind_of_values(number: StateNumber) -> str:
    """Return a key that lists share whose values are of one kind: all rows, or those of seats."""
    entries = number.entries
    if entries is not None and entries.is_of_rows:
        return "rows"
    return re.sub(r"\[\+\d+\]", "[]", number.name)


def _random_games(scenario: Scenario) -> RandomGames:
    """Play random games and look at them through the eyes of every seat at each decision."""
    hidden = np.zeros((scenario.players, scenario.game.state_row.itemsize), np.bool_)
    states = []
    for state, views in _decisions(scenario):
        states.append(state)
        hidden |= views != state
    return RandomGames(scenario.players, np.array(states), hidden)


def _decisions(scenario: Scenario) -> Iterator[tuple[NDArray[np.uint8], NDArray[np.uint8]]]:
    """Yield the bytes of the state at each decision, and as each seat may see them."""
    case = Case(scenario.game, scenario.rules, scenario.lineup, scenario.seed)
    for deal in range(DEALS):
        table = Stepper(case, deal)
        table.set_up()
        while not table.is_over() and len(table.choices) < DECISIONS:
            views = []
            for seat in range(scenario.players):
                copy = table.independent_copy()
                # another deal each time, as one may happen to change nothing
                copy.hide(seat, len(table.choices))
                views.append(copy.state.view(np.uint8).reshape(-1))
            # a copy: the next choice changes this memory
            yield table.state.view(np.uint8).reshape(-1).copy(), np.array(views)
            table.apply(int(table.chance.choice(table.offer())))
