"""Calls in plain games: methods of the game, its parts and lists, functions of Python, chance."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, fields, is_dataclass, replace
from typing import Any

from simlab.compiler.choices import Choices
from simlab.compiler.conditions import all_of, any_of, in_parentheses, negate
from simlab.compiler.normal_form import ARRANGE, SORT
from simlab.compiler.source_code import name_of_import
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
    merge_types,
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
    entry_at,
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
        imported_function = name_of_import(func, self.scope.globals)
        if imported_function.startswith("math."):
            return self._of_math(imported_function, node)
        if isinstance(func, ast.Name):
            return self._call_by_name(node, func.id)
        code = ast.unparse(func)
        if code == "super().hide":
            self.hide_parts(*map(self.value, node.args))
            return NOTHING_RETURNED
        if not isinstance(func, ast.Attribute):
            raise cannot(node, "kernels call methods and functions by their names")
        if code == "', '.join":
            return self._numbers_in(node)
        return self._method(self.value(func.value), func.attr, node)

    def _method(self, base: Value, name: str, node: ast.Call) -> Value:
        if isinstance(base, Sources | Stream):
            return self._draw(base, name, node)
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
            return self._report_event(base.part, node)
        base = self.object_there(self.with_attribute(base, name, node))
        constants = base.values if isinstance(base, OneOf) else [getattr(base, "value", None)]
        if all(map(is_value, constants)):
            base = self.as_scalar(base, node)
        if isinstance(base, Scalar) and is_dataclass(base.type.own_class):
            base = self.present(base)
        if isinstance(base, Holder | StoredObject) or (
            isinstance(base, Scalar) and is_dataclass(base.type.own_class)
        ):
            keyword_values = {
                str(keyword.arg): self.value(keyword.value) for keyword in node.keywords
            }
            return self.call_method(base, name, self.arguments(node), node, keyword_values)
        if name in METHODS_OF_TEXTS and self.is_text(base):
            return self._of_text(base, name, node)
        if isinstance(base, Constant) and isinstance(base.value, type):
            return self._of_class(base.value, name, node)
        if self.is_list(base):
            return self._of_written(self.as_sequence(base, node), name, node)
        raise cannot(node, f"kernels have no {name}() of {self._in_words(base)}")

    @staticmethod
    def is_text(value: Value) -> bool:
        """Return whether a value is a text."""
        if isinstance(value, Constant):
            return isinstance(value.value, str)
        return isinstance(value, Scalar) and value.type.kind == TEXT

    def _of_text(self, base: Value, name: str, node: ast.Call) -> Value:
        """Return the value of a method of a text."""
        argument_values = [self.value(argument) for argument in node.args]
        if node.keywords or not all(isinstance(argument, Constant) for argument in argument_values):
            raise cannot(node, "kernels know what is asked of a text only if it is written out")
        arguments = ", ".join(
            repr(argument.value) for argument in argument_values if isinstance(argument, Constant)
        )
        word = self.present(self.as_scalar(base, node))
        return self.of_text(word, f"text.{name}({arguments})")

    def _of_class(self, own_class: type, name: str, node: ast.Call) -> Value:
        """Return the value of a static method or class method of the game, or of a class above."""
        function = inspect.getattr_static(own_class, name, None)
        if not isinstance(function, staticmethod | classmethod):
            raise cannot(node, f"call self.{name}()")
        keyword_values = {str(keyword.arg): self.value(keyword.value) for keyword in node.keywords}
        owner = Holder("", self.program.rules_class)
        return self.call_method(owner, name, self.arguments(node), node, keyword_values)

    def arguments(self, node: ast.Call) -> list[Value]:
        """Return the arguments of a call that have no name; items may be given by a star."""
        values: list[Value] = []
        for argument in node.args:
            if not isinstance(argument, ast.Starred):
                values.append(self.value(argument))
                continue
            items = self.sequence(argument.value)
            if not isinstance(items, Items):
                raise cannot(argument, MANY_ARGUMENTS)
            values += items.items
        return values

    def _of_math(self, name: str, node: ast.Call) -> Value:
        """Return the value of a function of math."""
        numbers = [self.present(number) for number in self.scalars(node.args)]
        if any(number.type.kind != NUMBER for number in numbers):
            raise cannot(node, "kernels calculate with numbers only")
        codes = [bare(number.code) for number in numbers]
        is_fraction = any(number.type.fraction for number in numbers)
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
        # what is dealt from the others, such as a deck, comes after them
        for part in sorted(self.program.parts.values(), key=lambda part: part.hides_last):
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
            lists = [self._sort_list(key) for key in keys]
            order = bare(self.truth(self.value(turned), node))
            self.sort(self._sort_list(items), order, lists, items)
            return NOTHING_RETURNED
        if name == ARRANGE:
            arranged, indices = map(self._sort_list, node.args)
            self.arrange(arranged, indices, node)
            return NOTHING_RETURNED
        if name in self.scope.names or name in self.scope.globals:
            callee = self.value(ast.Name(name))
            if isinstance(callee, DataClass):
                return self._make_object(callee.own_class, node)
            if isinstance(callee, Lookup):
                return self._with_rules(callee, node)
            if not isinstance(callee, Function):
                raise cannot(node, "kernels call methods and functions of the module only")
            keyword_values = {
                str(keyword.arg): self.value(keyword.value) for keyword in node.keywords
            }
            arguments = self.arguments(node)
            bound = self.program.bind_arguments(
                callee.function, arguments, keyword_values, node, skipped=0
            )
            return self.call_function(callee.function, Holder("", object), bound, node)
        translate = getattr(self, f"_call_{name}", None)
        if translate is None:
            instead = INSTEAD.get(name)
            raise cannot(node, f"kernels have no {name}()" + (f"; {instead}" if instead else ""))
        for keyword in node.keywords:
            if keyword.arg not in KEYWORDS.get(name, ()):
                raise cannot(node, f"kernels know no {keyword.arg}= here")
        value: Value = translate(node)
        return value

    def _with_rules(self, lookup: Lookup, node: ast.Call) -> Lookup:
        """Return a lookup table with the rules of the game."""
        arguments = list(map(self.value, node.args))
        if node.keywords or len(arguments) != 1 or not isinstance(arguments[0], RuleValues):
            name = lookup.table.__name__
            raise cannot(node, f"write {name}(self.rules), or view.rules in a policy")
        return Lookup(lookup.table, has_rules=True)

    def _sort_list(self, node: ast.expr) -> Stored:
        value = self.value(node)
        if not isinstance(value, Stored):
            raise cannot(node, "kernels order lists that have a name only")
        return value

    def _make_object(self, own_class: type, node: ast.Call) -> Made | Scalar:
        field_names = [field.name for field in fields(own_class) if field.init]
        value_by_field = dict(zip(field_names, map(self.value, node.args), strict=False))
        value_by_field |= {str(keyword.arg): self.value(keyword.value) for keyword in node.keywords}
        is_member = bool(self.program.members(own_class))
        return (
            self._member(own_class, value_by_field, node)
            if is_member
            else Made(own_class, value_by_field)
        )

    def _member(
        self, own_class: Any, value_by_field: Mapping[str, Value], node: ast.Call
    ) -> Scalar:
        """Write the search for an object of a frozen dataclass with these fields."""
        if hasattr(own_class, "__post_init__"):
            raise cannot(node, "kernels know no __post_init__(); give the fields their values")
        members = self.program.members(own_class)
        match, index = self.write_as("NOTHING", "found"), self.name("place")
        tests = []
        for field in fields(own_class):
            default = Constant(field.default)
            if field.name not in value_by_field and field.default is MISSING:
                raise cannot(node, f"it has no {field.name}")
            wanted_scalar = self.keep_as(
                self.as_scalar(value_by_field.get(field.name, default), node), "field"
            )
            field_values = OneOf(index, tuple(getattr(member, field.name) for member in members))
            test = self.comparison(
                self.as_scalar(field_values, node), ast.Eq(), wanted_scalar, node
            )
            tests.append(in_parentheses(test))
        loop, test = f"for {index} in range({len(members)})", f"if {bare(all_of(tests))}"
        with self.block(loop), self.block(test):
            self.line(f"{match} = {index}")
            self.line("break")
        with self.block(f"if {match} == NOTHING"):
            self.line(f"fail(state, UNSEEN, {self.here})")
            self.line(f"{match} = 0")
        return Scalar(match, Type(MEMBER, own_class=own_class))

    # functions of Python

    def _call_len(self, node: ast.Call) -> Value:
        value = self.value(node.args[0])
        if isinstance(value, ChoiceItems) or (
            isinstance(value, Scalar) and value.type.kind == CHOICE
        ):
            return self.size_of_choice(value, node)
        if self.is_text(value):
            return self.of_text(self.present(self.as_scalar(value, node)), "len(text)")
        if isinstance(value, Holder):
            length: Any = inspect.getattr_static(value.own_class, "__len__")
            return self.read_value(length, value, (), node)
        return Scalar(self.length(self.as_sequence(value, node), node))

    def _call_str(self, node: ast.Call) -> Value:
        scalar = self.present(self.scalar(node.args[0]))
        if scalar.type.kind == ROW:
            return self.program.cell(scalar, self.program.key_of(scalar.type.table))
        if is_dataclass(scalar.type.own_class):
            return self.as_scalar(self._member_in_words(scalar), node)
        if scalar.type.kind != TEXT:
            raise cannot(node, "kernels have no str() of a number; keep a word or a number")
        return scalar

    def _member_in_words(self, member: Scalar) -> Value:
        """Return the text of an object of a frozen dataclass."""
        return self.pick_constant(
            member.code, map(str, self.program.members(member.type.own_class))
        )

    def _call_getattr(self, node: ast.Call) -> Value:
        """Return an attribute by its name; of a row also by one that is known in the game only."""
        if len(node.args) != 2:
            raise cannot(node, "kernels know no default of getattr()")
        base, name = self.value(node.args[0]), self.value(node.args[1])
        if isinstance(name, Constant):
            attribute = ast.Attribute(node.args[0], str(name.value), ast.Load())
            return self.attribute_of(base, attribute)
        row, column = self.as_scalar(base, node), self.as_scalar(name, node)
        if row.type.kind != ROW or column.type.kind != TEXT:
            raise cannot(node, "the name of the attribute must be written out")
        row, own_name = self.keep_as(self.present(row), "row"), self.keep(column.code, "name")
        variable = self.write_as("0", "value")
        with self.block(f"if {self._cell_by_name(row, own_name, variable)}"):
            self.line(f"fail(state, RAISED, {self.here})")
        return Scalar(variable)

    def _cell_by_name(self, row: Scalar, name: str, variable: str) -> str:
        """Write the number in the column of a name; return the test of whether there is none."""
        # records have no field by a name that is known in the game only
        columns = self.program.number_columns(row.type.table)
        tests = [f"{name} == {self.program.number_of(column)}" for column in columns]
        for column, test in zip(columns, tests, strict=True):
            with self.block(f"if {test}"):
                self.line(f"{variable} = {self.program.cell(row, column).code}")
        return negate(any_of(tests))

    def _call_type(self, node: ast.Call) -> Value:
        [value] = map(self.value, node.args)
        if not isinstance(value, Holder) or value.part:
            raise cannot(node, "kernels know the types of all values before")
        return Constant(value.own_class)

    def _call_abs(self, node: ast.Call) -> Value:
        number = self.present(self.scalar(node.args[0]))
        return Scalar(f"abs({number.code})", number.type)

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
        number = self.present(self.scalar(node.args[0]))
        if number.type.fraction:
            return Scalar(f"{function}(state, {bare(number.code)}, {self.here})")
        return Scalar(f"int({number.code})")

    def _call_float(self, node: ast.Call) -> Value:
        value = self.value(node.args[0])
        if isinstance(value, Constant) and isinstance(value.value, str):
            return Constant(float(value.value))
        return Scalar(f"float({self.present(self.as_scalar(value, node)).code})", A_FRACTION)

    def _call_bool(self, node: ast.Call) -> Value:
        return Scalar(f"bool({self.condition(node.args[0])})" if node.args else "False")

    def _call_isinstance(self, node: ast.Call) -> Value:
        by_form = self.by_form(node)
        if by_form:
            return Scalar(in_parentheses(by_form))
        value = self.value(node.args[0])
        if ast.unparse(node.args[1]) == "Mapping":
            is_dict = isinstance(value, Constant) and isinstance(value.value, dict)
            return Constant(is_dict or isinstance(value, StoredDict | Entries))
        if ast.unparse(node.args[1]) == "(list, tuple)":
            return Constant(self.is_list(value))
        if ast.unparse(node.args[1]) != "int":
            raise cannot(node, "kernels know the types of all values before")
        if isinstance(value, Scalar) and value.type == OPTIONAL_NUMBER:
            return Scalar(f"({value.code} != NO_VALUE)")
        is_number = isinstance(value, Scalar) and value.type == A_NUMBER
        is_int = isinstance(value, Constant) and isinstance(value.value, int)
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
                values,
                lambda left_value, right_value: self.comparison(
                    left_value, operator, right_value, node
                ),
                node,
            )
        scalars = [self.as_scalar(value, node) for value in values]
        numbers = [self.present(scalar, may_be_infinite=True) for scalar in scalars]
        common_type = merge_types(number.type for number in numbers)
        if common_type.is_number:
            numbers = self.in_one_unit(*numbers)
            common_type = merge_types(number.type for number in numbers)
            # whole numbers have no nan, so max() of Numba is that of Python
            if not common_type.fraction:
                return Scalar(
                    f"{word}({', '.join(number.code for number in numbers)})", common_type
                )
        best = Scalar(self.write_as(numbers[0].code, "best"), common_type)
        for number in numbers[1:]:
            candidate = self.keep_as(number, "value")
            with self.block(f"if {bare(self.comparison(candidate, operator, best, node))}"):
                self.line(f"{best.code} = {candidate.code}")
        return best

    def _call_range(self, node: ast.Call) -> Value:
        arguments = [self.present(argument) for argument in self.scalars(node.args)]
        return Range(tuple(bare(argument.code) for argument in arguments))

    def _call_enumerate(self, node: ast.Call) -> Value:
        items, *start = [*node.args, *(keyword.value for keyword in node.keywords)]
        start_code = self.scalar(start[0]).code if start else "0"
        return Numbered(self.sequence(items), start_code)

    def _call_zip(self, node: ast.Call) -> Value:
        return Together(
            tuple(self.as_sequence(argument, node) for argument in self.arguments(node))
        )

    def _call_reversed(self, node: ast.Call) -> Value:
        return Backwards(self.sequence(node.args[0]))

    def _call_set(self, node: ast.Call) -> Value:
        # a list that takes each item once: kernels do not promise an order of it
        return self.new_list("items", distinct=True)

    def _numbers_in(self, node: ast.Call) -> Scalar:
        """Return numbers as one, for an event: ", ".join(map(str, numbers))."""
        [mapped] = node.args
        assert isinstance(mapped, ast.Call), "so it is in normal form"
        if ast.unparse(mapped.args[0]) != "str":
            raise cannot(node, "kernels join numbers only: ', '.join(map(str, numbers))")
        name = self.name("numbers")
        # an event holds numbers alone; several small ones are packed into one
        self.line(f"{name} = 0")

        def add(item: Value) -> None:
            scalar = self.as_scalar(item, node)
            if scalar.type.kind != NUMBER:
                raise cannot(node, "kernels join numbers only")
            self.line(f"{name} = with_number({name}, {scalar.code})")

        self.go_through(self.sequence(mapped.args[1]), add, node)
        return Scalar(name, SOME_NUMBERS)

    # chance and lists

    def _draw(self, base: Sources | Stream, name: str, node: ast.Call) -> Value:
        """Return what is drawn from a source of chance."""
        self.draws = True
        stream = base.code if isinstance(base, Stream) else "rng[0]"
        arguments = [*node.args, *(keyword.value for keyword in node.keywords)]
        if name == "die":
            faces = self._outcomes(self.scalar(arguments[0]).code if arguments else "6")
            return Scalar(f"(1 + below({stream}, {faces}))")
        if name == "below":
            n_outcomes = self._outcomes(self.scalar(arguments[0]).code)
            return Scalar(f"below({stream}, {n_outcomes})")
        if name == "uniform":
            return Scalar(f"uniform({stream})", A_FRACTION)
        sequence = self.sequence(arguments[0])
        if isinstance(sequence, StoredDict | Entries):
            raise cannot(node, "Python draws from no dict; write list(...)")
        if name == "shuffle" and isinstance(sequence, Stored) and sequence.type.of is not None:
            self.change(sequence, node)
            is_object = sequence.type.of.is_stored
            records = f"shuffle_records(state, {stream}, {sequence.code}, {self.here})"
            self.line(records if is_object else f"shuffle_items({stream}, {sequence.code})")
            return NOTHING_RETURNED
        if name != "pick":
            raise cannot(node, "kernels shuffle lists in attributes, or lists with a name, only")
        listed_items = sequence if isinstance(sequence, Menu) else self.build_list(sequence, node)
        n = self._outcomes(self.length(listed_items, node))
        index = self.keep(f"below({stream}, {n})", "place")
        if isinstance(listed_items, Menu):
            return Scalar(f"menu[{index}]", A_CHOICE)
        assert isinstance(listed_items, Stored)
        return entry_at(listed_items, index)

    def _outcomes(self, n: str) -> str:
        """Return the code of the number of outcomes of a draw."""
        return n if n.isdigit() and int(n) > 0 else f"outcomes(state, {bare(n)}, {self.here})"

    def _of_list(self, stored_list: Stored, name: str, node: ast.Call) -> Value:
        """Write a method of a list; return its value."""
        assert stored_list.type.of is not None
        for keyword in node.keywords:
            raise cannot(node, f"kernels know no {keyword.arg}= here")
        values = list(map(self.value, node.args))
        answer = self._query_list(stored_list, name, values, node)
        if answer is not None:
            return answer
        self.change(stored_list, node)
        if name == "clear":
            self.end_at(stored_list, "0")
        elif name in ("extend", "update"):
            self.extend(stored_list, self.as_sequence(values[0], node), node)
        elif name in ("append", "add"):
            self.add(stored_list, values[0], node)
        elif name == "reverse":
            word = "reverse_records" if stored_list.type.of.is_stored else "reverse_items"
            state = (
                f"state, {stored_list.code}, {self.here}"
                if stored_list.type.of.is_stored
                else stored_list.code
            )
            self.line(f"{word}({state})")
        elif name in ("remove", "discard"):
            self.take_out(stored_list, name, values[0], node)
        elif (
            stored_list.type.of.is_stored
            and name in ("pop", "insert")
            and not stored_list.type.distinct
        ):
            return self._of_records(stored_list, name, values, node)
        elif name == "pop" and stored_list.type.distinct:
            raise cannot(node, "which item of a set is the first is not known; use a list")
        elif stored_list.type.of.is_stored:
            raise cannot(node, f"kernels have no {name}() of a list of lists or objects")
        elif name == "pop":
            index = self.as_scalar(values[0], node).code if values else "-1"
            return Scalar(
                f"pop(state, {stored_list.code}, {bare(index)}, {self.here})", stored_list.type.of
            )
        elif name == "insert":
            index, item = (
                self.as_scalar(values[0], node).code,
                self.item_of(stored_list, values[1], node),
            )
            self.line(
                f"insert(state, {stored_list.code}, {bare(index)}, {bare(item)}, {self.here})"
            )
        else:
            raise cannot(node, f"kernels have no {name}() of a list")
        return NOTHING_RETURNED

    def take_out(self, stored_list: Stored, name: str, value: Value, node: ast.expr) -> None:
        """Write what takes an item out of a list or set, which may not be there to `discard`."""
        if not stored_list.holds_records and stored_list.type.of != EMPTY:
            item = bare(self.code_to_find(value, stored_list.type.of, node))
            self.line(f"{name}(state, {stored_list.code}, {item}, {self.here})")
            return
        word = "pop_record" if stored_list.holds_records else "pop"
        index = self.place_of(stored_list, self.copy_of(value), node)
        with self.block(f"if {index} != NOTHING"):
            self.line(f"{word}(state, {stored_list.code}, {index}, {self.here})")
        if name == "remove":
            with self.block("else"):
                self.line(f"fail(state, MISSING, {self.here})")

    def _query_list(
        self, stored_list: Stored, name: str, values: list[Value], node: ast.Call
    ) -> Value | None:
        """Return the value of a method that does not change the list, or None."""
        if name == "copy":
            list_copy = self.new_list("items", distinct=stored_list.type.distinct)
            self.extend(list_copy, stored_list, node)
            return list_copy
        if name not in ("index", "count"):
            return None
        if len(values) > 1:
            raise cannot(node, "kernels find an item in a whole list only; write a loop")
        if stored_list.holds_records or stored_list.type.of == EMPTY:
            return self._find_record(stored_list, name, values[0], node)
        sought = bare(self.code_to_find(values[0], stored_list.type.of, node))
        if name == "index":
            return Scalar(f"known_position(state, {stored_list.code}, {sought}, {self.here})")
        return Scalar(f"count_of({stored_list.code}, {sought})")

    def _find_record(self, stored_list: Stored, name: str, sought: Value, node: ast.Call) -> Scalar:
        """Write the search for a tuple or list; return its place, or how many are equal."""
        sought = self.copy_of(sought)
        if name == "index":
            index = self.place_of(stored_list, sought, node)
            with self.block(f"if {index} == NOTHING"):
                self.line(f"fail(state, MISSING, {self.here})")
                self.line(f"{index} = 0")
            return Scalar(index)
        n = self.write_as("0", "n")

        def count(item: Value) -> None:
            test = self.comparison(item, ast.Eq(), sought, node)
            with self.block(f"if {bare(test)}"):
                self.line(f"{n} += 1")

        self.go_through(stored_list, count, node, is_ordered=False)
        return Scalar(n)

    def _of_records(
        self, stored_list: Stored, name: str, values: list[Value], node: ast.Call
    ) -> Value:
        """Write what takes an object or list out of a list, or puts one into it."""
        item_type = stored_list.type.of
        assert item_type is not None
        if name == "insert":
            index = bare(self.as_scalar(values[0], node).code)
            item = self.copy_of(self.learnt(stored_list, values[1], node))
            new_index = self.keep(
                f"room_at(state, {stored_list.code}, {index}, {self.here})", "place"
            )
            self.write(entry_at(stored_list, new_index), item, node)
            return NOTHING_RETURNED
        index = bare(self.as_scalar(values[0], node).code) if values else "-1"
        popped_index = self.keep(
            f"pop_record(state, {stored_list.code}, {index}, {self.here})", "place"
        )
        if item_type.kind == OBJECT:
            return StoredObject(f"{stored_list.code}.items[{popped_index}]", item_type, free=True)
        item = entry_at(stored_list, popped_index)
        if isinstance(item, Items):
            return self.copy_of(item)
        if not isinstance(item, Stored) or (item_type.of is not None and item_type.of.is_stored):
            raise cannot(node, f"kernels have no {name}() of a list of lists or objects")
        new_list = self.new_list("items", distinct=item_type.distinct)
        self.extend(new_list, item, node)
        return new_list

    def _of_menu(self, name: str, node: ast.Call) -> Value:
        """Write what is added to the choices."""
        if name == "append":
            self.offer(self.value(node.args[0]), node)
        elif name == "extend":
            choices = self.sequence(node.args[0])
            self.go_through(choices, lambda item: self.offer(item, node), node)
        else:
            raise cannot(node, "kernels add to the list of choices only")
        return NOTHING_RETURNED

    def offer(self, value: Value, node: ast.expr) -> None:
        """Write a choice on the menu."""
        code = self.as_choice(value, node).code
        self.line(f"n_offered = offer(state, menu, n_offered, {bare(code)}, {self.here})")

    def _of_written(self, sequence: Sequence, name: str, node: ast.Call) -> Value:
        """Return the value of a method of a list or dictionary that is written out."""
        if isinstance(sequence, Entries) and name == "items":
            return sequence.items
        if isinstance(sequence, Entries) and name == "keys":
            return sequence
        if isinstance(sequence, Entries) and name == "values":
            return Items(tuple(value for _, value in sequence.pairs))
        if isinstance(sequence, Entries) and name == "get" and sequence.known:
            key, *default = map(self.value, node.args)
            default_value = self.as_scalar(default[0] if default else Constant(None), node)
            return self.look_up(sequence.known, key, node, default_value)
        if isinstance(sequence, Entries):
            return self._of_dict(self.build_dict(sequence, node), name, node)
        if name in ("count", "index", "copy"):
            return self._of_list(self.build_list(sequence, node), name, node)
        raise cannot(node, f"kernels have no such {name}()")

    def _of_dict(self, stored_dict: StoredDict, name: str, node: ast.Call) -> Value:
        """Write a method of a dictionary; return its value."""
        assert stored_dict.type.of is not None
        if name == "values":
            return stored_dict.items
        if name == "items":
            return Pairs(stored_dict)
        if name == "keys":
            return replace(stored_dict, only_keys=True)
        if name == "clear":
            self.changes |= not stored_dict.local
            self.line(f"{stored_dict.code}.n = 0")
            return NOTHING_RETURNED
        if name == "copy":
            dict_copy = self.new_record("entries", [stored_dict], node)
            self.take_all(dict_copy, stored_dict, node)
            return dict_copy
        if name not in ("get", "pop", "setdefault", "update") or not node.args:
            raise cannot(node, f"kernels have no such {name}() of a dict")
        if name == "update":
            self.enter_all(stored_dict, self.sequence(node.args[0]), node)
            return NOTHING_RETURNED
        if name == "setdefault":
            return self._set_default(stored_dict, node)
        key = self.keep(
            self.code_to_find(self.value(node.args[0]), stored_dict.type.key, node), "key"
        )
        item = entry_at(stored_dict, f"known_place(state, {stored_dict.code}, {key}, {self.here})")
        if name == "pop" and isinstance(item, StoredObject):
            raise cannot(node, "kernels take no object out of a dict; read it, and del its key")
        if name == "pop" and not node.args[1:]:
            value = (
                self.copy_sequence(item, node) if isinstance(item, Stored) else self.copy_of(item)
            )
            self.drop_key(stored_dict, key)
            return value
        default = self.value(node.args[1]) if node.args[1:] else NOTHING_RETURNED
        is_present = f"key_place({stored_dict.code}, {key}) != NOTHING"
        value = self._either(is_present, node, lambda: item, lambda: default, node)
        value = self.keep_as(value, "value") if isinstance(value, Scalar) else value
        if name == "pop":
            with self.block(f"if {is_present}"):
                self.drop_key(stored_dict, key)
        return value

    def _set_default(self, stored_dict: StoredDict, node: ast.Call) -> Value:
        """Write a key with a value unless it is there; return the value."""
        key = self.as_before(self.value(node.args[0]))
        code = self.keep(self.code_to_find(key, stored_dict.type.key, node), "key")
        with self.block(f"if key_place({stored_dict.code}, {code}) == NOTHING"):
            default = self.value(node.args[1]) if node.args[1:] else Constant(None)
            self.enter(stored_dict, key, default, node)
        index = f"known_place(state, {stored_dict.code}, {code}, {self.here})"
        return entry_at(stored_dict, self.keep(index, "place"))

    def _cards_of(self, value: Value, node: ast.Call) -> Sequence:
        """Return the cards of a part: a list, or the rows of a table, each `copies` times."""
        if not isinstance(value, Constant) or not isinstance(value.value, str):
            sequence = self.as_sequence(value, node)
            card_list = self.new_list("cards")
            self.extend(card_list, sequence, node)
            return card_list
        table, card_list = value.value, self.new_list("cards")
        row = self.name("row_of")
        with self.block(f"for {row} in range(rules.n_{table})"):
            card = Scalar(row, Type(ROW, table))
            if self.program.has_column(table, "copies"):
                n = self.program.cell(card, "copies").code
                with self.block(f"for {self.name('i')} in range({n})"):
                    self.add(card_list, card, node)
            else:
                self.add(card_list, card, node)
        return card_list

    # methods

    def call_method(
        self,
        base: Holder | StoredObject | Scalar,
        name: str,
        arguments: Iterable[Value],
        node: ast.expr,
        keyword_values: Mapping[str, Value] | None = None,
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
        bound = self.program.bind_arguments(
            function, arguments, keyword_values or {}, node, skipped
        )
        if function is PlainGame.kind:
            return self.kind_of_choice(self.as_choice(bound["choice"], node), node)
        if is_of_class:
            bound[next(iter(inspect.signature(function).parameters))] = Constant(own_class)
        if isinstance(base, Holder):
            return self.call_function(function, base, bound, node)
        owner = Holder("", own_class or object)
        instance = replace(base, at=None) if isinstance(base, StoredObject) else base
        return self.call_function(function, owner, {"self": instance, **bound}, node)

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
        for name, argument in bound.items():
            argument = (
                self.build_dict(argument, node) if isinstance(argument, Entries) else argument
            )
            if isinstance(argument, Items) and self.is_choice(argument):
                argument = self.as_choice(argument, node)
            if isinstance(argument, Items) and self.as_tuple(argument) is not None:
                tuple_type = self.type_of(argument, node)
                names = names_of(name, tuple_type)
                static[name] = self.tuple_in(map(self.program.local, names), tuple_type)
                typed_codes = zip(
                    names.items(), self.codes_of(argument, tuple_type, node), strict=True
                )
                scalars |= {variable: Scalar(code, kind) for (variable, kind), code in typed_codes}
            elif isinstance(argument, Items) and self._holds_scalars(argument):
                scalar_by_name = self._items_of_argument(name, argument.items, node)
                static[name] = Items(
                    tuple(Scalar(self.program.local(n), v.type) for n, v in scalar_by_name.items()),
                    argument.is_tuple,
                )
                scalars |= scalar_by_name
            elif isinstance(argument, StoredObject) and argument.at is None:
                static[name] = StoredObject(self.local(name), argument.type)
                lists[self.local(name)] = argument.code
            elif isinstance(argument, Menu) and not self._changes_argument(function, owner, name):
                static[name], lists["menu"] = argument, "menu"
            elif isinstance(argument, Sequence):
                stored = (
                    argument
                    if isinstance(argument, StoredDict)
                    else self.build_list(argument, node)
                )
                code = self.local(name)
                static[name] = replace(stored, code=code, local=code if stored.local else "")
                records[name], lists[code] = stored, stored.code
            elif (
                isinstance(argument, Sources | Stream | Holder | Function)
                or (owner.part and isinstance(argument, Constant))
                or (
                    isinstance(argument, Constant)
                    and isinstance(argument.value, tuple | list | dict | frozenset | type)
                )
            ):
                static[name] = argument
            else:
                scalars[name] = self.fit_to_kind(argument, "", node)
        types = {name: scalar.type for name, scalar in scalars.items()}
        kernel = self.program.kernel_of(Specialized(function, owner, types, static, tuple(lists)))
        for name, own_type in kernel.learnt.items():
            records[name].type = merge_types((records[name].type, own_type))
            self.learn(records[name])
        self.asks_own_seat |= kernel.asks_own_seat
        self.draws |= kernel.draws
        self.reports |= kernel.reports
        self.changes |= kernel.changes
        codes = [
            *kernel.first,
            *(bare(scalar.code) for scalar in scalars.values()),
            *lists.values(),
        ]
        if kernel.returned is not None:
            returned_list = self.record_at(self.name(function.__name__.strip("_")), kernel.returned)
            self.learn(returned_list)
            self.line(f"{kernel.name}({', '.join([*codes, returned_list.code])})")
            return returned_list
        call = f"{kernel.name}({', '.join(codes)})"
        if kernel.returns is None:
            if kernel.does_something:
                self.line(call)
            return NOTHING_RETURNED
        if kernel.returns.kind == TUPLE:
            answer = self.write_as(call, "returned")
            parts = (f"{answer}[{n}]" for n in range(kernel.returns.width))
            return self.tuple_in(parts, kernel.returns)
        return Scalar(call, kernel.returns)

    @staticmethod
    def _holds_scalars(items: Items) -> bool:
        return not any(isinstance(item, Sequence | StoredObject | Made) for item in items.items)

    def _changes_argument(self, function: Any, owner: Holder, name: str) -> bool:
        """Return whether a function changes what an argument holds, or gives it another value."""
        body = self.program.body_of(function, owner)
        return name in body.changed_lists or name in body.assigned

    def _items_of_argument(
        self, name: str, items: Iterable[Value], node: ast.expr
    ) -> dict[str, Scalar]:
        """Return the items of an argument by the names that they have in the kernel."""
        return {f"{name}{ITEM}{i}": self.as_scalar(v, node) for i, v in enumerate(items)}

    def _report_event(self, part: str, node: ast.Call) -> Value:
        """Write the report of an event."""
        event_node = node.args[0]
        if isinstance(event_node, ast.IfExp):
            for head, expression in (
                (f"if {bare(self.condition(event_node.test))}", event_node.body),
                ("else", event_node.orelse),
            ):
                with self.block(head):
                    self._report_event(part, ast.Call(node.func, [expression], node.keywords))
            return NOTHING_RETURNED
        tests = self._tests_by_event(event_node, part)
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
        field_names = {
            field for event in events for field in self.program.event_fields.get(event, ())
        }
        keywords = [
            keyword
            for keyword in node.keywords
            if not part or keyword.arg == AMOUNT or keyword.arg in field_names
        ]
        details = {str(keyword.arg): self.scalar(keyword.value) for keyword in keywords}
        for argument, scalar in details.items():
            if is_dataclass(scalar.type.own_class):
                spelling = self._member_in_words(self.present(scalar))
                details[argument] = self.as_scalar(spelling, node)
        return details

    def _log(self, event: str, details: Mapping[str, Scalar], node: ast.Call) -> None:
        self.changes = True
        counting, report = self.program.event(event, details, node, self.here)
        for code in counting:
            self.line(code)
        if report:
            self.reports = True
            self.line(report)

    def _tests_by_event(self, node: ast.expr, part: str) -> dict[str, str]:
        """Return the events that a name may mean, each with its test, empty if there is one."""
        prefix = f"{part}_" if part else ""
        suffix, changing = "", node
        if isinstance(node, ast.JoinedStr):
            put_in = [piece for piece in node.values if isinstance(piece, ast.FormattedValue)]
            if len(put_in) != 1:
                raise cannot(node, "the name of an event has one value that is put in")
            index = node.values.index(put_in[0])
            prefix += _text_of(node.values[:index])
            suffix = _text_of(node.values[index + 1 :])
            changing = put_in[0].value
        value = self.value(changing)
        if isinstance(value, Constant):
            return {f"{prefix}{value.value}{suffix}": ""}
        end = -len(suffix) or None
        events = {
            event[len(prefix) : end]: event
            for event in self.program.event_fields
            if event.startswith(prefix) and event.endswith(suffix)
        }
        return {events[word]: test for word, test in self._tests_of(value, events, node).items()}

    def _tests_of(self, value: Value, candidates: Iterable[str], node: ast.expr) -> dict[str, str]:
        """Return the tests of whether a value that is put into a text is one of some texts."""
        if isinstance(value, OneOf):
            index = self.keep(value.index, "place")
            return {
                candidate: " or ".join(
                    f"{index} == {n}"
                    for n, constant in enumerate(value.values)
                    if str(constant) == candidate
                )
                for candidate in candidates
                if candidate in map(str, value.values)
            }
        if (
            not isinstance(value, Scalar)
            or value.type.kind not in (TEXT, NUMBER)
            or value.type.fraction
        ):
            raise cannot(node, "the name of an event must be a text, or a number in one")
        code = self.keep(self.present(value).code, "name")
        if value.type.kind == TEXT:
            return {
                candidate: f"{code} == {self.program.number_of(candidate)}"
                for candidate in candidates
            }
        return {
            candidate: f"{code} == {candidate}"
            for candidate in candidates
            if candidate.isdecimal() and candidate == str(int(candidate))
        }


def _text_of(parts: Iterable[ast.expr]) -> str:
    """Return the constant parts of an f-string as one text."""
    return "".join(str(part.value) for part in parts if isinstance(part, ast.Constant))
