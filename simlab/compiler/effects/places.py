"""Places: where the values of expressions stand, and what local names stand for."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Collection, Iterable, Mapping
from functools import cached_property
from typing import Any

from simlab.compiler.effects.effect import NO_EFFECTS, AccessPath, Effects, items_of
from simlab.compiler.effects.known_functions import KnownFunctions
from simlab.compiler.effects.normal_function import NormalFunction
from simlab.compiler.normal_form import ITERABLES, is_call, note_of
from simlab.compiler.value_type import DICT, TUPLE
from simlab.compiler.values import ITEM_OF

ITEMS = frozenset({"values", "items", "keys", "copy"})
"""Methods that return what is in a list or dict."""
LISTS = (ast.List, ast.Tuple, ast.Constant)
"""Expressions whose value is no dict."""


class Places(NormalFunction):
    """Where the values of the expressions of a function stand."""

    def __init__(self, functions: KnownFunctions, function: Any, own_class: Any) -> None:
        super().__init__(functions, function, own_class)
        self._aliases: dict[str, frozenset[AccessPath]] = {}
        nodes = list(ast.walk(self.tree))
        for _ in range(2):  # a name may stand for what another one stands for
            self._find_aliases(nodes)

    def paths(self, node: ast.expr) -> frozenset[AccessPath]:
        """Return where the value of an expression stands; nowhere if it is a new one."""
        if isinstance(node, ast.Name):
            aliases = self._aliases.get(node.id, frozenset())
            lists = frozenset(path for path in aliases if self.holds_list(path) is not False)
            return lists | {(node.id,)}
        if isinstance(node, ast.Attribute):
            return frozenset((*path, node.attr) for path in self.paths(node.value))
        if isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice):
            of_part = self._of_part(node.value, "__getitem__")
            return items_of(self.paths(node.value)) if of_part is None else of_part
        if isinstance(node, ast.IfExp):
            return self.paths(node.body) | self.paths(node.orelse)
        if isinstance(node, ast.BoolOp):
            return frozenset().union(*map(self.paths, node.values))
        if is_call(node, "iter") and isinstance(node, ast.Call):
            return self.paths(node.args[0])
        if isinstance(node, ast.Call):
            return self._paths_of_result(node)
        return frozenset()

    def places_gone_through(self, node: ast.expr) -> frozenset[AccessPath]:
        """Return where the list stands that a loop goes through."""
        of_part = self._of_part(node, "__iter__")
        return self.paths(node) if of_part is None else of_part

    def _of_part(self, node: ast.expr, method: str) -> frozenset[AccessPath] | None:
        """Return where that stands which a part returns for an index, or for a loop."""
        for own_class in self._around.classes(node)[:1]:
            function = inspect.getattr_static(own_class, method, None)
            if inspect.isfunction(function):
                return self._of_method(function, own_class, node).returns
        return None

    def is_asked_by_index(self, node: ast.expr) -> bool:
        """Return whether a loop asks a part for each index; kernels do so before the loop."""
        of_part = [self._of_part(node, method) for method in ("__getitem__", "__iter__")]
        return of_part[0] is not None and of_part[1] is None

    def items(self, node: ast.expr) -> frozenset[AccessPath]:
        """Return where the items of an iterable stand."""
        if isinstance(node, ast.List | ast.Tuple | ast.Set):
            return frozenset().union(*map(self.paths, node.elts))
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
            return self.items(node.value)
        if isinstance(node, ast.BinOp):
            return self.items(node.left) | self.items(node.right)
        if isinstance(node, ast.Call) and not self._around.functions_of_call(node):
            return frozenset().union(*map(self.items, self.list_of_loop(node)))
        return items_of(self.places_gone_through(node))

    @staticmethod
    def list_of_loop(node: ast.AST) -> list[ast.expr]:
        """Return the lists whose items an iterable has, as enumerate(...) or .items()."""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            return [node.func.value] if node.func.attr in ITEMS else []
        if isinstance(node, ast.Call):
            is_through = isinstance(node.func, ast.Name) and node.func.id in ITERABLES
            return list(node.args) if is_through else []
        return [node] if isinstance(node, ast.expr) else []

    def _paths_of_result(self, node: ast.Call) -> frozenset[AccessPath]:
        func = node.func
        if not isinstance(func, ast.Attribute) or func.attr not in ("get", "pop", "setdefault"):
            return self._of_functions(node).returns
        return items_of(self.paths(func.value)).union(*map(self.paths, node.args[1:]))

    def _find_aliases(self, nodes: Iterable[ast.AST]) -> None:
        for node in nodes:
            if note_of(node).is_moved:
                continue  # a list that nothing else has is given a name
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                self._alias(node.targets[0], self.paths(node.value))
            elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple):
                self._alias(node.targets[0], self.items(node.value))
            elif isinstance(node, ast.For):
                self._alias(without_key(node.target, node.iter), self.items(node.iter))

    def _alias(self, target: ast.expr, paths: frozenset[AccessPath]) -> None:
        for node in ast.walk(target):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                other_paths = frozenset(path for path in paths if path[0] != node.id)
                self._aliases[node.id] = self._aliases.get(node.id, frozenset()) | other_paths

    def holds_list(self, path: AccessPath) -> bool | None:
        """Return whether a list, dict or object stands at a place, if that is known."""
        if self.arguments[:1] != [path[0]]:
            return None
        value_type = self.functions.type_at(path, self.own_class)
        return None if value_type is None else value_type.is_stored and value_type.kind != TUPLE

    def is_constant(self, path: AccessPath) -> bool:
        """Return whether a list, set or dict of the module, or of the class, stands at a place."""
        root, *steps = path
        if self.own_class is not None and self.arguments[:1] == [root] and steps:
            attribute, *steps = steps
            seen = dict(self.functions.fields(self.own_class))
            is_written = attribute in seen or attribute in self.functions.parts
            values = [] if is_written else [getattr(self.own_class, attribute, None)]
        elif root in self.arguments or root in self.assigned:
            return False
        else:
            values = [self.globals.get(root)]
        for step in steps:
            if step == ITEM_OF:
                lists = (value.values() if isinstance(value, dict) else value for value in values)
                values = [item for items in lists if isinstance(items, Iterable) for item in items]
            else:
                values = [getattr(value, step, None) for value in values]
        return any(isinstance(value, list | dict | set) for value in values)

    def _is_dict(self, path: AccessPath) -> bool:
        """Return whether a dictionary may stand at a place, which may get another key."""
        if len(path) == 1:
            return path[0] in self._dicts or path[0] in self.arguments
        if self.arguments[:1] != [path[0]]:
            return True
        value_type = self.functions.type_at(path, self.own_class)
        return value_type is not None and value_type.kind == DICT

    @cached_property
    def _dicts(self) -> frozenset[str]:
        """The local names of dictionaries."""
        return frozenset(
            node.targets[0].id
            for node in ast.walk(self.tree)
            if isinstance(node, ast.Assign)
            and isinstance(node.targets[0], ast.Name)
            and not isinstance(node.value, LISTS)
        )

    def stands_for_place(self, node: ast.Call) -> bool:
        """Return whether a call stands for the place that its function returns."""
        functions = self._around.functions_of_call(node)
        return bool(functions) and all(
            self.functions.is_place(function, own_class) for function, own_class in functions
        )

    def _of_functions(self, node: ast.Call) -> Effects:
        """Return the effects of the functions of an author that a call may mean."""
        effects = NO_EFFECTS
        for function, own_class in self._around.functions_of_call(node):
            bound = self._bind_arguments(function, own_class, node)
            effects |= self._here(self.functions.effects(function, own_class), bound)
        return effects

    def _of_method(self, method: Any, own_class: Any, receiver: ast.expr) -> Effects:
        """Return the effects of a method without arguments that counts."""
        effects = self.functions.effects(method, own_class)
        return self._here(effects, {"self": self.paths(receiver)})

    def _bind_arguments(
        self, function: Any, own_class: Any, node: ast.Call
    ) -> dict[str, frozenset[AccessPath]]:
        """Return the places of the arguments of a call."""
        names = list(inspect.signature(function).parameters)
        bound: dict[str, frozenset[AccessPath]] = {}
        if own_class is not None and isinstance(node.func, ast.Attribute):
            bound[names.pop(0)] = self.paths(node.func.value)
        bound |= {
            name: self.paths(argument) for name, argument in zip(names, node.args, strict=False)
        }
        return bound | {str(keyword.arg): self.paths(keyword.value) for keyword in node.keywords}

    @staticmethod
    def _here(effects: Effects, bound: Mapping[str, Collection[AccessPath]]) -> Effects:
        """Return the effects of a call in places of the caller."""
        return effects.map_paths(
            lambda paths: frozenset(
                (*base, *path[1:]) for path in paths for base in bound.get(path[0], ())
            )
        )


def without_key(target: ast.expr, items: ast.expr) -> ast.expr:
    """Return the variable of a loop for items, beside which a number or a key may stand."""
    is_pair = isinstance(target, ast.Tuple) and is_call(items, "items", "enumerate")
    return target.elts[-1] if is_pair and isinstance(target, ast.Tuple) else target
