"""Core: what the parts of the translator need of each other."""

from __future__ import annotations

import ast
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from simlab.compiler.faithful import Faithful
from simlab.compiler.names import Names
from simlab.compiler.narrowing import narrowed
from simlab.compiler.value_type import A_CHOICE, A_TEXT, CHOICE, TEXT, Type
from simlab.compiler.values import (
    Constant,
    Holder,
    Later,
    LocalFunction,
    Missing,
    Scalar,
    Scope,
    Sequence,
    Stored,
    Value,
)
from simlab.compiler.writer import Writer, cannot
from simlab.errors import Refused

TRUE, FALSE = "True", "False"


class Core(Writer):
    """Translates one function; what an expression needs first is written as lines."""

    def __init__(self, program: Names, faithful: Faithful | None = None) -> None:
        super().__init__()
        self.program = program
        self.faithful = faithful
        """What kernels would do otherwise than Python in this function."""
        self._is_ordered = True
        self.draws = self.reports = self.changes = False
        """Whether the kernel draws from chance, reports events, or changes the state."""

    @abstractmethod
    def value(self, node: ast.expr, scope: Scope) -> Value:
        """Return what an expression stands for."""

    @abstractmethod
    def condition(self, node: ast.expr, scope: Scope) -> str:
        """Return the code of a test: what counts as true in Python does so in it."""

    @abstractmethod
    def sequence(self, node: ast.expr, scope: Scope) -> Sequence | None:
        """Return the sequence that an expression stands for, or None; then no line is written."""

    @abstractmethod
    def is_list(self, node: ast.expr, scope: Scope) -> bool:
        """Return whether an expression stands for a sequence; no line is written."""

    @abstractmethod
    def as_sequence(self, value: Value, node: ast.expr) -> Sequence:
        """Return a value as a sequence."""

    @abstractmethod
    def iterate(
        self,
        own: Sequence,
        body: Callable[[Value], None],
        node: ast.expr,
        *,
        is_ordered: bool = True,
    ) -> None:
        """Write a loop over a sequence; `body` writes what is done with an item."""

    @abstractmethod
    def new_list(self, name: str, *, distinct: bool = False) -> Stored:
        """Write down a new list of a function, or a set."""

    @abstractmethod
    def add(self, own: Stored, item: Value, node: ast.expr) -> None:
        """Write an item at the end of a list."""

    @abstractmethod
    def built(self, own: Sequence, node: ast.expr) -> Stored:
        """Return a sequence as a list that stands somewhere; one that does not is written down."""

    @abstractmethod
    def length(self, own: Sequence, node: ast.expr) -> str:
        """Return the code of the number of items."""

    @abstractmethod
    def choice(self, node: ast.expr, scope: Scope) -> Scalar:
        """Return an expression as a choice."""

    @abstractmethod
    def part_of_choice(self, choice: Scalar, place: int, node: ast.expr) -> Scalar:
        """Return the word of a choice, or one of its details."""

    @abstractmethod
    def call_method(
        self, base: Holder, name: str, arguments: list[ast.expr], node: ast.expr, scope: Scope
    ) -> Value:
        """Return the value of a method of the game or of a part."""

    @abstractmethod
    def call_by_name(self, node: ast.Call, name: str, scope: Scope) -> Value:
        """Return the value of a function of the module, of Python or inside this one."""

    @abstractmethod
    def evaluated(self, bound: dict[str, Value]) -> dict[str, Value]:
        """Return arguments with what they are at the time of the call, in their order."""

    @abstractmethod
    def call_function(
        self, function: Any, owner: Holder, bound: dict[str, Value], node: ast.expr
    ) -> Value:
        """Write the call of the kernel that a function is translated into; return its value."""

    @abstractmethod
    def inline(self, function: LocalFunction, arguments: list[Value]) -> Value:
        """Write what a function inside another one does; return its value."""

    @abstractmethod
    def as_choice(self, value: Value, node: ast.expr) -> Scalar:
        """Return a value as a choice."""

    def fitting(self, value: Value, kind: str, node: ast.expr) -> Scalar:
        """Return a value as what is kept where choices, or texts, are.

        A choice without details is its word; the number of a word is that of its form.
        """
        is_none = value == Constant(None)
        if kind == CHOICE and not is_none and not isinstance(value, Scalar):
            return self.as_choice(value, node)
        scalar = self.as_scalar(value, node)
        if kind == CHOICE and scalar.type.kind == TEXT:
            return Scalar(f"({scalar.code} << FORM_BITS)", A_CHOICE)
        if kind == TEXT and scalar.type.kind == CHOICE:
            return Scalar(f"({scalar.code} >> FORM_BITS)", A_TEXT)
        return scalar

    def scalar(self, node: ast.expr, scope: Scope) -> Scalar:
        """Return an expression that is a number, a text, a row or a choice."""
        return self.as_scalar(self.value(node, scope), node)

    def values(self, nodes: Iterable[ast.expr], scope: Scope) -> list[Value]:
        """Return expressions from left to right, each as it is before what a later one does."""
        values: list[Value] = []
        for node in nodes:
            with self.apart() as lines:
                last = self.value(node, scope)
            if lines:
                values = list(map(self.before_others, values))
            self.lines += lines
            values.append(last)
        return values

    def before_others(self, value: Value) -> Value:
        """Write down a number before lines that may change what it is read from."""
        return self.kept_as(value, "value") if isinstance(value, Scalar) else value

    def scalars(self, nodes: Iterable[ast.expr], scope: Scope) -> list[Scalar]:
        """Return numbers, texts, rows or choices from left to right."""
        nodes = list(nodes)
        values = self.values(nodes, scope)
        return [self.as_scalar(each, node) for each, node in zip(values, nodes, strict=True)]

    def as_scalar(self, value: Value, node: ast.expr) -> Scalar:
        """Return a value as a number, a text, a row or a choice."""
        if isinstance(value, Later):
            return self.scalar(value.node, value.scope)
        if isinstance(value, Scalar):
            return value
        if isinstance(value, Constant):
            return self.program.constant(value.value)
        if isinstance(value, Missing):
            raise Refused
        raise cannot(node, "kernels need a number, a text or a row here")

    def needed_sequence(self, node: ast.expr, scope: Scope) -> Sequence:
        """Return the sequence that an expression must stand for."""
        own = self.sequence(node, scope)
        if own is None:
            if isinstance(node, ast.Dict | ast.DictComp):
                raise cannot(node, "kernels keep dictionaries in attributes only; write a list")
            raise cannot(node, "kernels know no such list; write a loop, or keep a list of numbers")
        return own

    def kept_there(self, value: Scalar, there: Type, node: ast.expr) -> str:
        """Return the code of what is kept in the state, or in a list.

        Raises:
            Untranslatable: what is kept there is of another type in the games that were observed.
        """
        if value.type.fraction:
            raise cannot(node, "kernels keep whole numbers only; multiply, or use // or int()")
        self.program.has_unseen_none |= value.type.optional and not there.optional
        if value.type.kind and not there.kind:
            raise cannot(node, "nothing was ever seen there in the games played; start with it")
        return value.code

    @contextmanager
    def where(self, test: ast.expr, scope: Scope, holds: bool) -> Iterator[None]:
        """Know what is certain of choices while a test holds, or does not."""
        before = dict(scope.names)
        self.know(test, scope, holds)
        yield
        scope.names.update({name: before[name] for name in self._certain(test, scope, holds)})

    def know(self, test: ast.expr, scope: Scope, holds: bool) -> None:
        """Know what is certain of choices from now on, after a test."""
        scope.names.update(self._certain(test, scope, holds))

    def _certain(self, test: ast.expr, scope: Scope, holds: bool) -> dict[str, Value]:
        return narrowed(test, scope, holds, [form.word for form in self.program.forms])

    def local(self, name: str) -> str:
        """Return the name of a local variable in a kernel."""
        return self.program.local(name)

    def kept_as(self, own: Scalar, word: str) -> Scalar:
        """Write a value into a variable, unless it is simple, and return that."""
        return Scalar(self.kept(own.code, word), own.type)
