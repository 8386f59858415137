"""Lists, dictionaries and objects of plain games where they stand: filled, changed, ordered."""

from __future__ import annotations

import ast
from dataclasses import MISSING, fields, replace
from typing import Any

from simlab.compiler.core import FALSE, TRUE
from simlab.compiler.encoding import DETAIL_MASK, shift_of
from simlab.compiler.expressions import Expressions, stored_item
from simlab.compiler.value_type import (
    A_CHOICE,
    CHOICE,
    EMPTY,
    LIST,
    NUMBER,
    ROW,
    TEXT,
    Type,
    merged,
)
from simlab.compiler.values import (
    Constant,
    Entries,
    Items,
    Listed,
    LocalFunction,
    Made,
    Scalar,
    Scope,
    Sequence,
    Stored,
    StoredDict,
    StoredObject,
    Value,
    is_set,
)
from simlab.compiler.writer import bare, cannot
from simlab.engine.items import LOCAL_ROOM

EMPTIES: dict[Any, ast.expr] = {list: ast.List([], ast.Load()), dict: ast.Dict([], [])}
"""Default factories of fields of dataclasses, and what they make."""
LOCAL = Type(LIST, of=EMPTY, room=LOCAL_ROOM)
"""The type of a list that a function makes for itself, before something is in it."""
FALSE_NODE = ast.Constant(False)


class StoredValues(Expressions):
    """Translates what is done with values that stand in the state or on the stack."""

    def fill(self, own: Value, items: Sequence, node: ast.expr, *, is_ordered: bool = True) -> None:
        """Write a sequence as the new items of a list, whose order may not be needed."""
        if not isinstance(own, Stored) or own.type.of is None:
            raise cannot(node, "a list was never seen there in the games played")
        of = own.type.of
        if own.local and self._has_choices(items, node):
            own.type, of = replace(own.type, of=A_CHOICE), A_CHOICE
        self.changes |= not own.local
        if own.type.distinct:
            self.end_at(own, "0")
            self.extend(own, items, node)
            return
        place = self.name("place")
        self.line(f"{place} = 0")

        def write(item: Value) -> None:
            if of.is_stored:
                self.line(f"{place} = place_for(state, {own.code}, {place}, {self.here})")
                self.write(stored_item(own, place), item, node)
                self.line(f"{place} += 1")
            else:
                code = self._item_of(own, item, node)
                self.line(f"{place} = put(state, {own.code}, {place}, {code}, {self.here})")

        self.iterate(items, write, node, is_ordered=is_ordered)
        self.end_at(own, place)

    def end_at(self, own: Stored, place: str) -> None:
        """Write that a list ends at a place, with nothing behind it that may be hidden."""
        assert own.type.of is not None
        if own.local or own.type.of.is_stored:
            self.line(f"{own.code}.n = {place}")
        else:
            self.line(f"end_at({own.code}, {place})")

    def _has_choices(self, items: Sequence, node: ast.expr) -> bool:
        """Return whether some of the items are tuples, as choices with details are."""
        found = []
        with self.apart():
            self.iterate(items, lambda item: found.append(is_choice(item)), node, is_ordered=False)
        return any(found)

    def _item_of(self, own: Stored, item: Value, node: ast.expr) -> str:
        """Return the code of an item of a list; one of a function learns the type of its items."""
        kind = CHOICE if is_choice(item) or own.type.of is None else own.type.of.kind
        scalar = self.fitting(item, kind, node)
        if own.local and own.type.of is not None:
            own.type = replace(own.type, of=merged((own.type.of, scalar.type)))
        return self.kept_there(scalar, own.type.of or scalar.type, node)

    def fill_dict(self, own: StoredDict, node: ast.expr, scope: Scope) -> None:
        """Write what a dict display or a dict comprehension has as a new dictionary."""
        self.changes = True
        self.line(f"{own.code}.n = 0")
        if isinstance(node, ast.DictComp):
            pair = ast.Tuple([node.key, node.value], ast.Load())
            pairs = Listed(ast.ListComp(pair, node.generators), scope)
            self.iterate(pairs, lambda item: self._enter(own, item, node), node)
        elif isinstance(node, ast.Dict) and all(key is not None for key in node.keys):
            for written in zip(node.keys, node.values, strict=True):
                pair = ast.Tuple([each for each in written if each is not None], ast.Load())
                self._enter(own, Listed(pair, scope), node)
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "dict":
            self.fill_dict_with(own, self.value(node.args[0], scope), node)
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "dict.fromkeys":
            default = node.args[1] if len(node.args) > 1 else ast.Constant(None)
            value = self.value(default, scope)
            keys = self.needed_sequence(node.args[0], scope)
            self.iterate(keys, lambda key: self._enter(own, Items((key, value)), node), node)
        else:
            raise cannot(node, "kernels make dicts of a display or a comprehension only")

    def fill_dict_with(self, own: StoredDict, other: Value, node: ast.expr) -> None:
        """Write a copy of a dictionary that is written out."""
        if isinstance(other, Constant) and isinstance(other.value, dict):
            pairs = tuple((Constant(key), Constant(each)) for key, each in other.value.items())
            other = Entries(pairs)
        if not isinstance(other, Entries):
            raise cannot(node, "kernels copy dicts that are written out")
        self.iterate(other.items, lambda item: self._enter(own, item, node), node)

    def _enter(self, own: StoredDict, pair: Value, node: ast.expr) -> None:
        """Write a key and its value."""
        key, value = self.items_of(self.as_sequence(pair, node), node)
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

    def fill_object(self, place: StoredObject, made: Made) -> None:
        """Write a new object of a dataclass."""
        self.changes = True
        given = {str(each.arg): each.value for each in made.node.keywords}
        own = [each for each in fields(made.own_class) if each.init]
        given |= {field.name: node for field, node in zip(own, made.node.args, strict=False)}
        for field in fields(made.own_class):
            target = place.field(field.name)
            assert target is not None
            if field.name in given:
                self._write_given(target, given[field.name], made.scope)
            elif field.default is not MISSING:
                self.write(target, Constant(field.default), made.node)
            else:
                empty = EMPTIES.get(field.default_factory)
                if empty is None:
                    raise cannot(made.node, f"kernels do not know the default of {field.name}")
                self.write(target, Listed(empty, made.scope), made.node)

    def _write_given(self, target: Value, node: ast.expr, scope: Scope) -> None:
        if isinstance(target, StoredDict):
            self.fill_dict(target, node, scope)
        else:
            self.write(target, self.value(node, scope), node)

    def new_list(self, name: str, *, distinct: bool = False) -> Stored:
        """Write down a new list of a function, or a set."""
        code = self.name(name)
        self.line(f"{code} = new_list()")
        return Stored(code, replace(LOCAL, distinct=distinct), local=True)

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
        self.iterate(
            items,
            lambda item: self.add(own, item, node),
            node,
            is_ordered=not own.type.distinct,
        )

    def add(self, own: Stored, item: Value, node: ast.expr) -> None:
        """Write an item at the end of a list."""
        assert own.type.of is not None
        self.changes |= not own.local
        if not own.type.of.is_stored:
            word = "include" if own.type.distinct else "append"
            code = self._item_of(own, item, node)
            self.line(f"{word}(state, {own.code}, {code}, {self.here})")
            return
        place = self.name("place")
        self.line(f"{place} = place_for(state, {own.code}, {own.code}.n, {self.here})")
        self.write(stored_item(own, place), item, node)
        self.line(f"{own.code}.n = {place} + 1")

    def write(self, place: Value, value: Value, node: ast.expr) -> None:
        """Write a value into an item of a list or dict in the state."""
        if isinstance(place, Scalar):
            own = self.kept_there(self.fitting(value, place.type.kind, node), place.type, node)
            self.line(f"{place.code} = {bare(own)}")
        elif isinstance(place, StoredDict) and isinstance(value, Listed):
            self.fill_dict(place, value.node, value.scope)
        elif isinstance(place, StoredObject) and isinstance(value, Made):
            self.fill_object(place, value)
        elif isinstance(place, StoredObject) and isinstance(value, StoredObject):
            self._move(place, value, node)
        else:
            self.fill(place, self.as_sequence(value, node), node)

    # choices

    def as_choice(self, value: Value, node: ast.expr) -> Scalar:
        """Return a value as a choice."""
        if isinstance(value, Scalar) and value.type.kind == CHOICE:
            return value
        word, *details = self._parts_of(value, node)
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
        is_named = own.type.kind in (TEXT, ROW) and not self._may_be_none(own)
        is_certain = own.code.isdigit() or is_named
        return f"({own.code} << {shift})" if is_certain else f"detail({bare(own.code)}, {shift})"

    def _parts_of(self, value: Value, node: ast.expr) -> list[Value]:
        if isinstance(value, Constant):
            whole = value.value if isinstance(value.value, tuple) else (value.value,)
            return [Constant(each) for each in whole]
        if isinstance(value, Listed) and isinstance(value.node, ast.Tuple):
            return self.values(value.node.elts, value.scope)
        return [value]

    # order

    def sort(self, own: Stored, node: ast.Call, scope: Scope) -> None:
        """Write what orders a list, by the key of a call of sorted() or sort().

        Each item in turn is moved towards the start as long as it belongs before its neighbour.
        """
        options = {each.arg: each.value for each in node.keywords}
        key, is_turned = options.get("key"), ast.unparse(options.get("reverse", FALSE_NODE))
        of = own.type.of
        if of is None or of.is_stored or is_turned not in (TRUE, FALSE):
            raise cannot(node, "kernels order lists of numbers, texts and rows only")
        sign = ">" if is_turned == TRUE else "<"
        i, item, place, before = map(self.name, ("i", "item", "place", "before"))
        with self.block(f"for {i} in range(1, {own.code}.n)"):
            self.line(f"{item} = {own.code}.items[{i}]")
            ranks = [self.kept(each, "rank") for each in self.ranks(key, Scalar(item, of), scope)]
            self.line(f"{place} = {i}")
            with self.block(f"while {place} > 0"):
                self.line(f"{before} = {own.code}.items[{place} - 1]")
                others = self.ranks(key, Scalar(before, of), scope)
                with self.block(f"if not ({is_better(ranks, others, sign)})"):
                    self.line("break")
                self.line(f"{own.code}.items[{place}] = {before}")
                self.line(f"{place} -= 1")
            self.line(f"{own.code}.items[{place}] = {item}")
        self.changes |= not own.local

    def ranks(self, key: ast.expr | None, item: Scalar, scope: Scope) -> list[str]:
        """Return the codes of the numbers by which an item is compared."""
        ranks = self._ranking(key, item, scope)
        if any(each.type.kind not in ("", NUMBER) for each in ranks):
            raise cannot(key or ast.Name("it"), "kernels order by numbers only")
        return [each.code for each in ranks]

    def _ranking(self, key: ast.expr | None, item: Scalar, scope: Scope) -> list[Scalar]:
        if key is None:
            return [item]
        function = self.value(key, scope)
        if not isinstance(function, LocalFunction):
            raise cannot(key, "kernels have a lambda or a function inside this one as a key only")
        own = self.inline(function, [item])
        is_tuple = isinstance(own, Listed) and isinstance(own.node, ast.Tuple)
        parts = self.items_of(own, key) if is_tuple and isinstance(own, Listed) else [own]
        return [self.as_scalar(each, key) for each in parts]


def is_choice(item: Value) -> bool:
    """Return whether a value is written as a tuple."""
    if isinstance(item, Constant):
        return isinstance(item.value, tuple)
    return isinstance(item, Listed) and isinstance(item.node, ast.Tuple)


def is_better(codes: list[str], others: list[str], sign: str) -> str:
    """Return whether some numbers come before others: the first that differs decides."""
    *before, (code, other) = zip(codes, others, strict=True)
    test = f"{code} {sign} {other}"
    for code, other in reversed(before):
        test = f"({code} {sign} {other} or ({code} == {other} and {test}))"
    return test
