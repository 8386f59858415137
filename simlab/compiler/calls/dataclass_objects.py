"""Objects of dataclasses that a call makes; one of a frozen dataclass is looked up."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import MISSING, fields
from typing import Any

from simlab.compiler.calls.arguments import Arguments
from simlab.compiler.conditions import all_of, in_parentheses
from simlab.compiler.value_type import MEMBER, Type
from simlab.compiler.values import Constant, Made, OneOf, Scalar, Value
from simlab.compiler.writer import bare, cannot


class DataclassObjects(Arguments):
    """Translates calls of dataclasses, and what str() makes of a frozen one."""

    def make_object(self, own_class: type, node: ast.Call) -> Made | Scalar:
        """Return a new object, or the number of one of a frozen dataclass."""
        field_names = [field.name for field in fields(own_class) if field.init]
        value_by_field = dict(zip(field_names, map(self.value, node.args), strict=False))
        value_by_field |= self.keyword_arguments(node)
        if self.program.members(own_class):
            return self._member(own_class, value_by_field, node)
        return Made(own_class, value_by_field)

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

    def member_in_words(self, member: Scalar) -> Value:
        """Return the text of an object of a frozen dataclass."""
        return self.pick_constant(
            member.code, map(str, self.program.members(member.type.own_class))
        )
