"""Numbers of compiled games are what Python calculates, or a fault."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simlab.engine.checked import (
    LARGEST,
    NO_DETAIL,
    SMALLEST,
    cell,
    detail,
    divisor,
    narrow_detail,
    outcomes,
    power,
    present,
    seat_at,
    seat_or_none,
    shifted_left,
    shifted_right,
    times,
    whole_choice,
)
from simlab.engine.game_fault import (
    EMPTY,
    ILLEGAL,
    KINDS,
    LINES,
    NONE,
    OVERFLOW,
    SENTENCES,
    WIDE_CHOICE,
    WIDE_COLUMN,
    ZERO,
    fault_in_words,
)
from simlab.engine.items import NO_VALUE, NOTHING
from simlab.engine.kernel import kernel
from simlab.engine.record import Row, new, record, whole

LINE = 57
TABLE = record(fault=whole("number of a fault"), n_players=whole("players"))
WORDS = st.integers(SMALLEST, LARGEST)


@kernel
def product(state: Row, left: Any, right: Any) -> Any:
    """Return a product, as a compiled game calculates it."""
    return times(state, left, right, LINE)


@kernel
def raised(state: Row, base: Any, exponent: Any) -> Any:
    """Return a power, as a compiled game calculates it."""
    return power(state, base, exponent, LINE)


def table() -> Any:
    state = new(TABLE).view(np.recarray)[0]
    state.n_players = 3
    return state


def fault_of(state: Any) -> int | None:
    """Return the kind of the fault of a table, noted with its line."""
    number = int(state.fault)
    assert number == 0 or number // KINDS == LINE
    return number % KINDS if number else None


def fits(number: float) -> bool:
    return isinstance(number, int) and SMALLEST <= number <= LARGEST


def assert_is(value: Any, answer: Any, state: Any) -> None:
    """Check that a value is the answer of Python, or a fault where that is none of 64 bits."""
    assert fault_of(state) == (None if fits(answer) else OVERFLOW)
    assert not fits(answer) or value == answer


@settings(deadline=None)
@given(WORDS, WORDS | st.integers(-10, 10))
def test_products(left: int, right: int) -> None:
    state = table()
    assert_is(product(state, left, right), left * right, state)


@settings(deadline=None)
@given(st.integers(-12, 12) | WORDS, st.integers(-2, 70))
def test_powers(base: int, exponent: int) -> None:
    state = table()
    answer = base**exponent if exponent >= 0 else 0.5
    assert_is(raised(state, base, exponent), answer, state)


def test_fractions_are_calculated_as_they_are() -> None:
    state = table()
    assert product(state, 0.5, 3) == 1.5
    assert raised(state, 0.5, 3) == 0.125
    assert raised(state, 2.0, -1) == 0.5
    assert product(state, 1e30, 1e30) == 1e30 * 1e30
    assert fault_of(state) is None


@settings(deadline=None)
@given(WORDS | st.integers(-9, 9), st.integers(-3, 70))
def test_shifts(number: int, bits: int) -> None:
    for shift, answer in (
        (shifted_left, number << bits if bits >= 0 else 0.5),
        (shifted_right, number >> bits if bits >= 0 else 0.5),
    ):
        state = table()
        assert_is(shift(state, number, bits, LINE), answer, state)


@pytest.mark.parametrize(
    ("function", "wrong", "kind", "right"),
    [
        (divisor, [0, 0.0], ZERO, [1, -1, 0.5]),
        (outcomes, [0, -1, 1 << 32], EMPTY, [1, 6, (1 << 32) - 1]),
        (cell, [1 << 31, -(1 << 31) - 1], WIDE_COLUMN, [(1 << 31) - 1, -(1 << 31), 0]),
        (present, [NO_VALUE], NONE, [0, 5]),
        (seat_at, [-1, 3, 9], ILLEGAL, [0, 2]),
        (seat_or_none, [-2, NOTHING, 3], ILLEGAL, [0, 2]),
        (whole_choice, [NO_VALUE], NONE, [0, 1 << 50]),
        (whole_choice, [NO_DETAIL, NO_DETAIL + (7 << 48)], WIDE_CHOICE, [3]),
    ],
)
def test_what_is_looked_at(
    function: Callable[..., Any], wrong: list[Any], kind: int, right: list[Any]
) -> None:
    for number in wrong:
        state = table()
        assert function(state, number, LINE) is not None
        assert fault_of(state) == kind
    for number in right:
        state = table()
        assert function(state, number, LINE) == number
        assert fault_of(state) is None


def test_a_choice_with_a_number_that_is_too_large_is_no_choice() -> None:
    assert detail(65535, 32) == 65535 << 32
    assert narrow_detail(63, 6, 63) == 63 << 6
    for number in (-1, 64):
        too_large = narrow_detail(number, 6, 63)
        assert ((1 << 12) - 1 << 48) | too_large | narrow_detail(number, 0, 63) < 0
        assert too_large | narrow_detail(63, 0, 63) > NO_VALUE
    for number in (-1, 65536, 1 << 40):
        assert ((1 << 12) - 1 << 48) + detail(number, 32) + detail(7, 16) < 0
        assert 3 * detail(number, 32) >= SMALLEST


def test_no_seat_is_none() -> None:
    state = table()
    assert seat_or_none(state, NO_VALUE, LINE) == NOTHING
    assert fault_of(state) is None


def test_the_first_fault_counts() -> None:
    state = table()
    divisor(state, 0, LINE)
    cell(state, 1 << 40, LINE + 1)
    assert fault_of(state) == ZERO


def test_a_fault_names_the_line_of_its_file() -> None:
    number = (LINES + LINE) * KINDS + ZERO
    assert fault_in_words(number, ["a.py", "b.py"]) == f"b.py:{LINE}: {SENTENCES[ZERO]}"
