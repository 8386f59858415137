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
    Body,
    Effects,
    Place,
    is_within,
    items_of,
    meet,
    own_nodes,
    statements_of,
    without_key,
)
from simlab.compiler.normal_form import ARRANGE, Keeps, is_call, note_of
from simlab.compiler.source_code import assigned_names
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
        self.body = body
        self.nodes = list(statements_of(body.tree.body))
        self.changed = self._with_second_names(body.changed_lists | self._handed_on)

    def note(self, *, refuses: bool) -> None:
        """Note at each statement what is copied, what changes in a loop, and what is refused."""
        problems = [
            *self._loops(),
            *self._arguments(),
            *self._stored_twice(),
            *((node, FIXED) for node in self.nodes if self._changes_constant(node)),
        ]
        for node in self.nodes:
            note_of(node).keeps = max(self._keeps(node), default=Keeps.NEW)
        for own in self._bindings:
            fate = self._fate(own)
            note_of(own.statement).is_copied |= fate == "copied"
            if fate == "refused":
                reason = self._second_name(self.body.places(own.value))
                problems.append((own.statement, f"{self._written(own)} {reason}"))
        problems += self._items_that_move()
        for node, reason in problems if refuses else ():
            self._refuse(node, reason)

    @staticmethod
    def _refuse(node: ast.stmt, reason: str) -> None:
        note_of(node).refusal = note_of(node).refusal or reason

    @staticmethod
    def _written(own: Binding) -> str:
        """Return the name of the author, or what one of the normal form stands for."""
        origin = note_of(own.statement).origin or own.statement
        names = {each.id for each in ast.walk(origin) if isinstance(each, ast.Name)}
        return own.name if own.name in names else ast.unparse(own.value)

    def _loops(self) -> Iterator[Problem]:
        for node in self.nodes:
            if not isinstance(node, ast.For):
                continue
            changes = self.body.of(*node.body)
            by_place = note_of(node).by_place
            if by_place is not None and self._may_stand_elsewhere(by_place, node):
                yield node, f"{ast.unparse(by_place)} {MOVES_IN_LOOP}"
            for own in _gone_through(node.iter):
                places = self.body.places_gone_through(own)
                resized = any(is_within(p, change) for p in places for change in changes.resizes)
                replaced = any(is_within(p, c) for p in places for c in changes.replaces)
                others = [place for place in places if self._is_read_as_copy(own, place)]
                replaced |= any(is_within(c, p) for p in others for c in changes.mutates)
                note_of(node).may_change |= resized
                if replaced and any(map(self._is_list, places)) and not _ends(node.body):
                    text = self._as_written(own, node)
                    remedy = f"go through list({text})"
                    yield node, f"{text} changes while the loop goes through it; {remedy}"

    def _may_stand_elsewhere(self, own: ast.expr, loop: ast.For) -> bool:
        """Return whether items of a list may have other places after a turn of a loop."""
        statements = [each for each in statements_of(loop.body) if not note_of(each).moves_up]
        changes = NO_EFFECTS
        for node in (each for own in statements for each in own_nodes(own)):
            changes |= self.body.of_node(node)
        places = self.body.places(own)
        moved = changes.moves | changes.replaces
        return meet(places, [own for own in moved if all(len(own) <= len(p) + 1 for p in places)])

    @staticmethod
    def _as_written(own: ast.expr, loop: ast.For) -> str:
        """Return what a loop goes through in the words of the author."""
        origin = note_of(loop).origin
        if not isinstance(origin, ast.For) or ast.unparse(own) in ast.unparse(origin.iter):
            return ast.unparse(own)
        return ast.unparse(origin.iter)

    def _is_read_as_copy(self, own: ast.expr, place: Place) -> bool:
        """Return whether a loop goes through a copy of a place, for instance one returned."""
        if isinstance(own, ast.Call):
            return not self.body.stands_for_place(own)
        if self.body.is_asked_by_index(own):
            return True
        if not isinstance(own, ast.Name) or place == (own.id,):
            return False
        return any(each.name == own.id and self._is_copy(each) for each in self._bindings)

    def _changes_constant(self, node: ast.stmt) -> bool:
        """Return whether a statement changes a list or dict of the module or of the class."""
        added = self.body.places(node.target) if isinstance(node, ast.AugAssign) else frozenset()
        mutated = [self.body.changed_here(each) for each in own_nodes(node)]
        return any(map(self.body.is_constant, added.union(*mutated)))

    @cached_property
    def _bindings(self) -> list[Binding]:
        """The assignments to local names, of which several may be given the items of a list."""
        own = [(node, node.targets[0]) for node in self.nodes if isinstance(node, ast.Assign)]
        return [
            Binding(target.id, node.value, node)
            for node, target in own
            if isinstance(target, ast.Name)
        ] + [
            Binding(each.id, ast.Subscript(node.value, ast.Constant(0), ast.Load()), node)
            for node, target in own
            if isinstance(target, ast.Tuple) and not isinstance(node.value, ast.Tuple)
            for each in target.elts
            if isinstance(each, ast.Name)
        ]

    def _fate(self, own: Binding) -> str:
        """Return what becomes of a second name: "same", "copied" or "refused"."""
        if self._is_new_list(own) and own.name in self.body.arguments:
            is_mixed = own.name in self.body.reassigned and own.name in self.changed
            return "refused" if is_mixed else "same"
        places = frozenset(place for place in self.body.places(own.value) if place != (own.name,))
        lists = [place for place in places if self._is_list(place)]
        if isinstance(own.value, NEW) or not lists or note_of(own.statement).is_moved:
            return "same"
        changes = list(self.body.changes_before_use(own.name, own.statement))
        is_changed = own.name in self.changed
        mutated = [place for change in changes for place in change.mutates]
        is_mutated = any(is_within(place, own) for place in mutated for own in lists)
        if self._is_taken_out(own.value):
            resized = [place for change in changes for place in change.resizes]
            is_moved = any(is_within(own, place) for place in resized for own in lists)
            return "refused" if is_moved and not self._is_kept_apart(own.value) else "same"
        if self._is_copy(own) and not all(map(self._is_object, lists)):
            return "refused" if is_changed or is_mutated else "same"
        if not _are_moved(lists, changes):
            return "same"
        is_simple = all(self._holds_numbers(place) for place in lists)
        return "refused" if is_changed or is_mutated or not is_simple else "copied"

    def _items_that_move(self) -> Iterator[Problem]:
        """Find loops over lists or objects that may stand elsewhere before a turn is over."""
        for node in self.nodes:
            if not isinstance(node, ast.For) or note_of(node).by_place is not None:
                continue
            lists = list(filter(self.body.holds_list, self.body.items(node.iter)))
            for name in assigned_names([without_key(node.target, node.iter)]) if lists else ():
                if _are_moved(lists, self.body.changes_before_use(name, node)):
                    yield node, f"{name} {self._second_name(lists)}"

    def _second_name(self, places: Iterable[Place]) -> str:
        """Return why a second name of a list or an object at some places is refused."""
        return OBJECT_MOVES if any(map(self._is_object, places)) else SECOND_NAME

    def _is_object(self, place: Place) -> bool:
        """Return whether objects of dataclasses stand at a place of the game."""
        own = self.body.functions.type_at(place, self.body.own_class)
        return place[0] in self.body.arguments[:1] and own is not None and own.kind == OBJECT

    @staticmethod
    def _is_new_list(own: Binding) -> bool:
        """Return whether a name is given a list, set or dict that nothing else has."""
        is_written = isinstance(own.value, ast.List | ast.Set | ast.Dict)
        return is_written or note_of(own.statement).is_moved

    def _is_copy(self, own: Binding) -> bool:
        """Return whether a kernel copies a list where Python gives it a second name."""
        if isinstance(own.value, ast.Call):
            is_place = is_call(own.value, "setdefault")
            return not is_place and not self.body.stands_for_place(own.value)
        return isinstance(own.value, ast.IfExp | ast.BoolOp) or own.name in self.body.reassigned

    def _is_list(self, place: Place) -> bool:
        if len(place) == 1:
            own = (each for each in self._bindings if each.name == place[0])
            return any(
                note_of(each.statement).is_moved or self._is_made(each.value) for each in own
            )
        known = self.body.holds_list(place)
        return known if known is not None else len(place) == 2 and place[0] in self._holders

    @cached_property
    def _holders(self) -> frozenset[str]:
        """Local names of lists and dicts in which the function keeps lists."""
        kept = [own for node in self.nodes for own in self._kept(node)]
        for own in self._bindings:
            kept += self._items_kept(frozenset({(own.name,)}), own.value)
        lists = {
            own.name
            for own in self._bindings
            if note_of(own.statement).is_moved or self._is_list_made(own.value)
        }
        holders = frozenset(
            place[0]
            for places, value in kept
            if self._is_list_made(value) or (isinstance(value, ast.Name) and value.id in lists)
            for place in places
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

    def _holds_numbers(self, place: Place) -> bool:
        if len(place) == 1:
            return True
        own = self.body.functions.type_at(place, self.body.own_class)
        return own is not None and own.is_list and own.of is not None and not own.of.is_stored

    def _with_second_names(
        self, changed: frozenset[str], *, is_moved: bool = False
    ) -> frozenset[str]:
        """Return names of lists with their other names, also those from which they are moved."""
        pairs = [
            {own.name, own.value.id}
            for own in self._bindings
            if isinstance(own.value, ast.Name) and (is_moved or not note_of(own.statement).is_moved)
        ]
        for _ in pairs:
            changed |= frozenset().union(*(pair for pair in pairs if pair & changed))
        return changed

    @cached_property
    def _handed_on(self) -> frozenset[str]:
        """Names of lists that are given to functions that change them."""
        return frozenset(
            value.id
            for node in self.nodes
            for each in self.body.calls_in(node)
            for value in self.body.changed_arguments(each)
            if isinstance(value, ast.Name)
        )

    def _arguments(self) -> Iterator[Problem]:
        for node in self.nodes:
            for each in self.body.calls_in(node):
                for value in self.body.changed_arguments(each):
                    is_name = isinstance(value, ast.Name | ast.Attribute | ast.Subscript)
                    if not is_name and any(map(self._is_list, self.body.places(value))):
                        yield node, f"{ast.unparse(value)} is a copy in kernels; write if and else"

    def _stored_twice(self) -> Iterator[Problem]:
        """Find lists that are kept in a second place."""
        for node in self.nodes:
            following = self._following.get(node)
            is_handed_on = _is_given_up(node, following)
            kept = [] if note_of(node).is_moved or is_handed_on else list(self._kept(node))
            names = [value.id for _, value in kept if isinstance(value, ast.Name)]
            if any(names.count(name) > 1 and self._is_list((name,)) for name in names):
                yield node, TWO_NAMES
            for targets, value in kept:
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
                if not any(self._is_list(place) for place in targets | sources):
                    continue
                if self._is_changed_in_place(value, targets | sources, node):
                    yield node, TWO_NAMES

    def _sources(self, value: ast.expr) -> frozenset[Place]:
        """Return where what is kept stands; a list that was taken out of another one has a name."""
        if isinstance(value, ast.Name) and self._is_taken_out(value) and self._is_kept_apart(value):
            return frozenset({(value.id,)})
        return self.body.places(value)

    def _is_given_away(self, value: ast.expr, node: ast.stmt) -> bool:
        """Return whether what was taken out of a list is put into another, and not used again."""
        if not isinstance(value, ast.Name) or not self._is_taken_out(value):
            return False
        names = self._with_second_names(frozenset({value.id}))
        return not any(self._is_used_after(name, node) for name in names)

    def _is_taken_out(self, node: ast.expr) -> bool:
        """Return whether a value was an item of a list or dict, and no other instead."""
        for _ in self._bindings:
            own = [each.value for each in self._bindings if ast.unparse(node) == each.name]
            if len(own) != 1:
                break
            [node] = own
        return isinstance(node, ast.Call) and is_call(node, "pop") and len(node.args) < 2

    def _is_kept_apart(self, node: ast.expr) -> bool:
        """Return whether kernels make a list of what is taken out of another one."""
        return all(
            place[0] not in self.body.arguments or self._holds_numbers(place)
            for place in self.body.places(node)
        )

    @cached_property
    def _following(self) -> dict[ast.stmt, ast.stmt]:
        """The statement after each, within its block."""
        blocks = [getattr(own, name, []) for own in self.nodes for name in ("body", "orelse")]
        return {a: b for own in (self.body.tree.body, *blocks) for a, b in pairwise(own)}

    def _keeps(self, node: ast.stmt) -> Iterator[Keeps]:
        """Yield what becomes of each list that a statement may put into another one."""
        sources = [
            place for place in self._put_in(node) if self.body.holds_list(place) is not False
        ]
        if isinstance(node, ast.Expr) and is_call(node.value, ARRANGE):
            assert isinstance(node.value, ast.Call)
            items = items_of(self.body.places(node.value.args[0]))
            if any(is_within(p, own) for own in items for p in self.body.functions.mutated):
                yield Keeps.REFUSED
        if note_of(node).is_moved:
            return
        for place in sources:
            is_name = len(place) == 1 and place[0] not in self.body.arguments
            again = self._made_again(place[0]) if is_name else set()
            loops = [loop for loop in self.body.loops_around(node) if loop not in again]
            if is_name and _begins_anew(place[0], self._following.get(node)):
                continue
            if any(is_within(own, place) for own in self._mutated_later(node, loops)):
                yield Keeps.REFUSED
            elif not is_name or loops or self._is_read_again(place, sources, node):
                yield Keeps.SHARED

    def _is_outside(self, place: Place) -> bool:
        """Return whether a place is not one of the function alone."""
        return place[0] in self.body.arguments

    def _is_read_again(self, place: Place, sources: list[Place], node: ast.stmt) -> bool:
        """Return whether a list is put in twice, or read after a statement."""
        uses = self.body.uses.get(place[0], ())
        is_later = any(use > self.body.place_of(node) for use, _ in uses)
        return is_later or sources.count(place) > 1

    def _put_in(self, node: ast.stmt) -> Iterator[Place]:
        """Yield where the lists stand that a statement may put into a list."""
        for each in own_nodes(node):
            if isinstance(each, ast.List | ast.Tuple | ast.Set | ast.Dict):
                for item in each.values if isinstance(each, ast.Dict) else each.elts:
                    yield from self.body.places(item)
            elif isinstance(each, ast.Call) and isinstance(each.func, ast.Attribute) and each.args:
                if each.func.attr in ADDS:
                    yield from self.body.places(each.args[-1])
                elif each.func.attr in ("extend", "update"):
                    yield from self.body.items(each.args[0])
        value = getattr(node, "value", None)
        if isinstance(node, ast.Assign | ast.AugAssign | ast.Return) and value is not None:
            if isinstance(node, ast.Return):  # what only the function has goes on to its caller
                yield from filter(self._is_outside, self.body.items(value))
            elif not isinstance(value, ast.List | ast.Tuple | ast.Set):
                yield from self.body.items(value)
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Subscript):
                yield from self.body.places(value)

    def _mutated_later(self, node: ast.stmt, loops: Collection[ast.AST]) -> Iterator[Place]:
        """Yield what is changed in place after a statement, or in one of the loops around it."""
        at = self.body.place_of(node)
        for own in self.body.events:
            if own.at > at or any(loop in own.loops for loop in loops):
                yield from own.effects.mutates

    def _kept(self, node: ast.stmt) -> Iterator[tuple[frozenset[Place], ast.expr]]:
        """Yield the places where a statement keeps something, with what it keeps there."""
        if isinstance(node, ast.Assign) and isinstance(
            node.targets[0], ast.Attribute | ast.Subscript
        ):
            places = self.body.places(node.targets[0])
            yield places, node.value
            yield from self._items_kept(places, node.value)
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            yield from self._items_kept(self.body.places(node.targets[0]), node.value)
        elif isinstance(node, ast.AugAssign):
            yield from self._items_kept(self.body.places(node.target), node.value)
        for each in self.body.calls_in(node):
            if isinstance(each.func, ast.Attribute) and each.args:
                base = self.body.places(each.func.value)
                if each.func.attr in ADDS:
                    yield items_of(base), each.args[-1]
                elif each.func.attr == "extend":
                    yield from self._items_kept(base, each.args[0])
            elif self.body.is_new_object(each):
                for value in (*each.args, *(own.value for own in each.keywords)):
                    yield frozenset(), value

    def _items_kept(
        self, places: frozenset[Place], value: ast.expr
    ) -> Iterator[tuple[frozenset[Place], ast.expr]]:
        if isinstance(value, ast.List | ast.Tuple):
            for each in value.elts:
                yield items_of(places), each
        elif isinstance(value, ast.Dict):
            for each in value.values:
                yield items_of(places), each

    def _is_changed_in_place(
        self, value: ast.expr, places: frozenset[Place], node: ast.stmt
    ) -> bool:
        """Return whether a list that has two names is changed by one of them."""
        local = all(len(place) == 1 for place in self._sources(value))
        if not isinstance(value, ast.Name) or not local or value.id in self.body.arguments:
            around = self.body.loops_around(node)
            mutated = {*self.body.functions.mutated, *self._mutated_later(node, around)}
            return any(is_within(own, place) for own in mutated for place in places)
        at, loops = self.body.place_of(node), self._loops_without_another(value.id, node)
        later = [
            own.effects
            for own in self.body.events
            if own.at > at or any(loop in own.loops for loop in loops)
        ]
        by_name = any((value.id,) in own.mutates for own in later)
        elsewhere = any(
            is_within(change, place) for own in later for change in own.mutates for place in places
        )
        is_used = self._is_used_after(value.id, node)
        return by_name or (elsewhere and is_used) or bool(loops and self._is_kept_again(loops))

    def _is_used_after(self, name: str, node: ast.stmt) -> bool:
        """Return whether a name is read after a statement, or in another turn of a loop."""
        at, loops = self.body.place_of(node), self._loops_without_another(name, node)
        return any(
            use > at or any(loop in around for loop in loops)
            for use, around in self.body.uses.get(name, ())
        )

    def _loops_without_another(self, name: str, node: ast.stmt) -> list[ast.AST]:
        """Return the loops around a statement in which a name keeps what it was given."""
        again = self._made_again(name)
        return [loop for loop in self.body.loops_around(node) if loop not in again]

    def _made_again(self, name: str) -> set[ast.AST]:
        """Return the loops in which a name is given another list each time."""
        return {
            loop
            for own in self._bindings
            if own.name == name
            for loop in self.body.loops_around(own.statement)
        }

    def _is_kept_again(self, loops: list[ast.AST]) -> bool:
        """Return whether a loop keeps one list in several places."""
        return bool(loops) and bool(self.body.functions.mutated)


def _are_moved(lists: Collection[Place], changes: Iterable[Effects]) -> bool:
    """Return whether what stands at some places may stand elsewhere after some changes."""
    return any(
        any(place != own and is_within(own, place) for place in change.moves)
        or any(is_within(own, place) for place in change.replaces)
        for change in changes
        for own in lists
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


def _gone_through(node: ast.expr) -> list[ast.expr]:
    """Return the lists that a loop goes through as they are, without a copy."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return list(node.args) if node.func.id in ("zip", "enumerate", "reversed") else [node]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return [node.func.value] if node.func.attr in ("values", "items", "keys") else [node]
    return [node]


def _ends(statements: list[ast.stmt]) -> bool:
    """Return whether statements leave the loop around them, whatever happens."""
    last = statements[-1]
    if isinstance(last, ast.If):
        return _ends(last.body) and bool(last.orelse) and _ends(last.orelse)
    return isinstance(last, ast.Break | ast.Return | ast.Raise)
