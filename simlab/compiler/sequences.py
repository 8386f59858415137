"""Lists of plain games, and what else is gone through, as loops of kernels."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from dataclasses import replace
from enum import EnumType
from typing import Any

from simlab.compiler.expressions import LISTS
from simlab.compiler.stored import StoredValues
from simlab.compiler.value_type import A_CHOICE, CHOICE, NUMBER, ROW, TUPLE, Type
from simlab.compiler.values import (
    Backwards,
    ChoiceItems,
    Constant,
    Entries,
    Holder,
    Items,
    Menu,
    Numbered,
    Offered,
    OneOf,
    Pairs,
    Range,
    Scalar,
    Sequence,
    Stored,
    StoredDict,
    TableRows,
    Together,
    Value,
    entry_at,
    holds_placed,
    is_set,
)
from simlab.compiler.writer import bare, cannot
from simlab.errors import Untranslatable

Use = Callable[[Value], None]
"""Writes what is done with an item."""
IS_FAULTLESS = "state.fault == 0"


def _method_of(value: Holder, name: str) -> Any:
    return inspect.getattr_static(value.own_class, name)


class Sequences(StoredValues):
    """Translates going through lists."""

    def is_list(self, value: Value) -> bool:
        """Return whether a value is gone through."""
        if isinstance(value, Constant):
            return isinstance(value.value, (*LISTS, EnumType))
        if isinstance(value, OneOf):
            return all(isinstance(constant, tuple | list) for constant in value.values)
        if isinstance(value, Holder):
            return bool(value.part) and hasattr(value.own_class, "__getitem__")
        return isinstance(value, Sequence)

    def as_sequence(self, value: Value, node: ast.expr) -> Sequence:
        """Return a value as a sequence."""
        value = self.there(value)
        # of what a choice may have at a place, only a tuple has items
        value = self.require_kind(value, TUPLE, node)
        if isinstance(value, ChoiceItems):
            return self.parts_of_choice(value, node)
        if isinstance(value, Sequence):
            return value
        if isinstance(value, Scalar) and value.type.kind == CHOICE:
            return self.parts_of_choice(ChoiceItems(self.in_variable(value).code), node)
        if isinstance(value, Scalar) and not value.type.kind:
            self.line(self.part_of_unknown(value).code)
            return Items(())
        if isinstance(value, Constant) and isinstance(value.value, dict):
            pairs = (
                (Constant(key), Constant(entry_value)) for key, entry_value in value.value.items()
            )
            return Entries(tuple(pairs))
        if isinstance(value, Constant) and isinstance(value.value, frozenset):
            raise cannot(node, "kernels do not know the order of a set; write sorted(...)")
        if isinstance(value, OneOf) and self.is_list(value):
            return self._one_list(value, node)
        if isinstance(value, Constant) and isinstance(value.value, (*LISTS, EnumType)):
            items = tuple(map(Constant, value.value))
            return Items(items, is_tuple=isinstance(value.value, tuple))
        if isinstance(value, Holder) and hasattr(value.own_class, "__iter__"):
            return self.as_sequence(
                self.read_value(_method_of(value, "__iter__"), value, (), node), node
            )
        if isinstance(value, Holder) and value.part:
            return self._items_of_part(value, node)
        raise cannot(node, "kernels know no such list")

    def _one_list(self, one_of: OneOf, node: ast.expr) -> Sequence:
        """Return one of several constant lists."""
        items = one_of.as_items
        if items is not None:
            return items
        new_list = self.new_list("items")
        for index, constant_list in enumerate(one_of.values):
            with self.block(f"{'elif' if index else 'if'} {one_of.index} == {index}"):
                self.extend(new_list, Items(tuple(map(Constant, constant_list))), node)
        return new_list

    def _items_of_part(self, value: Holder, node: ast.expr) -> Sequence:
        """Write down what a part gives for each index."""
        n = self.as_scalar(self.read_value(_method_of(value, "__len__"), value, (), node), node)
        new_list, index = self.new_list("items"), self.name("place")
        with self.block(f"for {index} in range({bare(n.code)})"):
            item = self.read_value(_method_of(value, "__getitem__"), value, (Scalar(index),), node)
            self.add(new_list, item, node)
        return new_list

    def length(self, sequence: Sequence, node: ast.expr) -> str:
        """Return the code of the number of items."""
        if isinstance(sequence, ChoiceItems):
            return self.as_scalar(self.size_of_choice(sequence, node), node).code
        if isinstance(sequence, Stored | StoredDict):
            return f"{sequence.code}.n"
        if isinstance(sequence, Menu):
            return "menu.shape[0]"
        if isinstance(sequence, Offered):
            return "n_offered"
        if isinstance(sequence, TableRows):
            return f"rules.n_{sequence.table}"
        if isinstance(sequence, Items):
            return str(len(sequence.items))
        if isinstance(sequence, Entries):
            return str(len(sequence.pairs))
        if isinstance(sequence, Pairs):
            return f"{sequence.of.code}.n"
        return f"{self.build_list(sequence, node).code}.n"

    def go_through(
        self,
        sequence: Sequence,
        body: Use,
        node: ast.expr,
        *,
        is_ordered: bool = True,
        may_change: bool = False,
    ) -> None:
        """Write a loop over a sequence; `body` writes what is done with an item.

        Without `is_ordered`, the result is the same in any order, as a sum is. A list that
        `may_change` is looked at again before each item, as Python does.
        """
        sequence = self.as_sequence(sequence, node)
        if is_ordered and is_set(sequence):
            raise self.refuse_order(sequence, node)
        if isinstance(sequence, Numbered):
            self._number(sequence, body, node, may_change)
        elif isinstance(sequence, Together):
            self._go_together(sequence, body, node, may_change)
        elif isinstance(sequence, Items):
            # unrolled: items of a tuple may have different types
            for item in sequence.items:
                body(item)
        elif isinstance(sequence, Entries):
            for key, _ in sequence.pairs:
                body(key)
        elif isinstance(sequence, Range):
            name = self.name("i")
            with self.block(f"for {name} in range({', '.join(sequence.arguments)})"):
                body(Scalar(name))
        elif isinstance(sequence, Backwards):
            listed_items = self._sequence_with_places(sequence.of, node)
            index = self.name("place")
            with self.block(f"for {index} in range({self.length(listed_items, node)} - 1, -1, -1)"):
                if isinstance(listed_items, Stored) and may_change:
                    self.line(f"expect_within(state, {listed_items.code}.n, {index}, {self.here})")
                body(self._item_at(listed_items, index))
        else:
            self._go_by_place(self._sequence_with_places(sequence, node), body, node, may_change)

    def _go_by_place(self, sequence: Sequence, body: Use, node: ast.expr, may_change: bool) -> None:
        index, n = self.name("place"), self.length(sequence, node)
        # a range is faster than asking for the length in each turn
        if not may_change:
            with self.block(f"for {index} in range({n})"):
                body(self._item_at(sequence, index))
            return
        if not isinstance(sequence, Stored | StoredDict | Pairs):
            raise cannot(node, "it changes while the loop goes through it; go through list(...)")
        following = self.write_as("0", "following")
        n_before = "" if isinstance(sequence, Stored) else self.write_as(n, "n")
        with self.block(f"while {IS_FAULTLESS}"):
            if n_before:  # an error in Python, which looks at it before it looks for the next key
                self.line(f"expect(state, {n}, {n_before}, {self.here})")
            with self.block(f"if {following} >= {n}"):
                self.line("break")
            self.line(f"{index} = {following}")
            self.line(f"{following} += 1")
            body(self._item_at(sequence, index))

    def _sequence_with_places(self, sequence: Sequence, node: ast.expr) -> Sequence:
        """Return a sequence that has places, whose code stays the same while a loop runs."""
        if isinstance(sequence, Stored | StoredDict) and holds_placed(sequence):
            return sequence
        if isinstance(sequence, Stored):
            # Python evaluates what it goes through once
            return replace(sequence, code=self.keep(sequence.code, "items"))
        if isinstance(sequence, StoredDict):
            return replace(sequence, code=self.keep(sequence.code, "entries"))
        if isinstance(sequence, Pairs):
            return Pairs(replace(sequence.of, code=self.keep(sequence.of.code, "entries")))
        if isinstance(sequence, Menu | Offered | TableRows):
            return sequence
        return self.build_list(sequence, node)

    def _item_at(self, sequence: Sequence, index: str) -> Value:
        """Return the item at a place, as it is there."""
        if isinstance(sequence, StoredDict | Pairs):
            entries = sequence.of if isinstance(sequence, Pairs) else sequence
            assert entries.type.key is not None
            key = self.key_in(f"{entries.code}.keys[{index}]", entries.type.key)
            if isinstance(sequence, StoredDict):
                return key
            return Items((key, entry_at(entries, index)), is_tuple=True)
        if isinstance(sequence, Stored):
            return entry_at(sequence, index)
        if isinstance(sequence, TableRows):
            return Scalar(index, Type(ROW, sequence.table))
        return Scalar(f"menu[{index}]", A_CHOICE)

    def _number(self, numbered: Numbered, body: Use, node: ast.expr, may_change: bool) -> None:
        number = self.name("number")
        # one less: it is raised before the body, which may leave by continue
        self.line(f"{number} = {numbered.start} - 1")

        def with_number(item: Value) -> None:
            self.line(f"{number} += 1")
            body(Items((Scalar(number), item), is_tuple=True))

        self.go_through(numbered.of, with_number, node, may_change=may_change)

    def _go_together(self, together: Together, body: Use, node: ast.expr, may_change: bool) -> None:
        for sequence in filter(is_set, together.of):
            raise self.refuse_order(sequence, node)
        if may_change:
            raise cannot(node, "it changes while the loop goes through it; go through list(...)")
        lists = [self._sequence_with_places(sequence, node) for sequence in together.of]
        n = ", ".join(self.length(sequence, node) for sequence in lists)
        index = self.name("place")
        with self.block(f"for {index} in range({f'min({n})' if len(lists) > 1 else n})"):
            items = tuple(self._item_at(sequence, index) for sequence in lists)
            body(Items(items, is_tuple=True))

    def refuse_order(self, sequence: Sequence, node: ast.expr) -> Untranslatable:
        """Return the error where the order of a set counts, which no kernel knows."""
        assert isinstance(sequence, Stored)
        if sequence.type.of is not None and sequence.type.of.kind not in (NUMBER, ""):
            return cannot(
                node, "a set of texts or rows has another order each time; use dict.fromkeys()"
            )
        return cannot(node, "kernels do not know the order of a set; write sorted(...)")

    def unpack_items(self, value: Value, target: ast.Tuple) -> list[Value]:
        """Return the items of a value that is unpacked."""
        indices = range(len(target.elts))
        if isinstance(value, Scalar) and value.type.kind == CHOICE:
            choice = self.in_variable(value)
            size = self.as_scalar(self.size_of_choice(choice, target), target)
            # forms of several lengths: only in the game is it known which one it is
            if size.code != str(len(indices)):
                self.line(f"expect(state, {bare(size.code)}, {len(indices)}, {self.here})")
            self.facts = self.facts.with_size(choice.code, len(indices))
            choice = self.choice_in(choice.code)
            return [self.item_of_choice(choice, index) for index in indices]
        if isinstance(value, Scalar) and not value.type.kind:
            return [self.part_of_unknown(value) for _ in indices]
        sequence = self.as_sequence(value, target)
        if isinstance(sequence, Items):
            if len(sequence.items) != len(target.elts):
                raise cannot(target, f"there are {len(sequence.items)} values for it")
            return list(sequence.items)
        if is_set(sequence):
            raise self.refuse_order(sequence, target)
        listed_items = self.build_list(sequence, target)
        self.line(f"expect(state, {listed_items.code}.n, {len(indices)}, {self.here})")
        return [entry_at(listed_items, str(index)) for index in indices]
