"""Tuples of plain games that are no choices: their items stand in variables, or in a list."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import replace

from simlab.compiler.core import Core
from simlab.compiler.value_type import (
    CHOICE,
    EMPTY,
    MOST_PARTS,
    NONE,
    OPTIONAL_NUMBER,
    TUPLE,
    Type,
    merge_types,
    tuple_of,
)
from simlab.compiler.values import ChoiceItem, ChoiceItems, Constant, Items, OneOf, Scalar, Value
from simlab.compiler.writer import ITEM, bare, cannot
from simlab.engine.items import KEY_BITS

NO_VALUE = "NO_VALUE"
NO_TUPLE = (
    "kernels have tuples of numbers, texts, rows and choices only; of a list or an object, keep the"
    " place"
)


class Tuples(Core):
    """Translates tuples of numbers, texts, rows, choices and other tuples."""

    def as_tuple(self, value: Value) -> Items | None:
        """Return a value as a tuple of what kernels have numbers for, if it is one."""
        if isinstance(value, Constant) and isinstance(value.value, tuple):
            value = Items(tuple(map(Constant, value.value)), is_tuple=True)
        value = (value.as_items or value) if isinstance(value, OneOf) else value
        if not isinstance(value, Items) or not value.is_tuple or not value.items:
            return None
        if self.is_choice(value):
            return None
        items = tuple(self.as_tuple(item) or item for item in value.items)
        return replace(value, items=items) if all(map(self._fits, items)) else None

    def _fits(self, value: Value) -> bool:
        """Return whether a value may be an item of a tuple."""
        if isinstance(value, Items):
            return not value.or_none and (self.is_choice(value) or self.as_tuple(value) is not None)
        return isinstance(value, Scalar | Constant | OneOf) and not self.is_list(value)

    def type_of(self, value: Value, node: ast.expr) -> Type:
        """Return the type of a tuple, a number, a text, a row or a choice."""
        if isinstance(value, Items) and not self.is_choice(value):
            if value.is_tuple and self.as_tuple(value) is None:
                raise cannot(node, NO_TUPLE)
            tuple_type = tuple_of(self.type_of(item, node) for item in value.items)
            return replace(tuple_type, optional=bool(value.or_none))
        return self.as_scalar(value, node).type

    def code_to_find(self, value: Value, known_type: Type | None, node: ast.expr) -> str:
        """Return the code of a value that is looked for among keys or items of a type.

        Raises:
            Untranslatable: it is of another type, whose numbers mean something else.
        """
        type_there = known_type or EMPTY
        if type_there.kind == CHOICE and isinstance(value, Items):
            return self.as_choice(value, node).code
        value_as_tuple = self.as_tuple(value)
        if value_as_tuple is not None:
            merge_types((type_there, self.type_of(value_as_tuple, node)))
            return self.key_of_several(value_as_tuple, node)
        scalar = self.as_scalar(value, node)
        if type_there.kind == CHOICE:
            scalar = self.fit_to_kind(scalar, CHOICE, node)
        types = [value_type for value_type in (type_there, scalar.type) if value_type.kind]
        kinds = {(value_type.kind, value_type.table, value_type.own_class) for value_type in types}
        if len(kinds) > 1:
            raise cannot(node, f"kernels do not look for {scalar.type.in_words} among other things")
        return scalar.code

    def key_of_several(self, key_tuple: Items, node: ast.expr) -> str:
        """Return the code of a tuple as one number, as a dict has it as a key."""
        code = "0"
        for item in key_tuple.items:
            part = None if isinstance(item, Items) else self.present(self.as_scalar(item, node))
            if part is None or part.type.fraction or len(key_tuple.items) > MOST_PARTS:
                raise cannot(node, f"kernels have keys of up to {MOST_PARTS} numbers or words")
            bits = KEY_BITS // len(key_tuple.items)
            code = f"with_part(state, {code}, {bare(part.code)}, {bits}, {self.here})"
        return code

    @staticmethod
    def key_in(code: str, key_type: Type) -> Value:
        """Return a key of a dict by its code there."""
        if key_type.kind != TUPLE:
            return Scalar(code, key_type)
        bits = KEY_BITS // len(key_type.fields)
        items = (
            Scalar(f"part_of({code}, {bits * index}, {bits})", part_type)
            for index, (_, part_type) in zip(
                range(len(key_type.fields))[::-1], key_type.fields, strict=True
            )
        )
        return Items(tuple(items), is_tuple=True)

    @staticmethod
    def is_none(value: Value) -> bool:
        """Return whether a value is always None."""
        return value == Constant(None) or (isinstance(value, Scalar) and value.type == NONE)

    def tuple_at(self, name: str, tuple_type: Type) -> Items:
        """Return a tuple of a type whose items stand in variables that begin with a name."""
        return self.tuple_in(map(self.local, names_of(name, tuple_type)), tuple_type)

    def tuple_in(self, codes: Iterator[str], tuple_type: Type) -> Items:
        """Return a tuple of a type whose items have these codes, as `codes_of` gives them."""
        or_none = next(codes) if tuple_type.optional else ""
        items = tuple(
            self.tuple_in(codes, item_type)
            if item_type.kind == TUPLE
            else Scalar(next(codes), item_type)
            for _, item_type in tuple_type.fields
        )
        return Items(items, is_tuple=True, or_none=or_none)

    def codes_of(self, value: Value, value_type: Type, node: ast.expr) -> list[str]:
        """Return the codes of a tuple, or of None, where one of some type is kept."""
        if value_type.kind != TUPLE:
            return [
                self.code_to_keep(self.fit_to_kind(value, value_type.kind, node), value_type, node)
            ]
        if self.is_none(value):
            return [NO_VALUE, *("0" for _ in range(value_type.width - 1))]
        value_as_tuple = self.as_tuple(value)
        assert value_as_tuple is not None, "its type is that of a tuple"
        presence = [value_as_tuple.or_none or "1"] if value_type.optional else []
        fields = zip(value_as_tuple.items, value_type.fields, strict=True)
        return presence + [
            code for v, (_, item_type) in fields for code in self.codes_of(v, item_type, node)
        ]

    def write_tuple(
        self, destination: Items, tuple_type: Type, value: Value, node: ast.expr
    ) -> None:
        """Write a tuple where one of some type stands; all is read before something is written."""
        codes = ", ".join(map(bare, self.codes_of(value, tuple_type, node)))
        self.line(f"{', '.join(places_of(destination))} = {codes}")

    def either_tuple(
        self,
        test: str,
        true_branch: tuple[list[str], Value],
        false_branch: tuple[list[str], Value],
        node: ast.expr,
    ) -> Items:
        """Write one of two tuples, of which one may be None; return where it stands."""
        values = [value for _, value in (true_branch, false_branch)]
        common_type = merge_types(
            NONE if self.is_none(value) else self.type_of(value, node) for value in values
        )
        chosen_tuple = self.tuple_at(self.name("value"), common_type)
        for head, (lines, value) in zip(
            (f"if {bare(test)}", "else"), (true_branch, false_branch), strict=True
        ):
            with self.block(head):
                self.lines += lines
                self.write_tuple(chosen_tuple, common_type, value, node)
        return chosen_tuple

    def best_tuple(
        self, values: list[Value], is_better: Callable[[Value, Value], str], node: ast.expr
    ) -> Items:
        """Write the first of the largest or smallest of some tuples; return where it stands."""
        common_type = merge_types(self.type_of(value, node) for value in values)
        best = self.tuple_at(self.name("best"), common_type)
        self.write_tuple(best, common_type, values[0], node)
        for value in values[1:]:
            with self.block(f"if {bare(is_better(value, best))}"):
                self.write_tuple(best, common_type, value, node)
        return best

    def copy_of(self, value: Value) -> Value:
        """Write numbers into variables of their own, which no assignment changes."""
        if isinstance(value, Items):
            or_none = self.write_as(value.or_none, "value") if value.or_none else ""
            return replace(value, items=tuple(map(self.copy_of, value.items)), or_none=or_none)
        if isinstance(value, ChoiceItem | ChoiceItems):
            choice = self.copy_of(self.choice_in(value.choice))
            return replace(value, choice=choice.code) if isinstance(choice, Scalar) else value
        if not isinstance(value, Scalar):
            return value
        code = self.write_as(value.code, "value")
        self.note_choice(code, value)
        return replace(value, code=code)

    def there(self, value: Value) -> Value:
        """Return a tuple that must not be None where it is used."""
        if not isinstance(value, Items) or not value.or_none:
            return value
        self.line(f"present(state, {value.or_none}, {self.here})")
        return replace(value, or_none="")


def names_of(name: str, tuple_type: Type) -> dict[str, Type]:
    """Return the names of the variables that hold a tuple, as `codes_of` orders them."""
    names = {f"{name}{ITEM}": OPTIONAL_NUMBER} if tuple_type.optional else {}
    for n, (_, item_type) in enumerate(tuple_type.fields):
        item = f"{name}{ITEM}{n}"
        names |= names_of(item, item_type) if item_type.kind == TUPLE else {item: item_type}
    return names


def places_of(tuple_items: Items) -> list[str]:
    """Return where the items of a tuple stand, and first of all whether it is None."""
    codes = [tuple_items.or_none] if tuple_items.or_none else []
    for item in tuple_items.items:
        codes += places_of(item) if isinstance(item, Items) else [_code_of(item)]
    return codes


def _code_of(value: Value) -> str:
    assert isinstance(value, Scalar), "so a tuple has variables, or fields of a record"
    return value.code


def is_written_out(value: Value) -> bool:
    """Return whether a value, with all its items, is known when the game is compiled."""
    return isinstance(value, Constant) or (
        isinstance(value, Items) and all(map(is_written_out, value.items))
    )
