"""Numbers of compiled plain games, looked at before they are used: a wrong one is a fault there.

`line` is that of the plain game, see `game_fault.py`.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numba.core import types
from numba.extending import intrinsic, overload

from simlab.engine.game_fault import (
    EMPTY,
    ILLEGAL,
    NONE,
    OTHER_TEXT,
    OVERFLOW,
    RAISED,
    UNSEEN,
    WIDE_CHOICE,
    WIDE_COLUMN,
    ZERO,
    fail,
)
from simlab.engine.items import INFINITE, NO_VALUE, NOTHING
from simlab.engine.kernel import kernel
from simlab.engine.record import Ints, Row

MOST_OUTCOMES = (1 << 32) - 1
"""Most outcomes of one draw, see `rng.below`."""
LARGEST_DETAIL = (1 << 16) - 1
"""Largest number in a choice."""
NO_DETAIL = -(1 << 61)
"""What stands for a number that no choice has: more than a word and other details add up to, and
three of them still fit into 64 bits."""
WHOLE = (int, np.integer, np.bool_)
BITS = 63
"""Bits of a number beside its sign."""
SMALLEST, LARGEST = -(1 << BITS), (1 << BITS) - 1
BEYOND = 2.0**BITS
"""Fractions from here on, and those below its opposite, are no whole numbers of 64 bits."""
LEAST, MOST = (int(bound) for bound in (np.iinfo(np.int32).min, np.iinfo(np.int32).max))
"""Bounds of a number in a column."""


@kernel
def word_as_choice(state: Row, word: int, n_words: int, bits: int, line: int) -> int:
    """Return the choice of a word without details; `bits` are those below it."""
    if 0 <= word < n_words:
        return word << bits
    fail(state, UNSEEN, line)
    return 0


@kernel
def divisor(state: Row, number: Any, line: int) -> Any:
    """Return a number to divide by, which must not be zero."""
    if number == 0:
        fail(state, ZERO, line)
        return number + 1
    return number + 0


@kernel
def remainder(state: Row, left: Any, right: Any, line: int) -> Any:
    """Return what is left of a number divided by another, with the sign of the other.

    A number that is smaller already, as of a seat or a place that moves on or back by one, is not
    divided: that is one of the slowest operations of a processor.
    """
    if 0 <= left < right:
        return left + 0
    if -right <= left < 0:
        return left + right
    return left % divisor(state, right, line)


def times(state: Row, left: Any, right: Any, line: int) -> Any:
    """Return a product, which must fit in 64 bits if it is whole."""
    if not isinstance(left, WHOLE) or not isinstance(right, WHOLE):
        return left * right
    product = int(left) * int(right)
    if SMALLEST <= product <= LARGEST:
        return product
    fail(state, OVERFLOW, line)
    return 0


@overload(times, strict=False)
def _compiled_times(state: Any, left: Any, right: Any, line: Any) -> Any:
    if is_whole(left) and is_whole(right):
        return lambda state, left, right, line: whole_product(state, left, right, line)
    return lambda state, left, right, line: left * right


def is_whole(kind: Any) -> bool:
    """Say whether what Numba calls a type is one of whole numbers."""
    return isinstance(kind, types.Integer | types.Boolean)


@kernel
def whole_product(state: Row, left: int, right: int, line: int) -> int:
    """Return a product of whole numbers."""
    product, is_too_large = multiply(left, right)
    if is_too_large:
        fail(state, OVERFLOW, line)
        return 0
    return product


def _multiply(typing_context: Any, left: Any, right: Any) -> Any:
    """Return the product of two whole numbers, and whether 64 bits are too few for it."""
    answer = types.Tuple((types.int64, types.boolean))

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        product = builder.smul_with_overflow(*values)
        parts = [builder.extract_value(product, part) for part in range(2)]
        return context.make_tuple(builder, answer, parts)

    return answer(types.int64, types.int64), generate


multiply: Any = intrinsic(_multiply)


def power(state: Row, base: Any, exponent: Any, line: int) -> Any:
    """Return a power; a whole one must fit in 64 bits, and have no negative exponent."""
    if isinstance(base, WHOLE) and isinstance(exponent, WHOLE):
        return whole_power(state, int(base), int(exponent), line)
    return base**exponent


@overload(power, strict=False)
def _compiled_power(state: Any, base: Any, exponent: Any, line: Any) -> Any:
    if is_whole(base) and is_whole(exponent):
        return lambda state, base, exponent, line: whole_power(state, base, exponent, line)
    return lambda state, base, exponent, line: base**exponent


@kernel
def whole_power(state: Row, base: int, exponent: int, line: int) -> int:
    """Return a power of a whole number."""
    if exponent < 0:
        fail(state, OVERFLOW, line)
    if exponent > 0 and -1 <= base <= 1:
        return base if exponent % 2 == 1 else base * base
    result = 1
    for _ in range(exponent):
        result = times(state, result, base, line)
        if state.fault != 0:
            break
    return result


@kernel
def shifted_left(state: Row, number: int, bits: int, line: int) -> int:
    """Return a number shifted to the left, which must fit in 64 bits."""
    if bits >= 0 and number == 0:
        return 0
    shifted = number << min(max(bits, 0), BITS)
    if 0 <= bits <= BITS and shifted >> bits == number and SMALLEST <= shifted <= LARGEST:
        return shifted
    fail(state, OVERFLOW, line)
    return 0


@kernel
def shifted_right(state: Row, number: int, bits: int, line: int) -> int:
    """Return a number shifted to the right, by any number of bits."""
    if bits < 0:
        fail(state, OVERFLOW, line)
        return 0
    return number >> min(bits, BITS)


@kernel
def truncated(state: Row, number: float, line: int) -> int:
    """Return a fraction without what is behind its point, which must fit in 64 bits."""
    if -BEYOND <= number < BEYOND:
        return int(number)
    fail(state, OVERFLOW, line)
    return 0


@kernel
def rounded(state: Row, number: float, line: int) -> int:
    """Return the nearest whole number, the even one of two, which must fit in 64 bits."""
    return truncated(state, np.rint(number), line)


@kernel
def floored(state: Row, number: float, line: int) -> int:
    """Return the whole number below a fraction, which must fit in 64 bits."""
    return truncated(state, np.floor(number), line)


@kernel
def raised(state: Row, number: float, line: int) -> int:
    """Return the whole number above a fraction, which must fit in 64 bits."""
    return truncated(state, np.ceil(number), line)


@kernel
def square_root(state: Row, number: float, line: int) -> float:
    """Return the root of a number, which must not be negative."""
    if number < 0:
        fail(state, RAISED, line)
        return 0.0
    return math.sqrt(number)


@kernel
def whole_root(state: Row, number: int, line: int) -> int:
    """Return the largest whole number whose square is not above a number."""
    root = int(square_root(state, float(number), line))
    while root * root > number:
        root -= 1
    while (root + 1) * (root + 1) <= number:
        root += 1
    return root


@kernel
def finite(state: Row, number: int, line: int) -> int:
    """Return a number to calculate with, which must not be infinite."""
    if number == INFINITE or number == -INFINITE:
        fail(state, OVERFLOW, line)
        return 0
    return number + 0


@kernel
def with_infinity(number: int) -> float:
    """Return a whole number, or an infinite one, as a fraction."""
    if number == INFINITE:
        return math.inf
    return -math.inf if number == -INFINITE else float(number)


@kernel
def of_text(state: Row, numbers: Ints, text_number: int, line: int) -> int:
    """Return the number that a text has among those of all texts that were seen."""
    if not 0 <= text_number < numbers.shape[0]:
        fail(state, OTHER_TEXT, line)
        return 0
    number: int = numbers[text_number]
    return number


@kernel
def outcomes(state: Row, n: int, line: int) -> int:
    """Return how many outcomes a draw has, which must be one or more."""
    if 1 <= n <= MOST_OUTCOMES:
        return n + 0
    fail(state, EMPTY, line)
    return 1


@kernel
def detail(number: int, shift: int) -> int:
    """Return a number as a part of a choice, which becomes negative if the number is too large."""
    return number << shift if 0 <= number <= LARGEST_DETAIL else NO_DETAIL


@kernel
def narrow_detail(number: int, shift: int, largest: int) -> int:
    """Return a number as a part of a choice with many, which is negative if it is too large."""
    return number << shift if 0 <= number <= largest else NO_DETAIL


@kernel
def whole_choice(state: Row, choice: int, line: int) -> int:
    """Return a choice that is offered or taken apart."""
    if choice < 0:
        fail(state, NONE if choice == NO_VALUE else WIDE_CHOICE, line)
        return 0
    return choice + 0


@kernel
def present(state: Row, value: int, line: int) -> int:
    """Return a value that may be None, where it must not be."""
    if value == NO_VALUE:
        fail(state, NONE, line)
        return 0
    return value + 0


@kernel
def foreseen(state: Row, value: Any, line: int) -> Any:
    """Return a value that is kept where `simlab compile` has seen no None, so that it is none."""
    if value == NO_VALUE:
        fail(state, UNSEEN, line)
        return value - value
    return value + 0


@kernel
def cell(state: Row, number: int, line: int) -> int:
    """Return a number that goes into a column."""
    if LEAST <= number <= MOST:
        return number + 0
    fail(state, WIDE_COLUMN, line)
    return 0


@kernel
def seat_at(state: Row, seat: int, line: int) -> int:
    """Return a seat that the game names."""
    if 0 <= seat < state.n_players:
        return seat + 0
    fail(state, ILLEGAL, line)
    return 0


@kernel
def seat_or_none(state: Row, seat: int, line: int) -> int:
    """Return a seat that the game names, or NOTHING for none."""
    return NOTHING if seat == NO_VALUE else seat_at(state, seat, line)
