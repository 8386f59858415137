"""Features of a position as a seat sees it: who decides, the own seat, and fields of the state.

The first features say which seat decides, counted from the own one, and which seat is the own one.
The others are numbers of the state; those of seats come in the order of turns, the own one first.
Of a list whose order says little, such as a hand, features are how often it has each value; of a
dictionary, its items by key. Values and keys that are seats are counted from the own one on. The
record of the net holds their places, so that other features need no compilation.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic, overload

from simlab.engine.items import DICT, LIST, ROWS
from simlab.engine.kernel import kernel
from simlab.engine.loop import OVER
from simlab.engine.net import BY_VALUE, MOST_VALUES, NO_FEATURE, NO_PLACE
from simlab.engine.record import BY_SEAT, Field, Floats, Row, fields_of

KINDS = tuple(map(np.dtype, (np.int64, np.uint8, np.int32, np.float64, np.int8, np.int16)))
"""Types of the numbers that can be features."""
SIZES = np.array([kind.itemsize for kind in KINDS])
"""Bytes of each of them."""
SEATS_SEEN = 2
"""Features for each player that are no fields: whether that seat decides, and is the own one."""


@dataclass(frozen=True)
class StateNumber:
    """A number of the state that can be a feature, as one seat after the other sees it."""

    name: str
    """Path in the state, such as `players[+1].score`: +1 is the next seat, +0 the own one."""
    field: str
    """The same without indices but that of the own seat, as `players[own].score`."""
    at: int
    """Place for seat 0, in bytes."""
    kind: int
    step: int = 0
    """Distance to the number of the next seat, in bytes; 0 if all seats share one."""
    turn: int = 0
    """Seats from the own one to that of the number."""
    entries: Entries | None = None
    """The list or dictionary of which it is the number for a value; `at` is that of the entries."""
    value: int = 0
    """The value that is counted, or the key."""
    is_of_seats: bool = False
    """Whether values or keys are seats, of which `value` is counted from the own one on."""
    by_seat: ListBySeat | None = None
    """The list that it takes as one with an item of each seat."""

    @property
    def is_by_key(self) -> bool:
        """Whether it is the item of a dictionary for a key."""
        return self.entries is not None and self.entries.keys_at is not None


@dataclass(frozen=True)
class Entries:
    """A list or dictionary of whole numbers, with the places of its parts for seat 0.

    A number that is read by value is like a list of one.
    """

    n_at: int | None
    room: int
    keys_at: int | None = None
    """Place of the keys; a list has none."""
    is_of_rows: bool = False
    """Whether the entries of a list are rows of a table."""


@dataclass(frozen=True)
class ListBySeat:
    """A list that may have an item of each seat: its path, and the place of its length."""

    name: str
    n_at: int


def state_numbers(state: np.dtype[Any], most_players: int, players: int) -> list[StateNumber]:
    """Return the numbers of a state in their order, for a table of some players.

    An axis of an array is one of seats if it is as long as the game has seats at most, or if it is
    longer by one and the array is described as one of seats. What is described by BY_SEAT is one of
    seats, with room for more that is never used. Words of bits are left out. A list or dictionary
    comes by place and by value, and by seats if it has room for all: games show which ones fit.
    """
    return list(_numbers_in(state, most_players, players, StateNumber("", "", 0, 0)))


def _numbers_in(
    row: np.dtype[Any], most_players: int, players: int, around: StateNumber
) -> Iterator[StateNumber]:
    assert row.fields is not None
    yield from _numbers_by_value(row, players, around)
    for name, field in fields_of(row).items():
        offset = row.fields[name][1]
        start = replace(
            around,
            name=f"{around.name}.{name}".lstrip("."),
            field=f"{around.field}.{name}".lstrip("."),
            at=around.at + offset,
        )
        items = _items(field, field.shape, most_players, players, start)
        if row.names == LIST and name == "items":
            n_at = around.at + row.fields["n"][1]
            by_seat = ListBySeat(around.name, n_at)
            items = chain(items, _items_by_seat(field, most_players, players, start, by_seat))
        for state_number in items:
            if field.dtype.names:
                yield from _numbers_in(field.dtype, most_players, players, state_number)
            elif field.dtype in KINDS:
                yield replace(state_number, kind=KINDS.index(field.dtype))


def _items(
    field: Field, shape: tuple[int, ...], most_players: int, players: int, start: StateNumber
) -> Iterator[StateNumber]:
    """Yield the items of an array one by one, those of seats by turn."""
    if not shape:
        yield start
        return
    length, *inner_shape = shape
    step = field.dtype.itemsize * math.prod(inner_shape)
    is_by_seat = start.step == 0 and _is_by_seat(field, length, most_players)
    for turn in range(players if is_by_seat else 0):
        of_seat = _of_seat(start, turn, step)
        yield from _items(field, tuple(inner_shape), most_players, players, of_seat)
    first_other = most_players if is_by_seat else 0
    for index in range(first_other, first_other if field.meaning == BY_SEAT else length):
        state_number = replace(start, name=f"{start.name}[{index}]", at=start.at + index * step)
        yield from _items(field, tuple(inner_shape), most_players, players, state_number)


def _is_by_seat(field: Field, length: int, most_players: int) -> bool:
    """Return whether an axis is described as one of seats."""
    return (
        field.meaning == BY_SEAT
        or length == most_players
        or (length == most_players + 1 and "seat" in field.meaning)
    )


def _of_seat(start: StateNumber, turn: int, step: int) -> StateNumber:
    """Return the item of a seat, some turns after the own one."""
    return replace(
        start,
        name=f"{start.name}[+{turn}]",
        field=f"{start.field}[{'other' if turn else 'own'}]",
        step=step,
        turn=turn,
    )


def _items_by_seat(
    field: Field, most_players: int, players: int, start: StateNumber, by_seat: ListBySeat
) -> Iterator[StateNumber]:
    """Yield the items of a list as those of seats; none if they are so already, or too few."""
    [length] = field.shape
    if start.step or length < players or _is_by_seat(field, length, most_players):
        return
    for turn in range(players):
        yield replace(_of_seat(start, turn, field.dtype.itemsize), by_seat=by_seat)


def _numbers_by_value(
    row: np.dtype[Any], players: int, around: StateNumber
) -> Iterator[StateNumber]:
    """Yield how often a list has each value or seat, or the items of a dictionary by key."""
    assert row.fields is not None
    fields = fields_of(row)
    if row.names not in (LIST, DICT) or fields["items"].meaning == BY_SEAT:
        return
    items = fields["items"]
    if items.dtype not in KINDS or items.dtype.kind == "f":
        return
    places = {name: around.at + row.fields[name][1] for name in fields}
    is_of_rows = items.meaning == ROWS
    entries = Entries(places["n"], items.shape[0], places.get("keys"), is_of_rows)
    of_values = replace(
        around,
        name=f"{around.name}.{'count' if entries.keys_at is None else 'item'}",
        field=f"{around.field}.items",
        at=places["items"],
        kind=KINDS.index(items.dtype),
        entries=entries,
    )
    for value in range(MOST_VALUES):
        yield replace(of_values, name=f"{of_values.name}[{value}]", value=value)
    for turn in range(0 if is_of_rows else players):
        name = f"{of_values.name}[+{turn}]"
        yield replace(of_values, name=name, value=turn, is_of_seats=True)


def by_value(number: StateNumber, value: int, is_of_seats: bool = False) -> StateNumber:
    """Return the number that is 1 where another has a value, or a seat, else 0."""
    return replace(
        number,
        name=f"{number.name}={'+' if is_of_seats else ''}{value}",
        entries=Entries(n_at=None, room=1),
        value=value,
        is_of_seats=is_of_seats,
    )


def find_number(name: str, numbers: Mapping[str, StateNumber]) -> StateNumber | None:
    """Return the number of a name among numbers by name, of which it may be one by value."""
    base, _, value = name.partition("=")
    number = numbers.get(base)
    if number is None or not value:
        return number
    digits = value.removeprefix("+")
    if not digits.isdecimal() or int(digits) >= MOST_VALUES:
        return None
    return by_value(number, int(digits), is_of_seats=digits != value)


@kernel
def observe(state: Row, seat: int, decider: int, net: Row, features: Floats) -> None:
    """Write the features of a position as a seat sees it; `decider` is the seat to decide."""
    players = net.players
    first = SEATS_SEEN * players
    for i in range(first):
        features[i] = 0.0
    if decider != OVER:
        features[(decider - seat) % players] = 1.0
    features[players + seat] = 1.0
    for i in range(net.n_features - first):
        if net.kind[i] == BY_VALUE:
            features[first + i] = 0.0
        else:
            owner = (seat + net.turn[i]) % players
            features[first + i] = number_at(state, net.at[i] + net.step[i] * owner, net.kind[i])
    for i in range(net.n_lists):
        add_entries(state, seat, (seat + net.lists[i].turn) % players, net.lists[i], features)


@kernel
def add_entries(state: Row, seat: int, owner: int, entries: Row, features: Floats) -> None:
    """Add the entries of a list or dictionary to the features of their values."""
    offset = entries.step * owner
    n = 1 if entries.n_at == NO_PLACE else long_at(state, entries.n_at + offset)
    for i in range(n):
        item = number_at(state, entries.at + offset + i * SIZES[entries.kind], entries.kind)
        value, amount = int(item), 1.0
        if entries.keys_at != NO_PLACE:
            value, amount = long_at(state, entries.keys_at + offset + i * SIZES[0]), item
        if 0 <= value < entries.seats:
            value = (value - seat) % entries.seats
        if 0 <= value < MOST_VALUES and entries.feature[value] != NO_FEATURE:
            features[entries.feature[value]] += amount


@kernel
def number_at(state: Row, at: int, kind: int) -> float:
    """Return the number of a kind that begins at a byte of a record."""
    if kind == 0:
        return float(long_at(state, at))
    if kind == 1:
        return float(byte_at(state, at))
    if kind == 2:
        return float(int_at(state, at))
    if kind == 3:
        return float(double_at(state, at))
    return float(tiny_at(state, at)) if kind == 4 else float(short_at(state, at))


def _reader(kind: int, llvm_type: Any, numba_type: Any) -> Any:
    """Return a function that reads a number of a kind at a byte of a record."""

    def number(row: Any, at: int) -> Any:
        return np.frombuffer(row.tobytes(), KINDS[kind], 1, int(at))[0]

    @intrinsic
    def load(typing_context: Any, row: Any, at: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            start = builder.bitcast(values[0], ir.IntType(8).as_pointer())
            address = builder.gep(start, [values[1]])
            return builder.load(builder.bitcast(address, llvm_type.as_pointer()))

        return numba_type(row, types.int64), generate

    @overload(number, strict=False)
    def compiled_number(row: Any, at: Any) -> Any:
        return lambda row, at: load(row, at)  # type: ignore[call-arg]

    return number


long_at = _reader(0, ir.IntType(64), types.int64)
byte_at = _reader(1, ir.IntType(8), types.uint8)
int_at = _reader(2, ir.IntType(32), types.int32)
double_at = _reader(3, ir.DoubleType(), types.float64)
tiny_at = _reader(4, ir.IntType(8), types.int8)
short_at = _reader(5, ir.IntType(16), types.int16)
