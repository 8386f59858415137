"""Numbers of a game's state from which a net may learn.

A player values positions in which all that it cannot see is dealt again, so that its net may read
hidden numbers, too. They show, for instance, which cards it passes on to the next seat.

A list of rows, one that grows and shrinks, and a dictionary whose keys change are read by value:
how often a hand has each card says more to a net than which number the third card has. A list with
an item of each seat comes in the order of turns, and seats that are values or keys are counted from
the own one on: else a net would have to learn all about them once for each seat. If there are too
many numbers for a net, those are left out that dealing again ever changes, then those that never
vary in random games: most are places of lists that are longer than any game needs.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simlab.compiler.encoding import OWN_FIELDS
from simlab.engine.items import NO_VALUE, NOTHING
from simlab.engine.net import MOST_LISTS, MOST_VALUES
from simlab.engine.observation import KINDS, StateNumber, by_value, state_numbers
from simlab.execution.stepper import Case, Stepper
from simlab.experiment.resolve import Scenario
from simlab.game.definition import Game

FEWEST_VALUES, MOST_NAMES = 3, 24
"""Different values of a number that may be names: the amount is enough to know two apart, and what
has more than a set of cards or areas is rather an amount."""
FULL = 0.75
"""Share of the values from 0 to the largest that occur where values are names; points have gaps."""
DEALS, DECISIONS = 4, 250
"""Random games, and most decisions of each, that are looked at."""
DEALS_AT_OTHER_SIZE = 2
"""The same with more or fewer players: what is as many as the players by chance is not so there."""
PLACE = re.compile(r"\.(items|keys)\[\d+\]")
"""A place in a list or dictionary; those of seats are written with a plus."""
PLACE_OR_LENGTH = re.compile(PLACE.pattern + r"(\.items\[\+\d+\])?$|(^|\.)n$")


def numbers_to_read(scenario: Scenario, most: int) -> list[StateNumber]:
    """Return the numbers of the state that a net reads; more than `most` if they cannot be fewer.

    Of a translated game, without what kernels add to its attributes.
    """
    games = _random_games(scenario, scenario.players, DEALS)
    return numbers_shown(games, seats_in(games, _games_at_other_size(scenario)), most)


def numbers_shown(games: RandomGames, seats: Seats, most: int) -> list[StateNumber]:
    """Return the numbers that a net reads as random games show them, see `numbers_to_read`."""
    numbers = games.numbers
    largest = games.read_by_value(number for number in numbers if number.entries)
    chosen = [number for number in numbers if _is_read(number, largest, seats)]
    hidden = {number.field for number in numbers if games.is_hidden(number)}

    def is_visible(number: StateNumber) -> bool:
        return number.field not in hidden

    for is_wanted in (is_visible, games.varies):
        if len(chosen) > most:
            chosen = list(filter(is_wanted, chosen))
    if len(chosen) > most:
        by_place = (number for number in numbers if number.entries is None)
        chosen = [number for number in by_place if is_visible(number) and games.varies(number)]
    n_lists = len({number.name.rpartition("[")[0] for number in chosen if number.entries})
    room = most - len(chosen)
    return [*chosen, *names_by_value(chosen, games, n_lists, room, seats.fields)]


def _numbers_of_state(game: Game, players: int) -> list[StateNumber]:
    """Return the numbers of a state; of a translated game, without what kernels add."""
    numbers = state_numbers(game.state_row, game.players[1], players)
    if game.plain is None:
        return numbers
    return [number for number in numbers if re.split(r"[.\[]", number.field)[0] not in OWN_FIELDS]


def names_by_value(
    numbers: Iterable[StateNumber],
    games: RandomGames,
    n_lists: int,
    most: int,
    seat_fields: Collection[str] = (),
) -> list[StateNumber]:
    """Return the numbers with few values by value, too: a card, a suit or a choice is no amount.

    At most as many as there is room for; seats, in the fields that hold some, come first. Places of
    lists are none, unless seats stand there.
    """
    seats: list[StateNumber] = []
    names: list[StateNumber] = []
    for number in numbers:
        if number.entries is not None or n_lists == MOST_LISTS:
            continue
        if number.field in seat_fields:
            seats += [by_value(number, turn, is_of_seats=True) for turn in range(games.players)]
            n_lists += 1
            continue
        values = games.values_of(number)
        # where an entry lies, or how many there are, names nothing
        is_place = PLACE_OR_LENGTH.search(number.name)
        if not is_place and _are_names(values):
            names += [by_value(number, value) for value in values]
            n_lists += 1
    return [*seats, *names][: max(most, 0)]


def _is_read(number: StateNumber, by_value: dict[str, int], seats: Seats) -> bool:
    """Return whether a number is one by place, by value or by seat, as its list is read."""
    name, _, part = number.name.rpartition(".")
    if number.by_seat is not None and number.by_seat.name not in seats.lists:
        return False
    if seats.has_place(number):
        return False
    if number.is_of_seats:
        return number.field in seats.fields and (number.is_by_key or name in by_value)
    if number.entries is not None:
        return number.field not in seats.fields and number.value <= by_value.get(name, -1)
    return name not in by_value or re.match(r"(items|keys)\[\d+\]$", part) is None


def _are_names(values: Sequence[int]) -> bool:
    """Return whether the different values of a number may be names: few, with hardly a gap."""
    if not FEWEST_VALUES <= len(values) <= MOST_NAMES:
        return False
    return len(values) >= FULL * (values[-1] + 1)


class Seats(NamedTuple):
    """Where a state has something for each seat, or seats."""

    lists: frozenset[str]
    """Names of lists with an item of each seat."""
    fields: frozenset[str]
    """Fields whose values are seats, or whose keys are; those of a list are its items."""
    keyed: frozenset[str]
    """Names of dictionaries whose keys are seats."""

    def has_place(self, number: StateNumber) -> bool:
        """Return whether a number is at a place of a list or dictionary that is read by seat."""
        return any(
            number.name[: match.start()] in self.lists | self.keyed
            for match in PLACE.finditer(number.name)
        )


def seats_in(games: RandomGames, other_games: RandomGames | None) -> Seats:
    """Return where a state has something for each seat, or seats.

    A list has an item of each seat if all lists of its kind always have as many items as there are
    players, or none. A field holds seats if its values are all of them, and nothing else but
    nobody. Both must be so with more or fewer players, too; with a single size nothing is found.
    """
    if other_games is None:
        return Seats(frozenset(), frozenset(), frozenset())
    kinds = games.lists_by_seat() & other_games.lists_by_seat()
    fields = games.fields_of_seats() & other_games.fields_of_seats()
    lists = {
        number.by_seat.name
        for number in games.numbers
        if number.by_seat is not None and number.field.rpartition("[")[0] in kinds
    }
    keyed = {
        number.name.rpartition(".")[0]
        for number in games.numbers
        if number.is_by_key and number.is_of_seats and number.field in fields
    }
    return Seats(frozenset(lists), frozenset(fields), frozenset(keyed))


@dataclass(frozen=True, eq=False)
class RandomGames:
    """States at the decisions of random games, and the bytes of these that `hide` changes."""

    players: int
    numbers: Sequence[StateNumber]
    """Those of a state at a table of this size."""
    states: NDArray[np.uint8]
    """Shape (decisions, bytes)."""
    deciders: NDArray[np.int64]
    """The seat that decides, shape (decisions,)."""
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

    def lists_by_seat(self) -> set[str]:
        """Return the fields of lists that always have an item of each seat, or none."""
        lengths: dict[str, set[int]] = defaultdict(set)
        for number in self.numbers:
            if number.by_seat is not None and number.turn == 0:
                seen = self._column(number.by_seat.n_at, KINDS[0], 1)
                lengths[number.field.rpartition("[")[0]].update(seen[seen > 0].tolist())
        return {kind for kind, seen in lengths.items() if seen == {self.players}}

    def fields_of_seats(self) -> set[str]:
        """Return the fields that hold all seats, and nothing else but nobody."""
        values: dict[str, set[int]] = defaultdict(set)
        for number in self.numbers:
            is_list = number.is_of_seats and number.value == 0
            if is_list:
                values[number.field].update(np.unique(self._values(number)).tolist())
            # lengths of lists are no seats, and a net reads who decides anyway
            elif number.entries is None and not PLACE_OR_LENGTH.search(number.name):
                columns = [self._column(at, KINDS[number.kind], 1) for at in self._places(number)]
                if any((column != self.deciders[:, None]).any() for column in columns):
                    values[number.field].update(np.unique(columns).tolist())
        nobody, seats = {NOTHING, NO_VALUE}, range(self.players)
        return {
            field
            for field, seen in values.items()
            if self.players - 1 in seen and (seen - nobody).issubset(seats)
        }

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


def _random_games(scenario: Scenario, players: int, n_deals: int) -> RandomGames:
    """Play random games and look at them through the eyes of every seat at each decision."""
    hidden = np.zeros((players, scenario.game.state_row.itemsize), np.bool_)
    states, deciders = [], []
    for decider, state, views in _decisions(scenario, players, n_deals):
        states.append(state)
        deciders.append(decider)
        hidden |= views != state
    numbers = _numbers_of_state(scenario.game, players)
    return RandomGames(players, numbers, np.array(states), np.array(deciders), hidden)


def _games_at_other_size(scenario: Scenario) -> RandomGames | None:
    """Return random games with the most players, or with the fewest if these are the most."""
    fewest, most = scenario.game.players
    players = fewest if scenario.players == most else most
    if players == scenario.players:
        return None
    return _random_games(scenario, players, DEALS_AT_OTHER_SIZE)


def _decisions(
    scenario: Scenario, players: int, n_deals: int
) -> Iterator[tuple[int, NDArray[np.uint8], NDArray[np.uint8]]]:
    """Yield who decides, the bytes of the state at each decision, and as each seat may see them."""
    lineup = (scenario.lineup[0],) * players
    case = Case(scenario.game, scenario.rules, lineup, scenario.seed)
    for deal in range(n_deals):
        table = Stepper(case, deal)
        table.set_up()
        while not table.is_over() and len(table.choices) < DECISIONS:
            views = []
            for seat in range(players):
                copy = table.independent_copy()
                # another deal each time, as one may happen to change nothing
                copy.hide(seat, len(table.choices))
                views.append(copy.state.view(np.uint8).reshape(-1))
            # a copy: the next choice changes this memory
            state = table.state.view(np.uint8).reshape(-1).copy()
            yield table.next_seat(), state, np.array(views)
            table.apply(int(table.chance.choice(table.offer())))
