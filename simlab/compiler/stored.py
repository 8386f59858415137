"""Lists, dictionaries and objects of plain games where they stand: filled, changed, ordered."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import fields, replace

from simlab.compiler.conditions import NOT_COMPARED, in_parentheses
from simlab.compiler.core import ONE_PLACE
from simlab.compiler.encoding import DETAIL_MASK, shift_of
from simlab.compiler.expressions import Expressions
from simlab.compiler.faithful import TWO_NAMES
from simlab.compiler.normal_form import Keeps
from simlab.compiler.tuples import NO_TUPLE
from simlab.compiler.value_type import (
    A_CHOICE,
    CHOICE,
    DICT,
    EMPTY,
    ITEM_OF_CHOICE,
    LIST,
    MEMBER,
    NUMBER,
    OBJECT,
    ROW,
    TEXT,
    TUPLE,
    Type,
    merged,
)
from simlab.compiler.values import (
    ITEM_OF,
    ChoiceItem,
    Constant,
    Entries,
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
    default_of,
    is_set,
    stored_item,
)
from simlab.compiler.writer import bare, cannot
from simlab.engine.items import LOCAL_ROOM, NESTED_ROOM
from simlab.errors import Untranslatable

ORDERED = ("", NUMBER, TEXT)
"""Kinds of values that have an order in kernels."""
LOCAL = Type(LIST, of=EMPTY, room=LOCAL_ROOM)
LOCAL_DICT = Type(DICT, of=EMPTY, room=LOCAL_ROOM, key=EMPTY)
"""The types of a list and a dict that a function makes for itself, before something is in it."""


class StoredValues(Expressions):
    """Translates what is done with values that stand in the state or on the stack."""

    record_types: dict[str, Type]
    """What lists and dicts of the function hold at any time, by the variables they are made in."""
    keeps = Keeps.NEW
    """What the statement puts into lists of lists."""

    def fill(self, own: Value, items: Sequence, node: ast.expr, *, is_ordered: bool = True) -> None:
        """Write a sequence as the new items of a list, whose order may not be needed."""
        if not isinstance(own, Stored) or own.type.of is None:
            raise cannot(node, "a list was never seen there in the games played")
        self.changes |= not own.local
        if not own.local and isinstance(items, Stored) and _has_shared(items):
            raise cannot(node, TWO_NAMES)
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
        own = (self._apart_from_others(self.copy_of(each), node) for each in items.items)
        return replace(items, items=tuple(own))

    def _apart_from_others(self, value: Value, node: ast.expr) -> Value:
        """Return a list or dict that stands in another one as a copy, which stays as it is."""
        if not isinstance(value, Stored | StoredDict) or value.code == value.local:
            return value
        made = self.new_record("items", [value], node)
        self.take_all(made, value, node)
        return made

    def end_at(self, own: Stored, place: str) -> None:
        """Write that a list ends at a place, with nothing behind it that may be hidden."""
        assert own.type.of is not None
        if own.local or own.type.of.is_stored:
            self.line(f"{own.code}.n = {place}")
        else:
            self.line(f"end_at({own.code}, {place})")

    def learnt(self, own: Stored | StoredDict, item: Value, node: ast.expr) -> Value:
        """Return an item as it is written; a list or dict of a function learns its type."""
        if own.type.of is None or not own.local:
            return item
        whole, of = self.as_tuple(item), own.type.of
        if self.is_list(item) and not is_choice(item):
            learnt = merged((of, self._type_inside(self.as_sequence(item, node), node)))
        elif whole is None:
            kind = CHOICE if is_choice(item) or of.kind == CHOICE else ""
            scalar = self.fitting(item, kind, node)
            learnt = merged((of, scalar.type))
            item = self.fitting(scalar, learnt.kind, node)
        else:
            item, learnt = whole, merged((of, self.type_of(whole, node)))
        if learnt.kind == ITEM_OF_CHOICE and own.type.distinct:
            raise cannot(node, NOT_COMPARED)
        own.type = replace(own.type, of=learnt)
        self.learn(own)
        return item

    def _type_inside(self, items: Sequence, node: ast.expr) -> Type:
        """Return the type of a list, set or dict that is put into one of the function."""
        own = local_type(items)
        if not isinstance(items, Stored | StoredDict):
            return own
        if self.keeps == Keeps.REFUSED:
            raise cannot(node, TWO_NAMES)
        return replace(own, shared=items.type.shared or self.keeps == Keeps.SHARED)

    def change(self, own: Stored | StoredDict, node: ast.expr) -> None:
        """Note that a list or dict changes.

        Raises:
            Untranslatable: it may be a copy of another one, which Python would change, too.
        """
        self.changes |= not own.local
        if own.type.shared:
            raise cannot(node, TWO_NAMES)

    def item_of(self, own: Stored | StoredDict, item: Value, node: ast.expr) -> str:
        """Return the code of an item among numbers, texts, rows or choices."""
        item, of = self.learnt(own, item, node), own.type.of
        kind = CHOICE if is_choice(item) or of is None else of.kind
        scalar = self.fitting(item, kind, node)
        return self.kept_there(scalar, of or scalar.type, node)

    def _key_of(self, own: StoredDict, key: Value, node: ast.expr) -> str:
        """Return the code of a key that is written; a dict of a function learns its type."""
        of = own.type.key
        assert of is not None
        if not own.local:
            return self.sought(key, of, node)
        whole = self.as_tuple(key)
        if whole is None:
            kind = CHOICE if is_choice(key) or of.kind == CHOICE else ""
            scalar = self.fitting(key, kind, node)
        else:
            code = self.key_of_several(whole, node)
            scalar = Scalar(code, self.type_of(whole, node))
        of = merged((of, scalar.type))
        if of.kind == ITEM_OF_CHOICE:
            raise cannot(node, NOT_COMPARED)
        own.type = replace(own.type, key=of)
        self.learn(own)
        return self.kept_there(
            self.fitting(scalar, of.kind, node), replace(of, fraction=False), node
        )

    def fill_dict(self, own: StoredDict, value: Value, node: ast.expr) -> None:
        """Write the entries of a dictionary as those of another one."""
        entries = self.as_sequence(value, node)
        if isinstance(entries, Entries):
            entries = self._entries_before(entries, node)
        elif isinstance(entries, StoredDict):
            entries = replace(entries, code=self.kept(entries.code, "entries"))
        else:
            raise cannot(node, "it is now a dict, now a list; use two names")
        self.changes |= not own.local
        self.line(f"{own.code}.n = 0")
        self.enter_all(own, entries, node)

    def _entries_before(self, own: Entries, node: ast.expr) -> Entries:
        """Return entries as they are before one is written, which may change another one."""
        return Entries(
            tuple(
                (self.as_before(key), self._apart_from_others(self.as_before(value), node))
                for key, value in own.pairs
            )
        )

    def as_before(self, value: Value) -> Value:
        """Return a value as it is now, also if it is a list that is written out."""
        if isinstance(value, Items):
            return replace(value, items=tuple(map(self.as_before, value.items)))
        return self.kept_as(value, "item") if isinstance(value, Scalar) else value

    def enter_all(self, own: StoredDict, others: Sequence, node: ast.expr) -> None:
        """Write keys with their values: those of another dictionary, or pairs."""
        pairs: Sequence = others
        if isinstance(others, StoredDict):
            pairs = Pairs(others)
        elif isinstance(others, Entries):
            pairs = others.items

        def enter(pair: Value) -> None:
            key, value = self.unpacked(pair, ast.Tuple([ast.Name("k"), ast.Name("v")], ast.Load()))
            self.enter(own, key, value, node)

        self.go_through(pairs, enter, node)

    def enter(self, own: StoredDict, key: Value, value: Value, node: ast.expr) -> None:
        """Write a key and its value, which is as it was before there was the key."""
        self.changes |= not own.local
        value = self.learnt(own, value, node)
        if own.holds_records:
            value = self.as_before(value)
        else:
            value = Scalar(self.kept(self.item_of(own, value, node), "item"), own.type.of or EMPTY)
        code = bare(self._key_of(own, key, node))
        place = self.kept(f"new_place(state, {own.code}, {code}, {self.here})", "place")
        self.write(stored_item(own, place), value, node)

    def drop_key(self, own: StoredDict, key: str) -> None:
        """Write that a key is taken out of a dict."""
        self.changes |= not own.local
        word = "drop_entry" if own.holds_records else "drop_key"
        self.line(f"{word}(state, {own.code}, {key}, {self.here})")

    def _move(self, place: StoredObject, value: StoredObject, node: ast.expr) -> None:
        """Write an object that was taken out of a list to where it is put."""
        if not value.free:
            raise cannot(node, ONE_PLACE)
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
            else:
                default = default_of(field)
                if default is None:
                    raise cannot(node, f"kernels do not know the default of {field.name}")
                self.write(target, default, node)

    def new_list(self, name: str, *, distinct: bool = False) -> Stored:
        """Write down a new list of a function, or a set."""
        made = self.record_at(self.name(name), replace(LOCAL, distinct=distinct))
        assert isinstance(made, Stored)
        return made

    def record_at(self, code: str, own: Type) -> Stored | StoredDict:
        """Write down a new list or dict in a variable, with what is known of what it holds."""
        own = self.with_known(code, own)
        self.line(f"{code} = {self.program.record_maker(own)}()")
        return (StoredDict if own.kind == DICT else Stored)(code, own, local=code)

    def learn(self, own: Stored | StoredDict) -> None:
        """Note what a list or dict of the function holds, for another attempt."""
        self.record_types[own.local] = self.with_known(own.local, own.type)

    def with_known(self, code: str, own: Type) -> Type:
        """Return the type of a list or dict with what it holds at other times."""
        known = self.record_types.get(code, own)
        own = merged((known, own)) if known.is_like(own) else own
        if own.of is None or own.of.kind not in (LIST, DICT):
            return own
        inner = self.with_known(code + ITEM_OF, own.of)
        assert inner.of is not None, "it holds something"
        if inner.of.kind in (LIST, DICT) or (inner.of.fraction and inner.kind == DICT):
            raise Untranslatable(
                "kernels keep lists of numbers, texts and rows in lists and dicts of a function;"
                " keep numbers, or places"
            )
        return replace(own, of=replace(inner, room=NESTED_ROOM), room=NESTED_ROOM)

    def built(self, own: Sequence, node: ast.expr) -> Stored:
        """Return a sequence as a list that stands somewhere; one that does not is written down."""
        own = self.as_sequence(own, node)
        return own if isinstance(own, Stored) else self.copied(own, node)

    def as_dict(self, value: Value, node: ast.expr) -> StoredDict | None:
        """Return a dict as one that stands somewhere, or None if it is another sequence."""
        own = self.as_sequence(value, node)
        if isinstance(own, Entries):
            return self.built_dict(own, node)
        return own if isinstance(own, StoredDict) else None

    def built_dict(self, own: Entries, node: ast.expr) -> StoredDict:
        """Write down a dict that is written out."""
        made = self.new_record("entries", [own], node)
        assert isinstance(made, StoredDict)
        self.fill_dict(made, own, node)
        return made

    def new_record(
        self, name: str, owns: Iterable[Sequence], node: ast.expr
    ) -> Stored | StoredDict:
        """Write down a new list, set or dict of a function that gets what some sequences have."""
        types = [local_type(own) for own in owns]
        for each in types:
            if not each.is_like(types[0]):
                raise cannot(node, f"it is now {types[0].in_words}, now {each.in_words}")
        return self.record_at(self.name(name), types[0])

    def take_all(self, own: Stored | StoredDict, others: Sequence, node: ast.expr) -> None:
        """Write what is in a sequence at the end of a list, or into a dict."""
        if isinstance(own, StoredDict):
            self.enter_all(own, others, node)
        elif not (isinstance(others, Items) and not others.items):
            self.extend(own, others, node)

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
        self.change(own, node)
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
        """Write a value to where it is kept."""
        if isinstance(place, Scalar):
            code = self.code_there(place, value, node)
            if place.code != code:
                self.line(f"{place.code} = {bare(code)}")
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
            items = self.as_sequence(value, node)
            if isinstance(place, Stored) and place.depth:
                place.type = merged((place.type, self._type_inside(items, node)))
                self.learn(place)
            self.fill(place, items, node)

    def code_there(self, place: Scalar, value: Value, node: ast.expr) -> str:
        """Return the code of a value as it is kept at a place."""
        if place.owner is not None:
            return self.item_of(place.owner, value, node)
        return self.kept_there(self.fitting(value, place.type.kind, node), place.type, node)

    # choices

    def as_choice(self, value: Value, node: ast.expr) -> Scalar:
        """Return a value as a choice."""
        if isinstance(value, Scalar) and value.type.kind == CHOICE:
            return value
        if isinstance(value, Scalar) and value.type.kind == TEXT:
            n = len(self.program.forms)
            code = f"word_as_choice(state, {bare(value.code)}, {n}, FORM_BITS, {self.here})"
            return Scalar(code, A_CHOICE)
        is_tuple = is_choice(value)
        word, *details = self._parts_of(value, node)
        details = [self._as_detail(word, n, each, node) for n, each in enumerate(details)]
        if not all(isinstance(each, Scalar | Constant | Missing) for each in (word, *details)):
            raise cannot(node, NO_TUPLE)
        if not isinstance(word, Constant) or not isinstance(word.value, str):
            word, details = Constant(None), [word, *details]
        scalars = [self.as_scalar(each, node) for each in details]
        has_words = all(form.word is not None for form in self.program.forms)
        if is_tuple and word.value is None and (has_words or scalars[0].type.kind == TEXT):
            raise cannot(node, "the word of a choice must be written out")
        types = [each.type for each in scalars]
        form = self.program.form(word.value, types, is_tuple, node)
        codes = [self.program.name_of(form)]
        for place, detail in enumerate(scalars):
            codes.append(self._detail(detail, shift_of(place), node))
        own = replace(A_CHOICE, forms=frozenset([form]))
        return Scalar(f"({' + '.join(codes)})" if details else codes[0], own)

    def _as_detail(self, word: Value, place: int, value: Value, node: ast.expr) -> Value:
        """Return a detail of a choice, which may be an item of another choice."""
        if not isinstance(value, ChoiceItem):
            return value
        kinds = {
            form.details[place].kind
            for form in self.program.forms
            if Constant(form.word) == word and len(form.details) > place
        }
        if len(kinds) != 1:
            raise self.refuse_part_of_choice(value, node)
        is_of_kind, item = self.items_by_form(value, kinds.pop(), node)
        with self.block(f"if not {in_parentheses(is_of_kind)}"):
            self.line(f"fail(state, UNSEEN, {self.here})")
        return item

    def _detail(self, own: Scalar, shift: int, node: ast.expr) -> str:
        """Return the code of a detail as a part of a choice."""
        if own.code.isdigit() and int(own.code) > DETAIL_MASK:
            raise cannot(node, f"a number in a choice must be from 0 to {DETAIL_MASK}")
        is_named = own.type.kind in (TEXT, ROW, MEMBER) and not own.type.optional
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
        if own.type.of is None or (own.type.of.kind not in (*ORDERED, TUPLE) and not keys):
            raise cannot(node, "kernels order by numbers and texts only; write a key=")
        self.change(own, node)
        if not keys and own.type.of.kind in (NUMBER, ""):
            self._refuse_order_of(own, node)
            self.line(f"sort_items({own.code}, {turned})")
            return
        order = self.new_list("order")
        self.fill(order, Range((f"{own.code}.n",)), node)
        columns = [column for each in keys or [own] for column in self._columns(each, node)]
        for each in reversed(columns):  # the order by the first key is the last one, and is stable
            self.line(f"order_by({order.code}, {turned}, {each.code})")
        if own.holds_records:
            self.line(f"arrange_records(state, {own.code}, {order.code}, {self.here})")
        else:
            self.line(f"arrange_items({own.code}, {order.code})")

    def arrange(self, own: Stored, order: Stored, node: ast.expr) -> None:
        """Write that a list has some of its own items from now on, by their places.

        None may be there twice if one by one they can change.
        """
        assert own.type.of is not None
        self.change(own, node)
        may_repeat = own.type.of.kind != OBJECT and self.keeps != Keeps.REFUSED
        firsts = self.new_list("firsts")
        codes = f"{own.code}, {order.code}, {firsts.code}, {may_repeat}"
        self.line(f"rearrange_records(state, {codes}, {self.here})")

    def _refuse_order_of(self, own: Stored, node: ast.expr) -> None:
        of = own.type.of
        if of is None or of.kind not in ORDERED or of.optional:
            raise cannot(node, "kernels order by numbers and texts only; write a key=")

    def _ranks(self, own: Stored, node: ast.expr) -> Stored:
        """Return a list with the places of texts in their order."""
        ranks = self.new_list("ranks")

        def add(item: Value) -> None:
            self.add(ranks, self.rank_of(self.as_scalar(item, node)), node)

        self.go_through(own, add, node)
        return ranks

    def _columns(self, own: Stored, node: ast.expr) -> list[Stored]:
        """Return a list of tuples as one for each of their items, and of texts their ranks."""
        if own.type.of is None or own.type.of.kind != TUPLE:
            self._refuse_order_of(own, node)
            is_text = own.type.of is not None and own.type.of.kind == TEXT
            return [self._ranks(own, node) if is_text else own]
        columns = [self.new_list("column") for _ in own.type.of.fields]

        def add(item: Value) -> None:
            assert isinstance(item, Items)
            for column, each in zip(columns, item.items, strict=True):
                self.add(column, each, node)

        self.go_through(own, add, node)
        return [each for column in columns for each in self._columns(column, node)]


def _has_shared(own: Stored) -> bool:
    """Return whether a list, or one in it, may be a copy of one that stands elsewhere, too."""
    return own.type.shared or (own.type.of is not None and own.type.of.shared)


def local_type(own: Sequence) -> Type:
    """Return the type of a new list, set or dict that gets what is in a sequence."""
    if isinstance(own, StoredDict | Entries):
        return LOCAL_DICT
    return replace(LOCAL, distinct=is_set(own))


def is_choice(item: Value) -> bool:
    """Return whether a value is written as a tuple."""
    if isinstance(item, Constant):
        return isinstance(item.value, tuple)
    return isinstance(item, Items) and item.is_tuple
