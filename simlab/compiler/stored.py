"""Lists, dictionaries and objects of plain games where they stand: filled, changed, ordered."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import fields, replace

from simlab.compiler.conditions import NOT_COMPARED, in_parentheses
from simlab.compiler.core import ONE_PLACE
from simlab.compiler.encoding import WIDE_DETAILS
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
    NONE,
    NUMBER,
    OBJECT,
    ROW,
    TEXT,
    TUPLE,
    Form,
    Type,
    merge_types,
)
from simlab.compiler.values import (
    ITEM_OF,
    ChoiceItem,
    ChoiceItems,
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
    entry_at,
    is_set,
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

    def fill(
        self, stored_list: Value, items: Sequence, node: ast.expr, *, is_ordered: bool = True
    ) -> None:
        """Write a sequence as the new items of a list, whose order may not be needed."""
        if not isinstance(stored_list, Stored) or stored_list.type.of is None:
            raise cannot(node, "a list was never seen there in the games played")
        self.changes |= not stored_list.local
        if not stored_list.local and isinstance(items, Stored) and _has_shared(items):
            raise cannot(node, TWO_NAMES)
        # a, b = b, a of items: all are read before the first is written
        if isinstance(items, Items):
            items = self._read_before(items, node)
        # each item is looked for before it is added
        if stored_list.type.distinct:
            self.end_at(stored_list, "0")
            self.extend(stored_list, items, node)
            return
        index = self.name("place")
        self.line(f"{index} = 0")

        def write(item: Value) -> None:
            item = self.learnt(stored_list, item, node)
            if stored_list.holds_records:
                self.line(f"{index} = place_for(state, {stored_list.code}, {index}, {self.here})")
                self.write(entry_at(stored_list, index), item, node)
                self.line(f"{index} += 1")
            else:
                code = self.item_of(stored_list, item, node)
                self.line(f"{index} = put(state, {stored_list.code}, {index}, {code}, {self.here})")

        self.go_through(items, write, node, is_ordered=is_ordered)
        self.end_at(stored_list, index)

    def _read_before(self, items: Items, node: ast.expr) -> Items:
        """Return items as they are before one is written, which may stand where another one is."""
        if len(items.items) < 2:
            return items
        copies = (self._apart_from_others(self.copy_of(item), node) for item in items.items)
        return replace(items, items=tuple(copies))

    def _apart_from_others(self, value: Value, node: ast.expr) -> Value:
        """Return a list or dict that stands in another one as a copy, which stays as it is."""
        if not isinstance(value, Stored | StoredDict) or value.code == value.local:
            return value
        record_copy = self.new_record("items", [value], node)
        self.take_all(record_copy, value, node)
        return record_copy

    def end_at(self, stored_list: Stored, end: str) -> None:
        """Write that a list ends at a place, with nothing behind it that may be hidden."""
        assert stored_list.type.of is not None
        if stored_list.local or stored_list.type.of.is_stored:
            self.line(f"{stored_list.code}.n = {end}")
        else:
            self.line(f"end_at({stored_list.code}, {end})")

    def learnt(self, record: Stored | StoredDict, item: Value, node: ast.expr) -> Value:
        """Return an item as it is written; a list or dict of a function learns its type."""
        # lists of the game have the types that observation has seen
        if record.type.of is None or not record.local:
            return item
        item_as_tuple, item_type = self.as_tuple(item), record.type.of
        if self.is_list(item) and not is_choice(item):
            learnt = merge_types((item_type, self._type_inside(self.as_sequence(item, node), node)))
        elif item_as_tuple is None:
            kind = CHOICE if is_choice(item) or item_type.kind == CHOICE else ""
            scalar = self.fit_to_kind(item, kind, node)
            learnt = merge_types((item_type, scalar.type))
            item = self.fit_to_kind(scalar, learnt.kind, node)
        else:
            item, learnt = (
                item_as_tuple,
                merge_types((item_type, self.type_of(item_as_tuple, node))),
            )
        if learnt.kind == ITEM_OF_CHOICE and record.type.distinct:
            raise cannot(node, NOT_COMPARED)
        record.type = replace(record.type, of=learnt)
        self.learn(record)
        return item

    def _type_inside(self, items: Sequence, node: ast.expr) -> Type:
        """Return the type of a list, set or dict that is put into one of the function."""
        value_type = local_type(items)
        if not isinstance(items, Stored | StoredDict):
            return value_type
        if self.keeps == Keeps.REFUSED:
            raise cannot(node, TWO_NAMES)
        return replace(value_type, shared=items.type.shared or self.keeps == Keeps.SHARED)

    def change(self, record: Stored | StoredDict, node: ast.expr) -> None:
        """Note that a list or dict changes.

        Raises:
            Untranslatable: it may be a copy of another one, which Python would change, too.
        """
        self.changes |= not record.local
        if record.type.shared:
            raise cannot(node, TWO_NAMES)

    def item_of(self, record: Stored | StoredDict, item: Value, node: ast.expr) -> str:
        """Return the code of an item among numbers, texts, rows or choices."""
        item, item_type = self.learnt(record, item, node), record.type.of
        kind = CHOICE if is_choice(item) or item_type is None else item_type.kind
        scalar = self.fit_to_kind(item, kind, node)
        return self.code_to_keep(scalar, item_type or scalar.type, node)

    def _key_of(self, stored_dict: StoredDict, key: Value, node: ast.expr) -> str:
        """Return the code of a key that is written; a dict of a function learns its type."""
        key_type = stored_dict.type.key
        assert key_type is not None
        if not stored_dict.local:
            return self.code_to_find(key, key_type, node)
        key_as_tuple = self.as_tuple(key)
        if key_as_tuple is None:
            kind = CHOICE if is_choice(key) or key_type.kind == CHOICE else ""
            scalar = self.fit_to_kind(key, kind, node)
        else:
            code = self.key_of_several(key_as_tuple, node)
            scalar = Scalar(code, self.type_of(key_as_tuple, node))
        key_type = merge_types((key_type, scalar.type))
        if key_type.kind == ITEM_OF_CHOICE:
            raise cannot(node, NOT_COMPARED)
        stored_dict.type = replace(stored_dict.type, key=key_type)
        self.learn(stored_dict)
        return self.code_to_keep(
            self.fit_to_kind(scalar, key_type.kind, node), replace(key_type, fraction=False), node
        )

    def fill_dict(self, stored_dict: StoredDict, value: Value, node: ast.expr) -> None:
        """Write the entries of a dictionary as those of another one."""
        entries = self.as_sequence(value, node)
        if isinstance(entries, Entries):
            entries = self._entries_before(entries, node)
        elif isinstance(entries, StoredDict):
            entries = replace(entries, code=self.keep(entries.code, "entries"))
        else:
            raise cannot(node, "it is now a dict, now a list; use two names")
        self.changes |= not stored_dict.local
        self.line(f"{stored_dict.code}.n = 0")
        self.enter_all(stored_dict, entries, node)

    def _entries_before(self, entries: Entries, node: ast.expr) -> Entries:
        """Return entries as they are before one is written, which may change another one."""
        return Entries(
            tuple(
                (self.as_before(key), self._apart_from_others(self.as_before(value), node))
                for key, value in entries.pairs
            )
        )

    def as_before(self, value: Value) -> Value:
        """Return a value as it is now, also if it is a list that is written out."""
        if isinstance(value, Items):
            return replace(value, items=tuple(map(self.as_before, value.items)))
        return self.keep_as(value, "item") if isinstance(value, Scalar) else value

    def enter_all(self, stored_dict: StoredDict, added_entries: Sequence, node: ast.expr) -> None:
        """Write keys with their values: those of another dictionary, or pairs."""
        pairs: Sequence = added_entries
        if isinstance(added_entries, StoredDict):
            pairs = Pairs(added_entries)
        elif isinstance(added_entries, Entries):
            pairs = added_entries.items

        def enter(pair: Value) -> None:
            key, value = self.unpack_items(
                pair, ast.Tuple([ast.Name("k"), ast.Name("v")], ast.Load())
            )
            self.enter(stored_dict, key, value, node)

        self.go_through(pairs, enter, node)

    def enter(self, stored_dict: StoredDict, key: Value, value: Value, node: ast.expr) -> None:
        """Write a key and its value, which is as it was before there was the key."""
        self.changes |= not stored_dict.local
        value = self.learnt(stored_dict, value, node)
        if stored_dict.holds_records:
            value = self.as_before(value)
        else:
            value = Scalar(
                self.keep(self.item_of(stored_dict, value, node), "item"),
                stored_dict.type.of or EMPTY,
            )
        code = bare(self._key_of(stored_dict, key, node))
        # after the value: in Python a value that asks for the key does not find it yet
        index = self.keep(f"new_place(state, {stored_dict.code}, {code}, {self.here})", "place")
        self.write(entry_at(stored_dict, index), value, node)

    def drop_key(self, stored_dict: StoredDict, key: str) -> None:
        """Write that a key is taken out of a dict."""
        self.changes |= not stored_dict.local
        word = "drop_entry" if stored_dict.holds_records else "drop_key"
        self.line(f"{word}(state, {stored_dict.code}, {key}, {self.here})")

    def _move(self, target_object: StoredObject, value: StoredObject, node: ast.expr) -> None:
        """Write an object that was taken out of a list to where it is put."""
        if not value.free:
            raise cannot(node, ONE_PLACE)
        if value.type != target_object.type:
            raise cannot(node, "objects there hold other things than objects here")
        self.changes = True
        self.line(f"copy_row({value.code}, {target_object.code})")

    def fill_object(self, target_object: StoredObject, new_object: Made, node: ast.expr) -> None:
        """Write a new object of a dataclass."""
        self.changes = True
        value_by_field = {
            # evaluated before the first field is written, which they may read
            name: self.keep_as(value, "field") if isinstance(value, Scalar) else value
            for name, value in new_object.fields.items()
        }
        for field in fields(new_object.own_class):
            target = target_object.field(field.name)
            assert target is not None
            if field.name in value_by_field:
                self.write(target, value_by_field[field.name], node)
            else:
                default = default_of(field)
                if default is None:
                    raise cannot(
                        node,
                        f"kernels do not know the default of {field.name}; give its value where the"
                        f" object is made: {new_object.own_class.__name__}({field.name}=...)",
                    )
                self.write(target, default, node)

    def new_list(self, name: str, *, distinct: bool = False) -> Stored:
        """Write down a new list of a function, or a set."""
        new_list = self.record_at(self.name(name), replace(LOCAL, distinct=distinct))
        assert isinstance(new_list, Stored)
        return new_list

    def record_at(self, code: str, record_type: Type) -> Stored | StoredDict:
        """Write down a new list or dict in a variable, with what is known of what it holds."""
        record_type = self.with_known(code, record_type)
        self.line(f"{code} = {self.program.record_maker(record_type)}()")
        return (StoredDict if record_type.kind == DICT else Stored)(code, record_type, local=code)

    def learn(self, record: Stored | StoredDict) -> None:
        """Note what a list or dict of the function holds, for another attempt."""
        self.record_types[record.local] = self.with_known(record.local, record.type)

    def with_known(self, code: str, record_type: Type) -> Type:
        """Return the type of a list or dict with what it holds at other times."""
        known_type = self.record_types.get(code, record_type)
        record_type = (
            merge_types((known_type, record_type))
            if known_type.is_like(record_type)
            else record_type
        )
        if record_type.of is None or record_type.of.kind not in (LIST, DICT):
            return record_type
        inner_type = self.with_known(code + ITEM_OF, record_type.of)
        assert inner_type.of is not None, "it holds something"
        # records on the stack have a fixed size, which would multiply with each level
        if inner_type.of.kind in (LIST, DICT) or (
            inner_type.of.fraction and inner_type.kind == DICT
        ):
            raise Untranslatable(
                "kernels keep lists of numbers, texts and rows in lists and dicts of a function;"
                " keep numbers, or places"
            )
        return replace(record_type, of=replace(inner_type, room=NESTED_ROOM), room=NESTED_ROOM)

    def build_list(self, sequence: Sequence, node: ast.expr) -> Stored:
        """Return a sequence as a list that stands somewhere; one that does not is written down."""
        sequence = self.as_sequence(sequence, node)
        return sequence if isinstance(sequence, Stored) else self.copy_sequence(sequence, node)

    def as_dict(self, value: Value, node: ast.expr) -> StoredDict | None:
        """Return a dict as one that stands somewhere, or None if it is another sequence."""
        sequence = self.as_sequence(value, node)
        if isinstance(sequence, Entries):
            return self.build_dict(sequence, node)
        return sequence if isinstance(sequence, StoredDict) else None

    def build_dict(self, entries: Entries, node: ast.expr) -> StoredDict:
        """Write down a dict that is written out."""
        new_dict = self.new_record("entries", [entries], node)
        assert isinstance(new_dict, StoredDict)
        self.fill_dict(new_dict, entries, node)
        return new_dict

    def new_record(
        self, name: str, sequences: Iterable[Sequence], node: ast.expr
    ) -> Stored | StoredDict:
        """Write down a new list, set or dict of a function that gets what some sequences have."""
        types = [local_type(sequence) for sequence in sequences]
        for record_type in types:
            if not record_type.is_like(types[0]):
                raise cannot(node, f"it is now {types[0].in_words}, now {record_type.in_words}")
        return self.record_at(self.name(name), types[0])

    def take_all(self, record: Stored | StoredDict, sequence: Sequence, node: ast.expr) -> None:
        """Write what is in a sequence at the end of a list, or into a dict."""
        if isinstance(record, StoredDict):
            self.enter_all(record, sequence, node)
        elif not (isinstance(sequence, Items) and not sequence.items):
            self.extend(record, sequence, node)

    def copy_sequence(self, sequence: Sequence, node: ast.expr) -> Stored:
        """Write a sequence down as a list of its own."""
        new_list = self.new_list("items", distinct=is_set(sequence))
        self.fill(new_list, sequence, node)
        return new_list

    def extend(self, stored_list: Stored, items: Sequence, node: ast.expr) -> None:
        """Write the items of a sequence at the end of a list."""
        if isinstance(items, Items):
            items = self._read_before(items, node)
        self.go_through(
            items,
            lambda item: self.add(stored_list, item, node),
            node,
            is_ordered=self.is_ordered and not stored_list.type.distinct,
            # a list that is added to itself
            may_change=isinstance(items, Stored) and items.code == stored_list.code,
        )

    def add(self, stored_list: Stored, item: Value, node: ast.expr) -> None:
        """Write an item at the end of a list."""
        assert stored_list.type.of is not None
        item = self._whole_choice(item, stored_list.type.of, node)
        self.change(stored_list, node)
        item = self.learnt(stored_list, item, node)
        if not stored_list.holds_records:
            word = "include" if stored_list.type.distinct else "append"
            code = self.item_of(stored_list, item, node)
            self.line(f"{word}(state, {stored_list.code}, {code}, {self.here})")
        elif stored_list.type.distinct:
            item = self.copy_of(item)
            with self.block(f"if {self.place_of(stored_list, item, node)} == NOTHING"):
                self._add_record(stored_list, item, node)
        else:
            self._add_record(stored_list, item, node)

    def _whole_choice(self, item: Value, item_type: Type, node: ast.expr) -> Value:
        """Return an item as a choice, which a menu has, if it is one without a word."""
        if not isinstance(item, Items) or item_type.kind not in ("", CHOICE):
            return item
        if item.choice:
            return self.choice_in(item.choice)
        is_of_choices = item.is_tuple and item_type.kind == CHOICE
        return self.as_choice(item, node) if is_of_choices and not self.is_choice(item) else item

    def _add_record(self, stored_list: Stored, item: Value, node: ast.expr) -> None:
        index = self.name("place")
        self.line(
            f"{index} = place_for(state, {stored_list.code}, {stored_list.code}.n, {self.here})"
        )
        self.write(entry_at(stored_list, index), item, node)
        self.line(f"{stored_list.code}.n = {index} + 1")

    def write(self, destination: Value, value: Value, node: ast.expr) -> None:
        """Write a value to where it is kept."""
        if isinstance(destination, Scalar):
            code = self.code_there(destination, value, node)
            if destination.code != code:
                self.line(f"{destination.code} = {bare(code)}")
        elif isinstance(destination, Items):
            if isinstance(value, ChoiceItems):
                value = self.as_sequence(value, node)
            if isinstance(value, Stored):
                value = self._tuple_from(value, len(destination.items))
            is_none = bool(destination.or_none) and self.is_none(value)
            value_as_tuple = value if is_none else self.as_tuple(value)
            if value_as_tuple is None:
                raise cannot(node, "there are tuples; write a tuple there")
            new_type = NONE if is_none else self.type_of(value_as_tuple, node)
            own_type = merge_types((self.type_of(destination, node), new_type))
            self.write_tuple(destination, own_type, value_as_tuple, node)
        elif isinstance(destination, StoredDict):
            self.fill_dict(destination, value, node)
        elif isinstance(destination, StoredObject) and isinstance(value, Made):
            self.fill_object(destination, value, node)
        elif isinstance(destination, StoredObject) and isinstance(value, StoredObject):
            self._move(destination, value, node)
        else:
            items = self.as_sequence(value, node)
            if isinstance(destination, Stored) and destination.depth:
                destination.type = merge_types((destination.type, self._type_inside(items, node)))
                self.learn(destination)
            self.fill(destination, items, node)

    def _tuple_from(self, stored_list: Stored, n_items: int) -> Items:
        """Return a list that always has this number of items as a tuple of them."""
        with self.block(f"if {stored_list.code}.n != {n_items}"):
            self.line(f"fail(state, UNSEEN, {self.here})")
        items = tuple(entry_at(stored_list, str(index)) for index in range(n_items))
        return Items(items, is_tuple=True)

    def code_there(self, destination: Scalar, value: Value, node: ast.expr) -> str:
        """Return the code of a value as it is kept at a place."""
        if destination.owner is not None:
            return self.item_of(destination.owner, value, node)
        return self.code_to_keep(
            self.fit_to_kind(value, destination.type.kind, node), destination.type, node
        )

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
        details = [self._as_detail(word, n, detail, node) for n, detail in enumerate(details)]
        if not isinstance(word, Constant) or not isinstance(word.value, str):
            word, details = Constant(None), [word, *details]
        if is_tuple:  # a square of a board is a tuple in the choice
            details = [self._with_tuple(word, n, detail) for n, detail in enumerate(details)]
        leaves = [leaf for detail in details for leaf in leaves_of(detail)]
        if not all(isinstance(leaf, Scalar | Constant | Missing) for leaf in leaves):
            raise cannot(node, NO_TUPLE)
        scalars = [self.as_scalar(leaf, node) for leaf in leaves]
        details = [d if isinstance(d, Items) else self.as_scalar(d, node) for d in details]
        has_words = all(form.word is not None for form in self.program.forms)
        if is_tuple and word.value is None and (has_words or scalars[0].type.kind == TEXT):
            raise cannot(node, "the word of a choice must be written out")
        types = [self.type_of(detail, node) for detail in details]
        form = self.program.form(word.value, types, is_tuple, node)
        codes = [self.program.name_of(form)]
        codes += [self._detail(scalar, form, leaf, node) for leaf, scalar in enumerate(scalars)]
        choice_type = replace(A_CHOICE, forms=frozenset([form]))
        # several numbers that are too large would add up to a choice
        sign = " | " if len(form.leaves) > WIDE_DETAILS else " + "
        return Scalar(f"({sign.join(codes)})" if details else codes[0], choice_type)

    def _as_detail(self, word: Value, index: int, value: Value, node: ast.expr) -> Value:
        """Return a detail of a choice, which may be an item of another choice."""
        if not isinstance(value, ChoiceItem):
            return value
        kinds = {
            form.details[index].kind
            for form in self.program.forms
            if Constant(form.word) == word and len(form.details) > index
        }
        if len(kinds) != 1:
            raise self.refuse_part_of_choice(value, node)
        is_of_kind, item = self.items_by_form(value, kinds.pop(), node)
        with self.block(f"if not {in_parentheses(is_of_kind)}"):
            self.line(f"fail(state, UNSEEN, {self.here})")
        return item

    def _with_tuple(self, word: Value, index: int, value: Value) -> Value:
        """Return a detail as a tuple if it is one, a list where a choice with its word has one."""
        if isinstance(value, Stored):
            lengths = {
                len(form.details[index].fields)
                for form in self.program.forms
                if Constant(form.word) == word and len(form.details) > index
            }
            # a detail that is no tuple has no fields
            if len(lengths) == 1 and 0 not in lengths:
                value = self._tuple_from(value, lengths.pop())
        return self.as_tuple(value) or value

    def _detail(self, scalar: Scalar, form: Form, leaf: int, node: ast.expr) -> str:
        """Return the code of a detail, or of an item of one, as a part of a choice."""
        if scalar.code.isdigit() and int(scalar.code) > form.largest:
            raise cannot(node, f"a number in a choice must be from 0 to {form.largest}")
        shift = form.shift_of(leaf)
        if len(form.leaves) > WIDE_DETAILS and not scalar.code.isdigit():
            return f"narrow_detail({bare(scalar.code)}, {shift}, {form.largest})"
        is_named = scalar.type.kind in (TEXT, ROW, MEMBER) and not scalar.type.optional
        is_certain = scalar.code.isdigit() or is_named
        return (
            f"({scalar.code} << {shift})" if is_certain else f"detail({bare(scalar.code)}, {shift})"
        )

    def _parts_of(self, value: Value, node: ast.expr) -> list[Value]:
        if isinstance(value, Constant):
            parts_known = value.value if isinstance(value.value, tuple) else (value.value,)
            return [Constant(part) for part in parts_known]
        if isinstance(value, Items) and value.is_tuple:
            return list(value.items)
        return [value]

    # order

    def sort(self, stored_list: Stored, turned: str, keys: list[Stored], node: ast.expr) -> None:
        """Write what orders a list by the keys of its items, or by the items."""
        if stored_list.type.of is None or (
            stored_list.type.of.kind not in (*ORDERED, TUPLE) and not keys
        ):
            raise cannot(node, "kernels order by numbers and texts only; write a key=")
        self.change(stored_list, node)
        if not keys and stored_list.type.of.kind in (NUMBER, ""):
            self._refuse_order_of(stored_list, node)
            self.line(f"sort_items({stored_list.code}, {turned})")
            return
        order = self.new_list("order")
        self.fill(order, Range((f"{stored_list.code}.n",)), node)
        columns = [
            column for key_list in keys or [stored_list] for column in self._columns(key_list, node)
        ]
        # the order by the first key is the last one, and is stable
        for column in reversed(columns):
            self.line(f"order_by({order.code}, {turned}, {column.code})")
        if stored_list.holds_records:
            self.line(f"arrange_records(state, {stored_list.code}, {order.code}, {self.here})")
        else:
            self.line(f"arrange_items({stored_list.code}, {order.code})")

    def arrange(self, stored_list: Stored, order: Stored, node: ast.expr) -> None:
        """Write that a list has some of its own items from now on, by their places.

        None may be there twice if one by one they can change.
        """
        assert stored_list.type.of is not None
        self.change(stored_list, node)
        may_repeat = stored_list.type.of.kind != OBJECT and self.keeps != Keeps.REFUSED
        firsts = self.new_list("firsts")
        codes = f"{stored_list.code}, {order.code}, {firsts.code}, {may_repeat}"
        self.line(f"rearrange_records(state, {codes}, {self.here})")

    def _refuse_order_of(self, stored_list: Stored, node: ast.expr) -> None:
        item_type = stored_list.type.of
        if item_type is None or item_type.kind not in ORDERED or item_type.optional:
            raise cannot(node, "kernels order by numbers and texts only; write a key=")

    def _ranks(self, stored_list: Stored, node: ast.expr) -> Stored:
        """Return a list with the places of texts in their order."""
        ranks = self.new_list("ranks")

        def add(item: Value) -> None:
            self.add(ranks, self.rank_of(self.as_scalar(item, node)), node)

        self.go_through(stored_list, add, node)
        return ranks

    def _columns(self, stored_list: Stored, node: ast.expr) -> list[Stored]:
        """Return a list of tuples as one for each of their items, and of texts their ranks."""
        if stored_list.type.of is None or stored_list.type.of.kind != TUPLE:
            self._refuse_order_of(stored_list, node)
            is_text = stored_list.type.of is not None and stored_list.type.of.kind == TEXT
            return [self._ranks(stored_list, node) if is_text else stored_list]
        columns = [self.new_list("column") for _ in stored_list.type.of.fields]

        def add(item: Value) -> None:
            assert isinstance(item, Items)
            for column, part in zip(columns, item.items, strict=True):
                self.add(column, part, node)

        self.go_through(stored_list, add, node)
        return [part_column for column in columns for part_column in self._columns(column, node)]


def _has_shared(stored_list: Stored) -> bool:
    """Return whether a list, or one in it, may be a copy of one that stands elsewhere, too."""
    return stored_list.type.shared or (
        stored_list.type.of is not None and stored_list.type.of.shared
    )


def local_type(sequence: Sequence) -> Type:
    """Return the type of a new list, set or dict that gets what is in a sequence."""
    if isinstance(sequence, StoredDict | Entries):
        return LOCAL_DICT
    return replace(LOCAL, distinct=is_set(sequence))


def leaves_of(value: Value) -> list[Value]:
    """Return the items of a tuple, and those of tuples in it; of another value, that value."""
    if not isinstance(value, Items) or not value.is_tuple or value.or_none:
        return [value]
    return [leaf for item in value.items for leaf in leaves_of(item)]


def is_choice(item: Value) -> bool:
    """Return whether a value is written as a tuple."""
    if isinstance(item, Constant):
        return isinstance(item.value, tuple)
    return isinstance(item, Items) and item.is_tuple
