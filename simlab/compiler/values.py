"""What expressions of a plain game stand for while they are translated."""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, field, replace
from typing import Any

from simlab.compiler.encoding import field_name
from simlab.compiler.value_type import A_NUMBER, DICT, LIST, OBJECT, OR_NONE, PLACED, TUPLE, Type
from simlab.game.policy import Trait
from simlab.plain.lookup import LookupTable

LASTING = re.compile(r"state(\.\w+)+")
"""The code of a list that is the same one all game long."""
ITEM_OF = "[]"
"""What stands behind the name of a list or dict for its items."""


@dataclass
class Scope:
    """Where names are looked up: local ones, then those of the module."""

    names: dict[str, Value]
    globals: Mapping[str, Any]
    file: str = ""


class Value:
    """The value of an expression."""


@dataclass(frozen=True)
class Scalar(Value):
    """A number, text, row or choice, as the code of an expression of a kernel."""

    code: str
    type: Type = A_NUMBER
    first_of: str = ""
    """The variable with the choice of which it is the first item, if it is one."""
    kind_of: str = ""
    """The variable with the choice of which it is the kind, if it is one."""
    owner: Stored | StoredDict | None = field(default=None, compare=False, repr=False)
    """The list or dict of a function whose item it is, which learns what is written there."""


@dataclass(frozen=True)
class Constant(Value):
    """A value that is known when the game is compiled."""

    value: Any


NOTHING_RETURNED = Constant(None)
"""The value of a call that returns nothing, and of an argument that is left out."""


@dataclass(frozen=True)
class OneOf(Value):
    """One of several values that are known when the game is compiled, by its place among them."""

    index: str
    """The code of the place."""
    values: tuple[Any, ...]

    @property
    def as_items(self) -> Items | None:
        """The items of lists or tuples that are equally long, each as one of several values."""
        if not all(isinstance(constant, tuple | list) for constant in self.values):
            return None
        if len({len(constant) for constant in self.values}) != 1:
            return None
        columns = (OneOf(self.index, column) for column in zip(*self.values, strict=True))
        return Items(tuple(columns), is_tuple=isinstance(self.values[0], tuple))


@dataclass(frozen=True)
class Missing(Value):
    """A local variable whose assignment cannot be translated."""


@dataclass(frozen=True)
class Function(Value):
    """A function of the module."""

    function: Any


@dataclass(frozen=True)
class Holder(Value):
    """The game itself, one of its parts, or the view of a policy."""

    part: str
    own_class: type
    is_view: bool = False


@dataclass(frozen=True)
class RuleValues(Value):
    """`self.rules`."""


@dataclass(frozen=True)
class Lookup(Value):
    """A lookup table of the module; called with the rules, it stands for its numbers."""

    table: LookupTable
    has_rules: bool = False


@dataclass(frozen=True)
class Sources(Value):
    """`self.chance`, or the argument `chance` of a method."""


@dataclass(frozen=True)
class Stream(Value):
    """One source of chance."""

    code: str


class Sequence(Value):
    """A list, or something else that is iterated over."""


@dataclass
class Stored(Sequence):
    """A list in the state or on the stack of a function while it runs."""

    code: str
    type: Type
    local: str = ""
    """The variable in which the function has made it; without one, it is in the state."""

    @property
    def depth(self) -> int:
        """In how many lists or dicts of the function it stands."""
        return self.local.count(ITEM_OF)

    @property
    def holds_records(self) -> bool:
        """Whether its items are lists, dictionaries, objects or tuples."""
        return self.type.of is not None and self.type.of.is_stored


@dataclass
class StoredDict(Sequence):
    """A dictionary in the state or on the stack; it is iterated over its keys."""

    code: str
    type: Type
    local: str = ""
    only_keys: bool = False
    """Whether it stands for its keys alone."""

    @property
    def items(self) -> Stored:
        """Its values, as a list."""
        return Stored(self.code, replace(self.type, kind=LIST, key=None), self.local)

    @property
    def holds_records(self) -> bool:
        """Whether its values are lists or dictionaries."""
        return self.type.of is not None and self.type.of.is_stored


@dataclass
class StoredObject(Value):
    """An object of a dataclass in the state; one that is `free` has been taken out of a list.

    The traits of a policy are one, too.
    """

    code: str
    type: Type
    free: bool = False
    at: Scalar | None = None
    """Its place in a list or dict of the game that is the same list all game long."""

    def field(self, name: str) -> Value | None:
        """Return a field, if it has one of this name."""
        value_type = dict(self.type.fields).get(name)
        code = f"{self.code}.{field_name(name)}"
        # all traits are fractions there
        if value_type is not None and self.type.own_class is Trait:
            return Scalar(code if value_type.fraction else f"int({code})", value_type)
        return None if value_type is None else value_in_state(code, value_type)


def value_in_state(code: str, value_type: Type) -> Value:
    """Return what stands at a place in the state."""
    if value_type.kind == DICT:
        return StoredDict(code, value_type)
    if value_type.kind == OBJECT:
        return StoredObject(code, value_type)
    if value_type.kind == TUPLE:
        items = (
            value_in_state(f"{code}.{name}", item_type) for name, item_type in value_type.fields
        )
        or_none = f"{code}.{OR_NONE}" if value_type.optional else ""
        return Items(tuple(items), is_tuple=True, or_none=or_none)
    return Stored(code, value_type) if value_type.is_list else Scalar(code, value_type)


def entry_at(record: Stored | StoredDict, index: str) -> Value:
    """Return an item of a list, or of a dict."""
    item_type = record.type.of
    assert item_type is not None
    item = value_in_state(f"{record.code}.items[{index}]", item_type)
    if record.local and isinstance(item, Scalar):
        return replace(item, owner=record)
    if record.local and isinstance(item, Stored | StoredDict):
        return replace(item, local=record.local + ITEM_OF)
    if holds_placed(record):
        return object_at(
            Scalar(index, Type(PLACED, record.code, item_type, own_class=item_type.own_class))
        )
    return item


def holds_placed(record: Stored | StoredDict) -> bool:
    """Return whether objects stand in a list or dict of the game that is the same all game long."""
    is_lasting = LASTING.fullmatch(record.code) is not None
    return is_lasting and record.type.of is not None and record.type.of.kind == OBJECT


def object_at(index: Scalar) -> StoredObject:
    """Return the object that stands at a place in a list of the game."""
    object_type = index.type.of
    assert object_type is not None
    return StoredObject(f"{index.type.table}.items[{index.code}]", object_type, at=index)


@dataclass(frozen=True)
class Made(Value):
    """A new object of a dataclass, which is written where it is kept."""

    own_class: type
    fields: Mapping[str, Value]
    """Fields that are given; others have their defaults."""


@dataclass(frozen=True)
class DataClass(Value):
    """A dataclass of the module."""

    own_class: type


@dataclass(frozen=True)
class Pairs(Sequence):
    """Keys and values of a dictionary in the state."""

    of: StoredDict


@dataclass(frozen=True)
class TableRows(Sequence):
    """The rows of a table."""

    table: str


@dataclass(frozen=True)
class Menu(Sequence):
    """The choices that a policy is given."""


@dataclass(frozen=True)
class Offered(Sequence):
    """The choices that choices() has made so far, which stand on the menu."""


@dataclass(frozen=True)
class ChoiceItem(Value):
    """An item of a choice whose kinds have items of several types there."""

    choice: str
    """The variable with the whole choice."""
    index: int


@dataclass(frozen=True)
class ChoiceItems(Sequence):
    """Items of a choice, between two places as a slice has them."""

    choice: str
    """The variable with the whole choice."""
    first: int | None = None
    end: int | None = None


@dataclass(frozen=True)
class Range(Sequence):
    """range(...)."""

    arguments: tuple[str, ...]


@dataclass(frozen=True)
class Items(Sequence):
    """Values one after the other, as a list or tuple that is written out has them."""

    items: tuple[Value, ...]
    is_tuple: bool = False
    or_none: str = ""
    """The code of a number that is NO_VALUE if there is None instead, which may be."""
    choice: str = field(default="", compare=False)
    """The variable with the choice without a word that it is, if it is one."""


@dataclass(frozen=True)
class Entries(Sequence):
    """Keys and values of a dictionary that is written out; it is iterated over its keys."""

    pairs: tuple[tuple[Value, Value], ...]

    @property
    def known(self) -> dict[Any, Any] | None:
        """The dict, if all that is in it is known when the game is compiled."""
        known_pairs = [
            (key.value, value.value)
            for key, value in self.pairs
            if isinstance(key, Constant) and isinstance(value, Constant)
        ]
        return dict(known_pairs) if len(known_pairs) == len(self.pairs) else None

    @property
    def items(self) -> Items:
        """Its keys with their values."""
        return Items(tuple(Items(pair, is_tuple=True) for pair in self.pairs))


def is_set(sequence: Sequence) -> bool:
    """Return whether a sequence has each item once, in no order that is known."""
    return isinstance(sequence, Stored) and sequence.type.distinct


@dataclass(frozen=True)
class Backwards(Sequence):
    """reversed(...)."""

    of: Sequence


@dataclass(frozen=True)
class Numbered(Sequence):
    """enumerate(...)."""

    of: Sequence
    start: str


@dataclass(frozen=True)
class Together(Sequence):
    """zip(...)."""

    of: tuple[Sequence, ...]


@dataclass(frozen=True)
class Specialized:
    """A method for arguments of some types, and for the values that others have."""

    function: Any
    owner: Holder
    types: Mapping[str, Type] = field(default_factory=dict)
    static: Mapping[str, Value] = field(default_factory=dict)
    lists: tuple[str, ...] = ()
    """Arguments among `static` that stand in the state, which the kernel is given."""

    @property
    def key(self) -> Any:
        """What tells it from others."""
        types = tuple(self.types.items())
        return self.owner.part, self.function, types, repr(self.static)


EMPTIES: dict[Any, Value] = {list: Items(()), dict: Entries(()), set: Items(())}
"""Default factories of fields of dataclasses, and what they make."""


def default_of(field: Field[Any]) -> Value | None:
    """Return what a field of a dataclass has that is not given, if that is known."""
    if field.default is not MISSING:
        return Constant(field.default)
    if field.default_factory in EMPTIES or not inspect.isfunction(field.default_factory):
        return EMPTIES.get(field.default_factory)
    # a function without arguments: what it returns is known unless it differs from call to call
    default, again = field.default_factory(), field.default_factory()
    return Constant(default) if default == again and is_plain_data(default) else None


def is_plain_data(value: object) -> bool:
    """Return whether a value is a number, a text or None, or a list, dict or tuple of these."""
    if isinstance(value, dict):
        return all(map(is_plain_data, (*value, *value.values())))
    if isinstance(value, list | tuple):
        return all(map(is_plain_data, value))
    return value is None or isinstance(value, bool | int | float | str)
