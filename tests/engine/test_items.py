"""Lists in a record do what lists of Python do, and count what these refuse as faults."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simlab.engine.game_fault import FULL, KINDS, MISSING, OUTSIDE
from simlab.engine.items import (
    LOCAL_ROOM,
    NOTHING,
    append,
    as_data,
    bound_at,
    dict_record,
    discard,
    drop_key,
    end_at,
    expect,
    include,
    insert,
    key_place,
    known_place,
    known_position,
    list_of,
    list_record,
    new_list,
    new_place,
    place_at,
    place_for,
    pop,
    pop_record,
    position,
    put,
    remove,
    shuffle_items,
    shuffle_records,
)
from simlab.engine.kernel import kernel
from simlab.engine.record import Row, nested, new, record, whole
from simlab.engine.rng import STREAM, seed_stream

ROOM = 6
LINE = 57
TABLE = record(
    fault=whole("number of a fault"),
    own=nested(list_record(ROOM), "a list"),
    dictionary=nested(dict_record(ROOM), "a dictionary"),
    cards=nested(list_of(record(number=whole("a number")), ROOM), "cards"),
    lists=nested(list_of(list_record(2), 2), "a list of lists"),
)


def table(items: list[int]) -> Any:
    state = new(TABLE).view(np.recarray)[0]
    for item in items:
        append(state, state.own, item, LINE)
    return state


def fault_in(state: Any) -> int | None:
    """Return the kind of the fault of a table, noted with its line, and forget it."""
    number, state.fault = int(state.fault), 0
    assert number == 0 or number // KINDS == LINE
    return number % KINDS if number else None


def held(state: Any) -> list[int]:
    """Return the items of the list; nothing lies behind them, where it might be seen."""
    assert not state.own.items[state.own.n :].any()
    return [int(item) for item in state.own.items[: state.own.n]]


@settings(deadline=None)
@given(st.lists(st.integers(0, 5), max_size=ROOM), st.integers(0, ROOM))
def test_a_list_ends_where_it_is_said_to(items: list[int], n: int) -> None:
    state = table(items)
    for place in range(len(items), n):
        put(state, state.own, place, 7, LINE)
    end_at(state.own, n)
    assert held(state) == [*items, *[7] * n][:n]


def test_data_of_a_record_are_what_is_in_its_lists() -> None:
    state = table([3, 1])
    for key, item in ((4, 5), (2, 6), (0, 7)):
        state.dictionary.items[new_place(state, state.dictionary, key, LINE)] = item
    drop_key(state, state.dictionary, 2, LINE)
    state.lists.n = 1
    append(state, state.lists.items[0], 9, LINE)
    assert as_data(np.asarray(state)) == {
        "fault": 0,
        "own": [3, 1],
        "dictionary": {4: 5, 0: 7},
        "cards": [],
        "lists": [[9]],
    }
    assert not state.dictionary.keys[2:].any() and not state.dictionary.items[2:].any()


lists = st.lists(st.integers(0, 5), max_size=ROOM)


@settings(deadline=None)
@given(lists, st.integers(0, 5))
def test_position_and_remove(items: list[int], item: int) -> None:
    state = table(items)
    assert position(state.own, item) == (items.index(item) if item in items else NOTHING)
    known = known_position(state, state.own, item, LINE)
    assert known == (items.index(item) if item in items else 0)
    assert fault_in(state) == (None if item in items else MISSING)
    remove(state, state.own, item, LINE)
    assert fault_in(state) == (None if item in items else MISSING)
    if item in items:
        items.remove(item)
    assert held(state) == items


@settings(deadline=None)
@given(lists, st.integers(-ROOM - 1, ROOM + 1))
def test_pop(items: list[int], place: int) -> None:
    state = table(items)
    popped = pop(state, state.own, place, LINE)
    if -len(items) <= place < len(items):
        assert popped == items.pop(place)
        assert fault_in(state) is None
    else:
        assert (popped, fault_in(state)) == (NOTHING, OUTSIDE)
    assert held(state) == items


@settings(deadline=None)
@given(lists, st.integers(-ROOM - 2, ROOM + 2) | st.integers(-(10**12), 10**12))
def test_insert(items: list[int], index: int) -> None:
    state = table(items)
    insert(state, state.own, index, 9, LINE)
    is_full = len(items) == ROOM
    if not is_full:
        items.insert(index, 9)
    assert fault_in(state) == (FULL if is_full else None)
    assert held(state) == items


@settings(deadline=None)
@given(lists, st.integers(-ROOM - 2, ROOM + 2) | st.integers(-(10**12), 10**12) | st.booleans())
def test_an_index_is_one_of_python(items: list[int], index: int) -> None:
    state = table(items)
    place = place_at(state, len(items), index, LINE)
    if -len(items) <= index < len(items):
        assert items[place] == items[index]
        assert fault_in(state) is None
    else:
        assert (place, fault_in(state)) == (0, OUTSIDE)


bounds = st.integers(-ROOM - 2, ROOM + 2)


@settings(deadline=None)
@given(lists, bounds, bounds)
def test_bounds_of_slices_are_those_of_python(items: list[int], first: int, end: int) -> None:
    n = len(items)
    assert items[bound_at(n, first) : bound_at(n, end)] == items[first:end]


def test_a_list_that_is_unpacked_has_an_item_for_each_name() -> None:
    state = table([1, 2])
    expect(state, state.own.n, 2, LINE)
    assert fault_in(state) is None
    expect(state, state.own.n, 3, LINE)
    assert fault_in(state) == OUTSIDE


@settings(deadline=None)
@given(st.lists(st.integers(0, 4), max_size=ROOM, unique=True), st.integers(0, 4))
def test_a_set_has_each_item_once(items: list[int], item: int) -> None:
    state = table(items)
    include(state, state.own, item, LINE)
    assert set(held(state)) == {*items, item}
    assert len(held(state)) == len({*items, item})
    discard(state, state.own, item, LINE)
    discard(state, state.own, item, LINE)
    assert held(state) == [each for each in items if each != item]
    assert fault_in(state) is None


@kernel
def sums_of_two_lists(state: Row, n: int) -> tuple[int, int]:
    """Return the sums of two lists that are written in loops."""
    squares, rest = new_list(), new_list()
    for i in range(n):
        append(state, squares, i * i, LINE)
        append(state, rest, i, LINE)
        rest.items[i] += 1
    total = others = 0
    for place in range(squares.n):
        total += squares.items[place]
        others += rest.items[place]
    return total, others


def test_lists_of_a_function_are_its_own() -> None:
    state = table([])
    for n in (5, 0, 9):
        assert sums_of_two_lists(state, n) == (sum(i * i for i in range(n)), n * (n + 1) // 2)
    assert fault_in(state) is None
    sums_of_two_lists(state, LOCAL_ROOM + 2)
    assert fault_in(state) == FULL


def test_a_full_list_takes_no_more() -> None:
    state = table(list(range(ROOM)))
    append(state, state.own, 7, LINE)
    assert (held(state), fault_in(state)) == (list(range(ROOM)), FULL)
    assert put(state, state.own, ROOM, 7, LINE) == ROOM
    assert fault_in(state) == FULL
    assert place_for(state, state.lists, 1, LINE) == 1
    assert fault_in(state) is None
    assert place_for(state, state.lists, 2, LINE) == 1
    assert fault_in(state) == FULL


def test_shuffle_keeps_the_items_and_leaves_what_lies_behind() -> None:
    state = table([1, 2, 3, 4])
    state.own.items[4] = 9
    stream = np.empty(STREAM, np.uint64)
    seed_stream(stream, 1, 2, np.uint64(3))
    orders = set()
    for _ in range(200):
        shuffle_items(stream, state.own)
        orders.add(tuple(state.own.items[:4].tolist()))
    assert {tuple(sorted(order)) for order in orders} == {(1, 2, 3, 4)}
    assert len(orders) == 24
    assert state.own.items[4] == 9


def cards_of(state: Any) -> list[int]:
    return [int(card.number) for card in state.cards.items[: state.cards.n]]


@settings(deadline=None)
@given(st.integers(0, ROOM - 1), st.integers(-ROOM, ROOM))
def test_pop_of_a_record(n: int, place: int) -> None:
    state, numbers = new(TABLE).view(np.recarray)[0], list(range(10, 10 + n))
    state.cards.n = n
    for i, number in enumerate(numbers):
        state.cards.items[i].number = number
    stands = pop_record(state, state.cards, place, LINE)
    if -n <= place < n:
        assert state.cards.items[stands].number == numbers.pop(place)
        assert fault_in(state) is None
    else:
        assert fault_in(state) == OUTSIDE
    assert cards_of(state) == numbers


def test_records_are_shuffled_as_numbers_are() -> None:
    state = table([0, 1, 2, 3, 4])
    state.cards.n = 5
    for i in range(5):
        state.cards.items[i].number = i
    streams = np.empty((2, STREAM), np.uint64)
    for stream in streams:
        seed_stream(stream, 4, 5, np.uint64(6))
    for _ in range(20):
        shuffle_items(streams[0], state.own)
        shuffle_records(state, streams[1], state.cards, LINE)
        assert cards_of(state) == held(state)
    assert fault_in(state) is None


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, 7), st.booleans()), max_size=30))
def test_a_dictionary(steps: list[tuple[int, bool]]) -> None:
    """Keys are added or taken out; there is room for six."""
    own: dict[int, int] = {}
    state = new(TABLE).view(np.recarray)[0]
    for number, (key, is_added) in enumerate(steps):
        if is_added and (key in own or len(own) < ROOM):
            own[key] = number
            state.dictionary.items[new_place(state, state.dictionary, key, LINE)] = number
        elif is_added:
            new_place(state, state.dictionary, key, LINE)
            assert fault_in(state) == FULL
        else:
            drop_key(state, state.dictionary, key, LINE)
            assert fault_in(state) == (None if key in own else MISSING)
            own.pop(key, None)
        n = state.dictionary.n
        keys, items = state.dictionary.keys[:n].tolist(), state.dictionary.items[:n].tolist()
        assert list(zip(keys, items, strict=True)) == list(own.items())
        assert fault_in(state) is None
        place = key_place(state.dictionary, key)
        assert place == (keys.index(key) if key in own else NOTHING)
        assert known_place(state, state.dictionary, key, LINE) == max(place, 0)
        assert fault_in(state) == (None if key in own else MISSING)


@pytest.mark.parametrize("items", [[], [3]])
def test_a_short_list_needs_no_chance(items: list[int]) -> None:
    state = table(items)
    stream = np.zeros(STREAM, np.uint64)
    shuffle_items(stream, state.own)
    assert held(state) == items
    assert not stream.any()
