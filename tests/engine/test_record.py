"""Records: named numbers that read the same from plain Python and from a kernel."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import numpy.typing as npt
import pytest

from simlab.engine.kernel import kernel
from simlab.engine.record import (
    Ints,
    Record,
    Row,
    byte,
    clear,
    copy_fields,
    fields_of,
    nested,
    new,
    real,
    record,
    row_of,
    small,
    whole,
    word,
)

CARD = record(value=byte("soldiers on it"), colour=byte("its colour"), price=small("what it costs"))
HAND = record(n_cards=byte("cards held"), cards=nested(CARD, "by place", 3), coins=whole("coins"))
TABLE = record(
    is_open=byte("1 while the bank is open"),
    hands=nested(HAND, "by seat", 2),
    stream=word("random stream", 4),
    turn=small("turns taken", "turns"),
    grid=byte("spots by street and place", shape=(3, 5)),
    share=real("share of the win", "wins"),
    deck=nested(CARD, "top card"),
)


def scribbled() -> npt.NDArray[Any]:
    """Return a table of arbitrary numbers."""
    rows = new(TABLE)
    rows.view(np.uint8)[:] = np.random.default_rng(2).integers(100, size=TABLE.itemsize)
    rows["share"] = 0.625
    return rows


def places(dtype: np.dtype[Any], start: int = 0) -> list[tuple[int, int]]:
    """Return offset and size of all numbers of a record type, in order."""
    if dtype.subdtype:
        inner, shape = dtype.subdtype
        starts = range(start, start + dtype.itemsize, inner.itemsize)
        assert len(starts) == np.prod(shape)
        return [place for at in starts for place in places(inner, at)]
    if dtype.fields:
        return [
            place for field in dtype.fields.values() for place in places(field[0], start + field[1])
        ]
    return [(start, dtype.itemsize)]


@kernel
def read_out(table: Row, numbers: Ints) -> None:
    """Write down every kind of number on a table."""
    numbers[0], numbers[1] = table.is_open, table.turn
    numbers[2], numbers[3] = table.grid[1, 4], table.stream[3] >> np.uint64(1)
    hand = table.hands[1]
    numbers[4], numbers[5] = hand.n_cards, hand.coins
    numbers[6], numbers[7] = hand.cards[2].value, hand.cards[2].price
    numbers[8], numbers[9] = table.deck.colour, int(1e15 * table.share)


@kernel
def move_card(table: Row, seat: int, place: int) -> None:
    """Put the top card into a hand, for its price."""
    hand = table.hands[seat]
    card = hand.cards[place]
    card.value, card.colour, card.price = table.deck.value, table.deck.colour, table.deck.price
    hand.coins -= card.price
    hand.n_cards += 1
    table.grid[2, 4] = table.deck.value


@pytest.mark.parametrize(
    "name", ["all", "copy", "fill", "item", "round", "size", "sum", "take", "T"]
)
def test_a_field_named_like_something_numpy_rows_have_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=f"cannot have fields named {name}:"):
        record(**{name: whole("hidden")})


def test_all_refused_names_are_named_at_once() -> None:
    with pytest.raises(ValueError, match="named round, take:"):
        record(take=whole("cards taken"), round=whole("rounds"), coins=whole("coins"))


def test_a_field_keeps_its_sentence_and_its_unit() -> None:
    turn = fields_of(TABLE)["turn"]
    assert (turn.meaning, turn.unit, turn.shape) == ("turns taken", "turns", ())
    assert fields_of(TABLE)["grid"].shape == (3, 5)
    assert list(fields_of(TABLE)) == list(TABLE.names or ())


def test_an_array_can_name_its_entries() -> None:
    dtype = record(sent=small("taxis sent by colour", "taxis", each=("red", "blue")))
    assert dtype["sent"].shape == (2,)
    assert fields_of(dtype)["sent"].each == ("red", "blue")


class Piece(Record, fields={"cost": whole("what it costs", "coins")}):
    """A record with a field that is declared elsewhere."""

    cost: int
    worth = real("what it is worth")
    moves = small("moves by kind", "moves", ("slow", "fast"))


class Crown(Piece):
    """A record that begins as another does."""

    piece = nested(Piece, "the piece that it stands on")
    guards = nested(Piece, "pieces beside it", (2, 3))


def test_a_class_declares_a_record_in_the_order_of_its_fields() -> None:
    assert Piece.dtype == record(
        cost=whole("what it costs", "coins"),
        worth=real("what it is worth"),
        moves=small("moves by kind", "moves", ("slow", "fast")),
    )
    assert fields_of(Piece.dtype)["moves"].each == ("slow", "fast")


def test_the_fields_of_a_base_class_come_first() -> None:
    assert Crown.dtype.names == ("cost", "worth", "moves", "piece", "guards")
    crown: Crown = row_of(new(Crown.dtype))
    crown.piece.cost, crown.guards[1, 2].cost = 3, 4
    assert (crown.piece.cost, crown.guards[1, 2].cost, crown.guards[1, 1].cost) == (3, 4, 0)


@pytest.mark.parametrize("fields", [{}, {"cost": whole("what it costs"), "tax": whole("more")}])
def test_fields_declared_elsewhere_are_those_that_a_class_annotates(fields: dict[str, int]) -> None:
    with pytest.raises(
        ValueError, match=f"Toll: .*declared elsewhere: {'tax' if fields else 'cost'}$"
    ):

        class Toll(Record, fields=fields):
            cost: int


@pytest.mark.parametrize("dtype", [CARD, HAND, TABLE])
def test_every_number_stands_at_a_multiple_of_its_size(dtype: np.dtype[Any]) -> None:
    assert all(offset % size == 0 for offset, size in places(dtype))
    assert dtype.itemsize % 8 == 0
    assert numba.from_dtype(dtype).aligned


@pytest.mark.parametrize("dtype", [CARD, HAND, TABLE])
def test_no_two_numbers_share_a_byte(dtype: np.dtype[Any]) -> None:
    taken = [at for offset, size in places(dtype) for at in range(offset, offset + size)]
    assert len(taken) == len(set(taken))
    assert max(taken) < dtype.itemsize


def test_new_rows_are_zero() -> None:
    assert new(TABLE, 3).tobytes() == bytes(3 * TABLE.itemsize)


def test_a_nested_record_is_read_by_attribute() -> None:
    table = row_of(scribbled())
    table.hands[1].cards[2].price = -70_000
    assert table.hands[1].cards[2].price == -70_000
    assert table.hands[0].cards[2].price != -70_000


def test_a_row_is_a_window_on_its_array_without_the_slow_look_up_of_numpy() -> None:
    rows = scribbled()
    row = row_of(rows)
    row.turn = 7
    assert rows["turn"][0] == 7
    assert type(row).__getattribute__ is not np.record.__getattribute__
    assert type(row.hands[1].cards[2]).__getattribute__ is not np.record.__getattribute__


@pytest.mark.compiled
def test_rows_of_both_classes_are_one_to_a_kernel() -> None:
    table, numbers = scribbled(), np.zeros(10, np.int64)
    read_out(row_of(table), numbers)
    read_out(table.view(np.recarray)[0], numbers)
    compiled: Any = read_out
    assert len(compiled.for_python.signatures) == 1


def test_a_kernel_reads_what_plain_python_reads() -> None:
    table = row_of(scribbled())
    compiled, in_python = np.zeros(10, np.int64), np.zeros(10, np.int64)
    read_out(table, compiled)
    plain(read_out)(table, in_python)
    assert compiled.tolist() == in_python.tolist()
    assert len(set(compiled.tolist())) == 10


def test_a_kernel_writes_what_plain_python_writes() -> None:
    compiled, in_python = scribbled(), scribbled()
    move_card(row_of(compiled), 1, 2)
    plain(move_card)(row_of(in_python), 1, 2)
    assert compiled.tobytes() == in_python.tobytes() != scribbled().tobytes()


def plain(function: Any) -> Any:
    """Return a kernel as the Python function it is written as."""
    return getattr(function, "py_func", function)


@kernel
def clear_parts(table: Row) -> None:
    """Clear a record, an array of records and an array of numbers within a record."""
    clear(table.deck)
    clear(table.hands)
    clear(table.grid)


def test_clear_sets_a_record_or_an_array_to_zero_and_nothing_else() -> None:
    rows = scribbled()
    before = rows.copy()
    clear_parts(row_of(rows))
    for name in TABLE.names or ():
        is_cleared = name in ("deck", "hands", "grid")
        expected = np.zeros_like(before[name]) if is_cleared else before[name]
        assert np.array_equal(rows[name], expected)
    clear(row_of(rows))
    assert rows.tobytes() == bytes(TABLE.itemsize)


@kernel
def clear_whole(table: Row) -> None:
    """Clear a record."""
    clear(table)


def test_clear_reaches_every_byte() -> None:
    rows = scribbled()
    clear_whole(row_of(rows))
    assert all(not rows[name].tobytes().strip(b"\0") for name in TABLE.names or ())


TALLY = record(
    draws=small("cards drawn", "cards"),
    sent=small("sent by colour", "cards", ("red", "blue")),
    turns=whole("turns", "turns"),
)
REPORT = record(deal=byte("deal"), **fields_of(TALLY), score=whole("points"))


@kernel
def report(tally: Row, row: Row) -> None:
    """Copy a tally into a report."""
    copy_fields(tally, row)


def test_copy_fields_sets_the_fields_of_the_same_names_and_no_others() -> None:
    tallies, rows = new(TALLY), new(REPORT)
    tallies[0] = (3, [4, 5], 6)
    rows[0] = (7, 0, [0, 0], 0, 8)
    report(row_of(tallies), row_of(rows))
    values = [rows[name][0].tolist() for name in REPORT.names or ()]
    assert values == [7, 3, [4, 5], 6, 8]


SHORT = record(coins=whole("coins"))
LONG = record(**fields_of(SHORT), turns=whole("turns", "turns"))


@kernel
def copy_row(row: Row, copy: Row) -> None:
    """Copy the fields of a row that its type has."""
    copy_fields(row, copy)


@kernel
def copy_first(rows: Any) -> None:
    """Copy the first row to the second."""
    copy_row(rows[0], rows[1])


@pytest.mark.compiled
def test_code_for_a_short_record_is_not_used_for_a_longer_one_that_begins_alike() -> None:
    """Numba would take the longer one for a subtype, and says so whenever it compares them."""
    for dtype in (SHORT, LONG):
        rows = new(dtype, 2)
        rows[0] = (7, 3)[: len(dtype.names or ())]
        copy_first(rows)
        assert rows[1] == rows[0]
        rows[1:] = 0
        copy_row(row_of(rows), rows.view(np.recarray)[1])
        assert rows[1] == rows[0]
