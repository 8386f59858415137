"""Functions of Python and of math: len(), max(), range(), isinstance(), math.floor()."""

from __future__ import annotations

import ast
import inspect
from dataclasses import is_dataclass
from typing import Any

from simlab.compiler.calls.dataclass_objects import DataclassObjects
from simlab.compiler.calls.text_methods import TextMethods
from simlab.compiler.conditions import any_of, in_parentheses, negate
from simlab.compiler.value_type import (
    A_FRACTION,
    A_NUMBER,
    CHOICE,
    NUMBER,
    OPTIONAL_NUMBER,
    ROW,
    TEXT,
    merge_types,
)
from simlab.compiler.values import (
    Backwards,
    ChoiceItems,
    Constant,
    Entries,
    Holder,
    Numbered,
    Range,
    Scalar,
    StoredDict,
    Together,
    Value,
)
from simlab.compiler.writer import bare, cannot

INSTEAD = {
    "print": "report it with log()",
    "reduce": "write a loop",
}
"""What to write instead of a function of Python."""
KEYWORDS = {"enumerate": ("start",), "zip": ("strict",)}
"""Arguments of functions of Python that may be named."""
ROUNDED = {"math.floor": "floored", "math.ceil": "raised", "math.trunc": "truncated"}
"""Kernels for functions that make whole numbers of fractions."""


class PythonFunctions(DataclassObjects, TextMethods):
    """Translates functions of Python."""

    def python_function(self, name: str, node: ast.Call) -> Value:
        """Return the value of a function of Python: `_call_NAME` translates it."""
        translate = getattr(self, f"_call_{name}", None)
        if translate is None:
            instead = INSTEAD.get(name)
            raise cannot(node, f"kernels have no {name}()" + (f"; {instead}" if instead else ""))
        self.refuse_names(node, KEYWORDS.get(name, ()))
        value: Value = translate(node)
        return value

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
            return self.as_scalar(self.member_in_words(scalar), node)
        if scalar.type.kind != TEXT:
            raise cannot(node, "kernels have no str() of a number; keep a word or a number")
        return scalar

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

    def math_function(self, name: str, node: ast.Call) -> Value:
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
