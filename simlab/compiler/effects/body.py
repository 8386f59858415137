"""Body of a function: what its nodes, its calls and the whole of it may read and change."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from functools import cached_property

from simlab.compiler.effects.course import Course
from simlab.compiler.effects.effect import NO_EFFECTS, AccessPath, Effects, items_of
from simlab.compiler.effects.places import Places
from simlab.compiler.normal_form import ARRANGE
from simlab.compiler.source_code import CHANGERS, CHANGES, SHUFFLE

MOVES = frozenset({"insert", "pop", "remove", "clear", "sort", "reverse", "popitem"})
"""Methods of lists and dicts after which their items stand elsewhere."""


class Body(Places):
    """The body of one function, with its effects."""

    @cached_property
    def course(self) -> Course:
        """The order of its statements, and what changes before a name is read."""
        return Course(self.tree, self.of_node)

    @cached_property
    def effects(self) -> Effects:
        """What the function does, in places from its arguments."""
        effects = NO_EFFECTS
        for node in ast.walk(self.tree):
            effects |= self.of_node(node)
        returned = [
            self.paths(node.value)
            for node in ast.walk(self.tree)
            if isinstance(node, ast.Return) and node.value is not None
        ]
        effects |= Effects(returns=frozenset().union(*returned))
        return self._from(effects, set(self.arguments))

    @staticmethod
    def _from(effects: Effects, roots: set[str]) -> Effects:
        """Return effects on what begins with these names only."""
        return effects.map_paths(
            lambda paths: frozenset(path for path in paths if path[0] in roots)
        ).outside

    def of(self, *nodes: ast.AST) -> Effects:
        """Return the effects of expressions and statements."""
        effects = NO_EFFECTS
        for node in nodes:
            for inner_node in ast.walk(node):
                effects |= self.of_node(inner_node)
        return effects

    def of_node(self, node: ast.AST) -> Effects:
        """Return the effects of a node without those of what is inside it."""
        if isinstance(node, ast.Call):
            return self._of_call(node)
        if isinstance(node, ast.Name | ast.Attribute | ast.Subscript):
            effects = self._of_property(node)
            if isinstance(node.ctx, ast.Load) or node in self._lists_added_to:
                return effects | Effects(reads=self._long(self.paths(node)))
            if isinstance(node, ast.Subscript):
                items, base = items_of(self.paths(node.value)), self.paths(node.value)
                is_moved = isinstance(node.ctx, ast.Del) or isinstance(node.slice, ast.Slice)
                moves = base if is_moved else frozenset()
                resizes = moves | frozenset(filter(self._is_dict, base))
                return effects | Effects(replaces=items, mutates=base, resizes=resizes, moves=moves)
            assigned_paths = (
                frozenset({(node.id,)}) if isinstance(node, ast.Name) else self.paths(node)
            )
            return effects | Effects(replaces=assigned_paths)
        if isinstance(node, ast.AugAssign):
            paths = self.paths(node.target)
            lists = frozenset(filter(self.holds_list, paths))
            return Effects(mutates=lists, resizes=lists, reads=paths)
        return NO_EFFECTS

    @cached_property
    def _lists_added_to(self) -> frozenset[ast.expr]:
        """The targets to which += adds a list: they stay the lists that they are."""
        return frozenset(
            node.target
            for node in ast.walk(self.tree)
            if isinstance(node, ast.AugAssign) and isinstance(node.value, ast.List)
        )

    @staticmethod
    def _long(paths: frozenset[AccessPath]) -> frozenset[AccessPath]:
        """Return places without `self` as a whole."""
        return frozenset(path for path in paths if path != ("self",))

    def _of_property(self, node: ast.AST) -> Effects:
        """Return the effects of reading an attribute that is a property."""
        if not isinstance(node, ast.Attribute):
            return NO_EFFECTS
        for own_class in self._around.classes(node.value):
            attribute = inspect.getattr_static(own_class, node.attr, None)
            if isinstance(attribute, property):
                return self._of_method(attribute.fget, own_class, node.value)
        return NO_EFFECTS

    def _of_call(self, node: ast.Call) -> Effects:
        """Return the effects of a function of the normal form, of an author, or of a method."""
        func = node.func
        if isinstance(func, ast.Name) and func.id in CHANGERS:
            changed_paths = self.paths(node.args[0])
            replaced_paths = changed_paths if func.id == ARRANGE else frozenset()
            return Effects(
                mutates=changed_paths,
                resizes=changed_paths,
                moves=changed_paths,
                replaces=replaced_paths,
            )
        if not isinstance(func, ast.Attribute) or self._around.functions_of_call(node):
            return self._of_functions(node)
        base = self.paths(func.value)
        if "super()" in ast.unparse(func):
            return Effects(mutates=frozenset({("self",)}))
        if func.attr == SHUFFLE:
            lists = frozenset().union(*map(self.paths, node.args))
            return Effects(mutates=lists, resizes=lists, moves=lists)
        if func.attr in CHANGES:
            moves = base if func.attr in MOVES else frozenset()
            return Effects(mutates=base, resizes=base, moves=moves)
        return NO_EFFECTS

    def lists_changed_by(self, node: ast.AST) -> frozenset[AccessPath]:
        """Return the lists that a node changes; what a method changes is noted in that."""
        mutated = self.of_node(node).mutates
        if not isinstance(node, ast.Call) or not self._around.functions_of_call(node):
            return mutated
        return frozenset(path for path in mutated if path[0] not in self.arguments[:1])

    def arguments_it_changes(self, node: ast.Call) -> Iterator[ast.expr]:
        """Yield the arguments of a call that are lists which it changes in place."""
        for function, own_class in self._around.functions_of_call(node):
            mutated = {path[0] for path in self.functions.effects(function, own_class).mutates}
            names = list(inspect.signature(function).parameters)[own_class is not None :]
            argument_by_name = dict(zip(names, node.args, strict=False))
            argument_by_name |= {str(keyword.arg): keyword.value for keyword in node.keywords}
            yield from (argument for name, argument in argument_by_name.items() if name in mutated)
