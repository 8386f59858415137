"""Lists and dictionaries in a record: items with fixed room, and how many there are.

A list that is full, and what is not there, is a fault of the game, noted with the `line` of the
plain game that asks for it, see `game_fault.py`; then nothing is written.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from simlab.engine.game_fault import FULL, MISSING, OUTSIDE, TWICE, WIDE_KEY, fail
from simlab.engine.kernel import kernel
from simlab.engine.record import (
    BY_SEAT,
    Ints,
    Row,
    Words,
    copy_row,
    index,
    nested,
    real,
    record,
    record_on_stack,
    whole,
)
from simlab.engine.rng import below, shuffle

NOTHING = -1
"""What stands for no seat, no card, no text."""
NO_VALUE = -(1 << 62)
"""None in a compiled game: no number of a game is as low, so that -1 stays a number."""

INFINITE = (1 << 62) - 1
"""math.inf among whole numbers; its opposite is -math.inf. No number of a game is as large."""

LIST, DICT = ("n", "items"), ("n", "keys", "items")
"""The fields of a list and of a dictionary."""
ROWS = "the rows"
"""Meaning of the items of a list that are rows of a table."""


def list_record(room: int, by_seat: bool = False) -> np.dtype[Any]:
    """Return the type of a list of numbers, perhaps with one of each seat."""
    return record(n=whole("how many"), items=whole(BY_SEAT if by_seat else "items", shape=room))


def list_of_rows(n_rows: int, room: int) -> np.dtype[Any]:
    """Return the type of a list of rows of a table that has at most `n_rows`."""
    return record(n=whole("how many"), items=index(ROWS, n_rows, shape=room))


LOCAL_ROOM, NESTED_ROOM = 256, 64
"""Items of a list that a function makes for itself; of one that has lists, and of each of these."""
LOCAL_LIST = list_record(LOCAL_ROOM)
new_list = record_on_stack(LOCAL_LIST)
"""Returns an empty list of numbers that lasts as long as the function that asks for it."""
LOCAL_FRACTIONS = record(n=whole("how many"), items=real("the items", shape=LOCAL_ROOM))
new_fractions = record_on_stack(LOCAL_FRACTIONS)
"""Returns an empty list of numbers that may lie between whole ones."""


def dict_record(room: int) -> np.dtype[Any]:
    """Return the type of a dictionary of numbers, in the order in which its keys came."""
    return record(
        n=whole("how many"), keys=whole("the keys", shape=room), items=whole("items", shape=room)
    )


new_dict = record_on_stack(dict_record(LOCAL_ROOM))
"""Returns an empty dictionary of numbers that lasts as long as the function that asks for it."""
new_dict_of_fractions = record_on_stack(
    record(
        n=whole("how many"),
        keys=whole("the keys", shape=LOCAL_ROOM),
        items=real("items", shape=LOCAL_ROOM),
    )
)
"""Returns an empty dictionary of numbers that may lie between whole ones."""


def dict_of(of: np.dtype[Any], room: int) -> np.dtype[Any]:
    """Return the type of a dictionary of records."""
    return record(
        n=whole("how many"),
        keys=whole("the keys", shape=room),
        items=nested(of, "the records", room),
    )


def list_of(of: np.dtype[Any], room: int, by_seat: bool = False) -> np.dtype[Any]:
    """Return the type of a list of records, perhaps with one of each seat."""
    return record(n=whole("how many"), items=nested(of, BY_SEAT if by_seat else "records", room))


def as_data(value: Any) -> Any:
    """Return a record or array as Python data, of lists and dictionaries only what is in them."""
    names = value.dtype.names
    if names is None:
        return _in_python(value.tolist())
    if value.shape:
        return [as_data(member) for member in value]
    if names == LIST:
        return as_data(value["items"][: int(value["n"])])
    if names == DICT:
        n = int(value["n"])
        return dict(zip(value["keys"][:n].tolist(), as_data(value["items"][:n]), strict=True))
    return {name: as_data(value[name]) for name in names}


def _in_python(value: Any) -> Any:
    if isinstance(value, list):
        return [_in_python(member) for member in value]
    return {NO_VALUE: None, INFINITE: math.inf, -INFINITE: -math.inf}.get(value, value)


@kernel
def put(state: Row, items: Row, index: int, item: int, line: int) -> int:
    """Write an item at a place, which may lie behind the last one; return the next place."""
    if index >= items.items.shape[0]:
        fail(state, FULL, line)
        return index
    items.items[index] = item
    return index + 1


@kernel
def append(state: Row, items: Row, item: int, line: int) -> None:
    """Add an item at the end."""
    items.n = put(state, items, items.n, item, line)


@kernel
def end_at(items: Row, n: int) -> None:
    """Let a list of numbers have `n` items, which are written already; leave none behind them."""
    # zeros behind the last item: equal lists are equal records, and no card stays to be seen
    for i in range(n, items.n):
        items.items[i] = 0
    items.n = n


@kernel
def copy_list(state: Row, items: Row, copied: Row, line: int) -> None:
    """Make a list of numbers equal to another one; a loop without tests moves several at once."""
    n = min(copied.n, items.items.shape[0])
    if n < copied.n:
        fail(state, FULL, line)
    for i in range(n):
        items.items[i] = copied.items[i]
    end_at(items, n)


@kernel
def place_for(state: Row, lists: Row, index: int, line: int) -> int:
    """Return a place for one more record; the last one if there is none."""
    if index < lists.items.shape[0]:
        return index
    fail(state, FULL, line)
    return index - 1


@kernel
def place_at(state: Row, n: int, index: int, line: int) -> int:
    """Return the place of an index into `n` items; a negative one counts from the end.

    Nearly all are none: to test that first lets a processor go on before the index is known.
    """
    if 0 <= index < n:
        # index + 0: both ends of the branch have the same type for Numba
        return index + 0
    if -n <= index < 0:
        return index + n
    fail(state, OUTSIDE, line)
    return 0


@kernel
def bound_at(n: int, index: int) -> int:
    """Return the place where a slice of `n` items begins or ends that is cut at an index."""
    return max(n + index, 0) if index < 0 else min(index, n)


@kernel
def last_at(n: int, index: int) -> int:
    """Return the place where a slice of `n` items begins or ends that goes backwards."""
    return max(n + index, -1) if index < 0 else min(index, n - 1)


@kernel
def expect_within(state: Row, n: int, index: int, line: int) -> None:
    """Note a fault unless there is a place among `n` items."""
    if index >= n:
        fail(state, OUTSIDE, line)


@kernel
def expect(state: Row, n: int, expected: int, line: int) -> None:
    """Note a fault unless a list that is unpacked has as many items as there are names."""
    if n != expected:
        fail(state, OUTSIDE, line)


@kernel
def pop(state: Row, items: Row, index: int, line: int) -> int:
    """Take out the item at an index, which may count from the end as -1, and return it.

    Nothing of it stays behind the last item: it may be a card that nobody may see any more.
    """
    if not -items.n <= index < items.n:
        fail(state, OUTSIDE, line)
        return NOTHING
    offset = index if index >= 0 else items.n + index
    item = items.items[offset]
    items.n -= 1
    for later in range(offset, items.n):
        items.items[later] = items.items[later + 1]
    items.items[items.n] = 0
    return item


@kernel
def place_in(values: Ints, n: int, value: int) -> int:
    """Return the place of a value among the first `n`, or NOTHING."""
    for i in range(n):
        if values[i] == value:
            return i
    return NOTHING


@kernel
def known_among(state: Row, values: Ints, value: int, line: int) -> int:
    """Return the place of a value among constants, where it must be."""
    index = place_in(values, values.shape[0], value)
    if index == NOTHING:
        fail(state, MISSING, line)
        return 0
    return index


@kernel
def known_place_of(state: Row, places: Ints, value: int, line: int) -> int:
    """Return the place of a value among constants, where it must be, from a list of all places."""
    if 0 <= value < places.shape[0] and places[value] != NOTHING:
        return places[value]
    fail(state, MISSING, line)
    return 0


@kernel
def position(items: Row, item: int) -> int:
    """Return the place of the first item that is equal, or NOTHING."""
    return place_in(items.items, items.n, item)


@kernel
def known_position(state: Row, items: Row, item: int, line: int) -> int:
    """Return the place of the first item that is equal."""
    index = position(items, item)
    if index == NOTHING:
        fail(state, MISSING, line)
        return 0
    return index


@kernel
def remove(state: Row, items: Row, item: int, line: int) -> None:
    """Take out the first item that is equal."""
    index = position(items, item)
    if index == NOTHING:
        fail(state, MISSING, line)
    else:
        pop(state, items, index, line)


LAST_BITS = 63
"""The bits of a number that say first which items differ: there are as many bits in a number."""


@kernel
def is_new(items: Row, seen: int, item: int) -> bool:
    """Say whether an item is not in a list; `seen` has the bit of the last bits of each item.

    One that is there is most often the last one.
    """
    if seen >> (item & LAST_BITS) & 1 == 0:
        return True
    for i in range(items.n - 1, -1, -1):
        if items.items[i] == item:
            return False
    return True


@kernel
def include(state: Row, items: Row, item: int, line: int) -> None:
    """Add an item at the end, unless it is there."""
    if position(items, item) == NOTHING:
        append(state, items, item, line)


@kernel
def discard(state: Row, items: Row, item: int, line: int) -> None:
    """Take out an item, if it is there."""
    index = position(items, item)
    if index != NOTHING:
        pop(state, items, index, line)


@kernel
def insert(state: Row, items: Row, index: int, item: int, line: int) -> None:
    """Put an item before the one at an index, or at the start or the end if that is beyond it."""
    first, n = bound_at(items.n, index), items.n
    append(state, items, item, line)
    if items.n == n:
        return
    for later in range(n, first, -1):
        items.items[later] = items.items[later - 1]
    items.items[first] = item


@kernel
def room_at(state: Row, records: Row, index: int, line: int) -> int:
    """Return where a record is put before the one at an index; those behind it move on."""
    first, n = bound_at(records.n, index), records.n
    if n == records.items.shape[0]:
        fail(state, FULL, line)
        return n - 1
    for later in range(n, first, -1):
        copy_row(records.items[later - 1], records.items[later])
    records.n = n + 1
    return first


@kernel
def cut(items: Row, first: int, end: int) -> None:
    """Take out the items from one index to another, as a slice names them."""
    begin, behind, n = bound_at(items.n, first), bound_at(items.n, end), items.n
    if behind <= begin:
        return
    for i in range(behind, n):
        items.items[begin + i - behind] = items.items[i]
    end_at(items, n - (behind - begin))


@kernel
def replace_slice(
    state: Row, items: Row, first: int, end: int, other_items: Row, line: int
) -> None:
    """Put other items in the place of those from one index to another, as a slice names them."""
    begin, n = bound_at(items.n, first), items.n
    behind = max(bound_at(items.n, end), begin)
    growth = other_items.n - (behind - begin)
    if n + growth > items.items.shape[0]:
        fail(state, FULL, line)
        return
    if growth > 0:
        for i in range(n - 1, behind - 1, -1):
            items.items[i + growth] = items.items[i]
    else:
        for i in range(behind, n):
            items.items[i + growth] = items.items[i]
    for i in range(other_items.n):
        items.items[begin + i] = other_items.items[i]
    end_at(items, n + growth)
    items.n = n + growth


@kernel
def count_of(items: Row, item: int) -> int:
    """Return how many items are equal to a value."""
    n = 0
    for i in range(items.n):
        n += items.items[i] == item
    return n


@kernel
def are_equal(items: Row, other_items: Row) -> bool:
    """Say whether two lists have equal items in the same order."""
    if items.n != other_items.n:
        return False
    for i in range(items.n):
        if items.items[i] != other_items.items[i]:
            return False
    return True


@kernel
def have_same(items: Row, other_items: Row) -> bool:
    """Say whether two sets have the same items."""
    if items.n != other_items.n:
        return False
    for i in range(items.n):
        if position(other_items, items.items[i]) == NOTHING:
            return False
    return True


@kernel
def are_within(items: Row, other_items: Row) -> bool:
    """Say whether all items are among others."""
    for i in range(items.n):
        if position(other_items, items.items[i]) == NOTHING:
            return False
    return True


@kernel
def reverse_items(items: Row) -> None:
    """Turn the order of a list of numbers."""
    n = items.n
    for i in range(n // 2):
        item = items.items[i]
        items.items[i] = items.items[n - 1 - i]
        items.items[n - 1 - i] = item


@kernel
def reverse_records(state: Row, records: Row, line: int) -> None:
    """Turn the order of a list of records. It needs room for one more than it holds."""
    n = records.n
    if n == records.items.shape[0]:
        fail(state, FULL, line)
        return
    for i in range(n // 2):
        copy_row(records.items[i], records.items[n])
        copy_row(records.items[n - 1 - i], records.items[i])
        copy_row(records.items[n], records.items[n - 1 - i])


@kernel
def exchange(state: Row, items: Row, other_items: Row, line: int) -> None:
    """Let each of two lists of numbers have what the other one has."""
    n, n_others = items.n, other_items.n
    if n > other_items.items.shape[0] or n_others > items.items.shape[0]:
        fail(state, FULL, line)
        return
    for i in range(min(n, n_others)):
        item = items.items[i]
        items.items[i], other_items.items[i] = other_items.items[i], item
    for i in range(n_others, n):
        other_items.items[i], items.items[i] = items.items[i], 0
    for i in range(n, n_others):
        items.items[i], other_items.items[i] = other_items.items[i], 0
    items.n, other_items.n = n_others, n


@kernel
def sort_items(items: Row, turned: bool) -> None:
    """Put numbers in order, the largest first if it is `turned`."""
    for end in range(1, items.n):
        item, index = items.items[end], end
        while index > 0:
            before = items.items[index - 1]
            if not (before < item if turned else item < before):
                break
            items.items[index] = before
            index -= 1
        items.items[index] = item


@kernel
def order_by(order: Row, turned: bool, keys: Row) -> None:
    """Put places in the order of the keys that stand there, the largest first if it is `turned`.

    Places with equal keys keep their order.
    """
    for end in range(1, order.n):
        inserted, index = order.items[end], end
        while index > 0:
            key, before = keys.items[inserted], keys.items[order.items[index - 1]]
            if not (before < key if turned else key < before):
                break
            order.items[index] = order.items[index - 1]
            index -= 1
        order.items[index] = inserted


@kernel
def arrange_items(items: Row, order: Row) -> None:
    """Put numbers in an order of their places, which is used up."""
    for first in range(items.n):
        item, index = items.items[first], first
        while order.items[index] != first:
            following = order.items[index]
            items.items[index], order.items[index] = items.items[following], index
            index = following
        items.items[index], order.items[index] = item, index


@kernel
def arrange_records(state: Row, records: Row, order: Row, line: int) -> None:
    """Put records in an order of their places, which is used up.

    The list needs room for one more than it holds.
    """
    n = records.n
    if n == records.items.shape[0]:
        fail(state, FULL, line)
        return
    for first in range(n):
        if order.items[first] == first:
            continue
        copy_row(records.items[first], records.items[n])
        index = first
        while order.items[index] != first:
            following = order.items[index]
            copy_row(records.items[following], records.items[index])
            order.items[index], index = index, following
        copy_row(records.items[n], records.items[index])
        order.items[index] = index


@kernel
def rearrange_records(
    state: Row, records: Row, order: Row, firsts: Row, may_repeat: bool, line: int
) -> None:
    """Keep the records at some places only, in their order; both lists of places are used up.

    Only what `may_repeat` may stand at several places afterwards: each record is another one.
    """
    n, n_before = order.n, records.n
    if n > records.items.shape[0]:
        fail(state, FULL, line)
        return
    for i in range(n):
        first = position(firsts, order.items[i])
        if first == NOTHING:
            first = firsts.n
            append(state, firsts, order.items[i], line)
        elif not may_repeat:
            fail(state, TWICE, line)
        order.items[i] = first
    for i in range(n_before):
        if position(firsts, i) == NOTHING:
            append(state, firsts, i, line)
    if state.fault == 0 and firsts.n != n_before:
        fail(state, OUTSIDE, line)
    if state.fault != 0:
        return
    arrange_records(state, records, firsts, line)
    for i in range(n - 1, -1, -1):
        if order.items[i] != i:
            copy_row(records.items[order.items[i]], records.items[i])
    records.n = n


KEY_BITS = 62
"""Bits of the numbers of a key of several, which all have the same share of them."""


@kernel
def with_part(state: Row, key: int, part: int, bits: int, line: int) -> int:
    """Return a key of several numbers with one more behind them, which has some bits."""
    half = 1 << bits - 1
    if not -half <= part < half:
        fail(state, WIDE_KEY, line)
        return key << bits
    return key << bits | part + half


@kernel
def part_of(key: int, shift: int, bits: int) -> int:
    """Return one of the numbers of a key of several, which has some bits from a place on."""
    return (key >> shift & (1 << bits) - 1) - (1 << bits - 1)


@kernel
def key_place(items: Row, key: int) -> int:
    """Return the place of a key of a dictionary, or NOTHING."""
    return place_in(items.keys, items.n, key)


@kernel
def known_place(state: Row, items: Row, key: int, line: int) -> int:
    """Return the place of a key that is there."""
    index = key_place(items, key)
    if index == NOTHING:
        fail(state, MISSING, line)
        return 0
    return index


@kernel
def new_place(state: Row, items: Row, key: int, line: int) -> int:
    """Return the place of a key, which is added if it is not there."""
    index = key_place(items, key)
    if index != NOTHING:
        return index
    if items.n == items.keys.shape[0]:
        fail(state, FULL, line)
        return items.n - 1
    items.keys[items.n] = key
    items.n += 1
    return items.n - 1


@kernel
def have_same_entries(items: Row, other_items: Row) -> bool:
    """Say whether two dictionaries of numbers have the same keys with the same items."""
    if items.n != other_items.n:
        return False
    for i in range(items.n):
        other_index = key_place(other_items, items.keys[i])
        if other_index == NOTHING or other_items.items[other_index] != items.items[i]:
            return False
    return True


@kernel
def drop_key(state: Row, items: Row, key: int, line: int) -> None:
    """Take a key out of a dictionary of numbers."""
    index = key_place(items, key)
    if index == NOTHING:
        fail(state, MISSING, line)
        return
    items.n -= 1
    for later in range(index, items.n):
        items.keys[later] = items.keys[later + 1]
        items.items[later] = items.items[later + 1]
    items.keys[items.n] = items.items[items.n] = 0


@kernel
def drop_entry(state: Row, records: Row, key: int, line: int) -> None:
    """Take a key out of a dictionary of records."""
    index = key_place(records, key)
    if index == NOTHING:
        fail(state, MISSING, line)
        return
    records.n -= 1
    for later in range(index, records.n):
        records.keys[later] = records.keys[later + 1]
        copy_row(records.items[later + 1], records.items[later])
    records.keys[records.n] = 0


@kernel
def pop_record(state: Row, records: Row, index: int, line: int) -> int:
    """Take a record out of a list; return where it stands, behind the last, until one is added.

    An index may count from the end as -1. The list needs room for one more than it holds.
    """
    n = records.n
    if not -n <= index < n:
        fail(state, OUTSIDE, line)
        return 0
    if n == records.items.shape[0]:
        fail(state, FULL, line)
        return 0
    offset = index if index >= 0 else n + index
    records.n = n - 1
    if offset == n - 1:
        return n - 1
    copy_row(records.items[offset], records.items[n])
    for later in range(offset, n - 1):
        copy_row(records.items[later + 1], records.items[later])
    return n


@kernel
def shuffle_records(state: Row, stream: Words, records: Row, line: int) -> None:
    """Put a list of records in the order that `shuffle` gives to one of numbers."""
    n = records.n
    if n == records.items.shape[0]:
        fail(state, FULL, line)
        return
    for i in range(n - 1, 0, -1):
        j = below(stream, i + 1)
        copy_row(records.items[i], records.items[n])
        copy_row(records.items[j], records.items[i])
        copy_row(records.items[n], records.items[j])


@kernel
def shuffle_items(stream: Words, items: Row) -> None:
    """Put a list in a uniformly random order."""
    shuffle(stream, items.items, items.n)
