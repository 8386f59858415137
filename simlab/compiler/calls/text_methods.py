"""Methods of texts: startswith(), endswith(), count(), and join() of numbers."""

from __future__ import annotations

import ast

from simlab.compiler.choices import Choices
from simlab.compiler.value_type import NUMBER, SOME_NUMBERS, TEXT
from simlab.compiler.values import Constant, Scalar, Value
from simlab.compiler.writer import cannot

METHODS_OF_TEXTS = frozenset({"startswith", "endswith", "count"})
"""Methods of texts that tell the same of each text."""


class TextMethods(Choices):
    """Translates methods of texts."""

    @staticmethod
    def is_text(value: Value) -> bool:
        """Return whether a value is a text."""
        if isinstance(value, Constant):
            return isinstance(value.value, str)
        return isinstance(value, Scalar) and value.type.kind == TEXT

    def text_method(self, base: Value, name: str, node: ast.Call) -> Value:
        """Return the value of a method of a text."""
        argument_values = [self.value(argument) for argument in node.args]
        if node.keywords or not all(isinstance(argument, Constant) for argument in argument_values):
            raise cannot(node, "kernels know what is asked of a text only if it is written out")
        arguments = ", ".join(
            repr(argument.value) for argument in argument_values if isinstance(argument, Constant)
        )
        word = self.present(self.as_scalar(base, node))
        return self.of_text(word, f"text.{name}({arguments})")

    def join_numbers(self, node: ast.Call) -> Scalar:
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
