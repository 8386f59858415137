"""A function in normal form: its names, and what it returns."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import is_dataclass
from functools import cached_property
from typing import Any

from simlab.compiler.effects.course import LOOPS, own_nodes
from simlab.compiler.effects.known_functions import KnownFunctions
from simlab.compiler.effects.surroundings import Surroundings
from simlab.compiler.normal_form import UNSET, NormalForm, without_matches
from simlab.compiler.source_code import definition_of, lists_changed_in, names_assigned_in


class NormalFunction:
    """A function in normal form."""

    def __init__(self, functions: KnownFunctions, function: Any, own_class: Any) -> None:
        self.functions = functions
        self.own_class = own_class
        self.globals: Mapping[str, Any] = function.__globals__
        self._around = Surroundings(functions, function, own_class)
        form = NormalForm(without_matches(definition_of(function)), self._around)
        self.tree = form.function()
        self.own_names = form.own_names
        """Local names that no author has written."""
        self.arguments = [argument.arg for argument in self.tree.args.args]

    @cached_property
    def assigned(self) -> frozenset[str]:
        """The local names to which the function assigns."""
        return names_assigned_in(self.tree.body)

    @cached_property
    def reassigned(self) -> frozenset[str]:
        """Local names that hold now this, now that.

        To these it assigns in several statements, or, if they are arguments, in a branch or loop.
        """
        blocks = [
            statement for statement in self.tree.body if isinstance(statement, ast.If | LOOPS)
        ]
        perhaps = names_assigned_in(blocks) & frozenset(self.arguments)
        return perhaps | {name for name in self.assigned if self.times_assigned(name) > 1}

    def times_assigned(self, name: str) -> int:
        """Return in how many places the function assigns to a name."""
        return self._stores.count(name)

    @cached_property
    def _stores(self) -> list[str]:
        # such an assignment only makes a name known before a branch: it holds nothing yet
        unset = {
            node.targets[0]
            for node in ast.walk(self.tree)
            if isinstance(node, ast.Assign) and ast.unparse(node.value) == UNSET
        }
        names = (node for node in ast.walk(self.tree) if isinstance(node, ast.Name))
        return [name.id for name in names if isinstance(name.ctx, ast.Store) and name not in unset]

    @cached_property
    def changed_lists(self) -> frozenset[str]:
        """The names of local lists that the function changes."""
        return lists_changed_in(self.tree)

    @cached_property
    def _returns(self) -> list[ast.expr]:
        """What the function returns."""
        nodes = (node for node in ast.walk(self.tree) if isinstance(node, ast.Return))
        return [node.value for node in nodes if node.value is not None]

    @property
    def returns_value(self) -> bool:
        """Whether the function returns something besides None."""
        return any(ast.unparse(value) != "None" for value in self._returns)

    @cached_property
    def returned_names(self) -> frozenset[str]:
        """The lists that are changed and returned by their names."""
        names = [expression.id for expression in self._returns if isinstance(expression, ast.Name)]
        return frozenset(names) & self.changed_lists

    @cached_property
    def is_place(self) -> bool:
        """Whether the function does nothing at its end but return where something stands."""
        if not self.tree.body or len(self._returns) != 1:
            return False
        last_statement, expression = self.tree.body[-1], self._returns[0]
        # with an early return, the call may stand for another value
        is_only = sum(isinstance(node, ast.Return) for node in ast.walk(self.tree)) == 1
        is_last = is_only and isinstance(last_statement, ast.Return)
        return (
            is_last
            and isinstance(expression, ast.Attribute | ast.Subscript)
            and not isinstance(getattr(expression, "slice", None), ast.Slice)
        )

    @staticmethod
    def calls_in(statement: ast.stmt) -> list[ast.Call]:
        """Return the calls of a statement, without those of statements inside it."""
        return [node for node in own_nodes(statement) if isinstance(node, ast.Call)]

    def is_new_object(self, node: ast.Call) -> bool:
        """Return whether a call makes an object of a dataclass."""
        meaning = self.globals.get(node.func.id) if isinstance(node.func, ast.Name) else None
        return isinstance(meaning, type) and is_dataclass(meaning)
