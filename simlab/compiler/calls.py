"""Calls in plain games: methods of the game, its parts and lists, functions of Python, chance."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, fields, is_dataclass, replace
from typing import Any

from simlab.compiler.choices import Choices
from simlab.compiler.conditions import all_of, any_of, in_parentheses, negated
from simlab.compiler.normal_form import ARRANGE, SORT
from simlab.compiler.source_code import imported_name
from simlab.compiler.tuples import names_of
from simlab.compiler.value_type import (
    A_CHOICE,
    A_FRACTION,
    A_NUMBER,
    CHOICE,
    EMPTY,
    MEMBER,
    NUMBER,
    OBJECT,
    OPTIONAL_NUMBER,
    ROW,
    SOME_NUMBERS,
    TEXT,
    TUPLE,
    Type,
    is_value,
    merged,
)
from simlab.compiler.values import (
    Backwards,
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
    Numbered,
    Offered,
    OneOf,
    Pairs,
    Range,
    RuleValues,
    Scalar,
    Sequence,
    Sources,
    Specialized,
    Stored,
    StoredDict,
    StoredObject,
    Stream,
    Together,
    Value,
    stored_item,
)
from simlab.compiler.writer import ITEM, bare, cannot
from simlab.errors import Refused
from simlab.plain.game import PlainGame
from simlab.plain.ledger import AMOUNT

INSTEAD = {
    "print": "report it with log()",
    "reduce": "write a loop",
}
"""What to write instead of a function of Python."""
METHODS_OF_TEXTS = frozenset({"startswith", "endswith", "count"})
"""Methods of texts that tell the same of each text."""
MANY_ARGUMENTS = (
    "kernels must know how many arguments there are; of zip(*rows), the columns are"
    " [row[place] for row in rows] for each place"
)
KEYWORDS = {"enumerate": ("start",), "zip": ("strict",)}
"""Arguments of functions of Python that may be named."""
ROUNDED = {"math.floor": "floored", "math.ceil": "raised", "math.trunc": "truncated"}
"""Kernels for functions that make whole numbers of fractions."""
NOTHING_RETURNED = Constant(None)


class Calls(Choices):
    """Translates calls."""

    def _call(self, node: ast.Call) -> Value:
        func = node.func
        imported = imported_name(func, self.scope.globals)
        if imported.startswith("math."):
            return self._of_math(imported, node)
        if isinstance(func, ast.Name):
            return self._call_by_name(node, func.id)
        text = ast.unparse(func)
        if text == "super().hide":
            self.hide_parts(*map(self.value, node.args))
            return NOTHING_RETURNED
        if not isinstance(func, ast.Attribute):
            raise cannot(node, "kernels call methods and functions by their names")
        if text == "', '.join":
            return self._numbers_in(node)
        return self._method(self.value(func.value), func.attr, node)

    def _method(self, base: Value, name: str, node: ast.Call) -> Value:
        if isinstance(base, Sources | Stream):
            return self._drawn(base, name, node)
        if isinstance(base, Stored):
            return self._of_list(base, name, node)
        if isinstance(base, Offered):
            return self._of_menu(name, node)
        if isinstance(base, StoredDict):
            return self._of_dict(base, name, node)
        if isinstance(base, Holder) and name == "table" and not base.part:
            return self.program.table(self.value(node.args[0]), node)
        if isinstance(base, Holder) and name == "cards_of" and base.part:
            return self._cards_of(self.value(node.args[0]), node)
        if isinstance(base, Holder) and name == ("report" if base.part else "log"):
            return self._logged(base.part, node)
        base = self.object_there(self.with_attribute(base, name, node))
        known = base.values if isinstance(base, OneOf) else [getattr(base, "value", None)]
        if all(map(is_value, known)):
            base = self.as_scalar(base, node)
        if isinstance(base, Scalar) and is_dataclass(base.type.own_class):
            base = self.present(base)
        if isinstance(base, Holder | StoredObject) or (
            isinstance(base, Scalar) and is_dataclass(base.type.own_class)
        ):
            named = {str(each.arg): self.value(each.value) for each in node.keywords}
            return self.call_method(base, name, self.arguments(node), node, named)
        if name in METHODS_OF_TEXTS and self.is_text(base):
            return self._of_text(base, name, node)
        if isinstance(base, Constant) and isinstance(base.value, type):
            return self._of_class(base.value, name, node)
        if self.is_list(base):
            return self._of_written(self.as_sequence(base, node), name, node)
        raise cannot(node, f"kernels have no {name}() of {self._in_words(base)}")

    @staticmethod
    def is_text(own: Value) -> bool:
        """Return whether a value is a text."""
        if isinstance(own, Constant):
            return isinstance(own.value, str)
        return isinstance(own, Scalar) and own.type.kind == TEXT

    def _of_text(self, base: Value, name: str, node: ast.Call) -> Value:
        """Return the value of a method of a text."""
        given = [self.value(each) for each in node.args]
        if node.keywords or not all(isinstance(each, Constant) for each in given):
            raise cannot(node, "kernels know what is asked of a text only if it is written out")
        arguments = ", ".join(repr(each.value) for each in given if isinstance(each, Constant))
        word = self.present(self.as_scalar(base, node))
        return self.of_text(word, f"text.{name}({arguments})")

    def _of_class(self, own_class: type, name: str, node: ast.Call) -> Value:
        """Return the value of a static method or class method of the game, or of a class above."""
        function = inspect.getattr_static(own_class, name, None)
        if not isinstance(function, staticmethod | classmethod):
            raise cannot(node, f"call self.{name}()")
        named = {str(each.arg): self.value(each.value) for each in node.keywords}
        owner = Holder("", self.program.rules_class)
        return self.call_method(owner, name, self.arguments(node), node, named)

    def arguments(self, node: ast.Call) -> list[Value]:
        """Return the arguments of a call that have no name; items may be given by a star."""
        own: list[Value] = []
        for each in node.args:
            if not isinstance(each, ast.Starred):
                own.append(self.value(each))
                continue
            items = self.sequence(each.value)
            if not isinstance(items, Items):
                raise cannot(each, MANY_ARGUMENTS)
            own += items.items
        return own

    def _of_math(self, name: str, node: ast.Call) -> Value:
        """Return the value of a function of math."""
        numbers = [self.present(each) for each in self.scalars(node.args)]
        if any(each.type.kind != NUMBER for each in numbers):
            raise cannot(node, "kernels calculate with numbers only")
        codes = [bare(each.code) for each in numbers]
        is_fraction = any(each.type.fraction for each in numbers)
        if name in ROUNDED and len(codes) == 1:
            if not is_fraction:
                return Scalar(f"int({codes[0]})")
            return Scalar(f"{ROUNDED[name]}(state, {codes[0]}, {self.here})")
        if name == "math.sqrt":
            return Scalar(f"square_root(state, {codes[0]}, {self.here})", A_FRACTION)
        if name == "math.isqrt" and not is_fraction:
            return Scalar(f"whole_root(state, {codes[0]}, {self.here})")
        raise cannot(
            node, f"kernels have no such {name}(); keep its values in a tuple of the module"
        )

    @staticmethod
    def _in_words(base: Value) -> str:
        return base.type.in_words if isinstance(base, Scalar) else "this"

    def hide_parts(self, seat: Value, chance: Value) -> None:
        """Write what a game does that does not write `hide`.

        Raises:
            Refused: a part hides what cannot be translated; it is noted.
        """
        bound = {"game": Holder("", self.program.rules_class), "seat": seat, "chance": chance}
        for part in sorted(self.program.parts.values(), key=lambda each: each.hides_last):
            owner = Holder(part.name, type(part))
            try:
                self.call_function(type(part).hide, owner, bound, ast.Name("hide"))
            except Refused:
                self.program.refuse_part(part.name)
                raise

    def _call_by_name(self, node: ast.Call, name: str) -> Value:
        """Return the value of a function of the module or of Python."""
        if name == SORT:
            items, turned, *keys = node.args
            lists = [self._sorted_list(each) for each in keys]
            order = bare(self.truth(self.value(turned), node))
            self.sort(self._sorted_list(items), order, lists, items)
            return NOTHING_RETURNED
        if name == ARRANGE:
            arranged, places = map(self._sorted_list, node.args)
            self.arrange(arranged, places, node)
            return NOTHING_RETURNED
        if name in self.scope.names or name in self.scope.globals:
            own = self.value(ast.Name(name))
            if isinstance(own, DataClass):
                return self._made(own.own_class, node)
            if isinstance(own, Lookup):
                return self._with_rules(own, node)
            if not isinstance(own, Function):
                raise cannot(node, "kernels call methods and functions of the module only")
            named = {str(each.arg): self.value(each.value) for each in node.keywords}
            arguments = self.arguments(node)
            bound = self.program.bound(own.function, arguments, named, node, skipped=0)
            return self.call_function(own.function, Holder("", object), bound, node)
        known = getattr(self, f"_call_{name}", None)
        if known is None:
            instead = INSTEAD.get(name)
            raise cannot(node, f"kernels have no {name}()" + (f"; {instead}" if instead else ""))
        for each in node.keywords:
            if each.arg not in KEYWORDS.get(name, ()):
                raise cannot(node, f"kernels know no {each.arg}= here")
        value: Value = known(node)
        return value

    def _with_rules(self, lookup: Lookup, node: ast.Call) -> Lookup:
        """Return a lookup table with the rules of the game."""
        arguments = list(map(self.value, node.args))
        if node.keywords or len(arguments) != 1 or not isinstance(arguments[0], RuleValues):
            name = lookup.table.__name__
            raise cannot(node, f"write {name}(self.rules), or view.rules in a policy")
        return Lookup(lookup.table, has_rules=True)

    def _sorted_list(self, node: ast.expr) -> Stored:
        own = self.value(node)
        if not isinstance(own, Stored):
            raise cannot(node, "kernels order lists that have a name only")
        return own

    def _made(self, own_class: type, node: ast.Call) -> Made | Scalar:
        own = [each.name for each in fields(own_class) if each.init]
        given = dict(zip(own, map(self.value, node.args), strict=False))
        given |= {str(each.arg): self.value(each.value) for each in node.keywords}
        is_member = bool(self.program.members(own_class))
        return self._member(own_class, given, node) if is_member else Made(own_class, given)

    def _member(self, own_class: Any, given: Mapping[str, Value], node: ast.Call) -> Scalar:
        """Write the search for an object of a frozen dataclass with these fields."""
        if hasattr(own_class, "__post_init__"):
            raise cannot(node, "kernels know no __post_init__(); give the fields their values")
        members = self.program.members(own_class)
        found, place = self.written_as("NOTHING", "found"), self.name("place")
        tests = []
        for field in fields(own_class):
            default = Constant(field.default)
            if field.name not in given and field.default is MISSING:
                raise cannot(node, f"it has no {field.name}")
            wanted = self.kept_as(self.as_scalar(given.get(field.name, default), node), "field")
            own = OneOf(place, tuple(getattr(each, field.name) for each in members))
            test = self.comparison(self.as_scalar(own, node), ast.Eq(), wanted, node)
            tests.append(in_parentheses(test))
        loop, test = f"for {place} in range({len(members)})", f"if {bare(all_of(tests))}"
        with self.block(loop), self.block(test):
            self.line(f"{found} = {place}")
            self.line("break")
        with self.block(f"if {found} == NOTHING"):
            self.line(f"fail(state, UNSEEN, {self.here})")
            self.line(f"{found} = 0")
        return Scalar(found, Type(MEMBER, own_class=own_class))

    # functions of Python

    def _call_len(self, node: ast.Call) -> Value:
        own = self.value(node.args[0])
        if isinstance(own, ChoiceItems) or (isinstance(own, Scalar) and own.type.kind == CHOICE):
            return self.size_of_choice(own, node)
        if self.is_text(own):
            return self.of_text(self.present(self.as_scalar(own, node)), "len(text)")
        if isinstance(own, Holder):
            length: Any = inspect.getattr_static(own.own_class, "__len__")
            return self.asked(length, own, (), node)
        return Scalar(self.length(self.as_sequence(own, node), node))

    def _call_str(self, node: ast.Call) -> Value:
        own = self.present(self.scalar(node.args[0]))
        if own.type.kind == ROW:
            return self.program.cell(own, self.program.key_of(own.type.table))
        if is_dataclass(own.type.own_class):
            return self.as_scalar(self._member_in_words(own), node)
        if own.type.kind != TEXT:
            raise cannot(node, "kernels have no str() of a number; keep a word or a number")
        return own

    def _member_in_words(self, own: Scalar) -> Value:
        """Return the text of an object of a frozen dataclass."""
        return self.settled(own.code, map(str, self.program.members(own.type.own_class)))

    def _call_getattr(self, node: ast.Call) -> Value:
        """Return an attribute by its name; of a row also by one that is known in the game only."""
        if len(node.args) != 2:
            raise cannot(node, "kernels know no default of getattr()")
        base, name = self.value(node.args[0]), self.value(node.args[1])
        if isinstance(name, Constant):
            own = ast.Attribute(node.args[0], str(name.value), ast.Load())
            return self.attribute_of(base, own)
        row, column = self.as_scalar(base, node), self.as_scalar(name, node)
        if row.type.kind != ROW or column.type.kind != TEXT:
            raise cannot(node, "the name of the attribute must be written out")
        row, own_name = self.kept_as(self.present(row), "row"), self.kept(column.code, "name")
        found = self.written_as("0", "value")
        with self.block(f"if {self._cell_by_name(row, own_name, found)}"):
            self.line(f"fail(state, RAISED, {self.here})")
        return Scalar(found)

    def _cell_by_name(self, row: Scalar, name: str, found: str) -> str:
        """Write the number in the column of a name; return the test of whether there is none."""
        columns = self.program.number_columns(row.type.table)
        tests = [f"{name} == {self.program.number_of(column)}" for column in columns]
        for column, test in zip(columns, tests, strict=True):
            with self.block(f"if {test}"):
                self.line(f"{found} = {self.program.cell(row, column).code}")
        return negated(any_of(tests))

    def _call_type(self, node: ast.Call) -> Value:
        [own] = map(self.value, node.args)
        if not isinstance(own, Holder) or own.part:
            raise cannot(node, "kernels know the types of all values before")
        return Constant(own.own_class)

    def _call_abs(self, node: ast.Call) -> Value:
        own = self.present(self.scalar(node.args[0]))
        return Scalar(f"abs({own.code})", own.type)

    def _call_int(self, node: ast.Call) -> Value:
        if not node.args:
            return Constant(0)
        return self._whole("truncated", node)

    def _call_round(self, node: ast.Call) -> Value:
        if len(node.args) > 1:
            raise cannot(node, "kernels round to whole numbers only")
        return self._whole("rounded", node)

    def _whole(self, function: str, node: ast.Call) -> Scalar:
        """Return the whole number that a function makes of a fraction."""
        own = self.present(self.scalar(node.args[0]))
        if own.type.fraction:
            return Scalar(f"{function}(state, {bare(own.code)}, {self.here})")
        return Scalar(f"int({own.code})")

    def _call_float(self, node: ast.Call) -> Value:
        own = self.value(node.args[0])
        if isinstance(own, Constant) and isinstance(own.value, str):
            return Constant(float(own.value))
        return Scalar(f"float({self.present(self.as_scalar(own, node)).code})", A_FRACTION)

    def _call_bool(self, node: ast.Call) -> Value:
        return Scalar(f"bool({self.condition(node.args[0])})" if node.args else "False")

    def _call_isinstance(self, node: ast.Call) -> Value:
        by_form = self.by_form(node)
        if by_form:
            return Scalar(in_parentheses(by_form))
        own = self.value(node.args[0])
        if ast.unparse(node.args[1]) == "Mapping":
            is_dict = isinstance(own, Constant) and isinstance(own.value, dict)
            return Constant(is_dict or isinstance(own, StoredDict | Entries))
        if ast.unparse(node.args[1]) == "(list, tuple)":
            return Constant(self.is_list(own))
        if ast.unparse(node.args[1]) != "int":
            raise cannot(node, "kernels know the types of all values before")
        if isinstance(own, Scalar) and own.type == OPTIONAL_NUMBER:
            return Scalar(f"({own.code} != NO_VALUE)")
        is_number = isinstance(own, Scalar) and own.type == A_NUMBER
        is_int = isinstance(own, Constant) and isinstance(own.value, int)
        return Constant(is_number or is_int)

    def _call_max(self, node: ast.Call) -> Value:
        return self._extreme(node, "max", ">")

    def _call_min(self, node: ast.Call) -> Value:
        return self._extreme(node, "min", "<")

    def _extreme(self, node: ast.Call, word: str, sign: str) -> Value:
        """Return the first of the largest or smallest of some numbers or tuples."""
        values = self.arguments(node)
        operator = ast.Gt() if sign == ">" else ast.Lt()
        if all(self.as_tuple(value) is not None for value in values):
            return self.best_tuple(
                values, lambda one, other: self.comparison(one, operator, other, node), node
            )
        given = [self.as_scalar(value, node) for value in values]
        numbers = [self.present(each, may_be_infinite=True) for each in given]
        common = merged(number.type for number in numbers)
        if common.is_number:
            numbers = self.in_one_unit(*numbers)
            common = merged(number.type for number in numbers)
            if not common.fraction:
                return Scalar(f"{word}({', '.join(each.code for each in numbers)})", common)
        best = Scalar(self.written_as(numbers[0].code, "best"), common)
        for each in numbers[1:]:
            own = self.kept_as(each, "value")
            with self.block(f"if {bare(self.comparison(own, operator, best, node))}"):
                self.line(f"{best.code} = {own.code}")
        return best

    def _call_range(self, node: ast.Call) -> Value:
        arguments = [self.present(each) for each in self.scalars(node.args)]
        return Range(tuple(bare(each.code) for each in arguments))

    def _call_enumerate(self, node: ast.Call) -> Value:
        items, *start = [*node.args, *(each.value for each in node.keywords)]
        first = self.scalar(start[0]).code if start else "0"
        return Numbered(self.sequence(items), first)

    def _call_zip(self, node: ast.Call) -> Value:
        return Together(tuple(self.as_sequence(each, node) for each in self.arguments(node)))

    def _call_reversed(self, node: ast.Call) -> Value:
        return Backwards(self.sequence(node.args[0]))

    def _call_set(self, node: ast.Call) -> Value:
        return self.new_list("items", distinct=True)

    def _numbers_in(self, node: ast.Call) -> Scalar:
        """Return numbers as one, for an event: ", ".join(map(str, numbers))."""
        [mapped] = node.args
        assert isinstance(mapped, ast.Call), "so it is in normal form"
        if ast.unparse(mapped.args[0]) != "str":
            raise cannot(node, "kernels join numbers only: ', '.join(map(str, numbers))")
        name = self.name("numbers")
        self.line(f"{name} = 0")

        def add(item: Value) -> None:
            scalar = self.as_scalar(item, node)
            if scalar.type.kind != NUMBER:
                raise cannot(node, "kernels join numbers only")
            self.line(f"{name} = with_number({name}, {scalar.code})")

        self.go_through(self.sequence(mapped.args[1]), add, node)
        return Scalar(name, SOME_NUMBERS)

    # chance and lists

    def _drawn(self, base: Sources | Stream, name: str, node: ast.Call) -> Value:
        """Return what is drawn from a source of chance."""
        self.draws = True
        stream = base.code if isinstance(base, Stream) else "rng[0]"
        arguments = [*node.args, *(each.value for each in node.keywords)]
        if name == "die":
            faces = self._outcomes(self.scalar(arguments[0]).code if arguments else "6")
            return Scalar(f"(1 + below({stream}, {faces}))")
        if name == "below":
            most = self._outcomes(self.scalar(arguments[0]).code)
            return Scalar(f"below({stream}, {most})")
        if name == "uniform":
            return Scalar(f"uniform({stream})", A_FRACTION)
        own = self.sequence(arguments[0])
        if isinstance(own, StoredDict | Entries):
            raise cannot(node, "Python draws from no dict; write list(...)")
        if name == "shuffle" and isinstance(own, Stored) and own.type.of is not None:
            self.change(own, node)
            is_object = own.type.of.is_stored
            records = f"shuffle_records(state, {stream}, {own.code}, {self.here})"
            self.line(records if is_object else f"shuffle_items({stream}, {own.code})")
            return NOTHING_RETURNED
        if name != "pick":
            raise cannot(node, "kernels shuffle lists in attributes, or lists with a name, only")
        listed = own if isinstance(own, Menu) else self.built(own, node)
        n = self._outcomes(self.length(listed, node))
        place = self.kept(f"below({stream}, {n})", "place")
        if isinstance(listed, Menu):
            return Scalar(f"menu[{place}]", A_CHOICE)
        assert isinstance(listed, Stored)
        return stored_item(listed, place)

    def _outcomes(self, n: str) -> str:
        """Return the code of the number of outcomes of a draw."""
        return n if n.isdigit() and int(n) > 0 else f"outcomes(state, {bare(n)}, {self.here})"

    def _of_list(self, own: Stored, name: str, node: ast.Call) -> Value:
        """Write a method of a list; return its value."""
        assert own.type.of is not None
        for each in node.keywords:
            raise cannot(node, f"kernels know no {each.arg}= here")
        values = list(map(self.value, node.args))
        asked = self._asked_of_list(own, name, values, node)
        if asked is not None:
            return asked
        self.change(own, node)
        if name == "clear":
            self.end_at(own, "0")
        elif name in ("extend", "update"):
            self.extend(own, self.as_sequence(values[0], node), node)
        elif name in ("append", "add"):
            self.add(own, values[0], node)
        elif name == "reverse":
            word = "reverse_records" if own.type.of.is_stored else "reverse_items"
            state = f"state, {own.code}, {self.here}" if own.type.of.is_stored else own.code
            self.line(f"{word}({state})")
        elif name in ("remove", "discard"):
            self.take_out(own, name, values[0], node)
        elif own.type.of.is_stored and name in ("pop", "insert") and not own.type.distinct:
            return self._of_records(own, name, values, node)
        elif name == "pop" and own.type.distinct:
            raise cannot(node, "which item of a set is the first is not known; use a list")
        elif own.type.of.is_stored:
            raise cannot(node, f"kernels have no {name}() of a list of lists or objects")
        elif name == "pop":
            place = self.as_scalar(values[0], node).code if values else "-1"
            return Scalar(f"pop(state, {own.code}, {bare(place)}, {self.here})", own.type.of)
        elif name == "insert":
            place, item = self.as_scalar(values[0], node).code, self.item_of(own, values[1], node)
            self.line(f"insert(state, {own.code}, {bare(place)}, {bare(item)}, {self.here})")
        else:
            raise cannot(node, f"kernels have no {name}() of a list")
        return NOTHING_RETURNED

    def take_out(self, own: Stored, name: str, value: Value, node: ast.expr) -> None:
        """Write what takes an item out of a list or set, which may not be there to `discard`."""
        if not own.holds_records and own.type.of != EMPTY:
            item = bare(self.sought(value, own.type.of, node))
            self.line(f"{name}(state, {own.code}, {item}, {self.here})")
            return
        word = "pop_record" if own.holds_records else "pop"
        place = self.place_of(own, self.copy_of(value), node)
        with self.block(f"if {place} != NOTHING"):
            self.line(f"{word}(state, {own.code}, {place}, {self.here})")
        if name == "remove":
            with self.block("else"):
                self.line(f"fail(state, MISSING, {self.here})")

    def _asked_of_list(
        self, own: Stored, name: str, values: list[Value], node: ast.Call
    ) -> Value | None:
        """Return the value of a method that does not change the list, or None."""
        if name == "copy":
            made = self.new_list("items", distinct=own.type.distinct)
            self.extend(made, own, node)
            return made
        if name not in ("index", "count"):
            return None
        if len(values) > 1:
            raise cannot(node, "kernels find an item in a whole list only; write a loop")
        if own.holds_records or own.type.of == EMPTY:
            return self._found_record(own, name, values[0], node)
        sought = bare(self.sought(values[0], own.type.of, node))
        if name == "index":
            return Scalar(f"known_position(state, {own.code}, {sought}, {self.here})")
        return Scalar(f"count_of({own.code}, {sought})")

    def _found_record(self, own: Stored, name: str, sought: Value, node: ast.Call) -> Scalar:
        """Write the search for a tuple or list; return its place, or how many are equal."""
        sought = self.copy_of(sought)
        if name == "index":
            found = self.place_of(own, sought, node)
            with self.block(f"if {found} == NOTHING"):
                self.line(f"fail(state, MISSING, {self.here})")
                self.line(f"{found} = 0")
            return Scalar(found)
        n = self.written_as("0", "n")

        def count(item: Value) -> None:
            test = self.comparison(item, ast.Eq(), sought, node)
            with self.block(f"if {bare(test)}"):
                self.line(f"{n} += 1")

        self.go_through(own, count, node, is_ordered=False)
        return Scalar(n)

    def _of_records(self, own: Stored, name: str, values: list[Value], node: ast.Call) -> Value:
        """Write what takes an object or list out of a list, or puts one into it."""
        of = own.type.of
        assert of is not None
        if name == "insert":
            place = bare(self.as_scalar(values[0], node).code)
            item = self.copy_of(self.learnt(own, values[1], node))
            at = self.kept(f"room_at(state, {own.code}, {place}, {self.here})", "place")
            self.write(stored_item(own, at), item, node)
            return NOTHING_RETURNED
        place = bare(self.as_scalar(values[0], node).code) if values else "-1"
        popped = self.kept(f"pop_record(state, {own.code}, {place}, {self.here})", "place")
        if of.kind == OBJECT:
            return StoredObject(f"{own.code}.items[{popped}]", of, free=True)
        item = stored_item(own, popped)
        if isinstance(item, Items):
            return self.copy_of(item)
        if not isinstance(item, Stored) or (of.of is not None and of.of.is_stored):
            raise cannot(node, f"kernels have no {name}() of a list of lists or objects")
        made = self.new_list("items", distinct=of.distinct)
        self.extend(made, item, node)
        return made

    def _of_menu(self, name: str, node: ast.Call) -> Value:
        """Write what is added to the choices."""
        if name == "append":
            self.offer(self.value(node.args[0]), node)
        elif name == "extend":
            own = self.sequence(node.args[0])
            self.go_through(own, lambda item: self.offer(item, node), node)
        else:
            raise cannot(node, "kernels add to the list of choices only")
        return NOTHING_RETURNED

    def offer(self, value: Value, node: ast.expr) -> None:
        """Write a choice on the menu."""
        code = self.as_choice(value, node).code
        self.line(f"n_offered = offer(state, menu, n_offered, {bare(code)}, {self.here})")

    def _of_written(self, own: Sequence, name: str, node: ast.Call) -> Value:
        """Return the value of a method of a list or dictionary that is written out."""
        if isinstance(own, Entries) and name == "items":
            return own.items
        if isinstance(own, Entries) and name == "keys":
            return own
        if isinstance(own, Entries) and name == "values":
            return Items(tuple(value for _, value in own.pairs))
        if isinstance(own, Entries) and name == "get" and own.known:
            key, *default = map(self.value, node.args)
            other = self.as_scalar(default[0] if default else Constant(None), node)
            return self.looked_up(own.known, key, node, other)
        if isinstance(own, Entries):
            return self._of_dict(self.built_dict(own, node), name, node)
        if name in ("count", "index", "copy"):
            return self._of_list(self.built(own, node), name, node)
        raise cannot(node, f"kernels have no such {name}()")

    def _of_dict(self, own: StoredDict, name: str, node: ast.Call) -> Value:
        """Write a method of a dictionary; return its value."""
        assert own.type.of is not None
        if name == "values":
            return own.items
        if name == "items":
            return Pairs(own)
        if name == "keys":
            return replace(own, only_keys=True)
        if name == "clear":
            self.changes |= not own.local
            self.line(f"{own.code}.n = 0")
            return NOTHING_RETURNED
        if name == "copy":
            made = self.new_record("entries", [own], node)
            self.take_all(made, own, node)
            return made
        if name not in ("get", "pop", "setdefault", "update") or not node.args:
            raise cannot(node, f"kernels have no such {name}() of a dict")
        if name == "update":
            self.enter_all(own, self.sequence(node.args[0]), node)
            return NOTHING_RETURNED
        if name == "setdefault":
            return self._set_default(own, node)
        key = self.kept(self.sought(self.value(node.args[0]), own.type.key, node), "key")
        item = stored_item(own, f"known_place(state, {own.code}, {key}, {self.here})")
        if name == "pop" and isinstance(item, StoredObject):
            raise cannot(node, "kernels take no object out of a dict; read it, and del its key")
        if name == "pop" and not node.args[1:]:
            value = self.copied(item, node) if isinstance(item, Stored) else self.copy_of(item)
            self.drop_key(own, key)
            return value
        default = self.value(node.args[1]) if node.args[1:] else NOTHING_RETURNED
        found = f"key_place({own.code}, {key}) != NOTHING"
        value = self._either(found, node, lambda: item, lambda: default, node)
        value = self.kept_as(value, "value") if isinstance(value, Scalar) else value
        if name == "pop":
            with self.block(f"if {found}"):
                self.drop_key(own, key)
        return value

    def _set_default(self, own: StoredDict, node: ast.Call) -> Value:
        """Write a key with a value unless it is there; return the value."""
        key = self.as_before(self.value(node.args[0]))
        code = self.kept(self.sought(key, own.type.key, node), "key")
        with self.block(f"if key_place({own.code}, {code}) == NOTHING"):
            default = self.value(node.args[1]) if node.args[1:] else Constant(None)
            self.enter(own, key, default, node)
        place = f"known_place(state, {own.code}, {code}, {self.here})"
        return stored_item(own, self.kept(place, "place"))

    def _cards_of(self, value: Value, node: ast.Call) -> Sequence:
        """Return the cards of a part: a list, or the rows of a table, each `copies` times."""
        if not isinstance(value, Constant) or not isinstance(value.value, str):
            own = self.as_sequence(value, node)
            made = self.new_list("cards")
            self.extend(made, own, node)
            return made
        table, made = value.value, self.new_list("cards")
        row = self.name("row_of")
        with self.block(f"for {row} in range(rules.n_{table})"):
            card = Scalar(row, Type(ROW, table))
            if self.program.has_column(table, "copies"):
                n = self.program.cell(card, "copies").code
                with self.block(f"for {self.name('i')} in range({n})"):
                    self.add(made, card, node)
            else:
                self.add(made, card, node)
        return made

    # methods

    def call_method(
        self,
        base: Holder | StoredObject | Scalar,
        name: str,
        arguments: Iterable[Value],
        node: ast.expr,
        named: Mapping[str, Value] | None = None,
    ) -> Value:
        """Return the value of a method of the game, of a part or of an object."""
        own_class = base.own_class if isinstance(base, Holder) else base.type.own_class
        function = inspect.getattr_static(own_class, name, None)
        if isinstance(function, property):
            function = function.fget
        skipped = 0 if isinstance(function, staticmethod) else 1
        is_of_class = isinstance(function, classmethod)
        if isinstance(function, staticmethod | classmethod):
            function = function.__func__
        if not inspect.isfunction(function):
            raise cannot(node, f"there is no method {name}()")
        bound = self.program.bound(function, arguments, named or {}, node, skipped)
        if function is PlainGame.kind:
            return self.kind_of_choice(self.as_choice(bound["choice"], node), node)
        if is_of_class:
            bound[next(iter(inspect.signature(function).parameters))] = Constant(own_class)
        if isinstance(base, Holder):
            return self.call_function(function, base, bound, node)
        owner = Holder("", own_class or object)
        own = replace(base, at=None) if isinstance(base, StoredObject) else base
        return self.call_function(function, owner, {"self": own, **bound}, node)

    def call_function(
        self, function: Any, owner: Holder, bound: Mapping[str, Value], node: ast.expr
    ) -> Value:
        """Write the call of the kernel that a function is translated into; return its value.

        A function that returns where something stands is written where it is called.
        """
        if self.program.stands_for_place(function, owner):
            return self.inline(function, owner, bound)
        static: dict[str, Value] = {}
        lists: dict[str, str] = {}
        records: dict[str, Stored | StoredDict] = {}
        scalars: dict[str, Scalar] = {}
        for name, own in bound.items():
            own = self.built_dict(own, node) if isinstance(own, Entries) else own
            if isinstance(own, Items) and self.is_choice(own):
                own = self.as_choice(own, node)
            if isinstance(own, Items) and self.as_tuple(own) is not None:
                whole = self.type_of(own, node)
                names = names_of(name, whole)
                static[name] = self.tuple_in(map(self.program.local, names), whole)
                given = zip(names.items(), self.codes_of(own, whole, node), strict=True)
                scalars |= {each: Scalar(code, kind) for (each, kind), code in given}
            elif isinstance(own, Items) and self._holds_scalars(own):
                each = self._items_of_argument(name, own.items, node)
                static[name] = Items(
                    tuple(Scalar(self.program.local(n), v.type) for n, v in each.items()),
                    own.is_tuple,
                )
                scalars |= each
            elif isinstance(own, StoredObject) and own.at is None:
                static[name] = StoredObject(self.local(name), own.type)
                lists[self.local(name)] = own.code
            elif isinstance(own, Menu) and not self._changes_argument(function, owner, name):
                static[name], lists["menu"] = own, "menu"
            elif isinstance(own, Sequence):
                stored = own if isinstance(own, StoredDict) else self.built(own, node)
                code = self.local(name)
                static[name] = replace(stored, code=code, local=code if stored.local else "")
                records[name], lists[code] = stored, stored.code
            elif (
                isinstance(own, Sources | Stream | Holder | Function)
                or (owner.part and isinstance(own, Constant))
                or (
                    isinstance(own, Constant)
                    and isinstance(own.value, tuple | list | dict | frozenset | type)
                )
            ):
                static[name] = own
            else:
                scalars[name] = self.fitting(own, "", node)
        types = {name: own.type for name, own in scalars.items()}
        kernel = self.program.kernel_of(Specialized(function, owner, types, static, tuple(lists)))
        for name, own_type in kernel.learnt.items():
            records[name].type = merged((records[name].type, own_type))
            self.learn(records[name])
        self.asks_own_seat |= kernel.asks_own_seat
        self.draws |= kernel.draws
        self.reports |= kernel.reports
        self.changes |= kernel.changes
        codes = [*kernel.first, *(bare(own.code) for own in scalars.values()), *lists.values()]
        if kernel.returned is not None:
            made = self.record_at(self.name(function.__name__.strip("_")), kernel.returned)
            self.learn(made)
            self.line(f"{kernel.name}({', '.join([*codes, made.code])})")
            return made
        call = f"{kernel.name}({', '.join(codes)})"
        if kernel.returns is None:
            if kernel.does_something:
                self.line(call)
            return NOTHING_RETURNED
        if kernel.returns.kind == TUPLE:
            answer = self.written_as(call, "returned")
            parts = (f"{answer}[{n}]" for n in range(kernel.returns.width))
            return self.tuple_in(parts, kernel.returns)
        return Scalar(call, kernel.returns)

    @staticmethod
    def _holds_scalars(own: Items) -> bool:
        return not any(isinstance(each, Sequence | StoredObject | Made) for each in own.items)

    def _changes_argument(self, function: Any, owner: Holder, name: str) -> bool:
        """Return whether a function changes what an argument holds, or gives it another value."""
        body = self.program.body_of(function, owner)
        return name in body.changed_lists or name in body.assigned

    def _items_of_argument(
        self, name: str, items: Iterable[Value], node: ast.expr
    ) -> dict[str, Scalar]:
        """Return the items of an argument by the names that they have in the kernel."""
        return {f"{name}{ITEM}{i}": self.as_scalar(v, node) for i, v in enumerate(items)}

    def _logged(self, part: str, node: ast.Call) -> Value:
        """Write the report of an event."""
        first = node.args[0]
        if isinstance(first, ast.IfExp):
            for head, each in (
                (f"if {bare(self.condition(first.test))}", first.body),
                ("else", first.orelse),
            ):
                with self.block(head):
                    self._logged(part, ast.Call(node.func, [each], node.keywords))
            return NOTHING_RETURNED
        tests = self._tests_by_event(first, part)
        details = self._details_of(node, part, tests)
        if len(tests) > 1:
            tests = {
                event: test
                for event, test in tests.items()
                if details.keys() - {AMOUNT} == self.program.event_fields[event] - {AMOUNT}
            }
        if not tests:
            raise cannot(node, "no event of such a name has these fields")
        for number, (event, test) in enumerate(tests.items()):
            if not test:
                self._log(event, details, node)
                return NOTHING_RETURNED
            with self.block(f"{'elif' if number else 'if'} {bare(test)}"):
                self._log(event, details, node)
        with self.block("else"):
            self.line(f"fail(state, RAISED, {self.here})")
        return NOTHING_RETURNED

    def _details_of(self, node: ast.Call, part: str, events: Iterable[str]) -> dict[str, Scalar]:
        """Return the fields of an event, of one of a part those that its sentence names."""
        known = {field for event in events for field in self.program.event_fields.get(event, ())}
        keywords = [
            each for each in node.keywords if not part or each.arg == AMOUNT or each.arg in known
        ]
        details = {str(each.arg): self.scalar(each.value) for each in keywords}
        for argument, own in details.items():
            if is_dataclass(own.type.own_class):
                words = self._member_in_words(self.present(own))
                details[argument] = self.as_scalar(words, node)
        return details

    def _log(self, event: str, details: Mapping[str, Scalar], node: ast.Call) -> None:
        self.changes = True
        counting, noted = self.program.event(event, details, node, self.here)
        for code in counting:
            self.line(code)
        if noted:
            self.reports = True
            self.line(noted)

    def _tests_by_event(self, node: ast.expr, part: str) -> dict[str, str]:
        """Return the events that a name may mean, each with its test, empty if there is one."""
        before = f"{part}_" if part else ""
        after, changing = "", node
        if isinstance(node, ast.JoinedStr):
            put_in = [each for each in node.values if isinstance(each, ast.FormattedValue)]
            if len(put_in) != 1:
                raise cannot(node, "the name of an event has one value that is put in")
            place = node.values.index(put_in[0])
            before += _text_of(node.values[:place])
            after = _text_of(node.values[place + 1 :])
            changing = put_in[0].value
        value = self.value(changing)
        if isinstance(value, Constant):
            return {f"{before}{value.value}{after}": ""}
        end = -len(after) or None
        events = {
            event[len(before) : end]: event
            for event in self.program.event_fields
            if event.startswith(before) and event.endswith(after)
        }
        return {events[text]: test for text, test in self._tests_of(value, events, node).items()}

    def _tests_of(self, value: Value, texts: Iterable[str], node: ast.expr) -> dict[str, str]:
        """Return the tests of whether a value that is put into a text is one of some texts."""
        if isinstance(value, OneOf):
            place = self.kept(value.place, "place")
            return {
                text: " or ".join(
                    f"{place} == {n}" for n, own in enumerate(value.values) if str(own) == text
                )
                for text in texts
                if text in map(str, value.values)
            }
        if (
            not isinstance(value, Scalar)
            or value.type.kind not in (TEXT, NUMBER)
            or value.type.fraction
        ):
            raise cannot(node, "the name of an event must be a text, or a number in one")
        own = self.kept(self.present(value).code, "name")
        if value.type.kind == TEXT:
            return {text: f"{own} == {self.program.number_of(text)}" for text in texts}
        return {
            text: f"{own} == {text}"
            for text in texts
            if text.isdecimal() and text == str(int(text))
        }


def _text_of(parts: Iterable[ast.expr]) -> str:
    """Return the constant parts of an f-string as one text."""
    return "".join(str(part.value) for part in parts if isinstance(part, ast.Constant))
