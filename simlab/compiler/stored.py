"""Lists, dictionaries and objects of plain games where they stand: filled, changed, ordered."""

from __future__ import annotations

import ast
from dataclasses import MISSING, fields, replace
from typing import Any

from simlab.compiler.encoding import DETAIL_MASK, shift_of
from simlab.compiler.expressions import Expressions
from simlab.compiler.tuples import NO_TUPLE
from simlab.compiler.value_type import (
    A_CHOICE,
    CHOICE,
    EMPTY,
    LIST,
    NUMBER,
    ROW,
    TEXT,
    TUPLE,
    Type,
    merged,
)
from simlab.compiler.values import (
    Constant,
    Entries,
    FromKeys,
    Items,
    Made,
    Missing,
    Pairs,
    Range,
    Scalar,
    Sequence,
    Stored,
    StoredDict,
    StoredObject,
    Value,
    is_set,
    stored_item,
)
from simlab.compiler.writer import bare, cannot
from simlab.engine.items import LOCAL_ROOM

EMPTIES: dict[Any, Value] = {list: Items(()), dict: Entries(()), set: Items(())}
"""Default factories of fields of dataclasses, and what they make."""
LOCAL = Type(LIST, of=EMPTY, room=LOCAL_ROOM)
"""The type of a list that a function makes for itself, before something is in it."""


class StoredValues(Expressions):
    """Translates what is done with values that stand in the state or on the stack."""

    item_types: dict[str, Type]
    """What lists of the function hold at any time, by their names in the kernel."""

    def fill(self, own: Value, items: Sequence, node: ast.expr, *, is_ordered: bool = True) -> None:
        """Write a sequence as the new items of a list, whose order may not be needed."""
        if not isinstance(own, Stored) or own.type.of is None:
            raise cannot(node, "a list was never seen there in the games played")
        self.changes |= not own.local
        if isinstance(items, Items):
            items = self._read_before(items, node)
        if own.type.distinct:
            self.end_at(own, "0")
            self.extend(own, items, node)
            return
        place = self.name("place")
        self.line(f"{place} = 0")

        def write(item: Value) -> None:
            item = self.learnt(own, item, node)
            if own.holds_records:
                self.line(f"{place} = place_for(state, {own.code}, {place}, {self.here})")
                self.write(stored_item(own, place), item, node)
                self.line(f"{place} += 1")
            else:
                code = self.item_of(own, item, node)
                self.line(f"{place} = put(state, {own.code}, {place}, {code}, {self.here})")

        self.go_through(items, write, node, is_ordered=is_ordered)
        self.end_at(own, place)

    def _read_before(self, items: Items, node: ast.expr) -> Items:
        """Return items as they are before one is written, which may stand where another one is."""
        if len(items.items) < 2:
            return items
        return replace(items, items=tuple(map(self.copy_of, items.items)))

    def end_at(self, own: Stored, place: str) -> None:
        """Write that a list ends at a place, with nothing behind it that may be hidden."""
        assert own.type.of is not None
        if own.local or own.type.of.is_stored:
            self.line(f"{own.code}.n = {place}")
        else:
            self.line(f"end_at({own.code}, {place})")

    def learnt(self, own: Stored, item: Value, node: ast.expr) -> Value:
        """Return an item as it is written to a list; one of a function learns its type."""
        if own.type.of is None or not own.local:
            return item
        whole, of = self.as_tuple(item), own.type.of
        if whole is None:
            is_choice = isinstance(item, Items) or (
                isinstance(item, Constant) and isinstance(item.value, tuple)
            )
            kind = CHOICE if is_choice else of.kind
            scalar = self.fitting(item, kind if kind in (TEXT, CHOICE) else "", node)
            learnt = merged((of, scalar.type))
            item = self.fitting(scalar, learnt.kind, node)
        else:
            item, learnt = whole, merged((of, self.type_of(whole, node)))
        own.type = replace(own.type, of=learnt)
        self.learn(own)
        return item

    def item_of(self, own: Stored, item: Value, node: ast.expr) -> str:
        """Return the code of an item of a list of numbers, texts, rows or choices."""
        item, of = self.learnt(own, item, node), own.type.of
        kind = CHOICE if is_choice(item) or of is None else of.kind
        scalar = self.fitting(item, kind, node)
        return self.kept_there(scalar, of or scalar.type, node)

    def fill_dict(self, own: StoredDict, value: Value, node: ast.expr) -> None:
        """Write a dictionary that is written out, or made of keys, as a new one."""
        self.changes |= not own.local
        if isinstance(value, Items) and not value.items:
            value = Entries(())
        if isinstance(value, Constant) and isinstance(value.value, dict):
            pairs = tuple((Constant(key), Constant(each)) for key, each in value.value.items())
            value = Entries(pairs)
        if isinstance(value, StoredDict):
            if value.type != own.type and own.type.of is not None and own.type.of.is_stored:
                raise cannot(node, "kernels copy dicts of numbers only")
            value = Pairs(StoredDict(self.kept(value.code, "entries"), value.type, value.local))
        if isinstance(value, Entries):
            kept = [
                tuple(self.kept_as(v, "item") if isinstance(v, Scalar) else v for v in pair)
                for pair in value.pairs
            ]
            self.line(f"{own.code}.n = 0")
            for pair in kept:
                self.enter(own, pair[0], pair[1], node)
        elif isinstance(value, FromKeys):
            self.line(f"{own.code}.n = 0")
            of = value.value
            self.go_through(value.keys, lambda key: self.enter(own, key, of, node), node)
        elif isinstance(value, Pairs):
            self.line(f"{own.code}.n = 0")

            def enter(pair: Value) -> None:
                assert isinstance(pair, Items)
                self.enter(own, pair.items[0], pair.items[1], node)

            self.go_through(value, enter, node)
        else:
            raise cannot(node, "kernels make dicts of a display or a comprehension only")

    def enter(self, own: StoredDict, key: Value, value: Value, node: ast.expr) -> None:
        """Write a key and its value."""
        code = self.as_scalar(key, node).code
        place = self.kept(f"new_place(state, {own.code}, {code}, {self.here})", "place")
        self.write(stored_item(own.items, place), value, node)

    def _move(self, place: StoredObject, value: StoredObject, node: ast.expr) -> None:
        """Write an object that was taken out of a list to where it is put."""
        if not value.free:
            raise cannot(node, "kernels keep an object in one place only; keep its number")
        if value.type != place.type:
            raise cannot(node, "objects there hold other things than objects here")
        self.changes = True
        self.line(f"copy_row({value.code}, {place.code})")

    def fill_object(self, place: StoredObject, made: Made, node: ast.expr) -> None:
        """Write a new object of a dataclass."""
        self.changes = True
        given = {
            name: self.kept_as(value, "field") if isinstance(value, Scalar) else value
            for name, value in made.fields.items()
        }
        for field in fields(made.own_class):
            target = place.field(field.name)
            assert target is not None
            if field.name in given:
                self.write(target, given[field.name], node)
            elif field.default is not MISSING:
                self.write(target, Constant(field.default), node)
            else:
                empty = EMPTIES.get(field.default_factory)
                if empty is None:
                    raise cannot(node, f"kernels do not know the default of {field.name}")
                self.write(target, empty, node)

    def new_list(self, name: str, *, distinct: bool = False) -> Stored:
        """Write down a new list of a function, or a set."""
        code = self.name(name)
        return self.list_at(code, distinct=distinct)

    def list_at(self, code: str, *, distinct: bool = False) -> Stored:
        """Write down a new list in a variable, with what is known of its items."""
        of = self.item_types.get(code, EMPTY)
        own = replace(LOCAL, of=of, distinct=distinct)
        self.line(f"{code} = {self.program.list_maker(own)}()")
        return Stored(code, own, local=True)

    def learn(self, own: Stored) -> None:
        """Note what a list of the function holds, for another attempt."""
        if own.type.of is not None:
            known = self.item_types.get(own.home, EMPTY)
            self.item_types[own.home] = merged((known, own.type.of))

    def built(self, own: Sequence, node: ast.expr) -> Stored:
        """Return a sequence as a list that stands somewhere; one that does not is written down."""
        if isinstance(own, Stored):
            return own
        return self.copied(own, node)

    def copied(self, own: Sequence, node: ast.expr) -> Stored:
        """Write a sequence down as a list of its own."""
        made = self.new_list("items", distinct=is_set(own))
        self.fill(made, own, node)
        return made

    def extend(self, own: Stored, items: Sequence, node: ast.expr) -> None:
        """Write the items of a sequence at the end of a list."""
        if isinstance(items, Items):
            items = self._read_before(items, node)
        self.go_through(
            items,
            lambda item: self.add(own, item, node),
            node,
            is_ordered=self.is_ordered and not own.type.distinct,
            may_change=isinstance(items, Stored) and items.code == own.code,
        )

    def add(self, own: Stored, item: Value, node: ast.expr) -> None:
        """Write an item at the end of a list."""
        assert own.type.of is not None
        self.changes |= not own.local
        item = self.learnt(own, item, node)
        if not own.holds_records:
            word = "include" if own.type.distinct else "append"
            code = self.item_of(own, item, node)
            self.line(f"{word}(state, {own.code}, {code}, {self.here})")
        elif own.type.distinct:
            item = self.copy_of(item)
            with self.block(f"if {self.place_of(own, item, node)} == NOTHING"):
                self._add_record(own, item, node)
        else:
            self._add_record(own, item, node)

    def _add_record(self, own: Stored, item: Value, node: ast.expr) -> None:
        place = self.name("place")
        self.line(f"{place} = place_for(state, {own.code}, {own.code}.n, {self.here})")
        self.write(stored_item(own, place), item, node)
        self.line(f"{own.code}.n = {place} + 1")

    def write(self, place: Value, value: Value, node: ast.expr) -> None:
        """Write a value into an item of a list or dict in the state."""
        if isinstance(place, Scalar):
            own = self.kept_there(self.fitting(value, place.type.kind, node), place.type, node)
            self.line(f"{place.code} = {bare(own)}")
        elif isinstance(place, Items):
            whole = self.as_tuple(value)
            if whole is None:
                raise cannot(node, "there are tuples; write a tuple there")
            own_type = merged((self.type_of(place, node), self.type_of(whole, node)))
            self.write_tuple(place, own_type, whole, node)
        elif isinstance(place, StoredDict):
            self.fill_dict(place, value, node)
        elif isinstance(place, StoredObject) and isinstance(value, Made):
            self.fill_object(place, value, node)
        elif isinstance(place, StoredObject) and isinstance(value, StoredObject):
            self._move(place, value, node)
        else:
            self.fill(place, self.as_sequence(value, node), node)

    # choices

    def as_choice(self, value: Value, node: ast.expr) -> Scalar:
        """Return a value as a choice."""
        if isinstance(value, Scalar) and value.type.kind == CHOICE:
            return value
        if isinstance(value, Scalar) and value.type.kind == TEXT:
            n = len(self.program.forms)
            code = f"word_as_choice(state, {bare(value.code)}, {n}, FORM_BITS, {self.here})"
            return Scalar(code, A_CHOICE)
        word, *details = self._parts_of(value, node)
        if not all(isinstance(each, Scalar | Constant | Missing) for each in (word, *details)):
            raise cannot(node, NO_TUPLE)
        if not isinstance(word, Constant) or not isinstance(word.value, str):
            raise cannot(node, "the word of a choice must be written out")
        codes = [self.program.word(word.value, len(details), node)]
        for place, detail in enumerate(details):
            codes.append(self._detail(self.as_scalar(detail, node), shift_of(place), node))
        return Scalar(f"({' + '.join(codes)})" if details else codes[0], A_CHOICE)

    def _detail(self, own: Scalar, shift: int, node: ast.expr) -> str:
        """Return the code of a detail as a part of a choice."""
        if own.code.isdigit() and int(own.code) > DETAIL_MASK:
            raise cannot(node, f"a number in a choice must be from 0 to {DETAIL_MASK}")
        is_named = own.type.kind in (TEXT, ROW) and not self.may_be_none(own)
        is_certain = own.code.isdigit() or is_named
        return f"({own.code} << {shift})" if is_certain else f"detail({bare(own.code)}, {shift})"

    def _parts_of(self, value: Value, node: ast.expr) -> list[Value]:
        if isinstance(value, Constant):
            whole = value.value if isinstance(value.value, tuple) else (value.value,)
            return [Constant(each) for each in whole]
        if isinstance(value, Items) and value.is_tuple:
            return list(value.items)
        return [value]

    # order

    def sort(self, own: Stored, turned: str, keys: list[Stored], node: ast.expr) -> None:
        """Write what orders a list by the keys of its items, or by the items."""
        if own.type.of is None or (own.type.of.kind not in (NUMBER, "", TUPLE) and not keys):
            raise cannot(node, "kernels order by numbers only; write a key=")
        self.changes |= not own.local
        if not keys and not own.holds_records:
            self._refuse_order_of(own, node)
            self.line(f"sort_items({own.code}, {turned})")
            return
        order = self.new_list("order")
        self.fill(order, Range((f"{own.code}.n",)), node)
        columns = [column for each in keys or [own] for column in self._columns(each, node)]
        for each in reversed(columns):  # the order by the first key is the last one, and is stable
            self._refuse_order_of(each, node)
            self.line(f"order_by({order.code}, {turned}, {each.code})")
        if own.holds_records:
            self.line(f"arrange_records(state, {own.code}, {order.code}, {self.here})")
        else:
            self.line(f"arrange_items({own.code}, {order.code})")

    def _refuse_order_of(self, own: Stored, node: ast.expr) -> None:
        of = own.type.of
        if of is None or of.kind not in ("", NUMBER) or of.optional:
            raise cannot(node, "kernels order by numbers only; write a key=")

    def _columns(self, own: Stored, node: ast.expr) -> list[Stored]:
        """Return a list of tuples as a list for each of their items; others as they are."""
        if own.type.of is None or own.type.of.kind != TUPLE:
            return [own]
        columns = [self.new_list("column") for _ in own.type.of.fields]

        def add(item: Value) -> None:
            assert isinstance(item, Items)
            for column, each in zip(columns, item.items, strict=True):
                self.add(column, each, node)

        self.go_through(own, add, node)
        return [each for column in columns for each in self._columns(column, node)]


def is_choice(item: Value) -> bool:
    """Return whether a value is written as a tuple."""
    if isinstance(item, Constant):
        return isinstance(item.value, tuple)
    return isinstance(item, Items) and item.is_tuple
