"""Types of values in a plain game, by which they become fields and numbers of kernels."""

from __future__ import annotations

import math
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, is_dataclass, replace
from dataclasses import fields as own_fields
from enum import Enum, Flag
from functools import cache, partial
from types import NoneType
from typing import Any

from simlab.compiler.encoding import (
    MOST_DETAILS,
    WIDE_DETAILS,
    field_name,
    largest_detail,
    shift_of,
)
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
OR_NONE = "or_none"
"""The field of a record that says whether a tuple is None."""
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
    index: int = 0
    """Of an item of a choice: its place there."""
    shared: bool = False
    """Of a list: whether it may be a copy of one that Python has in another place, too."""
    by_seat: bool = field(default=False, compare=False)
    """Of a list: whether it always has an item for each seat."""
    lengths: frozenset[int] = field(default=frozenset(), compare=False)
    """Of a list or dict that was seen: the numbers of items that it had."""

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
    def shape(self) -> tuple[Any, ...]:
        """What tells a tuple from one with other items, and other values by their sort."""
        return (*self.sort, *(field_type.shape for _, field_type in self.fields))

    @property
    def leaves(self) -> tuple[Type, ...]:
        """The type, or those of the items of a tuple, and of the tuples in it."""
        if self.kind != TUPLE:
            return (self,)
        return tuple(leaf for _, field_type in self.fields for leaf in field_type.leaves)

    @property
    def is_stored(self) -> bool:
        """Whether it is a record: a list, a dict, an object or a tuple."""
        return self.kind in (LIST, DICT, OBJECT, TUPLE)

    @property
    def has_fractions(self) -> bool:
        """Whether it is a fraction, or holds some."""
        inner_types = [inner_type for inner_type in (self.of, self.key) if inner_type is not None]
        inner_types += [inner_type for _, inner_type in self.fields]
        return self.fraction or any(inner_type.has_fractions for inner_type in inner_types)

    @property
    def width(self) -> int:
        """The numbers that a kernel keeps it in: of a tuple, those of its items."""
        width = sum(field_type.width for _, field_type in self.fields) if self.kind == TUPLE else 1
        return width + (self.kind == TUPLE and self.optional)

    def is_like(self, other_type: Type) -> bool:
        """Return whether both are lists, sets or dicts, or values of one kind."""
        return (self.kind, self.distinct) == (other_type.kind, other_type.distinct)

    @property
    def in_words(self) -> str:
        """The type in words."""
        noun = self.kind if self.own_class is None else self.own_class.__name__
        noun = "set" if self.distinct else noun
        noun = f"{noun} of {self.table.removeprefix('state.')}" if self.kind == PLACED else noun
        return f"a row of {self.table}" if self.kind == ROW else f"a {noun}"


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
    A detail may be a tuple, such as the square of a board; its items are kept one by one.
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
    def leaves(self) -> tuple[Type, ...]:
        """The types of its details, where a tuple counts as its items."""
        return tuple(leaf for detail in self.details for leaf in detail.leaves)

    def shift_of(self, leaf: int) -> int:
        """Return the lowest bit of a leaf, counted from 0."""
        return shift_of(leaf, len(self.leaves))

    @property
    def largest(self) -> int:
        """The largest number in it, with all bits set."""
        return largest_detail(len(self.leaves))

    @property
    def in_words(self) -> str:
        """The form in words, such as `("bid", number)`; of a word alone, that word."""
        kinds = list(map(_detail_in_words, self.details))
        if not self.is_tuple:
            return f"({kinds[0]})" if self.word is None else self.word
        word = [] if self.word is None else [f'"{self.word}"']
        return f"({', '.join([*word, *kinds])})"


def _detail_in_words(detail: Type) -> str:
    if detail.kind == TUPLE:
        return f"({', '.join(_detail_in_words(item_type) for _, item_type in detail.fields)})"
    return detail.own_class.__name__ if detail.own_class else detail.table or detail.kind


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
        item_types = list(map(of_each, value))
        try:
            return Type(LIST, of=merge_types(item_types), **_room_for(value))
        except Untranslatable:
            # such as a seat and its card, which are no list
            if not isinstance(value, tuple) or not all(map(_is_detail, item_types)):
                raise
            return tuple_of(item_types)
    of_key = partial(_type_of_key, choices=choices, members=members)
    if isinstance(value, set | frozenset):
        item_type = merge_types(map(of_key, value))
        return Type(LIST, of=item_type, distinct=True, **_room_for(value))
    if isinstance(value, dict):
        key, value_type = merge_types(map(of_key, value)), merge_types(map(of_each, value.values()))
        if value_type.kind != DICT:
            return Type(DICT, of=value_type, key=key, **_room_for(value))
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


def _room_for(value: Collection[Any]) -> dict[str, Any]:
    """Return what the type of a list, set or dict says of its length."""
    return {"room": len(value), "lengths": frozenset({len(value)})}


def _type_of_key(value: Any, choices: Container[Any], members: Members | None) -> Type:
    """Return the type of a key, or of an item of a set: a tuple of several numbers is one key.

    Raises:
        Untranslatable: it is none that kernels have.
    """
    if not isinstance(value, tuple) or _is_among(value, choices):
        key_type = type_of(value, choices, members)
        if key_type.fraction:
            raise Untranslatable("kernels find whole numbers only; multiply, or use // or int()")
        return key_type
    items = [type_of(part, choices, members) for part in value]
    if not 0 < len(items) <= MOST_PARTS or any(
        part_type.is_stored or part_type.optional or part_type.fraction for part_type in items
    ):
        raise Untranslatable(f"kernels have keys of up to {MOST_PARTS} numbers or words")
    return tuple_of(items)


WHOLE_NUMBERS = frozenset({int, bool})
PLAIN = (int, float, str, Enum)
"""Classes of what an object of a frozen dataclass may hold, besides None and others like it."""


def fits(value: Any, value_type: Type, choices: Container[Any], members: Members) -> bool:
    """Return whether a value is known to add nothing to a type that was seen before.

    Most values of a game are like those before; to find their types and merge them takes long.
    """
    # by exact classes, the commonest first: every value of every observed game comes this way
    kind = type(value)
    if value is None:
        return value_type.optional
    if kind is int or kind is bool:
        return value_type.kind == NUMBER
    if kind is float:
        return value_type.fraction and (value_type.infinite or not math.isinf(value))
    if kind is str:
        return value_type.kind in (TEXT, CHOICE)
    if isinstance(value, TableRow):
        return value_type.kind == ROW and value._of == f"{ROWS_OF}{value_type.table}"
    if kind is tuple and isinstance(next(iter(value), 0), str):
        return value_type.kind == CHOICE and _is_among(value, choices)
    if kind is tuple and value_type.kind == TUPLE:
        return len(value) == len(value_type.fields) and all(
            fits(item, item_type, choices, members)
            for item, (_, item_type) in zip(value, value_type.fields, strict=True)
        )
    if kind is list or kind is tuple:
        return (
            value_type.kind == LIST
            and not value_type.distinct
            and _items_fit(value, value_type, choices, members)
        )
    if kind is set or kind is frozenset:
        return value_type.distinct and _items_fit(value, value_type, choices, members)
    if kind is dict:
        if value_type.key is None or value_type.of is None or not _has_length(value, value_type):
            return False
        are_keys_like = all(
            type(key) is not tuple and fits(key, value_type.key, choices, members) for key in value
        )
        return are_keys_like and all(
            fits(item, value_type.of, choices, members) for item in value.values()
        )
    if value_type.kind == MEMBER and not issubclass(kind, Enum):
        try:
            return value_type.own_class is kind and value in members.get(kind, ())
        except TypeError:  # it holds what can change, and has no hash
            return False
    return value_type.own_class is kind and all(
        fits(getattr(value, name), field_type, choices, members)
        for name, field_type in value_type.fields
    )


def _items_fit(
    value: Collection[Any], list_type: Type, choices: Container[Any], members: Members
) -> bool:
    if not _has_length(value, list_type) or list_type.of is None:
        return False
    kinds = set(map(type, value))
    if list_type.of.optional:
        kinds.discard(NoneType)
    if kinds <= WHOLE_NUMBERS:
        return not kinds or list_type.of.kind == NUMBER
    if kinds == {TableRow}:
        tables = {item._of for item in value if item is not None}
        return list_type.of.kind == ROW and tables == {f"{ROWS_OF}{list_type.of.table}"}
    return all(fits(item, list_type.of, choices, members) for item in value)


def _has_length(value: Collection[Any], value_type: Type) -> bool:
    return len(value) in value_type.lengths


def is_value(value: Any) -> bool:
    """Return whether a value is an object that differs from others by what it holds, for ever."""
    own_class: Any = type(value)
    if not _has_values(own_class):
        return False
    for name in _field_names(own_class):
        part = getattr(value, name)
        if not (part is None or isinstance(part, PLAIN) or is_value(part)):
            return False
    return True


@cache
def _has_values(own_class: Any) -> bool:
    """Return whether a class is a frozen dataclass whose objects are equal if all fields are."""
    options = getattr(own_class, "__dataclass_params__", None)
    if options is None:
        return False
    is_plain = all(field.init and field.compare for field in own_fields(own_class))
    # with == of its own, equal objects may hold different things
    is_written = not is_compared_by_fields(own_class)
    is_tested = hasattr(own_class, "__bool__") or hasattr(own_class, "__len__")
    return options.frozen and options.eq and is_plain and not is_written and not is_tested


def is_compared_by_fields(own_class: Any) -> bool:
    """Return whether == of a dataclass is the one that Python has written for it."""
    code = getattr(own_class.__eq__, "__code__", None)
    # dataclasses compiles what it writes from a text without a file
    return code is not None and str(code.co_filename) == "<string>"


def _member(value: Any, members: Members) -> Type:
    """Return the type of an object of a frozen dataclass, which is noted."""
    known_objects = members.setdefault(type(value), {})
    known_objects.setdefault(value)
    # each is a number in a table of the kernels, and games that go on would add more
    if len(known_objects) > MOST_MEMBERS:
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


def merge_types(types: Iterable[Type]) -> Type:
    """Return the type of a value that has several types at different times.

    Raises:
        Untranslatable: they have no type in common.
    """
    common_type = EMPTY
    for value_type in types:
        common_type = _common(common_type, value_type)
    return common_type


def _common(a: Type, b: Type) -> Type:
    if a is b or b is EMPTY:
        return a  # most items of a list have the very same type
    optional = a.optional or b.optional
    if not a.kind or not b.kind:
        known_type = a if a.kind else b
        return (
            known_type
            if known_type.optional == optional
            else replace(known_type, optional=optional)
        )
    # a word alone may be a choice, too
    if {a.kind, b.kind} == {TEXT, CHOICE}:
        return replace(A_CHOICE, optional=optional)
    kinds = [(*value_type.sort, value_type.index, value_type.distinct) for value_type in (a, b)]
    if kinds[0] != kinds[1]:
        raise Untranslatable(f"it holds now {a.in_words}, now {b.in_words}")
    if len(a.fields) != len(b.fields):
        lengths = sorted({len(a.fields), len(b.fields)})
        raise Untranslatable(f"it holds tuples of {lengths[0]} and of {lengths[1]} items")
    if a.fields:
        pairs = zip(a.fields, b.fields, strict=True)
        fields = tuple(
            (name, _common(left_type, right_type)) for (name, left_type), (_, right_type) in pairs
        )
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
    item_type, room = _common(a.of, b.of), max(a.room, b.room)
    shared, seen_lengths = a.shared or b.shared, a.lengths | b.lengths
    if (
        item_type is a.of
        and key is a.key
        and (room, optional, shared, seen_lengths) == (a.room, a.optional, a.shared, a.lengths)
    ):
        return a
    return replace(
        a, of=item_type, room=room, optional=optional, key=key, shared=shared, lengths=seen_lengths
    )


def with_common_objects(types: Mapping[Any, Type]) -> dict[Any, Type]:
    """Return types in which the objects of a class are the same, wherever they stand.

    Raises:
        Untranslatable: a field holds now this, now that.
    """
    common_by_class: dict[type | None, Type] = {}
    pending = list(types.values())
    while pending:
        value_type = pending.pop()
        pending += [
            *(field_type for _, field_type in value_type.fields),
            *([value_type.of] if value_type.of else []),
        ]
        if value_type.kind == OBJECT:
            value_type = replace(value_type, optional=False)
            common_by_class[value_type.own_class] = merge_types(
                (common_by_class.get(value_type.own_class, value_type), value_type)
            )

    def whole(value_type: Type) -> Type:
        known_type = (
            common_by_class[value_type.own_class] if value_type.kind == OBJECT else value_type
        )
        fields = tuple((name, whole(field_type)) for name, field_type in known_type.fields)
        return replace(
            value_type, fields=fields, of=None if value_type.of is None else whole(value_type.of)
        )

    return {key: whole(value_type) for key, value_type in types.items()}


def tuple_of(types: Iterable[Type]) -> Type:
    """Return the type of a tuple by those of its items."""
    return Type(TUPLE, fields=tuple((f"item_{n}", item_type) for n, item_type in enumerate(types)))


def tuple_or_none(value_type: Type) -> Type:
    """Return the type of a tuple of one length, or None, where tuples were seen as lists.

    Others stay lists, which can be read at an index that is not known when the game is compiled.
    """
    is_of_one_length = value_type.is_list and value_type.optional and len(value_type.lengths) == 1
    if not is_of_one_length or value_type.of is None or value_type.of.is_stored:
        return value_type
    (n_items,) = value_type.lengths
    if n_items == 0:
        return value_type
    return replace(tuple_of([value_type.of] * n_items), optional=True)


def merge_types_or_list(types: Sequence[Type]) -> Type:
    """Return the type of a value like `merge_types`; tuples of several lengths are a list."""
    kinds = {value_type.kind for value_type in types if value_type.kind}
    lengths = {len(value_type.fields) for value_type in types if value_type.kind}
    if TUPLE in kinds and kinds <= {TUPLE, LIST} and len(lengths) > 1:
        return Type(LIST, of=EMPTY)
    return merge_types(types)


def record_of(record_type: Type, most_rows: Mapping[str, int] | None = None) -> str:
    """Return the declaration of the record of a list, dict, object or tuple.

    In the state, which is copied often, rows take as few bytes as `most_rows`, the most that each
    table may have, need.
    """
    if record_type.fields:
        fields = [
            f"{field_name(name)}={field_of(field_type, name, most_rows)}"
            for name, field_type in record_type.fields
        ]
        if record_type.kind == TUPLE and record_type.optional:
            fields.insert(0, f'{OR_NONE}=whole("NO_VALUE for None")')
        return f"record({', '.join(fields)})"
    item_type = record_type.of
    assert item_type is not None
    room = f"{record_type.room}, by_seat=True" if record_type.by_seat else str(record_type.room)
    if item_type.is_stored:
        return f"{record_type.kind}_of({record_of(item_type, most_rows)}, {room})"
    is_narrow = most_rows is not None and record_type.kind == LIST and not record_type.by_seat
    if is_narrow and most_rows is not None and item_type.kind == ROW and not item_type.optional:
        return f"list_of_rows({most_rows[item_type.table]}, {record_type.room})"
    if item_type.fraction:
        return f'record(n=whole("how many"), items=real("the items", shape={record_type.room}))'
    return f"{record_type.kind}_record({room})"


def field_of(value_type: Type, name: str, most_rows: Mapping[str, int] | None = None) -> str:
    """Return the declaration of a field of a record, see `record_of`."""
    meaning = name.replace("_", " ")
    if value_type.is_stored:
        return f'nested({record_of(value_type, most_rows)}, "{meaning}")'
    return f'{"real" if value_type.fraction else "whole"}("{meaning}")'


def form_of(choice: Any, members: Members | None = None) -> Form:
    """Return the form of a choice; objects of frozen dataclasses are noted among `members`.

    Raises:
        Untranslatable: it is none that kernels have numbers for.
    """
    is_tuple = isinstance(choice, tuple) and bool(choice)
    word, *details = choice if is_tuple else (choice,)
    if not isinstance(word, str):
        word, details = None, [word, *details]
    form = Form(word, tuple(_type_of_detail(detail, members) for detail in details), is_tuple)
    if len(form.leaves) > MOST_DETAILS or not all(map(_is_detail, form.leaves)):
        has_pairs = any(isinstance(detail, tuple) for detail in details)
        remedy = "; write a square of a board as one number, row * columns + column"
        raise Untranslatable(
            f"the choice {choice!r}: kernels need a word and up to {MOST_DETAILS} whole numbers,"
            " texts, rows or objects of frozen dataclasses, or tuples of them, such as"
            f' ("buy", card){remedy if has_pairs else ""}'
        )
    if len(form.leaves) > WIDE_DETAILS and any(leaf.kind == ROW for leaf in form.leaves):
        raise Untranslatable(
            f"the choice {choice!r}: kernels have a row beside {WIDE_DETAILS - 1} others at most;"
            " write two squares of a board as two numbers, row * columns + column"
        )
    if not all(0 <= number <= form.largest for number in _numbers_in(details)):
        reason = f", as it has {len(form.leaves)}" if len(form.leaves) > WIDE_DETAILS else ""
        raise Untranslatable(
            f"the choice {choice!r}: a number in a choice must be from 0 to {form.largest}{reason}"
        )
    return form


def _type_of_detail(detail: Any, members: Members | None) -> Type:
    """Return the type of a detail of a choice, which may be a tuple."""
    if isinstance(detail, tuple) and detail:
        return tuple_of([_type_of_detail(item, members) for item in detail])
    return type_of(detail, members=members)


def _numbers_in(details: Iterable[Any]) -> Iterator[int]:
    """Yield the numbers in details of a choice, and in tuples among them."""
    for detail in details:
        if isinstance(detail, tuple):
            yield from _numbers_in(detail)
        elif isinstance(detail, int):
            yield detail


def _is_detail(value_type: Type) -> bool:
    """Return whether a choice may have a value of a type."""
    if value_type.kind == MEMBER:  # one that is a number or a text, too, is not known by its type
        return value_type.own_class is not None and not issubclass(value_type.own_class, int | str)
    return (
        value_type.kind in (NUMBER, TEXT, ROW)
        and not value_type.infinite
        and not value_type.fraction
    )


def forms_in_order(forms: Iterable[Form], kinds: Sequence[str]) -> tuple[Form, ...]:
    """Return forms in the order of the declared kinds, then of their words; short ones first.

    A kind that was never seen is a word alone.
    """
    all_forms = set(forms)
    all_forms |= {Form(kind) for kind in kinds} - {
        Form(form.word) for form in all_forms if form.is_tuple
    }

    def rank(form: Form) -> tuple[Any, ...]:
        is_declared = form.word in kinds
        position = kinds.index(form.word) if form.word is not None and is_declared else len(kinds)
        return position, form.word is None, form.word or "", form.is_tuple, form.in_words

    return tuple(sorted(all_forms, key=rank))
