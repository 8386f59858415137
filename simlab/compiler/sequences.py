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
from simlab.compiler.value_type import A_CHOICE, CHOICE, NUMBER, ROW, Type
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
    holds_placed,
    is_set,
    stored_item,
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
            return all(isinstance(each, tuple | list) for each in value.values)
        if isinstance(value, Holder):
            return bool(value.part) and hasattr(value.own_class, "__getitem__")
        return isinstance(value, Sequence)

    def as_sequence(self, value: Value, node: ast.expr) -> Sequence:
        """Return a value as a sequence."""
        value = self.there(value)
        if isinstance(value, ChoiceItems):
            return self.parts_of_choice(value, node)
        if isinstance(value, Sequence):
            return value
        if isinstance(value, Scalar) and value.type.kind == CHOICE:
            return self.parts_of_choice(ChoiceItems(self.in_variable(value).code), node)
        if isinstance(value, Scalar) and not value.type.kind:
            self.line(self.unknown(value).code)
            return Items(())
        if isinstance(value, Constant) and isinstance(value.value, dict):
            pairs = ((Constant(key), Constant(each)) for key, each in value.value.items())
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
                self.asked(_method_of(value, "__iter__"), value, (), node), node
            )
        if isinstance(value, Holder) and value.part:
            return self._items_of_part(value, node)
        raise cannot(node, "kernels know no such list")

    def _one_list(self, own: OneOf, node: ast.expr) -> Sequence:
        """Return one of several constant lists."""
        items = own.as_items
        if items is not None:
            return items
        made = self.new_list("items")
        for place, each in enumerate(own.values):
            with self.block(f"{'elif' if place else 'if'} {own.place} == {place}"):
                self.extend(made, Items(tuple(map(Constant, each))), node)
        return made

    def _items_of_part(self, value: Holder, node: ast.expr) -> Sequence:
        """Write down what a part gives for each index."""
        n = self.as_scalar(self.asked(_method_of(value, "__len__"), value, (), node), node)
        made, place = self.new_list("items"), self.name("place")
        with self.block(f"for {place} in range({bare(n.code)})"):
            item = self.asked(_method_of(value, "__getitem__"), value, (Scalar(place),), node)
            self.add(made, item, node)
        return made

    def length(self, own: Sequence, node: ast.expr) -> str:
        """Return the code of the number of items."""
        if isinstance(own, ChoiceItems):
            return self.as_scalar(self.size_of_choice(own, node), node).code
        if isinstance(own, Stored | StoredDict):
            return f"{own.code}.n"
        if isinstance(own, Menu):
            return "menu.shape[0]"
        if isinstance(own, Offered):
            return "n_offered"
        if isinstance(own, TableRows):
            return f"rules.n_{own.table}"
        if isinstance(own, Items):
            return str(len(own.items))
        if isinstance(own, Entries):
            return str(len(own.pairs))
        if isinstance(own, Pairs):
            return f"{own.of.code}.n"
        return f"{self.built(own, node).code}.n"

    def go_through(
        self,
        own: Sequence,
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
        own = self.as_sequence(own, node)
        if is_ordered and is_set(own):
            raise self.refuse_order(own, node)
        if isinstance(own, Numbered):
            self._number(own, body, node, may_change)
        elif isinstance(own, Together):
            self._go_together(own, body, node, may_change)
        elif isinstance(own, Items):
            for item in own.items:
                body(item)
        elif isinstance(own, Entries):
            for key, _ in own.pairs:
                body(key)
        elif isinstance(own, Range):
            name = self.name("i")
            with self.block(f"for {name} in range({', '.join(own.arguments)})"):
                body(Scalar(name))
        elif isinstance(own, Backwards):
            listed = self._listed(own.of, node)
            place = self.name("place")
            with self.block(f"for {place} in range({self.length(listed, node)} - 1, -1, -1)"):
                if isinstance(listed, Stored) and may_change:
                    self.line(f"expect_within(state, {listed.code}.n, {place}, {self.here})")
                body(self._item_at(listed, place))
        else:
            self._go_by_place(self._listed(own, node), body, node, may_change)

    def _go_by_place(self, own: Sequence, body: Use, node: ast.expr, may_change: bool) -> None:
        place, n = self.name("place"), self.length(own, node)
        if not may_change:
            with self.block(f"for {place} in range({n})"):
                body(self._item_at(own, place))
            return
        if not isinstance(own, Stored | StoredDict | Pairs):
            raise cannot(node, "it changes while the loop goes through it; go through list(...)")
        following = self.written_as("0", "following")
        before = "" if isinstance(own, Stored) else self.written_as(n, "n")
        with self.block(f"while {IS_FAULTLESS}"):
            if before:  # an error in Python, which looks at it before it looks for the next key
                self.line(f"expect(state, {n}, {before}, {self.here})")
            with self.block(f"if {following} >= {n}"):
                self.line("break")
            self.line(f"{place} = {following}")
            self.line(f"{following} += 1")
            body(self._item_at(own, place))

    def _listed(self, own: Sequence, node: ast.expr) -> Sequence:
        """Return a sequence that has places, whose code stays the same while a loop runs."""
        if isinstance(own, Stored | StoredDict) and holds_placed(own):
            return own
        if isinstance(own, Stored):
            return replace(own, code=self.kept(own.code, "items"))
        if isinstance(own, StoredDict):
            return replace(own, code=self.kept(own.code, "entries"))
        if isinstance(own, Pairs):
            return Pairs(replace(own.of, code=self.kept(own.of.code, "entries")))
        if isinstance(own, Menu | Offered | TableRows):
            return own
        return self.built(own, node)

    def _item_at(self, own: Sequence, place: str) -> Value:
        """Return the item at a place, as it is there."""
        if isinstance(own, StoredDict | Pairs):
            entries = own.of if isinstance(own, Pairs) else own
            assert entries.type.key is not None
            key = self.key_in(f"{entries.code}.keys[{place}]", entries.type.key)
            if isinstance(own, StoredDict):
                return key
            return Items((key, stored_item(entries, place)), is_tuple=True)
        if isinstance(own, Stored):
            return stored_item(own, place)
        if isinstance(own, TableRows):
            return Scalar(place, Type(ROW, own.table))
        return Scalar(f"menu[{place}]", A_CHOICE)

    def _number(self, own: Numbered, body: Use, node: ast.expr, may_change: bool) -> None:
        number = self.name("number")
        self.line(f"{number} = {own.start} - 1")

        def with_number(item: Value) -> None:
            self.line(f"{number} += 1")
            body(Items((Scalar(number), item), is_tuple=True))

        self.go_through(own.of, with_number, node, may_change=may_change)

    def _go_together(self, own: Together, body: Use, node: ast.expr, may_change: bool) -> None:
        for each in filter(is_set, own.of):
            raise self.refuse_order(each, node)
        if may_change:
            raise cannot(node, "it changes while the loop goes through it; go through list(...)")
        lists = [self._listed(each, node) for each in own.of]
        n = ", ".join(self.length(each, node) for each in lists)
        place = self.name("place")
        with self.block(f"for {place} in range({f'min({n})' if len(lists) > 1 else n})"):
            items = tuple(self._item_at(each, place) for each in lists)
            body(Items(items, is_tuple=True))

    def refuse_order(self, own: Sequence, node: ast.expr) -> Untranslatable:
        """Return the error where the order of a set counts, which no kernel knows."""
        assert isinstance(own, Stored)
        if own.type.of is not None and own.type.of.kind not in (NUMBER, ""):
            return cannot(
                node, "a set of texts or rows has another order each time; use dict.fromkeys()"
            )
        return cannot(node, "kernels do not know the order of a set; write sorted(...)")

    def unpacked(self, value: Value, target: ast.Tuple) -> list[Value]:
        """Return the items of a value that is unpacked."""
        places = range(len(target.elts))
        if isinstance(value, Scalar) and value.type.kind == CHOICE:
            choice = self.in_variable(value)
            size = self.as_scalar(self.size_of_choice(choice, target), target)
            if size.code != str(len(places)):
                self.line(f"expect(state, {bare(size.code)}, {len(places)}, {self.here})")
            self.facts = self.facts.with_size(choice.code, len(places))
            choice = self.choice_in(choice.code)
            return [self.item_of_choice(choice, place) for place in places]
        if isinstance(value, Scalar) and not value.type.kind:
            return [self.unknown(value) for _ in places]
        own = self.as_sequence(value, target)
        if isinstance(own, Items):
            if len(own.items) != len(target.elts):
                raise cannot(target, f"there are {len(own.items)} values for it")
            return list(own.items)
        if is_set(own):
            raise self.refuse_order(own, target)
        listed = self.built(own, target)
        self.line(f"expect(state, {listed.code}.n, {len(places)}, {self.here})")
        return [stored_item(listed, str(place)) for place in places]
