"""Types of values and forms of choices."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field, fields, replace

import pytest

from simlab.compiler.value_type import (
    A_NUMBER,
    A_TEXT,
    DICT,
    LIST,
    NONE,
    Form,
    Type,
    form_of,
    forms_in_order,
    merge_types,
    tuple_of,
    type_of,
)
from simlab.compiler.values import Constant, Items, default_of
from simlab.errors import Untranslatable


def test_a_list_has_the_type_of_its_items_and_room_for_the_most_of_them() -> None:
    own = type_of([[1], [], [2, 3]])
    assert own == Type(LIST, of=Type(LIST, of=A_NUMBER, room=2), room=3)
    assert merge_types([own, type_of([])]) == own


def test_none_makes_a_type_optional() -> None:
    assert type_of(None) == NONE
    own = merge_types([NONE, A_NUMBER])
    assert (own.kind, own.optional) == (A_NUMBER.kind, True)
    assert not merge_types([A_NUMBER, A_NUMBER]).optional


def test_types_that_differ_have_none_in_common() -> None:
    with pytest.raises(Untranslatable, match="now a number, now a text"):
        merge_types([A_NUMBER, A_TEXT])
    with pytest.raises(Untranslatable, match="keys of up to 4 numbers"):
        type_of({(1, (2, 3))})
    with pytest.raises(Untranslatable, match="now a list, now a set"):
        merge_types([type_of([1]), type_of({1})])
    with pytest.raises(Untranslatable, match="it holds a dict of its kind"):
        type_of({"a": {}})


def test_a_tuple_in_a_set_or_as_a_key_is_one_of_numbers() -> None:
    spots, board = type_of({(1, 2)}), type_of({(1, "calm"): 3})
    assert spots.distinct and spots.of == tuple_of([A_NUMBER, A_NUMBER])
    assert board.key == tuple_of([A_NUMBER, A_TEXT]) and board.of == A_NUMBER


def test_a_tuple_is_a_list_and_a_set_one_of_distinct_items() -> None:
    assert type_of((1, 2)) == type_of([1, 2]) == Type(LIST, of=A_NUMBER, room=2)
    assert type_of({"a"}) == Type(LIST, of=A_TEXT, room=1, distinct=True)
    assert type_of({"a"}).in_words == "a set"


def test_a_dict_has_the_types_of_its_keys_and_values() -> None:
    own = type_of({"a": [1], "b": []})
    assert own == Type(DICT, of=Type(LIST, of=A_NUMBER, room=1), room=2, key=A_TEXT)
    assert merge_types([type_of({}), own, type_of({"c": [1, 2]})]) == replace(
        own, of=Type(LIST, of=A_NUMBER, room=2)
    )


def test_forms_stand_in_the_order_of_the_kinds_then_of_the_words() -> None:
    choices = (("buy", 3), (2, 3), "zap", "coins", ("buy", 7), 4, ("ask", "x"), ("buy", 1, 2))
    forms = [form_of(choice) for choice in choices]
    assert [form.in_words for form in forms_in_order(forms, ["coins", "sell", "buy"])] == [
        "coins",
        "sell",
        '("buy", number)',
        '("buy", number, number)',
        '("ask", text)',
        "zap",
        "(number)",
        "(number, number)",
    ]


def test_a_word_alone_is_another_form_than_a_tuple_of_it() -> None:
    assert form_of("buy") == Form("buy")
    assert form_of(("buy",)) == Form("buy", is_tuple=True)
    assert form_of(("buy", 1)) == Form("buy", (A_NUMBER,), is_tuple=True)


@dataclass
class Camel:
    """An object."""

    load: int
    names: list[str]


def test_an_object_has_the_types_of_its_fields() -> None:
    own = merge_types([type_of(Camel(1, [])), type_of(Camel(2, ["a", "b"]))])
    assert own.own_class is Camel
    assert own.fields == (("load", A_NUMBER), ("names", Type(LIST, of=A_TEXT, room=2)))
    with pytest.raises(Untranslatable, match="now a Camel, now a number"):
        merge_types([own, A_NUMBER])


IDS = itertools.count()


@dataclass
class Box:
    n: int = 3
    held: list[int] = field(default_factory=list)
    stock: dict[str, int] = field(default_factory=lambda: {"red": 2})
    number: int = field(default_factory=lambda: next(IDS))
    things: list[object] = field(default_factory=lambda: [IDS])
    size: int = field(default_factory=int)


def test_the_default_of_a_field_is_known_if_its_factory_always_makes_the_same_data() -> None:
    defaults = [default_of(box_field) for box_field in fields(Box)]
    assert defaults == [Constant(3), Items(()), Constant({"red": 2}), None, None, None]
