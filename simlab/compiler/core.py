"""Core: what the parts of the translator need of each other."""

from __future__ import annotations

import ast
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from simlab.compiler.names import Names
from simlab.compiler.narrowing import Facts
from simlab.compiler.value_type import (
    A_CHOICE,
    CHOICE,
    ITEM_OF_CHOICE,
    PLACED,
    TEXT,
    Form,
    Type,
)
from simlab.compiler.values import (
    ChoiceItem,
    ChoiceItems,
    Constant,
    Entries,
    Holder,
    Items,
    Missing,
    OneOf,
    Scalar,
    Scope,
    Sequence,
    Stored,
    StoredDict,
    StoredObject,
    Value,
)
from simlab.compiler.writer import Writer, bare, cannot
from simlab.errors import Refused, Untranslatable

TRUE, FALSE = "True", "False"
ONE_PLACE = "kernels keep an object in one place only; keep its number"


class Core(Writer):
    """Translates one function in normal form, whose expressions only read."""

    scope: Scope

    def __init__(self, program: Names) -> None:
        super().__init__()
        self.program = program
        self.draws = self.reports = self.changes = False
        """Whether the kernel draws from chance, reports events, or changes the state."""
        self.asks_own_seat = False
        """Whether the kernel asks which seat decides."""
        self.is_ordered = True
        """Whether the order counts in which a statement goes through items."""
        self.facts = Facts()
        """What is known of choices at this place."""

    @abstractmethod
    def value(self, node: ast.expr) -> Value:
        """Return what an expression stands for."""

    @abstractmethod
    def condition(self, node: ast.expr) -> str:
        """Return the code of a test: what counts as true in Python does so in it."""

    @abstractmethod
    def truth(self, value: Value, node: ast.expr) -> str:
        """Return the code of whether a value counts as true."""

    @abstractmethod
    def present(self, scalar: Scalar) -> Scalar:
        """Return a value that must not be None where it is used."""

    @abstractmethod
    def is_list(self, value: Value) -> bool:
        """Return whether a value is gone through."""

    @abstractmethod
    def as_sequence(self, value: Value, node: ast.expr) -> Sequence:
        """Return a value as a sequence."""

    @abstractmethod
    def go_through(
        self,
        sequence: Sequence,
        body: Callable[[Value], None],
        node: ast.expr,
        *,
        is_ordered: bool = True,
        may_change: bool = False,
    ) -> None:
        """Write a loop over a sequence; `body` writes what is done with an item."""

    @abstractmethod
    def length(self, sequence: Sequence, node: ast.expr) -> str:
        """Return the code of the number of items."""

    @abstractmethod
    def new_list(self, name: str, *, distinct: bool = False) -> Stored:
        """Write down a new list of a function, or a set."""

    @abstractmethod
    def add(self, stored_list: Stored, item: Value, node: ast.expr) -> None:
        """Write an item at the end of a list."""

    @abstractmethod
    def extend(self, stored_list: Stored, items: Sequence, node: ast.expr) -> None:
        """Write the items of a sequence at the end of a list."""

    @abstractmethod
    def build_list(self, sequence: Sequence, node: ast.expr) -> Stored:
        """Return a sequence as a list that stands somewhere; one that does not is written down."""

    @abstractmethod
    def new_record(
        self, name: str, owns: Iterable[Sequence], node: ast.expr
    ) -> Stored | StoredDict:
        """Write down a new list, set or dict of a function that gets what some sequences have."""

    @abstractmethod
    def take_all(self, record: Stored | StoredDict, sequence: Sequence, node: ast.expr) -> None:
        """Write what is in a sequence at the end of a list, or into a dict."""

    @abstractmethod
    def build_dict(self, entries: Entries, node: ast.expr) -> StoredDict:
        """Write down a dict that is written out."""

    @abstractmethod
    def as_dict(self, value: Value, node: ast.expr) -> StoredDict | None:
        """Return a dict as one that stands somewhere, or None if it is another sequence."""

    @abstractmethod
    def unpack_items(self, value: Value, target: ast.Tuple) -> list[Value]:
        """Return the items of a value that is unpacked."""

    @abstractmethod
    def as_choice(self, value: Value, node: ast.expr) -> Scalar:
        """Return a value as a choice."""

    @abstractmethod
    def with_items_of(
        self, spread: list[Stored], items: list[Value], node: ast.expr
    ) -> Scalar | Stored:
        """Return a tuple in whose place of some lists their items stand: a choice, or a list."""

    @abstractmethod
    def part_of_choice(self, choice: Scalar, index: int, node: ast.expr) -> Value:
        """Return an item of a choice; one whose type is not known yet is known by its use."""

    @abstractmethod
    def in_variable(self, choice: Scalar) -> Scalar:
        """Return a choice, which must not be None, in a variable of which the forms are known."""

    @abstractmethod
    def word_of_choice(self, choice: Scalar) -> Scalar:
        """Return a choice as its word where words are kept; a tuple does not fit there."""

    @abstractmethod
    def has_word(self, scalar: Scalar, word: Constant) -> str:
        """Return the code of whether the first item of a choice is a word, if its form says so."""

    @abstractmethod
    def without_word(self, choice: Scalar, form: Form) -> Value:
        """Return a choice without a word: a number, a row or a tuple."""

    @abstractmethod
    def item_of_choice(self, choice: Scalar, index: int) -> Value:
        """Return an item of a choice that a variable holds."""

    @abstractmethod
    def parts_of_choice(self, choice_items: ChoiceItems, node: ast.expr) -> Sequence:
        """Return items of a choice, as a list if there are more of them in some forms."""

    @abstractmethod
    def size_of_choice(self, choice_or_part: Scalar | ChoiceItems, node: ast.expr) -> Value:
        """Return how many items a choice has, or a part of it."""

    @abstractmethod
    def require_kind(self, value: Value, kind: str, node: ast.expr) -> Value:
        """Return a value where only one of some kind does not end the game with an error."""

    @abstractmethod
    def with_attribute(self, value: Value, name: str, node: ast.expr) -> Value:
        """Return a value where only one with an attribute does not end the game with an error."""

    @abstractmethod
    def items_by_form(
        self, choice_item: ChoiceItem, kind: str, node: ast.expr
    ) -> tuple[str, Value]:
        """Return whether an item of a choice is of a kind, and the item where it is."""

    @abstractmethod
    def call_method(
        self,
        base: Holder | StoredObject | Scalar,
        name: str,
        arguments: Iterable[Value],
        node: ast.expr,
    ) -> Value:
        """Return the value of a method of the game, of a part or of an object."""

    @abstractmethod
    def call_function(
        self, function: Any, owner: Holder, bound: Mapping[str, Value], node: ast.expr
    ) -> Value:
        """Write the call of a function; return its value."""

    @abstractmethod
    def inline(self, function: Any, owner: Holder, bound: Mapping[str, Value]) -> Value:
        """Write what a function does where it is called; return where its value stands."""

    def fit_to_kind(self, value: Value, kind: str, node: ast.expr) -> Scalar:
        """Return a value as what is kept where choices, or texts, are.

        A choice without details is its word; the number of a word is that of its form.
        """
        if isinstance(value, ChoiceItem) and kind in ("", ITEM_OF_CHOICE):
            choice = self.choice_in(value.choice)
            return Scalar(choice.code, replace(choice.type, kind=ITEM_OF_CHOICE, index=value.index))
        if isinstance(value, StoredObject) and value.at is not None:
            return value.at
        is_none = value == Constant(None)
        if kind == CHOICE and not is_none and not isinstance(value, Scalar):
            return self.as_choice(value, node)
        scalar = self.as_scalar(value, node)
        if kind == CHOICE and scalar.type.kind == TEXT:
            if scalar.type.optional:
                return self._choice_or_none(scalar)
            return Scalar(f"({scalar.code} << FORM_BITS)", A_CHOICE)
        if kind == TEXT and scalar.type.kind == CHOICE:
            return self.word_of_choice(scalar)
        return scalar

    def open_choice(self, value: Value) -> Value:
        """Return an item of a choice that was kept as the whole choice; another value as it is."""
        if not isinstance(value, Scalar) or value.type.kind != ITEM_OF_CHOICE:
            return value
        choice = self.in_variable(replace(value, type=replace(value.type, kind=CHOICE, index=0)))
        return ChoiceItem(choice.code, value.type.index)

    def _choice_or_none(self, word: Scalar) -> Scalar:
        word_code = self.keep(word.code, "word")
        code = f"({word_code} if {word_code} == NO_VALUE else {word_code} << FORM_BITS)"
        return Scalar(code, replace(A_CHOICE, optional=True))

    def is_choice(self, value: Value) -> bool:
        """Return whether a value is a tuple that is a choice: its first item is the word of one."""
        if isinstance(value, Constant) and isinstance(value.value, tuple):
            value = Items(tuple(map(Constant, value.value)), is_tuple=True)
        if not isinstance(value, Items):
            return False
        first_item = value.items[0] if value.items else None
        if (
            not value.is_tuple
            or not isinstance(first_item, Constant)
            or not isinstance(first_item.value, str)
        ):
            return False
        return any(
            form.is_tuple and form.word == first_item.value and form.n_items == len(value.items)
            for form in self.program.forms
        )

    def scalar(self, node: ast.expr) -> Scalar:
        """Return an expression that is a number, a text, a row or a choice."""
        return self.as_scalar(self.value(node), node)

    def scalars(self, nodes: Iterable[ast.expr]) -> list[Scalar]:
        """Return numbers, texts, rows or choices."""
        return [self.scalar(node) for node in nodes]

    def as_scalar(self, value: Value, node: ast.expr) -> Scalar:
        """Return a value as a number, a text, a row or a choice."""
        if isinstance(value, Scalar):
            return value
        if isinstance(value, Constant):
            return self.program.constant(value.value)
        if isinstance(value, OneOf):
            name, value_type = self.program.numbers(value.values)
            if value.values == tuple(range(len(value.values))):
                return Scalar(value.index, value_type)
            return Scalar(f"{name}[{value.index}]", value_type)
        if isinstance(value, Missing):
            raise Refused
        if isinstance(value, ChoiceItem):
            raise self.refuse_part_of_choice(value, node)
        if isinstance(value, Items) and value.is_tuple and value.items:
            return self.as_choice(value, node)
        raise cannot(node, "kernels need a number, a text or a row here")

    @abstractmethod
    def refuse_part_of_choice(self, choice_item: ChoiceItem, node: ast.expr) -> Untranslatable:
        """Return the error where the type of an item of a choice is not known."""

    def sequence(self, node: ast.expr) -> Sequence:
        """Return the sequence that an expression stands for."""
        return self.as_sequence(self.value(node), node)

    def code_to_keep(self, value: Scalar, type_there: Type, node: ast.expr) -> str:
        """Return the code of what is kept in the state, or in a list.

        Raises:
            Untranslatable: what is kept there is of another type in the games that were observed.
        """
        if value.type.fraction and not type_there.fraction:
            raise cannot(node, "kernels keep whole numbers only; multiply, or use // or int()")
        value = value if type_there.infinite or type_there.fraction else self.finite(value)
        if value.type.kind == PLACED:
            raise cannot(node, ONE_PLACE)
        if value.type.kind and not type_there.kind:
            raise cannot(node, "nothing was ever seen there in the games played; start with it")
        code = self.in_one_unit(value, Scalar("", type_there))[0].code
        if value.type.optional and not type_there.optional:
            return f"foreseen(state, {bare(code)}, {self.here})"
        return code

    def finite(self, number: Scalar) -> Scalar:
        """Return a number that must not be infinite where it is used."""
        if not number.type.infinite or number.type.fraction:
            return number
        code = f"finite(state, {bare(number.code)}, {self.here})"
        return Scalar(code, replace(number.type, infinite=False))

    @staticmethod
    def in_one_unit(*numbers: Scalar) -> list[Scalar]:
        """Return numbers as they can be compared: all are fractions if one is."""
        if not any(number.type.fraction for number in numbers):
            return list(numbers)
        return [
            Scalar(f"with_infinity({bare(number.code)})", replace(number.type, fraction=True))
            if number.type.infinite and not number.type.fraction
            else number
            for number in numbers
        ]

    @contextmanager
    def where(self, test: ast.expr, holds: bool) -> Iterator[None]:
        """Know what is certain of choices while a test holds, or does not."""
        facts_before = self.facts
        self.know(test, holds)
        yield
        self.facts = facts_before

    def know(self, test: ast.expr, holds: bool) -> None:
        """Know what is certain of choices from now on, after a test."""
        self.facts = self.facts.after(test, self.scope, holds)

    def choice_in(self, code: str) -> Scalar:
        """Return the choice that a variable holds, with the forms that it can have here."""
        forms = self.facts.forms(code) or frozenset()
        return Scalar(code, replace(A_CHOICE, forms=forms))

    def note_choice(self, code: str, scalar: Scalar) -> None:
        """Note what is known of a choice that a variable holds from now on."""
        if scalar.type.kind == CHOICE:
            forms = scalar.type.forms or frozenset(self.program.forms)
            self.facts = self.facts.with_choice(code, scalar.code, forms)
        elif scalar.first_of:
            self.facts = self.facts.with_first(code, scalar.first_of)
        elif scalar.kind_of:
            self.facts = self.facts.with_kind(code, scalar.kind_of)
        else:
            self.facts = self.facts.with_copy(code, scalar.code)

    def local(self, name: str) -> str:
        """Return the name of a local variable in a kernel."""
        return self.program.local(name)

    def keep_as(self, scalar: Scalar, word: str) -> Scalar:
        """Write a value into a variable, unless it is simple, and return that."""
        code = self.keep(scalar.code, word)
        if code != scalar.code:
            self.note_choice(code, scalar)
        return replace(scalar, code=code)

    def write_as(self, code: str, word: str) -> str:
        """Write a value into a new variable, whatever it is, and return that."""
        name = self.name(word)
        self.line(f"{name} = {bare(code)}")
        return name
