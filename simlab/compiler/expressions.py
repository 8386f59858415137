"""Expressions of plain games as code of kernels: names, attributes, items, operators."""

from __future__ import annotations

import ast
import inspect
import operator as operators
from collections.abc import Callable, Iterable
from collections.abc import Sequence as Several
from dataclasses import is_dataclass, replace
from enum import Enum, EnumType
from functools import cached_property
from types import FunctionType, ModuleType
from typing import Any

from simlab.compiler.conditions import Conditions, in_parentheses, is_test, negated
from simlab.compiler.value_type import (
    A_CHOICE,
    A_FRACTION,
    A_NUMBER,
    CHOICE,
    EMPTY,
    MEMBER,
    NUMBER,
    ROW,
    TEXT,
    TUPLE,
    Type,
    merged,
)
from simlab.compiler.values import (
    ChoiceItem,
    ChoiceItems,
    Constant,
    DataClass,
    Entries,
    Function,
    Holder,
    Items,
    Lookup,
    Made,
    Menu,
    Missing,
    Offered,
    OneOf,
    RuleValues,
    Scalar,
    Sequence,
    Sources,
    Stored,
    StoredDict,
    StoredObject,
    Stream,
    TableRows,
    Value,
    stored_item,
)
from simlab.compiler.writer import OWN_SEAT, bare, called, cannot
from simlab.errors import Refused, Untranslatable
from simlab.plain.lookup import LookupTable
from simlab.plain.part import Part

Calculate = Callable[[int, int], int]
SAME_LIST = "it has the same list several times; write [[...] for _ in range(n)]"
OPERATORS = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.Pow: "**",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.LShift: "<<",
    ast.RShift: ">>",
}
DIVISIONS = (ast.Div, ast.FloorDiv, ast.Mod)
CHECKED = {
    ast.Mult: "times",
    ast.Pow: "power",
    ast.LShift: "shifted_left",
    ast.RShift: "shifted_right",
}
"""Kernels for operators whose result may need more than 64 bits."""
CALCULATIONS = {
    ast.Add: operators.add,
    ast.Sub: operators.sub,
    ast.Mult: operators.mul,
    ast.FloorDiv: operators.floordiv,
    ast.Mod: operators.mod,
    ast.Pow: operators.pow,
    ast.LShift: operators.lshift,
}
"""Operators between numbers that are written out."""
GROWING = (ast.Pow, ast.LShift)
MOST_BITS = 1 << 10
"""Exponents up to which that is done; with a larger one the result does not fit either."""
SIMPLE = (int, float, str, bool, type(None))
LISTS = (tuple, list, dict, frozenset, range)


class Expressions(Conditions):
    """Translates expressions."""

    def value(self, node: ast.expr) -> Value:
        """Return what an expression stands for."""
        method = getattr(self, f"_{type(node).__name__.lower()}", None)
        if method is None:
            raise cannot(node, f"kernels have no {called(node)}")
        value: Value = self.opened(method(node))
        if isinstance(value, ChoiceItem):
            return self.item_of_choice(self.choice_in(value.choice), value.place)
        return self._opened(value, node) if isinstance(value, Scalar) else value

    def _opened(self, own: Scalar, node: ast.expr) -> Value:
        """Return a choice with the forms that it can have here; without a word, its details."""
        if own.type.kind != CHOICE:
            word = self.facts.first(own.code)
            return own if word is None else Constant(word)
        forms = self.facts.forms(own.code)
        own = own if forms is None else replace(own, type=replace(own.type, forms=forms))
        [form, *others] = own.type.forms or self.program.forms
        is_opened = form.word is None and not others and not own.type.optional
        return self.without_word(own, form) if is_opened else own

    def _constant(self, node: ast.Constant) -> Value:
        return Constant(node.value)

    def _name(self, node: ast.Name) -> Value:
        own = self.scope.names.get(node.id)
        if isinstance(own, Missing):
            raise Refused
        if own is not None:
            return own
        if node.id not in self.scope.globals:
            raise cannot(node, "kernels do not know this name")
        return self.known_value(self.scope.globals[node.id], node)

    def known_value(self, own: Any, node: ast.expr) -> Value:
        """Return what is known when the game is compiled: of the module, a class or a constant."""
        if isinstance(own, FunctionType):
            return Function(own)
        if isinstance(own, LookupTable):
            return Lookup(own)
        if isinstance(own, type) and is_dataclass(own):
            return DataClass(own)
        if _is_constant(own) or isinstance(own, EnumType | ModuleType):
            return Constant(own)
        if isinstance(own, type) and issubclass(self.program.rules_class, own):
            return Constant(own)
        if is_dataclass(own):
            raise cannot(node, "it may change; write @dataclass(frozen=True)")
        if isinstance(own, type):
            raise cannot(node, f"kernels know no class {own.__name__}; keep what it holds in lists")
        raise cannot(node, f"kernels do not know a {type(own).__name__} of the module")

    def _list(self, node: ast.List | ast.Tuple) -> Value:
        items: list[Value] = []
        spread: list[Stored] = []
        for each in node.elts:
            if not isinstance(each, ast.Starred):
                items.append(self.evaluated(self.value(each)))
                continue
            own = self.sequence(each.value)
            if isinstance(own, Items):
                items += own.items
            else:
                spread.append(self.built(own, node))
                items.append(spread[-1])
        if spread:
            return self.with_items_of(spread, items, node)
        return Items(tuple(items), is_tuple=isinstance(node, ast.Tuple))

    _tuple = _list

    def _dict(self, node: ast.Dict) -> Value:
        keys = [self.value(key) for key in node.keys if key is not None]
        values = [self.evaluated(self.value(value)) for value in node.values]
        own = Entries(tuple(zip(keys, values, strict=True)))
        is_certain = len(set(keys)) == len(keys) and all(isinstance(k, Constant) for k in keys)
        return own if is_certain else self.built_dict(own, node)

    # attributes and items

    def _attribute(self, node: ast.Attribute) -> Value:
        return self.attribute_of(self.value(node.value), node)

    def attribute_of(self, base: Value, node: ast.Attribute) -> Value:
        """Return an attribute of a value."""
        base = self.object_there(self.with_attribute(base, node.attr, node))
        if isinstance(base, Constant):
            return self._of_constant(base.value, node)
        if isinstance(base, OneOf):
            parts = [self._of_constant(each, node) for each in base.values]
            known = [each.value for each in parts if isinstance(each, Constant)]
            if len(known) == len(parts):
                return self.settled(base.place, known)
        if isinstance(base, Scalar) and base.type.kind == MEMBER:
            own = inspect.getattr_static(base.type.own_class, node.attr, None)
            if isinstance(own, property) and is_dataclass(base.type.own_class):
                return self.asked(own.fget, base, (), node)
            members = self.program.members(base.type.own_class)
            return self.attribute_of(OneOf(self.present(base).code, members), node)
        if isinstance(base, RuleValues):
            return self.program.rule_value(node.attr)
        if isinstance(base, Holder):
            own = self._of_every_game(base, node.attr)
            return self._of_holder(base, node) if own is None else own
        if isinstance(base, StoredObject):
            field = base.field(node.attr)
            if field is not None:
                return field
            own_property = inspect.getattr_static(base.type.own_class, node.attr, None)
            if isinstance(own_property, property):
                return self.asked(own_property.fget, base, (), node)
            raise cannot(node, f"no field {node.attr} was seen in the games played")
        if isinstance(base, Scalar) and not base.type.kind:
            return self.unknown(base)
        if isinstance(base, Scalar) and base.type.kind == ROW:
            return self.program.cell(self.present(base), node.attr)
        raise cannot(node, "kernels read attributes of the game, its parts, rules and rows only")

    def _of_constant(self, own: Any, node: ast.Attribute) -> Value:
        """Return an attribute of a constant: a module, a class, a member or a named tuple."""
        known = inspect.getattr_static(own, node.attr, Missing())
        has_values = isinstance(own, ModuleType | type | Enum | tuple) or is_dataclass(own)
        if not has_values or isinstance(known, Missing | property):
            raise cannot(node, "kernels know no such attribute")
        if isinstance(own, type) and not isinstance(own, EnumType):
            self._refuse_kept_in_game(node)
        return self.known_value(getattr(own, node.attr), node)

    def _refuse_kept_in_game(self, node: ast.Attribute) -> None:
        """Refuse an attribute of a class if a game of it, or a part, has another value."""
        if node.attr in self.program.observation.attributes[""]:
            raise cannot(node, f"the class and the game differ in it; write self.{node.attr}")

    def settled(self, place: str, values: Iterable[Any]) -> Value:
        """Return one of several constants: a number where all are numbers, texts or members."""
        own = OneOf(place, tuple(values))
        is_number = all(isinstance(each, (*SIMPLE, Enum)) for each in own.values)
        return self.as_scalar(own, ast.Name("constant")) if is_number else own

    def _of_every_game(self, holder: Holder, name: str) -> Value | None:
        """Return an attribute that all games or all parts have, if it is one."""
        if holder.part:
            part = self.program.parts[holder.part]
            if name == "stream":
                return Stream(self.program.source(part.source))
            return Scalar("state.n_players") if name == "players" else None
        if name == "me" and holder.is_view:
            self.asks_own_seat = True
            return Scalar(OWN_SEAT)
        if name == "rules":
            return RuleValues()
        if name == "chance" and not holder.is_view:
            return Sources()
        own = self.program.parts.get(name)
        return None if own is None else Holder(name, type(own))

    def _of_holder(self, holder: Holder, node: ast.Attribute) -> Value:
        own = inspect.getattr_static(holder.own_class, node.attr, object())
        if isinstance(own, cached_property):
            raise cannot(node, "a game keeps its first value; write @property")
        known = self.program.attribute(holder.part, node.attr)
        if known is not None:
            return known
        if holder.part:
            own = vars(self.program.parts[holder.part]).get(node.attr, own)
        if isinstance(own, Part):
            return Holder(own.name, type(own))
        if isinstance(own, property):
            return self.asked(own.fget, holder, (), node)
        if _is_constant(own):
            return Constant(own)
        raise cannot(node, self.program.why_not(holder.part, node.attr))

    def asked(
        self,
        function: Any,
        owner: Holder | StoredObject | Scalar,
        arguments: tuple[Value, ...],
        node: ast.expr,
    ) -> Value:
        """Return what a property or an item of a part is, which must only be read."""
        before = self.draws, self.reports, self.changes
        self.draws = self.reports = self.changes = False
        own = self.call_method(owner, function.__name__, arguments, node)
        if self.draws or self.reports or self.changes:
            raise cannot(node, "it does something where it is read; make it a method")
        self.draws, self.reports, self.changes = before
        return own

    def unknown(self, own: Scalar) -> Scalar:
        """Return a part of what is always None, or of which nothing is known in this attempt."""
        return Scalar(self.present(own).code, EMPTY)

    def _subscript(self, node: ast.Subscript) -> Value:
        return self.item_at(self.value(node.value), node)

    def _stream_by_name(self, name: Scalar, node: ast.expr) -> Stream:
        """Write which source of chance has a name that is known in the game only."""
        if name.type.kind != TEXT:
            raise cannot(node, "sources of chance have names")
        own, place = self.kept(self.present(name).code, "name"), self.name("place")
        for number, source in enumerate(self.program.rules_class.sources):
            with self.block(
                f"{'elif' if number else 'if'} {own} == {self.program.number_of(source)}"
            ):
                self.line(f"{place} = {number}")
        with self.block("else"):
            self.line(f"{place} = 0")
            self.line(f"fail(state, RAISED, {self.here})")
        return Stream(f"rng[{place}]")

    def item_at(self, base: Value, node: ast.Subscript) -> Value:
        """Return an item of a value, or some that a slice names."""
        if isinstance(node.slice, ast.Slice) and isinstance(base, Scalar | ChoiceItems):
            return self._parts(base, node.slice, node)
        if isinstance(node.slice, ast.Slice):
            return self._sliced(self.as_sequence(base, node), node.slice, node)
        if isinstance(base, Lookup):
            return self._looked_up(base, node)
        if isinstance(base, Sources):
            source = self.value(node.slice)
            if isinstance(source, Constant):
                return Stream(self.program.source(source.value))
            return self._stream_by_name(self.as_scalar(source, node), node)
        if isinstance(base, Entries):
            base = _constant_dict(base)
        if isinstance(base, Constant) and isinstance(base.value, dict):
            return self._one_of([base.value], "0", node)
        if isinstance(base, Constant) and isinstance(base.value, tuple | list):
            return self._one_of([base.value], "0", node)
        if isinstance(base, OneOf) and all(
            isinstance(each, tuple | list | dict) for each in base.values
        ):
            return self._one_of(base.values, base.place, node)
        if isinstance(base, Scalar) and not base.type.kind:
            return self.unknown(base)
        if isinstance(base, Scalar) and base.type.kind == CHOICE:
            return self.part_of_choice(base, self._written_out(node.slice), node)
        if (
            isinstance(base, ChoiceItems)
            and base.end is None
            and isinstance(node.slice, ast.Constant)
        ):
            start, index = base.first or 0, self._written_out(node.slice)
            if index >= 0 and start >= 0:
                return self.item_of_choice(self.choice_in(base.choice), start + index)
        if isinstance(base, StoredDict):
            keys = base.type.key or EMPTY
            key = bare(
                self.sought(self.used_as(self.value(node.slice), keys.kind, node), keys, node)
            )
            return stored_item(base, f"known_place(state, {base.code}, {key}, {self.here})")
        if isinstance(base, Entries):
            return self._entry(base, node)
        if isinstance(base, Holder):
            function = inspect.getattr_static(base.own_class, "__getitem__", None)
            if function is None:
                raise cannot(node, "it has no items")
            return self.asked(function, base, (self.value(node.slice),), node)
        own = self.as_sequence(base, node)
        if isinstance(own, Items) and own.is_tuple and not isinstance(node.ctx, ast.Load):
            raise cannot(node, "Python changes no tuple; write a new one")
        return self._item(own, node)

    def _looked_up(self, own: Lookup, node: ast.Subscript) -> Scalar:
        """Return a number of a lookup table."""
        table = own.table
        if not own.has_rules:
            raise cannot(node, f"write {table.__name__}(self.rules)[...]")
        nodes = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if len(nodes) != len(table.shape):
            raise cannot(node, f"the table has {len(table.shape)} dimensions")
        indices = [self.as_scalar(self.used_as(self.value(n), NUMBER, n), n) for n in nodes]
        places = [
            self.place_at(str(n), self.present(index).code)
            for n, index in zip(table.shape, indices, strict=True)
        ]
        cell = f"rules.{self.program.lookup(table)}[{', '.join(places)}]"
        if table.dtype.kind == "f":
            return Scalar(f"float({cell})", A_FRACTION)
        return Scalar(f"int({cell})", A_NUMBER)

    def _parts(self, own: Scalar | ChoiceItems, bounds: ast.Slice, node: ast.expr) -> Value:
        """Return the items of a choice between two places."""
        if isinstance(own, ChoiceItems):
            return self._sliced(self.as_sequence(own, node), bounds, node)
        given = [
            None if each is None else self.value(each) for each in (bounds.lower, bounds.upper)
        ]
        if (
            own.type.kind != CHOICE
            or bounds.step is not None
            or not all(each is None or isinstance(each, Constant) for each in given)
        ):
            raise cannot(node, "kernels know no such list")
        first, end = (each.value if isinstance(each, Constant) else None for each in given)
        return ChoiceItems(self.in_variable(own).code, first, end)

    def _entry(self, own: Entries, node: ast.Subscript) -> Value:
        """Return the value of a key in a dict that is written out."""
        key, written = self.value(node.slice), dict(own.pairs)
        if key in written:
            return written[key]
        known = own.known
        return self.item_at(self.built_dict(own, node) if known is None else Constant(known), node)

    def _sliced(self, own: Sequence, bounds: ast.Slice, node: ast.expr) -> Stored:
        """Write the items between two places as a list of their own."""
        whole = self.built(own, node)
        code = self.kept(whole.code, "whole")
        made, place, end = self.new_list("items"), self.name("place"), self.name("end")
        given = [
            None if each is None else bare(self.scalar(each).code)
            for each in (bounds.lower, bounds.upper, bounds.step)
        ]
        lower, upper, step = given
        backwards = step is not None and step.startswith("-")
        if (step is not None and not step.lstrip("-").isdigit()) or step == "0":
            raise cannot(node, "the step of a slice must be written out")
        bound = "last_at" if backwards else "bound_at"
        first = f"{code}.n - 1" if backwards else "0"
        last = "-1" if backwards else f"{code}.n"
        self.line(f"{end} = {last if upper is None else f'{bound}({code}.n, {upper})'}")
        start = first if lower is None else f"{bound}({code}.n, {lower})"
        steps = "" if step is None else f", {step}"
        with self.block(f"for {place} in range({start}, {end}{steps})"):
            self.add(made, stored_item(replace(whole, code=code), place), node)
        return made

    def _written_out(self, node: ast.expr) -> int:
        place = self.value(node)
        if isinstance(place, Constant) and isinstance(place.value, int):
            return place.value
        raise cannot(node, "the number of a detail of a choice must be written out")

    def looked_up(self, table: dict[Any, Any], key: Value, node: ast.expr, other: Scalar) -> Value:
        """Return the value of a key in a constant dictionary, or another one."""
        _, keys = self.program.numbers(table)
        code, name = self.kept(self.sought(key, keys, node), "key"), self.name("value")
        values = [self.program.constant(value) for value in table.values()]
        common = merged(value.type for value in (*values, other))
        self.line(f"{name} = {bare(other.code)}")
        for each, value in zip(table, values, strict=True):
            with self.block(f"if {code} == {self.program.constant(each).code}"):
                self.line(f"{name} = {value.code}")
        return Scalar(name, common)

    def place_at(self, n: str, index: str) -> str:
        """Return the code of the place of an index into `n` items."""
        return f"place_at(state, {n}, {bare(index)}, {self.here})"

    def cell(self, code: str) -> str:
        """Return the code of a number that goes into a column."""
        return f"cell(state, {bare(code)}, {self.here})"

    def _one_of(self, tables: Several[Any], place: str, node: ast.Subscript) -> Value:
        """Return an item of a constant list or dictionary, which is at a place among several."""
        index = self.value(node.slice)
        first = tables[0]
        keys = list(first) if isinstance(first, dict) else list(range(len(first)))
        if any(
            (list(each) if isinstance(each, dict) else list(range(len(each)))) != keys
            for each in tables
        ):
            built = self.as_sequence(OneOf(place, tuple(tables)), node)
            return self._item(built, node)
        if not keys:
            raise Untranslatable("it is empty")
        if isinstance(index, Constant):
            found = self._known_item(tables, index.value, node)
            return self.settled(place, found) if len(tables) > 1 else Constant(found[0])
        if isinstance(first, dict):
            name, own = self.program.numbers(keys)
            index = self.used_as(index, own.kind, node)
            index = self.fitting(index, TEXT, node) if own.kind == TEXT else index
            code = bare(self.sought(index, own, node))
            inner = f"known_among(state, {name}, {code}, {self.here})"
        else:
            index = self.as_scalar(self.used_as(index, NUMBER, node), node)
            inner = self.place_at(str(len(keys)), index.code)
        if len(tables) > 1:
            inner = f"({place} * {len(keys)} + {inner})"
        return self.settled(
            self.kept(inner, "place"), [each[key] for each in tables for key in keys]
        )

    def _known_item(self, tables: Several[Any], key: Any, node: ast.expr) -> list[Any]:
        try:
            return [each[key] for each in tables]
        except (KeyError, IndexError):
            raise cannot(node, "there is no such item") from None

    def _item(self, own: Sequence, node: ast.Subscript) -> Value:
        if isinstance(own, Items):
            place = self.value(node.slice)
            if not isinstance(place, Constant) or not isinstance(place.value, int):
                built = self.built(own, node)
                code = self.as_scalar(place, node).code
                return stored_item(built, self.place_at(f"{built.code}.n", code))
            if not -len(own.items) <= place.value < len(own.items):
                raise cannot(node, "the index is outside of the list")
            return own.items[place.value]
        place = self.used_as(self.value(node.slice), NUMBER, node)
        code = self.as_scalar(place, node.slice).code
        if isinstance(own, Stored):
            index = self.place_at(f"{own.code}.n", code)
            is_tuple = own.type.of is not None and own.type.of.kind == TUPLE
            return stored_item(own, self.kept(index, "place") if is_tuple else index)
        if isinstance(own, Menu):
            return Scalar(f"menu[{self.place_at('menu.shape[0]', code)}]", A_CHOICE)
        if isinstance(own, Offered):
            return Scalar(f"menu[{self.place_at('n_offered', code)}]", A_CHOICE)
        if isinstance(own, TableRows):
            return Scalar(self.place_at(f"rules.n_{own.table}", code), Type(ROW, own.table))
        built = self.built(own, node)
        return stored_item(built, self.place_at(f"{built.code}.n", code))

    def items_of(self, own: Sequence, node: ast.expr) -> list[Value]:
        """Return the items of a sequence that is written out."""
        if isinstance(own, Items):
            return list(own.items)
        raise cannot(node, "kernels need these items written out")

    # operators

    def _unaryop(self, node: ast.UnaryOp) -> Value:
        if isinstance(node.op, ast.Not):
            return Scalar(in_parentheses(negated(self.condition(node.operand))))
        value = self._operand(node.operand)
        number = value.value if isinstance(value, Constant) else None
        if isinstance(node.op, ast.USub) and isinstance(number, int | float):
            return Constant(-number)
        own = self.present(self.as_scalar(value, node))
        if not own.type.is_number or (isinstance(node.op, ast.Invert) and own.type.fraction):
            raise cannot(node, "kernels calculate with numbers only")
        if isinstance(node.op, ast.Invert):
            return Scalar(f"(-1 - {own.code})", own.type)
        return Scalar(f"(-{own.code})", own.type) if isinstance(node.op, ast.USub) else own

    def _binop(self, node: ast.BinOp) -> Value:
        left, right = self._operand(node.left), self._operand(node.right)
        return self.joined(node.op, left, right, node)

    def _operand(self, node: ast.expr) -> Value:
        """Return a value to calculate with: a test as a number, as it is in Python."""
        value = self.value(node)
        if is_test(node) and isinstance(value, Scalar):
            return Scalar(f"int({bare(value.code)})")
        return value

    def joined(self, sign: ast.operator, one: Value, other: Value, node: ast.expr) -> Value:
        """Return what an operator makes of two values."""
        if self.is_list(one) or self.is_list(other):
            return self._of_lists(sign, one, other, node)
        folded = _folded(sign, one, other)
        if folded is not None:
            return folded
        if isinstance(sign, ast.Add | ast.Sub) and not isinstance(
            other if isinstance(one, ChoiceItem) else one, ChoiceItem
        ):
            one, other = self.used_as(one, NUMBER, node), self.used_as(other, NUMBER, node)
        left, right = self.as_scalar(one, node), self.as_scalar(other, node)
        is_number = left.type.is_number and right.type.is_number
        if not is_number or type(sign) not in OPERATORS:
            raise cannot(node, "kernels calculate with numbers only")
        left, right = self.present(left), self.present(right)
        own = calculated_type(left.type, right.type, sign)
        return Scalar(self.calculated(sign, left.code, right.code), own)

    def _of_lists(self, sign: ast.operator, one: Value, other: Value, node: ast.expr) -> Value:
        """Write a sum or a multiple of lists, or a union, intersection or difference of sets."""
        if isinstance(sign, ast.Mult):
            items, times = (one, other) if self.is_list(one) else (other, one)
            own = self.as_sequence(items, node)
            if isinstance(own, Stored) and own.type.of is not None and own.type.of.is_list:
                raise cannot(node, SAME_LIST)
            if isinstance(own, Items) and any(
                isinstance(each, Sequence | StoredObject | Made) and self.as_tuple(each) is None
                for each in own.items
            ):
                raise cannot(node, SAME_LIST)
            made = self.new_list("items")
            with self.block(
                f"for {self.name('i')} in range(int({self.as_scalar(times, node).code}))"
            ):
                self.extend(made, own, node)
            return made
        left, right = self.as_sequence(one, node), self.as_sequence(other, node)
        if any(isinstance(own, StoredDict | Entries) for own in (left, right)):
            return self._of_dicts(sign, left, right, node)
        if isinstance(sign, ast.Add) and _is_tuple(left) != _is_tuple(right):
            raise cannot(node, "Python adds no list and tuple; write [*..., *...]")
        if isinstance(sign, ast.Add | ast.BitOr):
            made = self.new_list("items", distinct=isinstance(sign, ast.BitOr))
            self.extend(made, left, node)
            self.extend(made, right, node)
            return made
        if isinstance(sign, ast.BitXor):
            only_left = self._of_lists(ast.Sub(), left, right, node)
            only_right = self._of_lists(ast.Sub(), right, left, node)
            return self._of_lists(ast.BitOr(), only_left, only_right, node)
        if not isinstance(sign, ast.BitAnd | ast.Sub):
            raise cannot(node, "kernels calculate with numbers only")
        made, within = self.new_list("items", distinct=True), self.built(right, node)
        operator = ast.In() if isinstance(sign, ast.BitAnd) else ast.NotIn()

        def keep(item: Value) -> None:
            own = self.copy_of(item)
            with self.block(f"if {bare(self.comparison(own, operator, within, node))}"):
                self.add(made, own, node)

        self.go_through(left, keep, node, is_ordered=False)
        return made

    def _of_dicts(
        self, sign: ast.operator, one: Sequence, other: Sequence, node: ast.expr
    ) -> Stored | StoredDict:
        """Write a dict with the entries of two."""
        is_union = isinstance(sign, ast.BitOr)
        if not is_union or not all(isinstance(own, StoredDict | Entries) for own in (one, other)):
            raise cannot(node, "Python has no such operator of dicts")
        made = self.new_record("entries", [one, other], node)
        self.take_all(made, one, node)
        self.take_all(made, other, node)
        return made

    def calculated(self, sign: ast.operator, left: str, right: str) -> str:
        """Return the code of an operation with two numbers."""
        is_written = right.isdigit()
        if type(sign) in CHECKED and not (is_written and isinstance(sign, ast.RShift)):
            return f"{CHECKED[type(sign)]}(state, {bare(left)}, {bare(right)}, {self.here})"
        if isinstance(sign, ast.Mod) and not is_written:
            return f"remainder(state, {bare(left)}, {bare(right)}, {self.here})"
        return f"({left} {OPERATORS[type(sign)]} {self.operand(sign, right)})"

    def operand(self, sign: ast.operator, right: str) -> str:
        """Return the code of the right operand: what is divided by must not be zero."""
        is_certain = right.isdigit() and int(right) > 0
        if not isinstance(sign, DIVISIONS) or is_certain:
            return right
        return f"divisor(state, {bare(right)}, {self.here})"


def _is_constant(own: Any) -> bool:
    """Return whether a value of the module or of a class is the same for all games."""
    if isinstance(own, (*SIMPLE, *LISTS, Enum)):
        return True
    return is_dataclass(own) and vars(type(own))["__dataclass_params__"].frozen


def _constant_dict(own: Entries) -> Entries | Constant:
    """Return a dictionary that is written out as a constant, if it is one."""
    pairs = [each for pair in own.pairs for each in pair]
    if not all(isinstance(each, Constant) for each in pairs):
        return own
    values = [each.value for each in pairs if isinstance(each, Constant)]
    return Constant(dict(zip(values[::2], values[1::2], strict=True)))


def _is_tuple(own: Sequence) -> bool:
    return isinstance(own, TableRows) or (isinstance(own, Items) and own.is_tuple)


def _folded(sign: ast.operator, one: Value, other: Value) -> Constant | None:
    """Return the result of an operation with numbers that are written out, or None."""
    calculate = CALCULATIONS.get(type(sign))
    if calculate is None or not isinstance(one, Constant) or not isinstance(other, Constant):
        return None
    left, right = one.value, other.value
    if not isinstance(left, int | float) or not isinstance(right, int | float):
        return None
    if isinstance(sign, GROWING):
        if isinstance(left, float) or isinstance(right, float) or right < 0:
            return None
        right = min(right, MOST_BITS) if abs(left) > 1 else right
    try:
        return Constant(calculate(left, right))
    except ArithmeticError:  # a division by zero is a fault where it is reached
        return None


def calculated_type(left: Type, right: Type, operator: ast.operator) -> Type:
    """Return the type of what is calculated from two numbers."""
    is_fraction = left.fraction or right.fraction or isinstance(operator, ast.Div)
    return replace(A_NUMBER, fraction=is_fraction)
