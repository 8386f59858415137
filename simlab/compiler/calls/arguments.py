"""Arguments of calls, with and without names."""

from __future__ import annotations

import ast
from collections.abc import Collection

from simlab.compiler.choices import Choices
from simlab.compiler.values import NOTHING_RETURNED, Items, Value
from simlab.compiler.writer import cannot

MANY_ARGUMENTS = (
    "kernels must know how many arguments there are; of zip(*rows), the columns are"
    " [row[place] for row in rows] for each place"
)


class Arguments(Choices):
    """Translates the arguments of calls."""

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

    def keyword_arguments(self, node: ast.Call) -> dict[str, Value]:
        """Return the arguments of a call that have a name."""
        return {str(keyword.arg): self.value(keyword.value) for keyword in node.keywords}

    def argument_or_none(self, node: ast.Call, index: int) -> Value:
        """Return an argument that may be left out, and is None then."""
        return self.value(node.args[index]) if node.args[index:] else NOTHING_RETURNED

    @staticmethod
    def refuse_names(node: ast.Call, known: Collection[str] = ()) -> None:
        """Refuse arguments by names that are not known."""
        for keyword in node.keywords:
            if str(keyword.arg) not in known:
                raise cannot(node, f"kernels know no {keyword.arg}= here")
