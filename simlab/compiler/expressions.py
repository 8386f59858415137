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

from simlab.compiler.conditions import Conditions, in_parentheses, is_test, negate
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
    merge_types,
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
    entry_at,
)
from simlab.compiler.writer import OWN_SEAT, bare, cannot, construct_name
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
            raise cannot(node, f"kernels have no {construct_name(node)}")
        value: Value = self.open_choice(method(node))
        if isinstance(value, ChoiceItem):
            return self.item_of_choice(self.choice_in(value.choice), value.index)
        return self._open_choice(value, node) if isinstance(value, Scalar) else value

    def _open_choice(self, scalar: Scalar, node: ast.expr) -> Value:
        """Return a choice with the forms that it can have here; without a word, its details."""
        if scalar.type.kind != CHOICE:
            word = self.facts.word(scalar.code)
            return scalar if word is None else Constant(word)
        forms = self.facts.forms(scalar.code)
        scalar = (
            scalar if forms is None else replace(scalar, type=replace(scalar.type, forms=forms))
        )
        [form, *more_forms] = scalar.type.forms or self.program.forms
        is_opened = form.word is None and not more_forms and not scalar.type.optional
        return self.without_word(scalar, form) if is_opened else scalar

    def _constant(self, node: ast.Constant) -> Value:
        return Constant(node.value)

    def _name(self, node: ast.Name) -> Value:
        value = self.scope.names.get(node.id)
        if isinstance(value, Missing):
            raise Refused
        if value is not None:
            return value
        if node.id not in self.scope.globals:
            raise cannot(node, "kernels do not know this name")
        return self.value_at_compilation(self.scope.globals[node.id], node)

    def value_at_compilation(self, value: Any, node: ast.expr) -> Value:
        """Return what is known when the game is compiled: of the module, a class or a constant."""
        if isinstance(value, FunctionType):
            return Function(value)
        if isinstance(value, LookupTable):
            return Lookup(value)
        if isinstance(value, type) and is_dataclass(value):
            return DataClass(value)
        if _is_constant(value) or isinstance(value, EnumType | ModuleType):
            return Constant(value)
        if isinstance(value, type) and issubclass(self.program.rules_class, value):
            return Constant(value)
        if is_dataclass(value):
            raise cannot(node, "it may change; write @dataclass(frozen=True)")
        if isinstance(value, type):
            raise cannot(
                node, f"kernels know no class {value.__name__}; keep what it holds in lists"
            )
        raise cannot(node, f"kernels do not know a {type(value).__name__} of the module")

    def _list(self, node: ast.List | ast.Tuple) -> Value:
        items: list[Value] = []
        spread: list[Stored] = []
        for item_node in node.elts:
            if not isinstance(item_node, ast.Starred):
                items.append(self.evaluate(self.value(item_node)))
                continue
            sequence = self.sequence(item_node.value)
            if isinstance(sequence, Items):
                items += sequence.items
            else:
                spread.append(self.build_list(sequence, node))
                items.append(spread[-1])
        if spread:
            return self.with_items_of(spread, items, node)
        return Items(tuple(items), is_tuple=isinstance(node, ast.Tuple))

    _tuple = _list

    def _dict(self, node: ast.Dict) -> Value:
        keys = [self.value(key) for key in node.keys if key is not None]
        values = [self.evaluate(self.value(value)) for value in node.values]
        entries = Entries(tuple(zip(keys, values, strict=True)))
        # keys that are written out need no search: the dict is never made
        is_certain = len(set(keys)) == len(keys) and all(isinstance(k, Constant) for k in keys)
        return entries if is_certain else self.build_dict(entries, node)

    # attributes and items

    def _attribute(self, node: ast.Attribute) -> Value:
        return self.attribute_of(self.value(node.value), node)

    def attribute_of(self, base: Value, node: ast.Attribute) -> Value:
        """Return an attribute of a value."""
        base = self.object_there(self.with_attribute(base, node.attr, node))
        if isinstance(base, Constant):
            return self._of_constant(base.value, node)
        if isinstance(base, OneOf):
            parts = [self._of_constant(constant, node) for constant in base.values]
            part_values = [part.value for part in parts if isinstance(part, Constant)]
            if len(part_values) == len(parts):
                return self.pick_constant(base.index, part_values)
        if isinstance(base, Scalar) and base.type.kind == MEMBER:
            attribute = inspect.getattr_static(base.type.own_class, node.attr, None)
            if isinstance(attribute, property) and is_dataclass(base.type.own_class):
                return self.read_value(attribute.fget, base, (), node)
            members = self.program.members(base.type.own_class)
            return self.attribute_of(OneOf(self.present(base).code, members), node)
        if isinstance(base, RuleValues):
            return self.program.rule_value(node.attr)
        if isinstance(base, Holder):
            value = self._of_every_game(base, node.attr)
            return self._of_holder(base, node) if value is None else value
        if isinstance(base, StoredObject):
            field = base.field(node.attr)
            if field is not None:
                return field
            own_property = inspect.getattr_static(base.type.own_class, node.attr, None)
            if isinstance(own_property, property):
                return self.read_value(own_property.fget, base, (), node)
            raise cannot(node, f"no field {node.attr} was seen in the games played")
        if isinstance(base, Scalar) and not base.type.kind:
            return self.part_of_unknown(base)
        if isinstance(base, Scalar) and base.type.kind == ROW:
            return self.program.cell(self.present(base), node.attr)
        raise cannot(node, "kernels read attributes of the game, its parts, rules and rows only")

    def _of_constant(self, constant: Any, node: ast.Attribute) -> Value:
        """Return an attribute of a constant: a module, a class, a member or a named tuple."""
        attribute = inspect.getattr_static(constant, node.attr, Missing())
        has_values = isinstance(constant, ModuleType | type | Enum | tuple) or is_dataclass(
            constant
        )
        if not has_values or isinstance(attribute, Missing | property):
            raise cannot(node, "kernels know no such attribute")
        if isinstance(constant, type) and not isinstance(constant, EnumType):
            self._refuse_kept_in_game(node)
        return self.value_at_compilation(getattr(constant, node.attr), node)

    def _refuse_kept_in_game(self, node: ast.Attribute) -> None:
        """Refuse an attribute of a class if a game of it, or a part, has another value."""
        # a kernel reads the attribute of the game, which may hide that of the class
        if node.attr in self.program.observation.attributes[""]:
            raise cannot(node, f"the class and the game differ in it; write self.{node.attr}")

    def pick_constant(self, index: str, values: Iterable[Any]) -> Value:
        """Return one of several constants: a number where all are numbers, texts or members."""
        one_of = OneOf(index, tuple(values))
        is_number = all(isinstance(constant, (*SIMPLE, Enum)) for constant in one_of.values)
        return self.as_scalar(one_of, ast.Name("constant")) if is_number else one_of

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
        named_part = self.program.parts.get(name)
        return None if named_part is None else Holder(name, type(named_part))

    def _of_holder(self, holder: Holder, node: ast.Attribute) -> Value:
        attribute = inspect.getattr_static(holder.own_class, node.attr, object())
        if isinstance(attribute, cached_property):
            raise cannot(node, "a game keeps its first value; write @property")
        known_attribute = self.program.attribute(holder.part, node.attr)
        if known_attribute is not None:
            return known_attribute
        if holder.part:
            attribute = vars(self.program.parts[holder.part]).get(node.attr, attribute)
        if isinstance(attribute, Part):
            return Holder(attribute.name, type(attribute))
        if isinstance(attribute, property):
            return self.read_value(attribute.fget, holder, (), node)
        if _is_constant(attribute):
            return Constant(attribute)
        raise cannot(node, self.program.why_not(holder.part, node.attr))

    def read_value(
        self,
        function: Any,
        owner: Holder | StoredObject | Scalar,
        arguments: tuple[Value, ...],
        node: ast.expr,
    ) -> Value:
        """Return what a property or an item of a part is, which must only be read."""
        # apart from the flags of the statement around, to see what the reading alone does
        flags = self.draws, self.reports, self.changes
        self.draws = self.reports = self.changes = False
        value = self.call_method(owner, function.__name__, arguments, node)
        if self.draws or self.reports or self.changes:
            raise cannot(node, "it does something where it is read; make it a method")
        self.draws, self.reports, self.changes = flags
        return value

    def part_of_unknown(self, scalar: Scalar) -> Scalar:
        """Return a part of what is always None, or of which nothing is known in this attempt."""
        return Scalar(self.present(scalar).code, EMPTY)

    def _subscript(self, node: ast.Subscript) -> Value:
        return self.item_at(self.value(node.value), node)

    def _stream_by_name(self, name: Scalar, node: ast.expr) -> Stream:
        """Write which source of chance has a name that is known in the game only."""
        if name.type.kind != TEXT:
            raise cannot(node, "sources of chance have names")
        name_code, index = self.keep(self.present(name).code, "name"), self.name("place")
        for number, source in enumerate(self.program.rules_class.sources):
            with self.block(
                f"{'elif' if number else 'if'} {name_code} == {self.program.number_of(source)}"
            ):
                self.line(f"{index} = {number}")
        with self.block("else"):
            # some source: the kernel goes on after a fault, and must not read outside
            self.line(f"{index} = 0")
            self.line(f"fail(state, RAISED, {self.here})")
        return Stream(f"rng[{index}]")

    def item_at(self, base: Value, node: ast.Subscript) -> Value:
        """Return an item of a value, or some that a slice names."""
        if isinstance(node.slice, ast.Slice) and isinstance(base, Scalar | ChoiceItems):
            return self._parts(base, node.slice, node)
        if isinstance(node.slice, ast.Slice):
            return self._slice(self.as_sequence(base, node), node.slice, node)
        if isinstance(base, Lookup):
            return self._look_up_number(base, node)
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
            isinstance(constant, tuple | list | dict) for constant in base.values
        ):
            return self._one_of(base.values, base.index, node)
        if isinstance(base, Scalar) and not base.type.kind:
            return self.part_of_unknown(base)
        if isinstance(base, Scalar) and base.type.kind == CHOICE:
            return self.part_of_choice(base, self._literal_int(node.slice), node)
        if (
            isinstance(base, ChoiceItems)
            and base.end is None
            and isinstance(node.slice, ast.Constant)
        ):
            start, index = base.first or 0, self._literal_int(node.slice)
            if index >= 0 and start >= 0:
                return self.item_of_choice(self.choice_in(base.choice), start + index)
        if isinstance(base, StoredDict):
            keys = base.type.key or EMPTY
            key = bare(
                self.code_to_find(
                    self.require_kind(self.value(node.slice), keys.kind, node), keys, node
                )
            )
            return entry_at(base, f"known_place(state, {base.code}, {key}, {self.here})")
        if isinstance(base, Entries):
            return self._entry(base, node)
        if isinstance(base, Holder):
            function = inspect.getattr_static(base.own_class, "__getitem__", None)
            if function is None:
                raise cannot(node, "it has no items")
            return self.read_value(function, base, (self.value(node.slice),), node)
        sequence = self.as_sequence(base, node)
        # Python would raise an error; a kernel would write to its variable
        if isinstance(sequence, Items) and sequence.is_tuple and not isinstance(node.ctx, ast.Load):
            raise cannot(node, "Python changes no tuple; write a new one")
        return self._item(sequence, node)

    def _look_up_number(self, lookup: Lookup, node: ast.Subscript) -> Scalar:
        """Return a number of a lookup table."""
        table = lookup.table
        if not lookup.has_rules:
            raise cannot(node, f"write {table.__name__}(self.rules)[...]")
        nodes = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if len(nodes) != len(table.shape):
            raise cannot(node, f"the table has {len(table.shape)} dimensions")
        indices = [self.as_scalar(self.require_kind(self.value(n), NUMBER, n), n) for n in nodes]
        index_codes = [
            self.place_at(str(n), self.present(index).code)
            for n, index in zip(table.shape, indices, strict=True)
        ]
        cell = f"rules.{self.program.lookup(table)}[{', '.join(index_codes)}]"
        if table.dtype.kind == "f":
            return Scalar(f"float({cell})", A_FRACTION)
        return Scalar(f"int({cell})", A_NUMBER)

    def _parts(
        self, choice_or_part: Scalar | ChoiceItems, bounds: ast.Slice, node: ast.expr
    ) -> Value:
        """Return the items of a choice between two places."""
        if isinstance(choice_or_part, ChoiceItems):
            return self._slice(self.as_sequence(choice_or_part, node), bounds, node)
        bound_values = [
            None if bound is None else self.value(bound) for bound in (bounds.lower, bounds.upper)
        ]
        if (
            choice_or_part.type.kind != CHOICE
            or bounds.step is not None
            or not all(bound is None or isinstance(bound, Constant) for bound in bound_values)
        ):
            raise cannot(node, "kernels know no such list")
        start, end = (
            bound.value if isinstance(bound, Constant) else None for bound in bound_values
        )
        return ChoiceItems(self.in_variable(choice_or_part).code, start, end)

    def _entry(self, entries: Entries, node: ast.Subscript) -> Value:
        """Return the value of a key in a dict that is written out."""
        key, written = self.value(node.slice), dict(entries.pairs)
        if key in written:
            return written[key]
        known_dict = entries.known
        return self.item_at(
            self.build_dict(entries, node) if known_dict is None else Constant(known_dict), node
        )

    def _slice(self, sequence: Sequence, bounds: ast.Slice, node: ast.expr) -> Stored:
        """Write the items between two places as a list of their own."""
        whole_list = self.build_list(sequence, node)
        code = self.keep(whole_list.code, "whole")
        new_list, index, end = self.new_list("items"), self.name("place"), self.name("end")
        bound_codes = [
            None if bound_node is None else bare(self.scalar(bound_node).code)
            for bound_node in (bounds.lower, bounds.upper, bounds.step)
        ]
        lower, upper, step = bound_codes
        backwards = step is not None and step.startswith("-")
        if (step is not None and not step.lstrip("-").isdigit()) or step == "0":
            raise cannot(node, "the step of a slice must be written out")
        bound = "last_at" if backwards else "bound_at"
        start_by_default = f"{code}.n - 1" if backwards else "0"
        end_by_default = "-1" if backwards else f"{code}.n"
        self.line(f"{end} = {end_by_default if upper is None else f'{bound}({code}.n, {upper})'}")
        start = start_by_default if lower is None else f"{bound}({code}.n, {lower})"
        steps = "" if step is None else f", {step}"
        with self.block(f"for {index} in range({start}, {end}{steps})"):
            self.add(new_list, entry_at(replace(whole_list, code=code), index), node)
        return new_list

    def _literal_int(self, node: ast.expr) -> int:
        index = self.value(node)
        if isinstance(index, Constant) and isinstance(index.value, int):
            return index.value
        raise cannot(node, "the number of a detail of a choice must be written out")

    def look_up(self, table: dict[Any, Any], key: Value, node: ast.expr, default: Scalar) -> Value:
        """Return the value of a key in a constant dictionary, or another one."""
        _, keys = self.program.numbers(table)
        code, name = self.keep(self.code_to_find(key, keys, node), "key"), self.name("value")
        values = [self.program.constant(value) for value in table.values()]
        common_type = merge_types(value.type for value in (*values, default))
        self.line(f"{name} = {bare(default.code)}")
        for table_key, value in zip(table, values, strict=True):
            with self.block(f"if {code} == {self.program.constant(table_key).code}"):
                self.line(f"{name} = {value.code}")
        return Scalar(name, common_type)

    def place_at(self, n: str, index: str) -> str:
        """Return the code of the place of an index into `n` items."""
        return f"place_at(state, {n}, {bare(index)}, {self.here})"

    def cell(self, code: str) -> str:
        """Return the code of a number that goes into a column."""
        return f"cell(state, {bare(code)}, {self.here})"

    def _one_of(self, tables: Several[Any], table_index: str, node: ast.Subscript) -> Value:
        """Return an item of a constant list or dictionary, which is at a place among several."""
        index = self.value(node.slice)
        first_table = tables[0]
        keys = list(first_table) if isinstance(first_table, dict) else list(range(len(first_table)))
        if any(
            (list(table) if isinstance(table, dict) else list(range(len(table)))) != keys
            for table in tables
        ):
            items_by_table = self.as_sequence(OneOf(table_index, tuple(tables)), node)
            return self._item(items_by_table, node)
        if not keys:
            raise Untranslatable("it is empty")
        if isinstance(index, Constant):
            items = self._item_of_each(tables, index.value, node)
            return self.pick_constant(table_index, items) if len(tables) > 1 else Constant(items[0])
        if isinstance(first_table, dict):
            key_type = merge_types(self.program.constant(key).type for key in keys)
            index = self.require_kind(index, key_type.kind, node)
            index = self.fit_to_kind(index, TEXT, node) if key_type.kind == TEXT else index
            code = bare(self.code_to_find(index, key_type, node))
            places = self.program.places(keys)
            search = f"known_place_of(state, {places}"
            if not places:
                search = f"known_among(state, {self.program.numbers(keys)[0]}"
            item_index = f"{search}, {code}, {self.here})"
        else:
            index = self.as_scalar(self.require_kind(index, NUMBER, node), node)
            item_index = self.place_at(str(len(keys)), index.code)
        if len(tables) > 1:
            item_index = f"({table_index} * {len(keys)} + {item_index})"
        return self.pick_constant(
            self.keep(item_index, "place"), [table[key] for table in tables for key in keys]
        )

    def _item_of_each(self, tables: Several[Any], key: Any, node: ast.expr) -> list[Any]:
        try:
            return [table[key] for table in tables]
        except (KeyError, IndexError):
            raise cannot(node, "there is no such item") from None

    def _item(self, sequence: Sequence, node: ast.Subscript) -> Value:
        if isinstance(sequence, Items):
            index_value = self.value(node.slice)
            if not isinstance(index_value, Constant) or not isinstance(index_value.value, int):
                new_list = self.build_list(sequence, node)
                code = self.as_scalar(index_value, node).code
                return entry_at(new_list, self.place_at(f"{new_list.code}.n", code))
            if not -len(sequence.items) <= index_value.value < len(sequence.items):
                raise cannot(node, "the index is outside of the list")
            return sequence.items[index_value.value]
        index_value = self.require_kind(self.value(node.slice), NUMBER, node)
        code = self.as_scalar(index_value, node.slice).code
        if isinstance(sequence, Stored):
            index = self.place_at(f"{sequence.code}.n", code)
            is_tuple = sequence.type.of is not None and sequence.type.of.kind == TUPLE
            return entry_at(sequence, self.keep(index, "place") if is_tuple else index)
        if isinstance(sequence, Menu):
            return Scalar(f"menu[{self.place_at('menu.shape[0]', code)}]", A_CHOICE)
        if isinstance(sequence, Offered):
            return Scalar(f"menu[{self.place_at('n_offered', code)}]", A_CHOICE)
        if isinstance(sequence, TableRows):
            return Scalar(
                self.place_at(f"rules.n_{sequence.table}", code), Type(ROW, sequence.table)
            )
        new_list = self.build_list(sequence, node)
        return entry_at(new_list, self.place_at(f"{new_list.code}.n", code))

    def items_of(self, sequence: Sequence, node: ast.expr) -> list[Value]:
        """Return the items of a sequence that is written out."""
        if isinstance(sequence, Items):
            return list(sequence.items)
        raise cannot(node, "kernels need these items written out")

    # operators

    def _unaryop(self, node: ast.UnaryOp) -> Value:
        if isinstance(node.op, ast.Not):
            return Scalar(in_parentheses(negate(self.condition(node.operand))))
        value = self._operand(node.operand)
        number = value.value if isinstance(value, Constant) else None
        if isinstance(node.op, ast.USub) and isinstance(number, int | float):
            return Constant(-number)
        scalar = self.present(self.as_scalar(value, node))
        if not scalar.type.is_number or (isinstance(node.op, ast.Invert) and scalar.type.fraction):
            raise cannot(node, "kernels calculate with numbers only")
        if isinstance(node.op, ast.Invert):
            return Scalar(f"(-1 - {scalar.code})", scalar.type)
        return Scalar(f"(-{scalar.code})", scalar.type) if isinstance(node.op, ast.USub) else scalar

    def _binop(self, node: ast.BinOp) -> Value:
        left_value, right_value = self._operand(node.left), self._operand(node.right)
        return self.apply_operator(node.op, left_value, right_value, node)

    def _operand(self, node: ast.expr) -> Value:
        """Return a value to calculate with: a test as a number, as it is in Python."""
        value = self.value(node)
        if is_test(node) and isinstance(value, Scalar):
            return Scalar(f"int({bare(value.code)})")
        return value

    def apply_operator(
        self, sign: ast.operator, left_value: Value, right_value: Value, node: ast.expr
    ) -> Value:
        """Return what an operator makes of two values."""
        if self.is_list(left_value) or self.is_list(right_value):
            return self._of_lists(sign, left_value, right_value, node)
        folded = _fold(sign, left_value, right_value)
        if folded is not None:
            return folded
        if isinstance(sign, ast.Add | ast.Sub) and not isinstance(
            right_value if isinstance(left_value, ChoiceItem) else left_value, ChoiceItem
        ):
            left_value, right_value = (
                self.require_kind(left_value, NUMBER, node),
                self.require_kind(right_value, NUMBER, node),
            )
        left_scalar, right_scalar = (
            self.as_scalar(left_value, node),
            self.as_scalar(right_value, node),
        )
        is_number = left_scalar.type.is_number and right_scalar.type.is_number
        if not is_number or type(sign) not in OPERATORS:
            raise cannot(node, "kernels calculate with numbers only")
        left_scalar, right_scalar = self.present(left_scalar), self.present(right_scalar)
        result_type = arithmetic_type(left_scalar.type, right_scalar.type, sign)
        return Scalar(self.operation_code(sign, left_scalar.code, right_scalar.code), result_type)

    def _of_lists(
        self, sign: ast.operator, left_value: Value, right_value: Value, node: ast.expr
    ) -> Value:
        """Write a sum or a multiple of lists, or a union, intersection or difference of sets."""
        if isinstance(sign, ast.Mult):
            items, times = (
                (left_value, right_value) if self.is_list(left_value) else (right_value, left_value)
            )
            sequence = self.as_sequence(items, node)
            if (
                isinstance(sequence, Stored)
                and sequence.type.of is not None
                and sequence.type.of.is_list
            ):
                raise cannot(node, SAME_LIST)
            if isinstance(sequence, Items) and any(
                isinstance(item, Sequence | StoredObject | Made) and self.as_tuple(item) is None
                for item in sequence.items
            ):
                raise cannot(node, SAME_LIST)
            new_list = self.new_list("items")
            with self.block(
                f"for {self.name('i')} in range(int({self.as_scalar(times, node).code}))"
            ):
                self.extend(new_list, sequence, node)
            return new_list
        left_list, right_list = (
            self.as_sequence(left_value, node),
            self.as_sequence(right_value, node),
        )
        if any(isinstance(operand, StoredDict | Entries) for operand in (left_list, right_list)):
            return self._of_dicts(sign, left_list, right_list, node)
        if isinstance(sign, ast.Add) and _is_tuple(left_list) != _is_tuple(right_list):
            raise cannot(node, "Python adds no list and tuple; write [*..., *...]")
        if isinstance(sign, ast.Add | ast.BitOr):
            new_list = self.new_list("items", distinct=isinstance(sign, ast.BitOr))
            self.extend(new_list, left_list, node)
            self.extend(new_list, right_list, node)
            return new_list
        if isinstance(sign, ast.BitXor):
            only_left = self._of_lists(ast.Sub(), left_list, right_list, node)
            only_right = self._of_lists(ast.Sub(), right_list, left_list, node)
            return self._of_lists(ast.BitOr(), only_left, only_right, node)
        if not isinstance(sign, ast.BitAnd | ast.Sub):
            raise cannot(node, "kernels calculate with numbers only")
        new_list, within = self.new_list("items", distinct=True), self.build_list(right_list, node)
        operator = ast.In() if isinstance(sign, ast.BitAnd) else ast.NotIn()

        def keep(item: Value) -> None:
            item_copy = self.copy_of(item)
            with self.block(f"if {bare(self.comparison(item_copy, operator, within, node))}"):
                self.add(new_list, item_copy, node)

        self.go_through(left_list, keep, node, is_ordered=False)
        return new_list

    def _of_dicts(
        self, sign: ast.operator, left_dict: Sequence, right_dict: Sequence, node: ast.expr
    ) -> Stored | StoredDict:
        """Write a dict with the entries of two."""
        is_union = isinstance(sign, ast.BitOr)
        if not is_union or not all(
            isinstance(operand, StoredDict | Entries) for operand in (left_dict, right_dict)
        ):
            raise cannot(node, "Python has no such operator of dicts")
        new_dict = self.new_record("entries", [left_dict, right_dict], node)
        self.take_all(new_dict, left_dict, node)
        self.take_all(new_dict, right_dict, node)
        return new_dict

    def operation_code(self, sign: ast.operator, left_code: str, right_code: str) -> str:
        """Return the code of an operation with two numbers."""
        is_written = right_code.isdigit()
        if type(sign) in CHECKED and not (is_written and isinstance(sign, ast.RShift)):
            return (
                f"{CHECKED[type(sign)]}(state, {bare(left_code)}, {bare(right_code)}, {self.here})"
            )
        if isinstance(sign, ast.Mod) and not is_written:
            return f"remainder(state, {bare(left_code)}, {bare(right_code)}, {self.here})"
        return f"({left_code} {OPERATORS[type(sign)]} {self.operand(sign, right_code)})"

    def operand(self, sign: ast.operator, right: str) -> str:
        """Return the code of the right operand: what is divided by must not be zero."""
        is_certain = right.isdigit() and int(right) > 0
        if not isinstance(sign, DIVISIONS) or is_certain:
            return right
        return f"divisor(state, {bare(right)}, {self.here})"


def _is_constant(value: Any) -> bool:
    """Return whether a value of the module or of a class is the same for all games."""
    if isinstance(value, (*SIMPLE, *LISTS, Enum)):
        return True
    return is_dataclass(value) and vars(type(value))["__dataclass_params__"].frozen


def _constant_dict(entries: Entries) -> Entries | Constant:
    """Return a dictionary that is written out as a constant, if it is one."""
    pairs = [part for pair in entries.pairs for part in pair]
    if not all(isinstance(part, Constant) for part in pairs):
        return entries
    values = [part.value for part in pairs if isinstance(part, Constant)]
    return Constant(dict(zip(values[::2], values[1::2], strict=True)))


def _is_tuple(sequence: Sequence) -> bool:
    return isinstance(sequence, TableRows) or (isinstance(sequence, Items) and sequence.is_tuple)


def _fold(sign: ast.operator, left_value: Value, right_value: Value) -> Constant | None:
    """Return the result of an operation with numbers that are written out, or None."""
    calculate = CALCULATIONS.get(type(sign))
    if (
        calculate is None
        or not isinstance(left_value, Constant)
        or not isinstance(right_value, Constant)
    ):
        return None
    left_number, right_number = left_value.value, right_value.value
    if not isinstance(left_number, int | float) or not isinstance(right_number, int | float):
        return None
    if isinstance(sign, GROWING):
        if isinstance(left_number, float) or isinstance(right_number, float) or right_number < 0:
            return None
        right_number = min(right_number, MOST_BITS) if abs(left_number) > 1 else right_number
    try:
        return Constant(calculate(left_number, right_number))
    except ArithmeticError:  # a division by zero is a fault where it is reached
        return None


def arithmetic_type(left_type: Type, right_type: Type, operator: ast.operator) -> Type:
    """Return the type of what is calculated from two numbers."""
    is_fraction = left_type.fraction or right_type.fraction or isinstance(operator, ast.Div)
    return replace(A_NUMBER, fraction=is_fraction)
