"""Surroundings of a function: what its names and its calls may mean in the game around it."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Mapping
from dataclasses import is_dataclass
from typing import Any

from simlab.compiler.effects.known_functions import KnownFunctions
from simlab.compiler.normal_form import is_call
from simlab.compiler.source_code import definition_of, name_of_import, names_assigned_in
from simlab.compiler.value_type import OBJECT, Type
from simlab.plain.game import PlainGame

REPORTS = frozenset({"log", "report"})
"""Methods of simlab, whatever methods an object of the author has."""


class Surroundings:
    """What is known of the game around one function, before it is in normal form."""

    def __init__(self, functions: KnownFunctions, function: Any, own_class: Any) -> None:
        self._functions = functions
        self._globals: Mapping[str, Any] = function.__globals__
        self._own_class = own_class or functions.rules_class
        tree = definition_of(function)
        self._assigned = names_assigned_in([tree])
        first_arguments = [argument.arg for argument in tree.args.args][:1]
        self._own = "" if own_class is None else next(iter(first_arguments), "")
        """The name of the first argument: the game, a part, an object, or the view of a policy."""

    def classes(self, node: ast.expr) -> list[Any]:
        """Return the classes that the value of an expression may have, as far as they count."""
        if isinstance(node, ast.Name) and node.id == self._own:
            return [self._own_class]
        name = node.attr if isinstance(node, ast.Attribute) else ""
        if name in self._functions.parts:
            return [type(self._functions.parts[name])]
        return list(self._functions.dataclasses)

    def functions_of_call(self, node: ast.Call) -> list[tuple[Any, Any]]:
        """Return the functions that a call may mean, with their classes."""
        func = node.func
        if isinstance(func, ast.Name):
            function = self._globals.get(func.id)
            is_written = inspect.isfunction(function) and function.__name__ != "<lambda>"
            return [(function, None)] if is_written else []
        if not isinstance(func, ast.Attribute) or func.attr in REPORTS:
            return []
        functions = [
            (inspect.getattr_static(cls, func.attr, None), cls) for cls in self.classes(func.value)
        ]
        return [(function, cls) for function, cls in functions if inspect.isfunction(function)]

    def is_method(self, receiver: ast.expr, name: str) -> bool:
        """Return whether a name may be that of a method that an author has written."""
        classes = [cls for cls in self.classes(receiver) if cls is not PlainGame]
        return name != "table" and any(hasattr(cls, name) for cls in classes)

    def is_lasting(self, node: ast.expr) -> bool:
        """Return whether an expression is the same all game long, as a part or a rule value is."""
        if isinstance(node, ast.Name):
            return node.id == self._own
        if isinstance(node, ast.Subscript):
            return ast.unparse(node.value) == f"{self._own}.chance"
        if not isinstance(node, ast.Attribute) or not self.is_lasting(node.value):
            return False
        is_rule = ast.unparse(node.value) == f"{self._own}.rules"
        return is_rule or node.attr in ("rules", "chance") or node.attr in self._functions.parts

    def reads(self, node: ast.AST, attribute: str) -> bool:
        """Return whether an attribute may be read while a node is evaluated, by what it calls."""
        for inner_node in ast.walk(node):
            if isinstance(inner_node, ast.Attribute) and inner_node.attr == attribute:
                return True
            for function, own_class in (
                self.functions_of_call(inner_node) if isinstance(inner_node, ast.Call) else []
            ):
                effects = self._functions.effects(function, own_class)
                if any(attribute in path for path in effects.reads):
                    return True
        return False

    def holds_records(self, node: ast.expr) -> bool:
        """Return whether an attribute is a list of lists or objects."""
        item_type = self._type_of_items(node)
        return item_type is not None and item_type.is_stored

    def holds_objects(self, node: ast.expr) -> bool:
        """Return whether an attribute is a list of objects."""
        item_type = self._type_of_items(node)
        return item_type is not None and item_type.kind == OBJECT

    def _type_of_items(self, node: ast.expr) -> Type | None:
        """Return the type of the items of a list in an attribute, if it is known."""
        root, *steps = ast.unparse(node).split(".")
        is_own = isinstance(node, ast.Attribute) and root == self._own
        list_type = self._functions.type_at((root, *steps), self._own_class) if is_own else None
        return list_type.of if list_type is not None and list_type.is_list else None

    def list_of_loop(self, node: ast.expr) -> ast.expr:
        """Return the list that a loop goes through: of a part, the one that its __iter__ names."""
        # a part such as a hand is gone through by the list in it, which others may change meanwhile
        part = self._functions.parts.get(node.attr) if isinstance(node, ast.Attribute) else None
        method = inspect.getattr_static(type(part), "__iter__", None)
        if part is None or not inspect.isfunction(method):
            return node
        last_statement = definition_of(method).body[-1]
        is_iter = (
            isinstance(last_statement, ast.Return)
            and last_statement.value
            and is_call(last_statement.value, "iter")
        )
        if not is_iter or not isinstance(last_statement.value, ast.Call):
            return node
        _, *steps = ast.unparse(last_statement.value.args[0]).split(".")
        return ast.parse(".".join([ast.unparse(node), *steps]), mode="eval").body

    def is_dataclass(self, name: str) -> bool:
        """Return whether a name of the module is a dataclass."""
        meaning = self._globals.get(name)
        return isinstance(meaning, type) and is_dataclass(meaning)

    def full_name(self, node: ast.expr) -> str:
        """Return the full name of what Python's own modules have, such as math.floor."""
        root = node
        while isinstance(root, ast.Attribute):
            root = root.value
        # a local name hides the module
        is_local = isinstance(root, ast.Name) and root.id in self._assigned
        return "" if is_local else name_of_import(node, self._globals)

    def is_global(self, name: str) -> bool:
        """Return whether the module has a name."""
        return name in self._globals

    def meaning(self, node: ast.expr) -> Any:
        """Return what an expression names that the module has, or None."""
        if isinstance(node, ast.Attribute):
            owner = self.meaning(node.value)
            return getattr(owner, node.attr, None) if inspect.ismodule(owner) else None
        return self._globals.get(node.id) if isinstance(node, ast.Name) else None
