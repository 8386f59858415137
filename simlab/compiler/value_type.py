"""Types of values in a plain game, by which they become fields and numbers of kernels."""

from __future__ import annotations

import math
from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, is_dataclass, replace
from dataclasses import fields as own_fields
from enum import Enum, Flag
from functools import cache, partial
from types import NoneType
from typing import Any

from simlab.compiler.encoding import DETAIL_MASK, MOST_DETAILS, field_name
from simlab.errors import Untranslatable
from simlab.plain.rules import ROWS_OF, TableRow

NUMBER, TEXT, ROW, CHOICE = "number", "text", "row", "choice"
MEMBER = "member"
"""A member of an Enum, or an object of a frozen dataclass, as its place among those there are."""
MOST_MEMBERS = 1000
"""Different objects of a frozen dataclass, at most."""
Members = dict[type, dict[Any, None]]
"""Objects of frozen dataclasses that were seen, each once and in their order."""
ITEM_OF_CHOICE = "item of a choice"
"""An item whose type differs between kinds of choices, as the whole choice that it belongs to."""
NUMBERS = "numbers"
"""Numbers as one text, with commas between them, for an event."""
MOST_PARTS = 4
"""Numbers that a key may have."""
LIST, DICT, OBJECT, TUPLE = "list", "dict", "object", "tuple"
PLACED = "placed object"
"""An object in a list of the game, as its place there."""


@dataclass(frozen=True)
class Type:
    """What a value is: a number, a text, a row of a table, a choice, or a list or dict of these.

    A set is a list that is `distinct`, as it has each item once. An object is one of a dataclass,
    `own_class`, with the types of its `fields`. A tuple in an attribute is a list; one that is
    written out in a function is a tuple, and its items are `fields`, each of a type of its own.

    `table` is that of a row, or the list of a placed object, `of` the type of the object, or of the
    items of a list or dict, `room` the most of them, `key` the type of the keys of a dict. One that
    is `optional` may also be None; without a `kind` it is always None. `forms` are those that
    a choice can have, any if there are none. A number that is a `fraction` may lie between
    whole ones, one that is `infinite` may be math.inf or its opposite.
    """

    kind: str
    table: str = ""
    of: Type | None = None
    room: int = 0
    optional: bool = False
    forms: frozenset[Form] = frozenset()
    key: Type | None = None
    fields: tuple[tuple[str, Type], ...] = ()
    own_class: type | None = None
    distinct: bool = False
    fraction: bool = False
    infinite: bool = False
    place: int = 0
    """Of an item of a choice: its place there."""
    shared: bool = False
    """Of a list: whether it may be a copy of one that Python has in another place, too."""
    by_seat: bool = field(default=False, compare=False)
    """Of a list: whether it always has an item for each seat."""

    @property
    def is_list(self) -> bool:
        """Whether it is a list."""
        return self.kind == LIST

    @property
    def is_number(self) -> bool:
        """Whether it is a number, or an item of what was never seen with one."""
        return self.kind == NUMBER or self == EMPTY

    @property
    def sort(self) -> tuple[str, str, type | None]:
        """What tells a number, text, row or member from others."""
        return self.kind, self.table, self.own_class

    @property
    def is_stored(self) -> bool:
        """Whether it is a record: a list, a dict, an object or a tuple."""
        return self.kind in (LIST, DICT, OBJECT, TUPLE)

    @property
    def has_fractions(self) -> bool:
        """Whether it is a fraction, or holds some."""
        inner = [each for each in (self.of, self.key) if each is not None]
        inner += [each for _, each in self.fields]
        return self.fraction or any(each.has_fractions for each in inner)

    @property
    def width(self) -> int:
        """The numbers that a kernel keeps it in: of a tuple, those of its items."""
        own = sum(each.width for _, each in self.fields) if self.kind == TUPLE else 1
        return own + (self.kind == TUPLE and self.optional)

    def is_like(self, other: Type) -> bool:
        """Return whether both are lists, sets or dicts, or values of one kind."""
        return (self.kind, self.distinct) == (other.kind, other.distinct)

    @property
    def in_words(self) -> str:
        """The type in words."""
        own = self.kind if self.own_class is None else self.own_class.__name__
        own = "set" if self.distinct else own
        own = f"{own} of {self.table.removeprefix('state.')}" if self.kind == PLACED else own
        return f"a row of {self.table}" if self.kind == ROW else f"a {own}"


A_NUMBER, A_TEXT, A_CHOICE = Type(NUMBER), Type(TEXT), Type(CHOICE)
A_FRACTION = Type(NUMBER, fraction=True)
INFINITE_NUMBER = Type(NUMBER, infinite=True)
SOME_NUMBERS = Type(NUMBERS)
NONE = Type("", optional=True)
"""The type of None."""
OPTIONAL_NUMBER = replace(A_NUMBER, optional=True)
EMPTY = Type("")
"""The type of the items of an empty list."""
Attributes = Mapping[str, Type]


@dataclass(frozen=True)
class Form:
    """The form of a choice: a word, and the types of its details.

    A choice is a tuple, or a word, a number or a row alone. One without a word has details only.
    """

    word: str | None
    details: tuple[Type, ...] = ()
    is_tuple: bool = False

    @property
    def n_words(self) -> int:
        """How many of its items are words that are known."""
        return int(self.word is not None)

    @property
    def n_items(self) -> int:
        """How many items it has; those of a word are its letters."""
        return len(self.word or "") if not self.is_tuple else self.n_words + len(self.details)

    @property
    def in_words(self) -> str:
        """The form in words, such as `("bid", number)`; of a word alone, that word."""
        kinds = [
            each.own_class.__name__ if each.own_class else each.table or each.kind
            for each in self.details
        ]
        if not self.is_tuple:
            return f"({kinds[0]})" if self.word is None else self.word
        word = [] if self.word is None else [f'"{self.word}"']
        return f"({', '.join([*word, *kinds])})"


def type_of(value: Any, choices: Container[Any] = (), members: Members | None = None) -> Type:
    """Return the type of a value; a tuple that is one of the `choices` is a choice.

    Objects of frozen dataclasses are noted among `members`.

    Raises:
        Untranslatable: it is none that kernels have.
    """
    if value is None:
        return NONE
    if isinstance(value, bool | int):
        return A_NUMBER
    if isinstance(value, float) and value == value:
        return INFINITE_NUMBER if math.isinf(value) else A_FRACTION
    if isinstance(value, str):
        return A_TEXT
    if isinstance(value, Enum) and not isinstance(value, Flag):
        return Type(MEMBER, own_class=type(value))
    if isinstance(value, TableRow):
        return Type(ROW, value._of.removeprefix(ROWS_OF))
    if (
        isinstance(value, tuple)
        and isinstance(next(iter(value), 0), str)
        and _is_among(value, choices)
    ):
        return A_CHOICE
    of_each = partial(type_of, choices=choices, members=members)
    if isinstance(value, list | tuple):
        return Type(LIST, of=merged(map(of_each, value)), room=len(value))
    of_key = partial(_type_of_key, choices=choices, members=members)
    if isinstance(value, set | frozenset):
        return Type(LIST, of=merged(map(of_key, value)), room=len(value), distinct=True)
    if isinstance(value, dict):
        key, of = merged(map(of_key, value)), merged(map(of_each, value.values()))
        if of.kind != DICT:
            return Type(DICT, of=of, room=len(value), key=key)
    if is_value(value):
        return _member(value, {} if members is None else members)
    if is_dataclass(value) and not isinstance(value, type):
        names = _field_names(type(value))
        fields = tuple((name, of_each(getattr(value, name))) for name in names)
        return Type(OBJECT, fields=fields, own_class=type(value))
    raise Untranslatable(
        f"it holds a {type(value).__name__} of its kind; kernels have numbers, texts, rows of"
        " tables, and lists, sets, dicts and dataclasses of them"
    )


def _type_of_key(value: Any, choices: Container[Any], members: Members | None) -> Type:
    """Return the type of a key, or of an item of a set: a tuple of several numbers is one key.

    Raises:
        Untranslatable: it is none that kernels have.
    """
    if not isinstance(value, tuple) or _is_among(value, choices):
        own = type_of(value, choices, members)
        if own.fraction:
            raise Untranslatable("kernels find whole numbers only; multiply, or use // or int()")
        return own
    items = [type_of(each, choices, members) for each in value]
    if not 0 < len(items) <= MOST_PARTS or any(
        each.is_stored or each.optional or each.fraction for each in items
    ):
        raise Untranslatable(f"kernels have keys of up to {MOST_PARTS} numbers or words")
    return tuple_of(items)


WHOLE_NUMBERS = frozenset({int, bool})


def fits(value: Any, own: Type, choices: Container[Any], members: Members) -> bool:
    """Return whether a value is known to add nothing to a type that was seen before.

    Most values of a game are like those before; to find their types and merge them takes long.
    """
    kind = type(value)
    if value is None:
        return own.optional
    if kind is int or kind is bool:
        return own.kind == NUMBER
    if kind is float:
        return own.fraction and (own.infinite or not math.isinf(value))
    if kind is str:
        return own.kind in (TEXT, CHOICE)
    if isinstance(value, TableRow):
        return own.kind == ROW and value._of == f"{ROWS_OF}{own.table}"
    if kind is tuple and isinstance(next(iter(value), 0), str):
        return own.kind == CHOICE and _is_among(value, choices)
    if kind is list or kind is tuple:
        return own.kind == LIST and not own.distinct and _items_fit(value, own, choices, members)
    if kind is set or kind is frozenset:
        return own.distinct and _items_fit(value, own, choices, members)
    if kind is dict:
        if own.key is None or own.of is None or len(value) > own.room:
            return False
        are_keys_like = all(
            type(key) is not tuple and fits(key, own.key, choices, members) for key in value
        )
        return are_keys_like and all(
            fits(each, own.of, choices, members) for each in value.values()
        )
    if own.kind == MEMBER and not issubclass(kind, Enum):
        return own.own_class is kind and is_value(value) and value in members.get(kind, ())
    return own.own_class is kind and all(
        fits(getattr(value, name), each, choices, members) for name, each in own.fields
    )


def _items_fit(
    value: Collection[Any], own: Type, choices: Container[Any], members: Members
) -> bool:
    if len(value) > own.room or own.of is None:
        return False
    kinds = set(map(type, value))
    if own.of.optional:
        kinds.discard(NoneType)
    if kinds <= WHOLE_NUMBERS:
        return not kinds or own.of.kind == NUMBER
    if kinds == {TableRow}:
        tables = {each._of for each in value if each is not None}
        return own.of.kind == ROW and tables == {f"{ROWS_OF}{own.of.table}"}
    return all(fits(each, own.of, choices, members) for each in value)


def is_value(value: Any) -> bool:
    """Return whether a value is an object that differs from others by what it holds, for ever."""
    if not is_dataclass(value) or isinstance(value, type) or not _has_values(type(value)):
        return False
    return all(
        getattr(value, name) is None
        or isinstance(getattr(value, name), int | float | str | Enum)
        or is_value(getattr(value, name))
        for name in _field_names(type(value))
    )


@cache
def _has_values(own_class: Any) -> bool:
    """Return whether a dataclass is frozen, and its objects are equal if all their fields are."""
    options = own_class.__dataclass_params__
    is_plain = all(each.init and each.compare for each in own_fields(own_class))
    is_written = not is_compared_by_fields(own_class)
    is_tested = hasattr(own_class, "__bool__") or hasattr(own_class, "__len__")
    return options.frozen and options.eq and is_plain and not is_written and not is_tested


def is_compared_by_fields(own_class: Any) -> bool:
    """Return whether == of a dataclass is the one that Python has written for it."""
    code = getattr(own_class.__eq__, "__code__", None)
    return code is not None and str(code.co_filename) == "<string>"


def _member(value: Any, members: Members) -> Type:
    """Return the type of an object of a frozen dataclass, which is noted."""
    own = members.setdefault(type(value), {})
    own.setdefault(value)
    if len(own) > MOST_MEMBERS:
        raise Untranslatable(
            f"there are more than {MOST_MEMBERS} different objects of {type(value).__name__};"
            " leave frozen=True out"
        )
    return Type(MEMBER, own_class=type(value))


@cache
def _field_names(own_class: type) -> tuple[str, ...]:
    return tuple(field.name for field in own_fields(own_class))


def _is_among(value: tuple[Any, ...], choices: Container[Any]) -> bool:
    try:
        return value in choices
    except TypeError:  # it holds a list, as no choice does
        return False


def merged(types: Iterable[Type]) -> Type:
    """Return the type of a value that has several types at different times.

    Raises:
        Untranslatable: they have no type in common.
    """
    common = EMPTY
    for each in types:
        common = _common(common, each)
    return common


def _common(a: Type, b: Type) -> Type:
    if a is b or b is EMPTY:
        return a  # most items of a list have the very same type
    optional = a.optional or b.optional
    if not a.kind or not b.kind:
        known = a if a.kind else b
        return known if known.optional == optional else replace(known, optional=optional)
    if {a.kind, b.kind} == {TEXT, CHOICE}:
        return replace(A_CHOICE, optional=optional)
    kinds = [(*each.sort, each.place, each.distinct) for each in (a, b)]
    if kinds[0] != kinds[1]:
        raise Untranslatable(f"it holds now {a.in_words}, now {b.in_words}")
    if len(a.fields) != len(b.fields):
        lengths = sorted({len(a.fields), len(b.fields)})
        raise Untranslatable(f"it holds tuples of {lengths[0]} and of {lengths[1]} items")
    if a.fields:
        pairs = zip(a.fields, b.fields, strict=True)
        fields = tuple((name, _common(own, other)) for (name, own), (_, other) in pairs)
        is_known = optional == a.optional and fields == a.fields
        return a if is_known else replace(a, fields=fields, optional=optional)
    if a.of is None or b.of is None:
        forms = a.forms | b.forms if a.forms and b.forms else frozenset()
        return replace(
            a,
            optional=optional,
            fraction=a.fraction or b.fraction,
            infinite=a.infinite or b.infinite,
            forms=forms,
        )
    key = None if a.key is None or b.key is None else _common(a.key, b.key)
    of, room = _common(a.of, b.of), max(a.room, b.room)
    shared = a.shared or b.shared
    if of is a.of and key is a.key and (room, optional, shared) == (a.room, a.optional, a.shared):
        return a
    return replace(a, of=of, room=room, optional=optional, key=key, shared=shared)


def with_common_objects(types: Mapping[Any, Type]) -> dict[Any, Type]:
    """Return types in which the objects of a class are the same, wherever they stand.

    Raises:
        Untranslatable: a field holds now this, now that.
    """
    common: dict[type | None, Type] = {}
    pending = list(types.values())
    while pending:
        own = pending.pop()
        pending += [*(each for _, each in own.fields), *([own.of] if own.of else [])]
        if own.kind == OBJECT:
            own = replace(own, optional=False)
            common[own.own_class] = merged((common.get(own.own_class, own), own))

    def whole(own: Type) -> Type:
        known = common[own.own_class] if own.kind == OBJECT else own
        fields = tuple((name, whole(each)) for name, each in known.fields)
        return replace(own, fields=fields, of=None if own.of is None else whole(own.of))

    return {key: whole(own) for key, own in types.items()}


def tuple_of(types: Iterable[Type]) -> Type:
    """Return the type of a tuple by those of its items."""
    return Type(TUPLE, fields=tuple((f"item_{n}", own) for n, own in enumerate(types)))


def merged_or_list(types: Sequence[Type]) -> Type:
    """Return the type of a value like `merged`; tuples of several lengths are a list."""
    kinds = {each.kind for each in types if each.kind}
    lengths = {len(each.fields) for each in types if each.kind}
    if TUPLE in kinds and kinds <= {TUPLE, LIST} and len(lengths) > 1:
        return Type(LIST, of=EMPTY)
    return merged(types)


def record_of(own: Type, most_rows: Mapping[str, int] | None = None) -> str:
    """Return the declaration of the record of a list, dict, object or tuple.

    In the state, which is copied often, rows take as few bytes as `most_rows`, the most that each
    table may have, need.
    """
    if own.fields:
        fields = (
            f"{field_name(name)}={field_of(each, name, most_rows)}" for name, each in own.fields
        )
        return f"record({', '.join(fields)})"
    of = own.of
    assert of is not None
    room = f"{own.room}, by_seat=True" if own.by_seat else str(own.room)
    if of.is_stored:
        return f"{own.kind}_of({record_of(of, most_rows)}, {room})"
    is_narrow = most_rows is not None and own.kind == LIST and not own.by_seat
    if is_narrow and most_rows is not None and of.kind == ROW and not of.optional:
        return f"list_of_rows({most_rows[of.table]}, {own.room})"
    if of.fraction:
        return f'record(n=whole("how many"), items=real("the items", shape={own.room}))'
    return f"{own.kind}_record({room})"


def field_of(own: Type, name: str, most_rows: Mapping[str, int] | None = None) -> str:
    """Return the declaration of a field of a record, see `record_of`."""
    meaning = name.replace("_", " ")
    if own.is_stored:
        return f'nested({record_of(own, most_rows)}, "{meaning}")'
    return f'{"real" if own.fraction else "whole"}("{meaning}")'


def form_of(choice: Any, members: Members | None = None) -> Form:
    """Return the form of a choice; objects of frozen dataclasses are noted among `members`.

    Raises:
        Untranslatable: it is none that kernels have numbers for.
    """
    is_tuple = isinstance(choice, tuple) and bool(choice)
    word, *details = choice if is_tuple else (choice,)
    if not isinstance(word, str):
        word, details = None, [word, *details]
    types = tuple(type_of(each, members=members) for each in details)
    if len(types) > MOST_DETAILS or not all(map(_is_detail, types)):
        raise Untranslatable(
            f"the choice {choice!r}: kernels need a word and up to {MOST_DETAILS} whole numbers,"
            ' texts, rows or objects of frozen dataclasses, such as ("buy", card)'
        )
    if not all(0 <= each <= DETAIL_MASK for each in details if isinstance(each, int)):
        raise Untranslatable(
            f"the choice {choice!r}: a number in a choice must be from 0 to {DETAIL_MASK}"
        )
    return Form(word, types, is_tuple)


def _is_detail(own: Type) -> bool:
    """Return whether a choice may have a value of a type."""
    if own.kind == MEMBER:  # one that is a number or a text, too, is not known by its type
        return own.own_class is not None and not issubclass(own.own_class, int | str)
    return own.kind in (NUMBER, TEXT, ROW) and not own.infinite and not own.fraction


def forms_in_order(forms: Iterable[Form], kinds: Sequence[str]) -> tuple[Form, ...]:
    """Return forms in the order of the declared kinds, then of their words; short ones first.

    A kind that was never seen is a word alone.
    """
    seen = set(forms)
    seen |= {Form(kind) for kind in kinds} - {Form(form.word) for form in seen if form.is_tuple}

    def rank(form: Form) -> tuple[Any, ...]:
        is_declared = form.word in kinds
        place = kinds.index(form.word) if form.word is not None and is_declared else len(kinds)
        return place, form.word is None, form.word or "", form.is_tuple, form.in_words

    return tuple(sorted(seen, key=rank))
