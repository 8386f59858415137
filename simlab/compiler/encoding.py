"""How choices, lists in events and names of a plain game are written in kernels."""

from __future__ import annotations

from keyword import iskeyword

from simlab.engine.kernel import kernel
from simlab.engine.record import HIDDEN
from simlab.game.components import Schema

FORM_BITS, DETAIL_BITS = 48, 16
"""A choice: the number of its form above three details; more details have fewer bits."""
WIDE_DETAILS = FORM_BITS // DETAIL_BITS
"""Details that have all their bits, at most."""
MOST_DETAILS = 8
"""Details of a choice, at most."""
NUMBER_BITS, MOST_NUMBERS = 7, 9
"""Numbers from 0 to 125 as one: how many bits each has, one more than itself, and how many fit."""
OTHER_NUMBER, ELLIPSIS = (1 << NUMBER_BITS) - 1, "…"
"""What stands for a number beyond these, and its text."""
OWN_FIELDS = frozenset({"n_players", "fault", "decides", "first_round", "tally", "chosen"})
"""Fields of the state that every compiled game has."""


def shift_of(detail: int, n_details: int) -> int:
    """Return the lowest bit of one of the details of a choice, counted from 0."""
    return FORM_BITS - _bits_of(n_details) * (detail + 1)


def largest_detail(n_details: int) -> int:
    """Return the largest number that fits in one of the details of a choice, with all bits set."""
    return (1 << _bits_of(n_details)) - 1


def _bits_of(n_details: int) -> int:
    return DETAIL_BITS if n_details <= WIDE_DETAILS else FORM_BITS // n_details


@kernel
def with_number(numbers: int, number: int) -> int:
    """Return numbers as one, with another behind them; what does not fit is left out."""
    if numbers >> NUMBER_BITS * (MOST_NUMBERS - 1):
        return numbers
    last_number = number + 1 if 0 <= number < OTHER_NUMBER - 1 else OTHER_NUMBER
    return numbers << NUMBER_BITS | last_number


def numbers_in_words(numbers: int) -> str:
    """Return numbers that are one as text: `3, 5, 5`."""
    number_words: list[str] = []
    while numbers:
        encoded_number = numbers & OTHER_NUMBER
        number_words.insert(
            0, ELLIPSIS if encoded_number == OTHER_NUMBER else str(encoded_number - 1)
        )
        numbers >>= NUMBER_BITS
    return ", ".join(number_words)


def field_name(name: str) -> str:
    """Return a name that a field of a record may have, and a kernel may read."""
    return f"{name}_" if name in HIDDEN or iskeyword(name) else name


def value_field(name: str, schema: Schema) -> str:
    """Return the name of the field of the rules for a rule value, other than those for tables."""
    taken = {field for table in schema.tables for field in (table.name, f"n_{table.name}")}
    return f"value_{name}" if name in taken else field_name(name)


def lookup_field(name: str) -> str:
    """Return the name of the field of the rules for a lookup table."""
    return f"lookup_{name}"


def state_field(part: str, name: str) -> str:
    """Return the name of the field of an attribute of the game, or of a part."""
    field = f"{part}_{name}" if part else name
    return f"{field}_" if field in OWN_FIELDS else field_name(field)
