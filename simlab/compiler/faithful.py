"""Faithful: where kernels would have two lists for one, or one for two; that is copied or refused.

Kernels write a list to where it is kept, where Python gives it a second name. What is found is
noted at the statements of the normal form.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from simlab.compiler.effects import (
    NO_EFFECTS,
    AccessPath,
    Body,
    Effects,
    is_within,
    items_of,
    meet,
    own_nodes,
    statements_of,
    without_key,
)
from simlab.compiler.normal_form import ARRANGE, Keeps, is_call, note_of
from simlab.compiler.source_code import names_assigned_in
from simlab.compiler.value_type import OBJECT

TWO_NAMES = "two names for one list; write list(...) for a copy"
FIXED = "it is the same for all games; keep what changes in an attribute that setup() writes"
SECOND_NAME = (
    "is a second name for what changes; write list(...) for a copy, or ask for it again where it is"
    " used"
)
OBJECT_MOVES = (
    "is a second name for an object whose list changes; read what is needed of it before, or change"
    " the list afterwards"
)
MOVES_IN_LOOP = (
    "changes while the loop goes through some of its objects; note what is to change, and change it"
    " after the loop"
)
ADDS = frozenset({"append", "add", "insert", "setdefault"})
NEW = ast.List | ast.Set | ast.Tuple | ast.BinOp | ast.Dict
"""Expressions whose value is a list that nothing else has."""
Problem = tuple[ast.stmt, str]
"""What is refused, and why."""


@dataclass(frozen=True)
class Binding:
    """A local name that is given a list."""

    name: str
    value: ast.expr
    statement: ast.stmt


class Faithful:
    """Looks at one function."""

    def __init__(self, body: Body) -> None:
        self.body, self._course = body, body.course
        self.nodes = list(statements_of(body.tree.body))
        self.changed = self._with_second_names(body.changed_lists | self._handed_on)

    def note(self, *, refuses: bool) -> None:
        """Note at each statement what is copied, what changes in a loop, and what is refused."""
        problems = [
            *self._loops(),
            *self._arguments(),
            *self._find_second_places(),
            *((node, FIXED) for node in self.nodes if self._changes_constant(node)),
        ]
        for node in self.nodes:
            note_of(node).keeps = max(self._keeps(node), default=Keeps.NEW)
        for binding in self._bindings:
            fate = self._fate(binding)
            note_of(binding.statement).is_copied |= fate == "copied"
            if fate == "refused":
                reason = self._second_name(self.body.paths(binding.value))
                problems.append((binding.statement, f"{self._name_of_author(binding)} {reason}"))
        problems += self._items_that_move()
        for node, reason in problems if refuses else ():
            self._refuse(node, reason)

    @staticmethod
    def _refuse(node: ast.stmt, reason: str) -> None:
        note_of(node).refusal = note_of(node).refusal or reason

    @staticmethod
    def _name_of_author(binding: Binding) -> str:
        """Return the name of the author, or what one of the normal form stands for."""
        # names of the normal form would tell an author nothing
        origin = note_of(binding.statement).origin or binding.statement
        names = {node.id for node in ast.walk(origin) if isinstance(node, ast.Name)}
        return binding.name if binding.name in names else ast.unparse(binding.value)

    def _loops(self) -> Iterator[Problem]:
        for node in self.nodes:
            if not isinstance(node, ast.For):
                continue
            changes = self.body.of(*node.body)
            by_place = note_of(node).by_place
            if by_place is not None and self._may_stand_elsewhere(by_place, node):
                yield node, f"{ast.unparse(by_place)} {MOVES_IN_LOOP}"
            for iterable in _lists_of_loop(node.iter):
                paths = self.body.places_gone_through(iterable)
                resized = any(is_within(p, change) for p in paths for change in changes.resizes)
                replaced = any(is_within(p, c) for p in paths for c in changes.replaces)
                copied_paths = [path for path in paths if self._is_read_as_copy(iterable, path)]
                replaced |= any(is_within(c, p) for p in copied_paths for c in changes.mutates)
                # it asks for the length in each turn, and so goes on to new items as in Python
                note_of(node).may_change |= resized
                # a loop that is left at once never sees the change
                if replaced and any(map(self._is_list, paths)) and not _ends(node.body):
                    code = self._as_written(iterable, node)
                    remedy = f"go through list({code})"
                    yield node, f"{code} changes while the loop goes through it; {remedy}"

    def _may_stand_elsewhere(self, expression: ast.expr, loop: ast.For) -> bool:
        """Return whether items of a list may have other places after a turn of a loop."""
        statements = [
            statement for statement in statements_of(loop.body) if not note_of(statement).moves_up
        ]
        changes = NO_EFFECTS
        for node in (inner_node for statement in statements for inner_node in own_nodes(statement)):
            changes |= self.body.of_node(node)
        paths = self.body.paths(expression)
        moved = changes.moves | changes.replaces
        return meet(paths, [path for path in moved if all(len(path) <= len(p) + 1 for p in paths)])

    @staticmethod
    def _as_written(iterable: ast.expr, loop: ast.For) -> str:
        """Return what a loop goes through in the words of the author."""
        origin = note_of(loop).origin
        if not isinstance(origin, ast.For) or ast.unparse(iterable) in ast.unparse(origin.iter):
            return ast.unparse(iterable)
        return ast.unparse(origin.iter)

    def _is_read_as_copy(self, iterable: ast.expr, path: AccessPath) -> bool:
        """Return whether a loop goes through a copy of a place, for instance one returned."""
        if isinstance(iterable, ast.Call):
            return not self.body.stands_for_place(iterable)
        if self.body.is_asked_by_index(iterable):
            return True
        if not isinstance(iterable, ast.Name) or path == (iterable.id,):
            return False
        return any(
            binding.name == iterable.id and self._is_copy(binding) for binding in self._bindings
        )

    def _changes_constant(self, node: ast.stmt) -> bool:
        """Return whether a statement changes a list or dict of the module or of the class."""
        added = self.body.paths(node.target) if isinstance(node, ast.AugAssign) else frozenset()
        mutated = [self.body.lists_changed_by(inner_node) for inner_node in own_nodes(node)]
        return any(map(self.body.is_constant, added.union(*mutated)))

    @cached_property
    def _bindings(self) -> list[Binding]:
        """The assignments to local names, of which several may be given the items of a list."""
        assignments = [
            (node, node.targets[0]) for node in self.nodes if isinstance(node, ast.Assign)
        ]
        return [
            Binding(target.id, node.value, node)
            for node, target in assignments
            if isinstance(target, ast.Name)
        ] + [
            Binding(item_target.id, ast.Subscript(node.value, ast.Constant(0), ast.Load()), node)
            for node, target in assignments
            if isinstance(target, ast.Tuple) and not isinstance(node.value, ast.Tuple)
            for item_target in target.elts
            if isinstance(item_target, ast.Name)
        ]

    def _fate(self, binding: Binding) -> str:
        """Return what becomes of a second name: "same", "copied" or "refused"."""
        if self._is_new_list(binding) and binding.name in self.body.arguments:
            is_mixed = binding.name in self.body.reassigned and binding.name in self.changed
            return "refused" if is_mixed else "same"
        paths = frozenset(
            path for path in self.body.paths(binding.value) if path != (binding.name,)
        )
        lists = [path for path in paths if self._is_list(path)]
        if isinstance(binding.value, NEW) or not lists or note_of(binding.statement).is_moved:
            return "same"
        changes = list(self._course.changes_before_use(binding.name, binding.statement))
        is_changed = binding.name in self.changed
        mutated = [path for change in changes for path in change.mutates]
        is_mutated = any(
            is_within(mutated_path, path) for mutated_path in mutated for path in lists
        )
        if self._is_taken_out(binding.value):
            resized = [path for change in changes for path in change.resizes]
            is_moved = any(
                is_within(path, resized_path) for resized_path in resized for path in lists
            )
            return "refused" if is_moved and not self._is_kept_apart(binding.value) else "same"
        if self._is_copy(binding) and not all(map(self._is_object, lists)):
            return "refused" if is_changed or is_mutated else "same"
        if not _are_moved(lists, changes):
            return "same"
        is_simple = all(self._holds_numbers(path) for path in lists)
        return "refused" if is_changed or is_mutated or not is_simple else "copied"

    def _items_that_move(self) -> Iterator[Problem]:
        """Find loops over lists or objects that may stand elsewhere before a turn is over."""
        for node in self.nodes:
            if not isinstance(node, ast.For) or note_of(node).by_place is not None:
                continue
            lists = list(filter(self.body.holds_list, self.body.items(node.iter)))
            for name in names_assigned_in([without_key(node.target, node.iter)]) if lists else ():
                if _are_moved(lists, self._course.changes_before_use(name, node)):
                    yield node, f"{name} {self._second_name(lists)}"

    def _second_name(self, paths: Iterable[AccessPath]) -> str:
        """Return why a second name of a list or an object at some places is refused."""
        return OBJECT_MOVES if any(map(self._is_object, paths)) else SECOND_NAME

    def _is_object(self, path: AccessPath) -> bool:
        """Return whether objects of dataclasses stand at a place of the game."""
        value_type = self.body.functions.type_at(path, self.body.own_class)
        return (
            path[0] in self.body.arguments[:1]
            and value_type is not None
            and value_type.kind == OBJECT
        )

    @staticmethod
    def _is_new_list(binding: Binding) -> bool:
        """Return whether a name is given a list, set or dict that nothing else has."""
        is_written = isinstance(binding.value, ast.List | ast.Set | ast.Dict)
        return is_written or note_of(binding.statement).is_moved

    def _is_copy(self, binding: Binding) -> bool:
        """Return whether a kernel copies a list where Python gives it a second name."""
        if isinstance(binding.value, ast.Call):
            is_place = is_call(binding.value, "setdefault")
            return not is_place and not self.body.stands_for_place(binding.value)
        return (
            isinstance(binding.value, ast.IfExp | ast.BoolOp)
            or binding.name in self.body.reassigned
        )

    def _is_list(self, path: AccessPath) -> bool:
        if len(path) == 1:
            bindings = (binding for binding in self._bindings if binding.name == path[0])
            return any(
                note_of(binding.statement).is_moved or self._is_made(binding.value)
                for binding in bindings
            )
        holds_list = self.body.holds_list(path)
        return holds_list if holds_list is not None else len(path) == 2 and path[0] in self._holders

    @cached_property
    def _holders(self) -> frozenset[str]:
        """Local names of lists and dicts in which the function keeps lists."""
        kept_values = [pair for node in self.nodes for pair in self._storage_places(node)]
        for binding in self._bindings:
            kept_values += self._items_kept(frozenset({(binding.name,)}), binding.value)
        lists = {
            binding.name
            for binding in self._bindings
            if note_of(binding.statement).is_moved or self._is_list_made(binding.value)
        }
        holders = frozenset(
            path[0]
            for paths, value in kept_values
            if self._is_list_made(value) or (isinstance(value, ast.Name) and value.id in lists)
            for path in paths
        )
        return self._with_second_names(holders, is_moved=True)

    def _is_list_made(self, value: ast.expr) -> bool:
        """Return whether an expression makes a list that may be changed, as a tuple may not."""
        return self._is_made(value) and not isinstance(value, ast.Tuple)

    @staticmethod
    def _is_made(value: ast.expr) -> bool:
        """Return whether an expression makes a list."""
        is_sum = isinstance(value, ast.BinOp) and not isinstance(value.left, ast.List)
        is_slice = isinstance(value, ast.Subscript) and isinstance(value.slice, ast.Slice)
        return is_slice or (isinstance(value, NEW) and not is_sum) or is_call(value, "set")

    def _holds_numbers(self, path: AccessPath) -> bool:
        if len(path) == 1:
            return True
        value_type = self.body.functions.type_at(path, self.body.own_class)
        return (
            value_type is not None
            and value_type.is_list
            and value_type.of is not None
            and not value_type.of.is_stored
        )

    def _with_second_names(
        self, names: frozenset[str], *, is_moved: bool = False
    ) -> frozenset[str]:
        """Return names of lists with their other names, also those from which they are moved."""
        pairs = [
            {binding.name, binding.value.id}
            for binding in self._bindings
            if isinstance(binding.value, ast.Name)
            and (is_moved or not note_of(binding.statement).is_moved)
        ]
        # a chain of names is as long as there are pairs, at most
        for _ in pairs:
            names |= frozenset().union(*(pair for pair in pairs if pair & names))
        return names

    @cached_property
    def _handed_on(self) -> frozenset[str]:
        """Names of lists that are given to functions that change them."""
        return frozenset(
            value.id
            for node in self.nodes
            for call in self.body.calls_in(node)
            for value in self.body.arguments_it_changes(call)
            if isinstance(value, ast.Name)
        )

    def _arguments(self) -> Iterator[Problem]:
        for node in self.nodes:
            for call in self.body.calls_in(node):
                for value in self.body.arguments_it_changes(call):
                    is_name = isinstance(value, ast.Name | ast.Attribute | ast.Subscript)
                    if not is_name and any(map(self._is_list, self.body.paths(value))):
                        yield node, f"{ast.unparse(value)} is a copy in kernels; write if and else"

    def _find_second_places(self) -> Iterator[Problem]:
        """Find lists that are kept in a second place."""
        for node in self.nodes:
            following = self._following.get(node)
            # a = b; b = [] hands the list on: there are never two names for it
            is_handed_on = _is_given_up(node, following)
            kept_values = (
                [] if note_of(node).is_moved or is_handed_on else list(self._storage_places(node))
            )
            names = [value.id for _, value in kept_values if isinstance(value, ast.Name)]
            if any(names.count(name) > 1 and self._is_list((name,)) for name in names):
                yield node, TWO_NAMES
            for targets, value in kept_values:
                if targets and not any(map(self._is_outside, targets)):
                    continue  # what is put into a list of the function itself, see `_keeps`
                sources = self._sources(value)
                is_new = isinstance(value, NEW) or self._is_given_away(value, node)
                if is_new or not sources:
                    continue
                if sources == {(ast.unparse(value),)} and _begins_anew(
                    ast.unparse(value), following
                ):
                    continue
                if not any(self._is_list(path) for path in targets | sources):
                    continue
                if self._is_changed_in_place(value, targets | sources, node):
                    yield node, TWO_NAMES

    def _sources(self, value: ast.expr) -> frozenset[AccessPath]:
        """Return where what is kept stands; a list that was taken out of another one has a name."""
        if isinstance(value, ast.Name) and self._is_taken_out(value) and self._is_kept_apart(value):
            return frozenset({(value.id,)})
        return self.body.paths(value)

    def _is_given_away(self, value: ast.expr, node: ast.stmt) -> bool:
        """Return whether what was taken out of a list is put into another, and not used again."""
        if not isinstance(value, ast.Name) or not self._is_taken_out(value):
            return False
        names = self._with_second_names(frozenset({value.id}))
        return not any(self._is_used_after(name, node) for name in names)

    def _is_taken_out(self, node: ast.expr) -> bool:
        """Return whether a value was an item of a list or dict, and no other instead."""
        # through names of names; as many steps as there are bindings
        for _ in self._bindings:
            values = [
                binding.value for binding in self._bindings if ast.unparse(node) == binding.name
            ]
            if len(values) != 1:
                break
            [node] = values
        return isinstance(node, ast.Call) and is_call(node, "pop") and len(node.args) < 2

    def _is_kept_apart(self, node: ast.expr) -> bool:
        """Return whether kernels make a list of what is taken out of another one."""
        return all(
            path[0] not in self.body.arguments or self._holds_numbers(path)
            for path in self.body.paths(node)
        )

    @cached_property
    def _following(self) -> dict[ast.stmt, ast.stmt]:
        """The statement after each, within its block."""
        blocks = [getattr(node, name, []) for node in self.nodes for name in ("body", "orelse")]
        return {a: b for block in (self.body.tree.body, *blocks) for a, b in pairwise(block)}

    def _keeps(self, node: ast.stmt) -> Iterator[Keeps]:
        """Yield what becomes of each list that a statement may put into another one."""
        sources = [path for path in self._put_in(node) if self.body.holds_list(path) is not False]
        if isinstance(node, ast.Expr) and is_call(node.value, ARRANGE):
            assert isinstance(node.value, ast.Call)
            items = items_of(self.body.paths(node.value.args[0]))
            if any(
                is_within(p, item_path) for item_path in items for p in self.body.functions.mutated
            ):
                yield Keeps.REFUSED
        if note_of(node).is_moved:
            return
        for path in sources:
            is_name = len(path) == 1 and path[0] not in self.body.arguments
            loops_again = self._loops_with_new_list(path[0]) if is_name else set()
            loops = [loop for loop in self._course.loops_around(node) if loop not in loops_again]
            if is_name and _begins_anew(path[0], self._following.get(node)):
                continue
            if any(
                is_within(changed_path, path) for changed_path in self._later_changes(node, loops)
            ):
                yield Keeps.REFUSED
            elif not is_name or loops or self._is_read_again(path, sources, node):
                yield Keeps.SHARED

    def _is_outside(self, path: AccessPath) -> bool:
        """Return whether a place is not one of the function alone."""
        return path[0] in self.body.arguments

    def _is_read_again(self, path: AccessPath, sources: list[AccessPath], node: ast.stmt) -> bool:
        """Return whether a list is put in twice, or read after a statement."""
        uses = self._course.uses.get(path[0], ())
        is_later = any(use > self._course.statement_number(node) for use, _ in uses)
        return is_later or sources.count(path) > 1

    def _put_in(self, node: ast.stmt) -> Iterator[AccessPath]:
        """Yield where the lists stand that a statement may put into a list."""
        for inner_node in own_nodes(node):
            if isinstance(inner_node, ast.List | ast.Tuple | ast.Set | ast.Dict):
                for item in (
                    inner_node.values if isinstance(inner_node, ast.Dict) else inner_node.elts
                ):
                    yield from self.body.paths(item)
            elif (
                isinstance(inner_node, ast.Call)
                and isinstance(inner_node.func, ast.Attribute)
                and inner_node.args
            ):
                if inner_node.func.attr in ADDS:
                    yield from self.body.paths(inner_node.args[-1])
                elif inner_node.func.attr in ("extend", "update"):
                    yield from self.body.items(inner_node.args[0])
        value = getattr(node, "value", None)
        if isinstance(node, ast.Assign | ast.AugAssign | ast.Return) and value is not None:
            if isinstance(node, ast.Return):  # what only the function has goes on to its caller
                yield from filter(self._is_outside, self.body.items(value))
            elif not isinstance(value, ast.List | ast.Tuple | ast.Set):
                yield from self.body.items(value)
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Subscript):
                yield from self.body.paths(value)

    def _later_changes(self, node: ast.stmt, loops: Collection[ast.AST]) -> Iterator[AccessPath]:
        """Yield what is changed in place after a statement, or in one of the loops around it."""
        number = self._course.statement_number(node)
        for event in self._course.events:
            if event.at > number or any(loop in event.loops for loop in loops):
                yield from event.effects.mutates

    def _storage_places(self, node: ast.stmt) -> Iterator[tuple[frozenset[AccessPath], ast.expr]]:
        """Yield the places where a statement keeps something, with what it keeps there."""
        if isinstance(node, ast.Assign) and isinstance(
            node.targets[0], ast.Attribute | ast.Subscript
        ):
            paths = self.body.paths(node.targets[0])
            yield paths, node.value
            yield from self._items_kept(paths, node.value)
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            yield from self._items_kept(self.body.paths(node.targets[0]), node.value)
        elif isinstance(node, ast.AugAssign):
            yield from self._items_kept(self.body.paths(node.target), node.value)
        for call in self.body.calls_in(node):
            if isinstance(call.func, ast.Attribute) and call.args:
                base = self.body.paths(call.func.value)
                if call.func.attr in ADDS:
                    yield items_of(base), call.args[-1]
                elif call.func.attr == "extend":
                    yield from self._items_kept(base, call.args[0])
            elif self.body.is_new_object(call):
                for value in (*call.args, *(keyword.value for keyword in call.keywords)):
                    yield frozenset(), value

    def _items_kept(
        self, paths: frozenset[AccessPath], value: ast.expr
    ) -> Iterator[tuple[frozenset[AccessPath], ast.expr]]:
        if isinstance(value, ast.List | ast.Tuple):
            for item in value.elts:
                yield items_of(paths), item
        elif isinstance(value, ast.Dict):
            for item in value.values:
                yield items_of(paths), item

    def _is_changed_in_place(
        self, value: ast.expr, paths: frozenset[AccessPath], node: ast.stmt
    ) -> bool:
        """Return whether a list that has two names is changed by one of them."""
        local = all(len(path) == 1 for path in self._sources(value))
        if not isinstance(value, ast.Name) or not local or value.id in self.body.arguments:
            loops_around = self._course.loops_around(node)
            mutated = {*self.body.functions.mutated, *self._later_changes(node, loops_around)}
            return any(is_within(changed_path, path) for changed_path in mutated for path in paths)
        number = self._course.statement_number(node)
        loops = self._loops_without_another(value.id, node)
        later_effects = [
            event.effects
            for event in self._course.events
            if event.at > number or any(loop in event.loops for loop in loops)
        ]
        by_name = any((value.id,) in effects.mutates for effects in later_effects)
        elsewhere = any(
            is_within(change, path)
            for effects in later_effects
            for change in effects.mutates
            for path in paths
        )
        is_used = self._is_used_after(value.id, node)
        return by_name or (elsewhere and is_used) or bool(loops and self._is_kept_again(loops))

    def _is_used_after(self, name: str, node: ast.stmt) -> bool:
        """Return whether a name is read after a statement, or in another turn of a loop."""
        number = self._course.statement_number(node)
        loops = self._loops_without_another(name, node)
        return any(
            use > number or any(loop in loops_around for loop in loops)
            for use, loops_around in self._course.uses.get(name, ())
        )

    def _loops_without_another(self, name: str, node: ast.stmt) -> list[ast.AST]:
        """Return the loops around a statement in which a name keeps what it was given."""
        loops_again = self._loops_with_new_list(name)
        return [loop for loop in self._course.loops_around(node) if loop not in loops_again]

    def _loops_with_new_list(self, name: str) -> set[ast.AST]:
        """Return the loops in which a name is given another list each time."""
        return {
            loop
            for binding in self._bindings
            if binding.name == name
            for loop in self._course.loops_around(binding.statement)
        }

    def _is_kept_again(self, loops: list[ast.AST]) -> bool:
        """Return whether a loop keeps one list in several places."""
        return bool(loops) and bool(self.body.functions.mutated)


def _are_moved(lists: Collection[AccessPath], changes: Iterable[Effects]) -> bool:
    """Return whether what stands at some places may stand elsewhere after some changes."""
    return any(
        any(changed_path != path and is_within(path, changed_path) for changed_path in change.moves)
        or any(is_within(path, changed_path) for changed_path in change.replaces)
        for change in changes
        for path in lists
    )


def _begins_anew(name: str, following: ast.stmt | None) -> bool:
    """Return whether a name is given a new list at once."""
    return (
        isinstance(following, ast.Assign)
        and isinstance(following.value, NEW)
        and ast.unparse(following.targets[0]) == name
    )


def _is_given_up(node: ast.stmt, following: ast.stmt | None) -> bool:
    """Return whether an attribute keeps the list of another, which gets a new one at once."""
    if not isinstance(node, ast.Assign) or not isinstance(following, ast.Assign):
        return False
    is_attribute = isinstance(node.value, ast.Attribute) and isinstance(following.value, NEW)
    return is_attribute and ast.unparse(node.value) == ast.unparse(following.targets[0])


def _lists_of_loop(node: ast.expr) -> list[ast.expr]:
    """Return the lists that a loop goes through as they are, without a copy."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return list(node.args) if node.func.id in ("zip", "enumerate", "reversed") else [node]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return [node.func.value] if node.func.attr in ("values", "items", "keys") else [node]
    return [node]


def _ends(statements: list[ast.stmt]) -> bool:
    """Return whether statements leave the loop around them, whatever happens."""
    last_statement = statements[-1]
    if isinstance(last_statement, ast.If):
        return (
            _ends(last_statement.body)
            and bool(last_statement.orelse)
            and _ends(last_statement.orelse)
        )
    return isinstance(last_statement, ast.Break | ast.Return | ast.Raise)
