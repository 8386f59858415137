"""Faithful: what kernels would do otherwise than Python, and is refused, and what is copied for it.

Kernels write a list to where it is kept, where Python gives it a second name, and read what a list
is made of where the list is used, where Python reads it when the list is made.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from simlab.compiler.effects import (
    Body,
    Effects,
    Place,
    is_within,
    items_of,
    meet,
)
from simlab.compiler.source_code import assigned_names, changed_lists, reassigned_names

TWO_NAMES = "two names for one list; write list(...) for a copy"
SECOND_NAME = (
    "is a second name for what changes; write list(...) for a copy, or ask for it again where it is"
    " used"
)
REPEATED = "it has the same list several times; write list(...) for copies"
GENERATOR = "is gone through only once, and is read only then; write a list, [...]"
REPLACED_MEANWHILE = (
    "is replaced while this is evaluated; assign what replaces it to a variable before"
)
IN_COMPARISON = (
    "it draws or changes something between two comparisons; assign that to a variable before"
)
IN_KEY = "the key draws or changes something; make a list of the keys before, and sort by that"
COMPREHENSIONS = (ast.ListComp, ast.GeneratorExp, ast.SetComp, ast.DictComp)
ONCE = frozenset({"zip", "enumerate", "reversed", "iter", "map", "filter"})
"""Functions whose value can be gone through once."""
ADDS = frozenset({"append", "add", "insert"})
NEW = (
    ast.List
    | ast.ListComp
    | ast.Set
    | ast.SetComp
    | ast.Tuple
    | ast.BinOp
    | ast.Dict
    | ast.DictComp
)
Problem = tuple[ast.AST, str]
"""What is refused, and why."""


@dataclass(frozen=True)
class Binding:
    """A local name that is given a list."""

    name: str
    value: ast.expr
    statement: ast.stmt


class Faithful:
    """Checks one function."""

    def __init__(self, body: Body) -> None:
        self.body = body
        self.nodes = list(ast.walk(body.tree))
        self.reassigned = reassigned_names(body.tree)
        self.changed = self._with_second_names(changed_lists(body.tree) | self.handed_on)

    @cached_property
    def refusals(self) -> dict[tuple[int, int], str]:
        """Reasons by the place of the statement that is refused."""
        statement_of = {
            each: node
            for node in self.nodes
            if isinstance(node, ast.stmt)
            for each in _own_nodes(node)
        }
        found: dict[tuple[int, int], str] = {}
        for node, reason in self._problems():
            statement = statement_of.get(node)
            if statement is not None:
                found.setdefault((statement.lineno, statement.col_offset), reason)
        return found

    def _problems(self) -> Iterator[Problem]:
        yield from self._comparisons()
        yield from self._keys()
        yield from self._loops()
        yield from self._generators()
        yield from self._receivers()
        yield from self._arguments()
        yield from self._repeated()
        yield from self._stored_twice()
        yield from self._second_names()

    # evaluation

    def _comparisons(self) -> Iterator[Problem]:
        for node in self.nodes:
            if not isinstance(node, ast.Compare) or len(node.ops) == 1:
                continue
            if not self.body.of(*node.comparators).is_pure:
                yield node, IN_COMPARISON

    def _keys(self) -> Iterator[Problem]:
        for node in self.nodes:
            if not isinstance(node, ast.Call) or _name_of(node.func) not in ("sorted", "sort"):
                continue
            if not all(self._effects_of_function(each.value).is_pure for each in node.keywords):
                yield node, IN_KEY

    def _effects_of_function(self, node: ast.expr) -> Effects:
        if isinstance(node, ast.Name) and node.id in self.body.inner:
            return self.body.of(*self.body.inner[node.id].body)
        return self.body.of(node)

    def _receivers(self) -> Iterator[Problem]:
        """Find a list that is given another value while what is done with it is evaluated."""
        for node in self.nodes:
            base, others = _held(node)
            if base is None:
                continue
            replaced = self.body.of(*others).replaces
            lists = filter(self._is_list, self.body.places(base))
            if any(is_within(place, own) for place in lists for own in replaced):
                yield node, f"{ast.unparse(base)} {REPLACED_MEANWHILE}"

    # loops

    def _loops(self) -> Iterator[Problem]:
        for node in self.nodes:
            inside: list[ast.AST] = []
            iterables: list[ast.expr] = []
            if isinstance(node, ast.For):
                inside += _going_on(node.body)
                iterables = [node.iter]
            elif isinstance(node, ast.DictComp):
                inside += [node.key, node.value]
            elif isinstance(node, ast.ListComp | ast.GeneratorExp | ast.SetComp):
                inside += [node.elt]
            if isinstance(node, COMPREHENSIONS):
                inside += [test for own in node.generators for test in own.ifs]
                iterables = [own.iter for own in node.generators]
            for iterable in iterables:
                yield from self._loop(node, iterable, inside)

    def _loop(self, node: ast.AST, iterable: ast.expr, inside: list[ast.AST]) -> Iterator[Problem]:
        for own in _gone_through(iterable):
            text = ast.unparse(own)
            changes = self._but_other_items(inside, text)
            changed = changes.resizes | changes.replaces
            places = self.body.places(own) if _stands(own) else frozenset()
            if any(is_within(place, change) for place in places for change in changed):
                remedy = f"go through list({text})"
                yield node, f"{text} changes while the loop goes through it; {remedy}"

    def _but_other_items(self, nodes: list[ast.AST], text: str) -> Effects:
        """Return the effects of what a loop does, except on a list of another index."""
        own = Effects()
        for node in (each for root in nodes for each in ast.walk(root)):
            if not self._is_of_other_item(node, text):
                own |= self.body.of_node(node)
        return own

    def _is_of_other_item(self, node: ast.AST, text: str) -> bool:
        """Return whether a node changes a list among lists that is not written like another."""
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            return False
        base = node.func.value
        is_other = isinstance(base, ast.Subscript) and ast.unparse(base) != text
        return is_other and not self.body.callees(node)

    def _generators(self) -> Iterator[Problem]:
        for own in self._bindings:
            is_call = isinstance(own.value, ast.Call) and _name_of(own.value.func) in ONCE
            if not is_call and not isinstance(own.value, ast.GeneratorExp):
                continue
            reads = self._reads(own.value)
            changes = self.body.changes_before_use(own.name, own.statement)
            is_late = any(meet(reads, change.changes) for change in changes)
            is_once = self.body.is_used_once(own.name, own.statement)
            if not is_once or is_late or not self.is_pure(own.value):
                yield own.statement, f"{own.name} {GENERATOR}"

    # lists with two names

    @cached_property
    def _bindings(self) -> list[Binding]:
        """The assignments to local names."""
        return [
            Binding(target.id, node.value, node)
            for node in self.nodes
            if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None
            for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
            if isinstance(target, ast.Name)
        ]

    @cached_property
    def outdated(self) -> frozenset[str]:
        """Names of lists that are made of what has changed when they are read."""
        return frozenset(
            own.name
            for own in self._bindings
            if not isinstance(own.value, ast.GeneratorExp)
            and any(
                meet(self._reads(own.value), change.changes)
                for change in self.body.changes_before_use(own.name, own.statement)
            )
        )

    def _reads(self, node: ast.expr) -> frozenset[Place]:
        """Return what a list is made of, with what the lists are made of from which it is made."""
        seen: set[str] = set()
        pending, reads = [node], frozenset[Place]()
        while pending:
            own = pending.pop()
            bound = {
                each.id
                for each in ast.walk(own)
                if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
            }
            reads |= frozenset(place for place in self.body.of(own).reads if place[0] not in bound)
            names = {each.id for each in ast.walk(own) if isinstance(each, ast.Name)} - seen
            seen |= names
            pending += [each.value for each in self._bindings if each.name in names]
        return reads

    @cached_property
    def copied(self) -> frozenset[str]:
        """Names of lists that go their own way, since the list is replaced where it stood."""
        return frozenset(own.name for own in self._bindings if self._fate(own) == "copied")

    def _second_names(self) -> Iterator[Problem]:
        for own in self._bindings:
            if self._fate(own) == "refused":
                yield own.statement, f"{own.name} {SECOND_NAME}"

    def _fate(self, own: Binding) -> str:
        """Return what becomes of a second name: "same", "copied" or "refused"."""
        places = frozenset(place for place in self.body.places(own.value) if place != (own.name,))
        lists = [place for place in places if self._is_list(place)]
        if isinstance(own.value, NEW) or not lists:
            return "same"
        changes = list(self.body.changes_before_use(own.name, own.statement))
        is_changed = own.name in self.changed
        mutated = [place for change in changes for place in change.mutates]
        is_mutated = any(is_within(place, own) for place in mutated for own in lists)
        if self._is_copy(own):
            return "refused" if is_changed or is_mutated else "same"
        replaced = [place for change in changes for place in change.replaces]
        moved = [place for change in changes for place in change.moves]
        is_moved = any(place != own and is_within(own, place) for place in moved for own in lists)
        is_moved |= any(is_within(own, place) for place in replaced for own in lists)
        if not is_moved:
            return "same"
        is_simple = all(self._holds_numbers(place) for place in lists)
        return "refused" if is_changed or is_mutated or not is_simple else "copied"

    def _is_copy(self, own: Binding) -> bool:
        """Return whether a kernel copies a list where Python gives it a second name."""
        value = own.value
        if isinstance(value, ast.Call):
            return not self._is_inlined(value)
        return isinstance(value, ast.IfExp | ast.BoolOp) or own.name in self.reassigned

    def _is_inlined(self, node: ast.Call) -> bool:
        """Return whether a call stands for the expression that its method returns."""
        called = self.body.callees(node)
        return bool(called) and all(len(tree.body) == 1 for tree in called)

    def _is_list(self, place: Place) -> bool:
        if len(place) == 1:
            return any(
                own.name == place[0] and isinstance(own.value, NEW) for own in self._bindings
            )
        return bool(self.body.holds_list(place))

    def _holds_numbers(self, place: Place) -> bool:
        own = self.body.functions.type_at(place, self.body.own_class)
        return own is not None and own.is_list and own.of is not None and not own.of.is_stored

    def _with_second_names(self, changed: frozenset[str]) -> frozenset[str]:
        """Return names of lists that change, with the other names that they have."""
        pairs = [
            {own.name, own.value.id} for own in self._bindings if isinstance(own.value, ast.Name)
        ]
        for _ in pairs:
            changed |= frozenset().union(*(pair for pair in pairs if pair & changed))
        return changed

    @cached_property
    def handed_on(self) -> frozenset[str]:
        """Names of lists that are given to functions that change them."""
        return frozenset(
            value.id
            for node in self.nodes
            if isinstance(node, ast.Call)
            for value in self.body.changed_arguments(node)
            if isinstance(value, ast.Name)
        )

    def _arguments(self) -> Iterator[Problem]:
        for node in self.nodes:
            if not isinstance(node, ast.Call):
                continue
            for value in self.body.changed_arguments(node):
                is_name = isinstance(value, ast.Name | ast.Attribute | ast.Subscript)
                if not is_name and any(map(self._is_list, self.body.places(value))):
                    yield node, f"{ast.unparse(value)} is a copy in kernels; write if and else"

    def _repeated(self) -> Iterator[Problem]:
        """Find lists that have one list several times."""
        for node in self.nodes:
            if not isinstance(node, ast.ListComp) or isinstance(node.elt, NEW):
                continue
            bound = assigned_names([each.target for each in node.generators])
            names = {each.id for each in ast.walk(node.elt) if isinstance(each, ast.Name)}
            if not names & bound and any(map(self._is_list, self.body.places(node.elt))):
                yield node, REPEATED

    def _stored_twice(self) -> Iterator[Problem]:
        """Find lists that are kept in a second place."""
        for node in self.nodes:
            for targets, value in self._kept(node):
                sources = self.body.places(value)
                if isinstance(value, NEW) or not sources:
                    continue
                if not any(self._is_list(place) for place in targets | sources):
                    continue
                if self._is_changed_in_place(value, targets | sources, node):
                    yield node, TWO_NAMES

    def _kept(self, node: ast.AST) -> Iterator[tuple[frozenset[Place], ast.expr]]:
        """Yield the places where a node keeps something, with what it keeps there."""
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                    pairs = list(zip(target.elts, node.value.elts, strict=False))
                else:
                    pairs = [(target, node.value)]
                for each, value in pairs:
                    if isinstance(each, ast.Attribute | ast.Subscript):
                        places = self.body.places(each)
                        yield places, value
                        yield from self._items_kept(places, value)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
            base = self.body.places(node.func.value)
            if node.func.attr in ADDS:
                yield items_of(base), node.args[-1]
            elif node.func.attr == "extend":
                yield from self._items_kept(base, node.args[0])
        elif isinstance(node, ast.AugAssign):
            yield from self._items_kept(self.body.places(node.target), node.value)
        elif isinstance(node, ast.Call) and self.body.is_new_object(node):
            for value in (*node.args, *(each.value for each in node.keywords)):
                yield frozenset(), value

    def _items_kept(
        self, places: frozenset[Place], value: ast.expr
    ) -> Iterator[tuple[frozenset[Place], ast.expr]]:
        if isinstance(value, ast.List | ast.Tuple):
            for each in value.elts:
                yield items_of(places), each
        elif isinstance(value, ast.ListComp):
            kept = frozenset(own for own in self.body.places(value.elt) if len(own) > 1)
            if kept != items_of(places):  # else some of them stay, and the others are gone
                yield items_of(places), value.elt

    def _is_changed_in_place(
        self, value: ast.expr, places: frozenset[Place], node: ast.AST
    ) -> bool:
        """Return whether a list that has two names is changed by one of them."""
        local = all(len(place) == 1 for place in self.body.places(value))
        if not isinstance(value, ast.Name) or not local or value.id in self.body.arguments:
            mutated = self.body.functions.mutated
            return any(is_within(own, place) for own in mutated for place in places)
        end = (getattr(node, "end_lineno", 0), getattr(node, "end_col_offset", 0))
        later = [own.effects for own in self.body.events if own.at > end]
        by_name = any((value.id,) in own.mutates for own in later)
        elsewhere = any(
            is_within(change, place) for own in later for change in own.mutates for place in places
        )
        is_used = any(at > end for at, _ in self.body.uses.get(value.id, ()))
        return by_name or (elsewhere and is_used)

    def changes_list(self, node: ast.For) -> bool:
        """Return whether a loop changes what the list is made of that it goes through."""
        reads = self._reads(node.iter)
        return meet(reads, self.body.of(*node.body).changes)

    def is_pure(self, node: ast.expr) -> bool:
        """Return whether it makes no difference how often an expression is evaluated."""
        return self.body.of(node).is_pure

    def depend(self, values: list[ast.expr], targets: list[ast.expr]) -> bool:
        """Return whether one of some values is read from what is assigned to targets."""
        written = self.body.of(*targets).replaces
        return meet(self.body.of(*values).reads, written)


def _name_of(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _own_nodes(statement: ast.stmt) -> Iterator[ast.AST]:
    """Yield a statement and its expressions, without the statements inside it."""
    yield statement
    pending = list(ast.iter_child_nodes(statement))
    while pending:
        node = pending.pop()
        if not isinstance(node, ast.stmt):
            yield node
            pending += ast.iter_child_nodes(node)


def _held(node: ast.AST) -> tuple[ast.expr | None, list[ast.expr]]:
    """Return a list that is read before other expressions, with these."""
    if isinstance(node, ast.Subscript):
        return node.value, [node.slice]
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ADDS
    ):
        return node.func.value, node.args
    if isinstance(node, ast.AugAssign):
        return node.target, [node.value]
    return None, []


def _going_on(statements: list[ast.stmt]) -> Iterator[ast.AST]:
    """Yield the statements of a loop after which it may go on, in the smallest parts."""
    if any(isinstance(each, ast.Break | ast.Return) for each in statements):
        return
    for each in statements:
        if isinstance(each, ast.If):
            yield each.test
            yield from _going_on(each.body)
            yield from _going_on(each.orelse)
        else:
            yield each


def _gone_through(node: ast.expr) -> list[ast.expr]:
    """Return the lists that a loop goes through as they are, without a copy."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return list(node.args) if node.func.id in ONCE else []
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return [node.func.value] if node.func.attr in ("values", "items", "keys") else []
    return [node]


def _stands(node: ast.expr) -> bool:
    return isinstance(node, ast.Name | ast.Attribute | ast.Subscript) and not (
        isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice)
    )
