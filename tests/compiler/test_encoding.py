"""Numbers in one number, for the text of an event."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from simlab.compiler.encoding import ELLIPSIS, MOST_NUMBERS, numbers_in_words, with_number
from simlab.compiler.runtime import rules_record
from simlab.game.components import Schema
from simlab.plain import Column, Parameter, Table


def as_one(numbers: list[int]) -> int:
    one = 0
    for number in numbers:
        one = with_number(one, number)
    return one


@settings(deadline=None)  # the first example compiles
@given(st.lists(st.integers(0, 125), max_size=MOST_NUMBERS))
def test_numbers_are_read_as_they_were_written(numbers: list[int]) -> None:
    assert numbers_in_words(as_one(numbers)) == ", ".join(map(str, numbers))


def test_what_does_not_fit_is_left_out() -> None:
    assert numbers_in_words(as_one([0] * (MOST_NUMBERS + 3))) == ", ".join("0" * MOST_NUMBERS)
    assert numbers_in_words(as_one([126, -1, 125])) == f"{ELLIPSIS}, {ELLIPSIS}, 125"


def test_a_rule_value_named_like_a_table_has_a_field_of_its_own() -> None:
    parameters = tuple(Parameter(name, name, "R1", 1, 9) for name in ("cards", "n_cards", "turns"))
    table = Table("cards", "cards for sale", "card", (Column("price", "price", 0, 9),))
    schema = Schema(parameters, (table,))
    fields = rules_record(schema, {}).names
    assert fields == ("value_cards", "value_n_cards", "turns", "cards", "n_cards")
