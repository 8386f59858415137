"""Lines: the statements of a function in normal form while they are written."""

from __future__ import annotations

import ast
import builtins
from abc import abstractmethod
from collections.abc import Callable, Container, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from simlab.compiler.normal_form.nodes import (
    IN_PLACE,
    ITERABLES,
    NOT_HERE,
    READING_METHODS,
    READS,
    SORT,
    Inner,
    Loop,
    Lowered,
    Meaning,
    Result,
    Surroundings,
    copy_nodes,
    is_call,
    note_of,
    read,
)
from simlab.errors import Untranslatable


@dataclass
class Lines:
    """Collects statements, with names of its own."""

    tree: ast.FunctionDef
    around: Surroundings
    lines: list[ast.stmt] = field(default_factory=list)
    names: dict[str, Meaning] = field(default_factory=dict)
    """What names stand for, where it is not themselves."""

    def __post_init__(self) -> None:
        nodes = list(ast.walk(self.tree))
        self._used = {node.id for node in nodes if isinstance(node, ast.Name)}
        self._used |= {node.arg for node in nodes if isinstance(node, ast.arg)}
        self._used |= {node.name for node in nodes if isinstance(node, ast.FunctionDef)}
        self._changeable = {node.target.id for node in nodes if isinstance(node, ast.NamedExpr)} | {
            name for node in nodes if isinstance(node, ast.Nonlocal) for name in node.names
        }
        """Names that an expression may give another value."""
        self.own_names: set[str] = set()
        """Names that the normal form has added."""
        self._made_lists: set[str] = set()
        """Those of them that are lists, which nothing else has and which are read once."""
        self._here: ast.stmt = self.tree
        self._loops: list[Loop] = []
        self._taken_out: dict[str, ast.Name] = {}
        """Statements that take objects out of a list that a loop goes through by the places in
        another list, which is changed with it."""
        self._results: list[Result] = []
        self._calls: list[Inner] = []
        self._is_ordered = True
        """Whether the order counts in which items are gone through."""

    @abstractmethod
    def _value(self, node: ast.expr) -> ast.expr:
        """Return what is left of an expression once what it does is written: it only reads."""

    @abstractmethod
    def _make(self, node: ast.expr) -> ast.expr:
        """Write a list, set or dict in steps; return the variable that holds it."""

    @abstractmethod
    def _each(
        self, node: ast.expr, body: Callable[[ast.expr], None], stop: ast.expr | None = None
    ) -> None:
        """Write a loop; `body` writes what is done with an item, until `stop` is true."""

    @abstractmethod
    def _store(self, target: ast.expr, value: ast.expr) -> None:
        """Write the assignment of a value in normal form."""

    @abstractmethod
    def _keep(self, value: ast.expr) -> ast.expr:
        """Return a value in a variable of its own, which no assignment changes."""

    @abstractmethod
    def _statements(self, nodes: Sequence[ast.stmt]) -> None:
        """Write statements of the author."""

    @abstractmethod
    def _statement(self, node: ast.stmt) -> None:
        """Write a statement of the author."""

    @abstractmethod
    def _block(self, nodes: Sequence[ast.stmt]) -> list[ast.stmt]:
        """Return statements of the author in normal form."""

    @abstractmethod
    def _inline(self, inner: Inner, node: ast.Call) -> ast.expr:
        """Write what a function inside this one does; return what it returns."""

    def _write(self, statement: ast.stmt) -> None:
        """Write a statement, which is known by the one of the author that it comes from.

        Its expressions are copied, so that no node occurs twice in the tree.
        """
        for name, part in ast.iter_fields(statement):
            if name not in ("body", "orelse"):
                setattr(statement, name, copy_nodes(part))
        ast.copy_location(statement, self._here)
        is_certain = self._is_ordered or (
            isinstance(statement, ast.For) and self._does_something(statement.body)
        )
        note = note_of(statement)
        note.origin, note.is_ordered = self._here, is_certain
        self.lines.append(statement)

    @contextmanager
    def _apart(self) -> Iterator[list[ast.stmt]]:
        """Collect the statements that are written inside."""
        outer_lines, self.lines = self.lines, []
        try:
            yield self.lines
        finally:
            self.lines = outer_lines

    @contextmanager
    def _in_order(self, is_ordered: bool) -> Iterator[None]:
        """Note whether the order counts in which what is written inside goes through items."""
        was_ordered, self._is_ordered = self._is_ordered, is_ordered
        try:
            yield
        finally:
            self._is_ordered = was_ordered

    @contextmanager
    def _note_sole_owner(self, target: ast.expr) -> Iterator[None]:
        """Note that nothing else has the list that is made at a place."""
        name = ast.unparse(target)
        self._made_lists.add(name)
        try:
            yield
        finally:
            self._made_lists.discard(name)

    def _new(self, word: str) -> str:
        """Return a name that nothing else in the function has."""
        number = 1
        while f"{word}_{number}" in self._used:
            number += 1
        name = f"{word}_{number}"
        self._used.add(name)
        self.own_names.add(name)
        return name

    def _assign(self, name: str, value: ast.expr) -> None:
        self._write(ast.Assign([ast.Name(name, ast.Store())], value))

    def _do(self, value: ast.expr) -> None:
        self._write(ast.Expr(value))

    def _new_list(self, word: str, empty: ast.expr) -> ast.Name:
        """Write a new list, set or dict, which nothing else has; return the variable."""
        name = self._new(word)
        self._made_lists.add(name)
        self._assign(name, empty)
        return read(name)

    def _if(
        self,
        test: ast.expr,
        body: list[ast.stmt],
        orelse: Sequence[ast.stmt] = (),
        known_test: Any = None,
    ) -> None:
        """Write an `if`; `known_test` is what its test means in the words of the author."""
        statement = ast.If(test, body or [ast.Pass()], list(orelse))
        note_of(statement).known = known_test or test
        self._write(statement)

    def _save(self, value: ast.expr, word: str = "value") -> ast.expr:
        """Return a value that nothing changes: a variable, unless it is certain anyway."""
        if self._is_certain(value):
            return value
        return self._save_as(word, value)

    def _is_certain(self, value: ast.expr) -> bool:
        if isinstance(value, ast.Constant):
            return True
        if isinstance(value, ast.Name):
            return not self._may_be_given(value.id)
        return self.around.is_lasting(value)

    def _may_be_given(self, name: str) -> bool:
        """Return whether an expression may give a variable another value."""
        return any(
            name in (variable, getattr(self.names.get(variable), "id", ""))
            for variable in self._changeable
        )

    def _is_of_author(self, value: ast.expr) -> bool:
        """Return whether a variable is one of the author, who may give it another value."""
        author_names = (
            expression.id for expression in self.names.values() if isinstance(expression, ast.Name)
        )
        return isinstance(value, ast.Name) and value.id in author_names

    def _does_something(self, lines: Sequence[ast.stmt]) -> bool:
        """Return whether statements may change what is read before them."""
        return any(self._changes(node) for line in lines for node in ast.walk(line))

    def _changes(self, node: ast.AST) -> bool:
        if isinstance(node, ast.Call):
            func = node.func
            owner = func.value if isinstance(func, ast.Attribute) else None
            while isinstance(owner, ast.Subscript):
                owner = owner.value
            if owner is not None and ast.unparse(owner) in self._made_lists:
                return False  # nothing else has that list
            return not is_call(node, IN_PLACE, SORT) and not self._only_reads(node)
        is_stored = isinstance(getattr(node, "ctx", None), ast.Store | ast.Del)
        is_own = isinstance(node, ast.Name) and node.id in self.own_names
        is_own &= not (isinstance(node, ast.Name) and self._may_be_given(node.id))
        return is_stored and not is_own and not isinstance(node, ast.Tuple)

    def _raise(self, fault: str = "RAISED") -> ast.Raise:
        """Return what ends the game with a fault."""
        statement = ast.Raise(ast.Name("ValueError", ast.Load()), None)
        note_of(statement).fault = fault
        note_of(statement).origin = self._here
        return ast.copy_location(statement, self._here)

    def _note_left(self, loop: Loop) -> None:
        """Write down that a loop is left before its end."""
        if loop.is_whole:
            self._assign(loop.is_whole, ast.Constant(False))
        if loop.has_stopped:
            self._assign(loop.has_stopped, ast.Constant(True))

    def _locate(self, node: Any) -> Any:
        note_of(node).origin = self._here
        return ast.copy_location(node, self._here)

    def _name(self, name: str) -> ast.expr:
        """Return what a name of the author stands for."""
        meaning = self.names.get(name)
        if isinstance(meaning, Inner):
            raise Untranslatable(f"{name}: {NOT_HERE}")
        return read(name) if meaning is None else meaning

    def _save_as(self, word: str, value: ast.expr) -> ast.Name:
        """Return a new variable with a value."""
        name = self._new(word)
        self._assign(name, value)
        return read(name)

    def _in_normal_names(self, node: ast.expr) -> ast.expr:
        """Return a test in the names of the normal form, to know what holds after it."""
        names = self.names

        class Rename(ast.NodeTransformer):
            def visit_Name(self, name_node: ast.Name) -> ast.expr:
                meaning = names.get(name_node.id)
                return name_node if meaning is None or isinstance(meaning, Inner) else meaning

        copied = ast.parse(ast.unparse(node), mode="eval").body
        renamed: ast.expr = Rename().visit(copied)
        return renamed

    def _is_python(self, node: ast.AST, names: Container[str]) -> bool:
        """Return whether a node calls one of some functions of Python."""
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            return False
        name = node.func.id
        is_other = name in self.names or self.around.is_global(name)
        return name in names and not is_other and hasattr(builtins, name)

    def _only_reads(self, node: ast.Call) -> bool:
        """Return whether a call in normal form only reads."""
        func = node.func
        if self.around.full_name(func).startswith("math."):
            return True
        if isinstance(func, ast.Attribute):
            if ast.unparse(func) == "', '.join":
                return True
            is_reading = func.attr in READING_METHODS
            return is_reading and not self.around.is_method(func.value, func.attr)
        if isinstance(func, ast.Name) and self.around.is_dataclass(func.id):
            return True
        return self._is_python(node, READS | ITERABLES | {"min", "max", "set", "map", "super"})

    def _apply(self, function: ast.expr, item: ast.expr) -> ast.expr:
        """Return the value of a function that is given as an argument, for an item."""
        return self._value(ast.copy_location(ast.Call(function, [Lowered(item)], []), function))
