"""Effects: what a function of a plain game may read, change, draw and report, with all it calls.

A place is where a value stands, as a path from a name: ("self", "hands", "[]") is any hand. What
cannot be known, such as which hand, counts as any.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import simlab.plain
from simlab.compiler.normal_form import (
    ARRANGE,
    ITERABLES,
    LEAVING,
    UNSET,
    NormalForm,
    is_call,
    note_of,
    without_matches,
)
from simlab.compiler.observation import Observation
from simlab.compiler.source_code import (
    CHANGERS,
    assigned_names,
    changed_lists,
    definition_of,
    imported_name,
)
from simlab.compiler.value_type import DICT, OBJECT, TUPLE, Type
from simlab.compiler.values import ITEM_OF
from simlab.plain.game import PlainGame

Place = tuple[str, ...]
DRAWS = frozenset({"die", "below", "uniform", "pick", "shuffle"})
REPORTS = frozenset({"log", "report"})
MOVES = frozenset({"insert", "pop", "remove", "clear", "sort", "reverse", "popitem"})
"""Methods of lists and dicts after which their items stand elsewhere."""
MUTATES = MOVES | {"append", "extend", "add", "discard", "update", "setdefault"}
ITEMS = frozenset({"values", "items", "keys", "copy"})
"""Methods that return what is in a list or dict."""
LOOPS = ast.For | ast.While
LISTS = (ast.List, ast.Tuple, ast.Constant)
"""Expressions whose value is no dict."""
OF_SIMLAB = Path(simlab.plain.__file__).parent


@dataclass(frozen=True)
class Effects:
    """What happens when something is evaluated."""

    reads: frozenset[Place] = frozenset()
    mutates: frozenset[Place] = frozenset()
    """Lists, sets and dicts that are changed in place."""
    resizes: frozenset[Place] = frozenset()
    """Those of them that get or lose items."""
    moves: frozenset[Place] = frozenset()
    """Those of them whose items stand elsewhere afterwards."""
    replaces: frozenset[Place] = frozenset()
    """Places that are given another value."""
    returns: frozenset[Place] = frozenset()
    """Places whose value is returned, not a copy."""
    does: frozenset[str] = frozenset()
    """Whether it draws, and whether it reports."""

    @property
    def changes(self) -> frozenset[Place]:
        """All that is not as before."""
        return self.mutates | self.replaces

    @property
    def is_pure(self) -> bool:
        """Whether it may be evaluated twice, or not at all."""
        return not self.does and not self.mutates and all(len(own) == 1 for own in self.replaces)

    def __or__(self, other: Effects) -> Effects:
        return Effects(
            *(getattr(self, own.name) | getattr(other, own.name) for own in fields(Effects))
        )

    def mapped(self, change: Callable[[frozenset[Place]], frozenset[Place]]) -> Effects:
        """Return the same in other places."""
        return Effects(
            change(self.reads),
            change(self.mutates),
            change(self.resizes),
            change(self.moves),
            change(self.replaces),
            change(self.returns),
            self.does,
        )

    @property
    def outside(self) -> Effects:
        """What can be noticed outside of a function, whose names are its own."""
        return replace(self, replaces=frozenset(own for own in self.replaces if len(own) > 1))

    @property
    def roots(self) -> set[str]:
        """The names with which the places begin."""
        return {place[0] for place in self.reads | self.changes | self.moves | self.returns}


NO_EFFECTS = Effects()


def is_within(inner: Place, outer: Place) -> bool:
    """Return whether a place is another one, or a part of it."""
    return inner[: len(outer)] == outer


def meet(some: Iterable[Place], others: Iterable[Place]) -> bool:
    """Return whether a change of one of some places may show in one of the others."""
    others = list(others)
    return any(is_within(one, other) or is_within(other, one) for one in some for other in others)


class Functions:
    """The functions of a game, with their effects."""

    def __init__(self, rules_class: Any, parts: Mapping[str, Any], seen: Observation) -> None:
        self.rules_class = rules_class
        self.parts = parts
        self._seen = seen
        module = inspect.getmodule(rules_class)
        known = vars(module).values() if module else ()
        self._memories = tuple(objects_in(seen.memories.values()))
        dataclasses = [own for own in known if isinstance(own, type) and is_dataclass(own)]
        dataclasses += [own.own_class for own in self._memories if own.own_class]
        self.dataclasses = list(dict.fromkeys(dataclasses))
        self._bodies: dict[tuple[Any, Any], Body] = {}
        self._effects: dict[tuple[Any, Any], Effects] = {}

    def body(self, function: Any, own_class: Any) -> Body:
        """Return the body of a function, which is a method of a class if there is one."""
        key = (function, own_class)
        if key not in self._bodies:
            self._bodies[key] = Body(self, function, own_class)
        return self._bodies[key]

    def effects(self, function: Any, own_class: Any) -> Effects:
        """Return the effects of a function; those of simlab itself have none that are asked for."""
        key = (function, own_class)
        if key not in self._effects:
            self._effects[key] = NO_EFFECTS  # while it calls itself
            file = Path(function.__code__.co_filename)
            if not file.is_relative_to(OF_SIMLAB):
                self._effects[key] = self.body(function, own_class).effects
        return self._effects[key]

    @cached_property
    def mutated(self) -> frozenset[Place]:
        """The lists of the game that are ever changed in place."""
        return frozenset().union(*(own.mutates for own in self._of_methods()))

    @cached_property
    def resized(self) -> frozenset[Place]:
        """Those of them that ever get or lose items."""
        return frozenset().union(*(own.resizes for own in self._of_methods()))

    def _of_methods(self) -> Iterator[Effects]:
        """Yield the effects of each method of the game."""
        for name in dir(self.rules_class):
            own = inspect.getattr_static(self.rules_class, name)
            if inspect.isfunction(own):
                yield self.effects(own, self.rules_class)

    def type_at(self, place: Place, own_class: Any) -> Type | None:
        """Return the type of what stands at a place of an object, if it was seen."""
        _, *steps = place
        if own_class is None and any(dict(own.fields).keys() & steps[:1] for own in self._memories):
            return None  # its first argument may be what a policy remembers
        own: Type | None = Type(OBJECT, fields=self.fields(own_class))
        for step in steps:
            if own is None or step == ITEM_OF:
                own = None if own is None else own.of or (None if own.is_stored else own)
            elif own.kind == OBJECT and step in self.parts and step not in dict(own.fields):
                own = Type(OBJECT, fields=tuple(self._seen.attributes[step].items()))
            else:
                own = dict(own.fields).get(step)
        return own

    def fields(self, own_class: Any) -> tuple[tuple[str, Type], ...]:
        """Return the attributes of a class, with what was seen in them."""
        if own_class in (None, self.rules_class):
            return tuple(self._seen.attributes[""].items())
        for name, part in self.parts.items():
            if type(part) is own_class:
                return tuple(self._seen.attributes[name].items())
        seen = [own for each in self._seen.attributes.values() for own in each.values()]
        found = (own for own in objects_in([*seen, *self._memories]))
        return next((own.fields for own in found if own.own_class is own_class), ())


def objects_in(types: Iterable[Type]) -> Iterator[Type]:
    """Yield the types of objects among types and in what they hold."""
    pending = list(types)
    while pending:
        own = pending.pop()
        if own.kind == OBJECT:
            yield own
        pending += [each for _, each in own.fields] + ([own.of] if own.of else [])


@dataclass(frozen=True)
class Event:
    """A change in the course of a function, in the statement of this number."""

    at: int
    effects: Effects
    loops: tuple[ast.AST, ...]


@dataclass(frozen=True)
class Assigned:
    """An assignment to a name: the number of its statement, its block, and the loops around it."""

    at: int
    block: int
    loops: tuple[ast.AST, ...]


@dataclass(frozen=True)
class Course:
    """What may follow a statement, and the blocks that it is in."""

    skipped: list[range]
    """The numbers of later statements that do not follow it in the same turn of a loop: those of
    the other branch, and those behind a return, a continue or a break."""
    blocks: tuple[int, ...]
    """The blocks around it."""


class Surroundings:
    """What is known of the game around one function, before it is in normal form."""

    def __init__(self, functions: Functions, function: Any, own_class: Any) -> None:
        self._functions = functions
        self._globals: Mapping[str, Any] = function.__globals__
        self._own_class = own_class or functions.rules_class
        tree = definition_of(function)
        self._assigned = assigned_names([tree])
        first = [each.arg for each in tree.args.args][:1]
        self._own = "" if own_class is None else next(iter(first), "")
        """The name of the first argument: the game, a part, an object, or the view of a policy."""

    def classes(self, node: ast.expr) -> list[Any]:
        """Return the classes that the value of an expression may have, as far as they count."""
        if isinstance(node, ast.Name) and node.id == self._own:
            return [self._own_class]
        name = node.attr if isinstance(node, ast.Attribute) else ""
        if name in self._functions.parts:
            return [type(self._functions.parts[name])]
        return list(self._functions.dataclasses)

    def called(self, node: ast.Call) -> list[tuple[Any, Any]]:
        """Return the functions that a call may mean, with their classes."""
        func = node.func
        if isinstance(func, ast.Name):
            known = self._globals.get(func.id)
            is_written = inspect.isfunction(known) and known.__name__ != "<lambda>"
            return [(known, None)] if is_written else []
        if not isinstance(func, ast.Attribute):
            return []
        found = [
            (inspect.getattr_static(own, func.attr, None), own) for own in self.classes(func.value)
        ]
        is_own = func.attr not in REPORTS
        return [(own, cls) for own, cls in found if inspect.isfunction(own) and is_own]

    def is_method(self, receiver: ast.expr, name: str) -> bool:
        """Return whether a name may be that of a method that an author has written."""
        classes = [own for own in self.classes(receiver) if own is not PlainGame]
        return name != "table" and any(hasattr(own, name) for own in classes)

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
        for each in ast.walk(node):
            if isinstance(each, ast.Attribute) and each.attr == attribute:
                return True
            for function, own_class in self.called(each) if isinstance(each, ast.Call) else []:
                effects = self._functions.effects(function, own_class)
                if any(attribute in place for place in effects.reads):
                    return True
        return False

    def holds_records(self, node: ast.expr) -> bool:
        """Return whether an attribute is a list of lists or objects."""
        own = self._type_of_items(node)
        return own is not None and own.is_stored

    def holds_objects(self, node: ast.expr) -> bool:
        """Return whether an attribute is a list of objects."""
        own = self._type_of_items(node)
        return own is not None and own.kind == OBJECT

    def _type_of_items(self, node: ast.expr) -> Type | None:
        """Return the type of the items of a list in an attribute, if it is known."""
        root, *steps = ast.unparse(node).split(".")
        is_own = isinstance(node, ast.Attribute) and root == self._own
        own = self._functions.type_at((root, *steps), self._own_class) if is_own else None
        return own.of if own is not None and own.is_list else None

    def gone_through(self, node: ast.expr) -> ast.expr:
        """Return the list that a loop goes through: of a part, the one that its __iter__ names."""
        part = self._functions.parts.get(node.attr) if isinstance(node, ast.Attribute) else None
        own = inspect.getattr_static(type(part), "__iter__", None)
        if part is None or not inspect.isfunction(own):
            return node
        last = definition_of(own).body[-1]
        is_iter = isinstance(last, ast.Return) and last.value and is_call(last.value, "iter")
        if not is_iter or not isinstance(last.value, ast.Call):
            return node
        _, *steps = ast.unparse(last.value.args[0]).split(".")
        return ast.parse(".".join([ast.unparse(node), *steps]), mode="eval").body

    def is_dataclass(self, name: str) -> bool:
        """Return whether a name of the module is a dataclass."""
        known = self._globals.get(name)
        return isinstance(known, type) and is_dataclass(known)

    def imported(self, node: ast.expr) -> str:
        """Return the full name of what Python's own modules have, such as math.floor."""
        root = node
        while isinstance(root, ast.Attribute):
            root = root.value
        is_local = isinstance(root, ast.Name) and root.id in self._assigned
        return "" if is_local else imported_name(node, self._globals)

    def is_global(self, name: str) -> bool:
        """Return whether the module has a name."""
        return name in self._globals

    def meaning(self, node: ast.expr) -> Any:
        """Return what an expression names that the module has, or None."""
        if isinstance(node, ast.Attribute):
            own = self.meaning(node.value)
            return getattr(own, node.attr, None) if inspect.ismodule(own) else None
        return self._globals.get(node.id) if isinstance(node, ast.Name) else None


class Body:
    """The body of one function in normal form, and what its names stand for."""

    def __init__(self, functions: Functions, function: Any, own_class: Any) -> None:
        self.functions = functions
        self.own_class = own_class
        self.globals: Mapping[str, Any] = function.__globals__
        self._around = Surroundings(functions, function, own_class)
        form = NormalForm(without_matches(definition_of(function)), self._around)
        self.tree = form.function()
        self.own_names = form.own_names
        """Local names that no author has written."""
        self.arguments = [each.arg for each in self.tree.args.args]
        nodes = list(ast.walk(self.tree))
        self._order = {
            node: place
            for place, statement in enumerate(statements_of(self.tree.body))
            for node in own_nodes(statement)
        }
        """The number of the statement that each node belongs to."""
        self._aliases: dict[str, frozenset[Place]] = {}
        for _ in range(2):  # a name may stand for what another one stands for
            self._find_aliases(nodes)

        blocks = [each for each in self.tree.body if isinstance(each, ast.If | LOOPS)]
        perhaps = assigned_names(blocks) & frozenset(self.arguments)
        twice = frozenset(name for name in self.assigned if self.times_assigned(name) > 1)
        self.reassigned = perhaps | twice
        """Local names that hold now this, now that: to which it assigns in several statements, and
        arguments to which it assigns in a branch or a loop."""

    @cached_property
    def assigned(self) -> frozenset[str]:
        """The local names to which the function assigns."""
        return assigned_names(self.tree.body)

    def times_assigned(self, name: str) -> int:
        """Return in how many places the function assigns to a name."""
        return self._stores.count(name)

    @cached_property
    def _stores(self) -> list[str]:
        unset = {
            each.targets[0]
            for each in ast.walk(self.tree)
            if isinstance(each, ast.Assign) and ast.unparse(each.value) == UNSET
        }
        names = (each for each in ast.walk(self.tree) if isinstance(each, ast.Name))
        return [each.id for each in names if isinstance(each.ctx, ast.Store) and each not in unset]

    @cached_property
    def changed_lists(self) -> frozenset[str]:
        """The names of local lists that the function changes."""
        return changed_lists(self.tree)

    @cached_property
    def _returns(self) -> list[ast.expr]:
        """What the function returns."""
        nodes = (each for each in ast.walk(self.tree) if isinstance(each, ast.Return))
        return [each.value for each in nodes if each.value is not None]

    @property
    def returns_value(self) -> bool:
        """Whether the function returns something besides None."""
        return any(ast.unparse(value) != "None" for value in self._returns)

    @cached_property
    def returned_names(self) -> frozenset[str]:
        """The lists that are changed and returned by their names."""
        names = [each.id for each in self._returns if isinstance(each, ast.Name)]
        return frozenset(names) & self.changed_lists

    @cached_property
    def is_place(self) -> bool:
        """Whether the function does nothing at its end but return where something stands."""
        if not self.tree.body or len(self._returns) != 1:
            return False
        last, own = self.tree.body[-1], self._returns[0]
        is_only = sum(isinstance(each, ast.Return) for each in ast.walk(self.tree)) == 1
        is_last = is_only and isinstance(last, ast.Return)
        return (
            is_last
            and isinstance(own, ast.Attribute | ast.Subscript)
            and not isinstance(getattr(own, "slice", None), ast.Slice)
        )

    def stands_for_place(self, node: ast.Call) -> bool:
        """Return whether a call stands for the place that its function returns."""
        called = self._around.called(node)
        return bool(called) and all(
            self.functions.body(function, own_class).is_place for function, own_class in called
        )

    @staticmethod
    def calls_in(statement: ast.stmt) -> list[ast.Call]:
        """Return the calls of a statement, without those of statements inside it."""
        return [each for each in own_nodes(statement) if isinstance(each, ast.Call)]

    # places

    def places(self, node: ast.expr) -> frozenset[Place]:
        """Return where the value of an expression stands; nowhere if it is a new one."""
        if isinstance(node, ast.Name):
            aliases = self._aliases.get(node.id, frozenset())
            lists = frozenset(place for place in aliases if self.holds_list(place) is not False)
            return lists | {(node.id,)}
        if isinstance(node, ast.Attribute):
            return frozenset((*place, node.attr) for place in self.places(node.value))
        if isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice):
            of_part = self._of_part(node.value, "__getitem__")
            return items_of(self.places(node.value)) if of_part is None else of_part
        if isinstance(node, ast.IfExp):
            return self.places(node.body) | self.places(node.orelse)
        if isinstance(node, ast.BoolOp):
            return frozenset().union(*map(self.places, node.values))
        if is_call(node, "iter") and isinstance(node, ast.Call):
            return self.places(node.args[0])
        if isinstance(node, ast.Call):
            return self._returned(node)
        return frozenset()

    def places_gone_through(self, node: ast.expr) -> frozenset[Place]:
        """Return where the list stands that a loop goes through."""
        of_part = self._of_part(node, "__iter__")
        return self.places(node) if of_part is None else of_part

    def _of_part(self, node: ast.expr, method: str) -> frozenset[Place] | None:
        """Return where that stands which a part returns for an index, or for a loop."""
        for own_class in self._around.classes(node)[:1]:
            own = inspect.getattr_static(own_class, method, None)
            if inspect.isfunction(own):
                effects = self.functions.effects(own, own_class)
                return self._here(effects, {"self": self.places(node)}).returns
        return None

    def is_asked_by_index(self, node: ast.expr) -> bool:
        """Return whether a loop asks a part for each index; kernels do so before the loop."""
        of_part = [self._of_part(node, method) for method in ("__getitem__", "__iter__")]
        return of_part[0] is not None and of_part[1] is None

    def holds_list(self, place: Place) -> bool | None:
        """Return whether a list, dict or object stands at a place, if that is known."""
        if self.arguments[:1] != [place[0]]:
            return None
        own = self.functions.type_at(place, self.own_class)
        return None if own is None else own.is_stored and own.kind != TUPLE

    def changed_here(self, node: ast.AST) -> frozenset[Place]:
        """Return the lists that a node changes; what a method changes is noted in that."""
        mutated = self.of_node(node).mutates
        if not isinstance(node, ast.Call) or not self._around.called(node):
            return mutated
        return frozenset(place for place in mutated if place[0] not in self.arguments[:1])

    def is_constant(self, place: Place) -> bool:
        """Return whether a list, set or dict of the module, or of the class, stands at a place."""
        root, *steps = place
        if self.own_class is not None and self.arguments[:1] == [root] and steps:
            own, *steps = steps
            fields = dict(self.functions.fields(self.own_class))
            is_written = own in fields or own in self.functions.parts
            values = [] if is_written else [getattr(self.own_class, own, None)]
        elif root in self.arguments or root in self.assigned:
            return False
        else:
            values = [self.globals.get(root)]
        for step in steps:
            if step == ITEM_OF:
                lists = (each.values() if isinstance(each, dict) else each for each in values)
                values = [item for each in lists if isinstance(each, Iterable) for item in each]
            else:
                values = [getattr(each, step, None) for each in values]
        return any(isinstance(each, list | dict | set) for each in values)

    def _is_dict(self, place: Place) -> bool:
        """Return whether a dictionary may stand at a place, which may get another key."""
        if len(place) == 1:
            return place[0] in self._dicts or place[0] in self.arguments
        if self.arguments[:1] != [place[0]]:
            return True
        own = self.functions.type_at(place, self.own_class)
        return own is not None and own.kind == DICT

    @cached_property
    def _dicts(self) -> frozenset[str]:
        """The local names of dictionaries."""
        return frozenset(
            each.targets[0].id
            for each in ast.walk(self.tree)
            if isinstance(each, ast.Assign)
            and isinstance(each.targets[0], ast.Name)
            and not isinstance(each.value, LISTS)
        )

    def items(self, node: ast.expr) -> frozenset[Place]:
        """Return where the items of an iterable stand."""
        if isinstance(node, ast.List | ast.Tuple | ast.Set):
            return frozenset().union(*map(self.places, node.elts))
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
            return self.items(node.value)
        if isinstance(node, ast.BinOp):
            return self.items(node.left) | self.items(node.right)
        if isinstance(node, ast.Call) and not self._around.called(node):
            return frozenset().union(*map(self.items, self.gone_through(node)))
        return items_of(self.places_gone_through(node))

    @staticmethod
    def gone_through(node: ast.AST) -> list[ast.expr]:
        """Return the lists whose items an iterable has, as enumerate(...) or .items()."""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            return [node.func.value] if node.func.attr in ITEMS else []
        if isinstance(node, ast.Call):
            is_through = isinstance(node.func, ast.Name) and node.func.id in ITERABLES
            return list(node.args) if is_through else []
        return [node] if isinstance(node, ast.expr) else []

    def _returned(self, node: ast.Call) -> frozenset[Place]:
        func = node.func
        if not isinstance(func, ast.Attribute) or func.attr not in ("get", "pop", "setdefault"):
            return self._of_call(node).returns
        return items_of(self.places(func.value)).union(*map(self.places, node.args[1:]))

    def _find_aliases(self, nodes: Iterable[ast.AST]) -> None:
        for node in nodes:
            if note_of(node).is_moved:
                continue  # a list that nothing else has is given a name
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                self._alias(node.targets[0], self.places(node.value))
            elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple):
                self._alias(node.targets[0], self.items(node.value))
            elif isinstance(node, ast.For):
                self._alias(without_key(node.target, node.iter), self.items(node.iter))

    def _alias(self, target: ast.expr, places: frozenset[Place]) -> None:
        for each in ast.walk(target):
            if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
                others = frozenset(place for place in places if place[0] != each.id)
                self._aliases[each.id] = self._aliases.get(each.id, frozenset()) | others

    # effects

    @cached_property
    def effects(self) -> Effects:
        """What the function does, in places from its arguments."""
        own = NO_EFFECTS
        for node in ast.walk(self.tree):
            own |= self.of_node(node)
        returned = [
            self.places(node.value)
            for node in ast.walk(self.tree)
            if isinstance(node, ast.Return) and node.value is not None
        ]
        own |= Effects(returns=frozenset().union(*returned))
        return self._from(own, set(self.arguments))

    @staticmethod
    def _from(own: Effects, roots: set[str]) -> Effects:
        """Return effects on what begins with these names only."""
        return own.mapped(
            lambda places: frozenset(place for place in places if place[0] in roots)
        ).outside

    def of(self, *nodes: ast.AST) -> Effects:
        """Return the effects of expressions and statements."""
        own = NO_EFFECTS
        for node in nodes:
            for each in ast.walk(node):
                own |= self.of_node(each)
        return own

    def of_node(self, node: ast.AST) -> Effects:
        """Return the effects of a node without those of what is inside it."""
        if isinstance(node, ast.Call):
            return self._of_call(node)
        if isinstance(node, ast.Name | ast.Attribute | ast.Subscript):
            own = self._of_property(node)
            if isinstance(node.ctx, ast.Load) or node in self._lists_added_to:
                return own | Effects(reads=self._long(self.places(node)))
            if isinstance(node, ast.Subscript):
                items, base = items_of(self.places(node.value)), self.places(node.value)
                is_moved = isinstance(node.ctx, ast.Del) or isinstance(node.slice, ast.Slice)
                moves = base if is_moved else frozenset()
                resizes = moves | frozenset(filter(self._is_dict, base))
                return own | Effects(replaces=items, mutates=base, resizes=resizes, moves=moves)
            named = frozenset({(node.id,)}) if isinstance(node, ast.Name) else self.places(node)
            return own | Effects(replaces=named)
        if isinstance(node, ast.AugAssign):
            places = self.places(node.target)
            lists = frozenset(filter(self.holds_list, places))
            return Effects(mutates=lists, resizes=lists, reads=places)
        return NO_EFFECTS

    @cached_property
    def _lists_added_to(self) -> frozenset[ast.expr]:
        """The targets to which += adds a list: they stay the lists that they are."""
        return frozenset(
            each.target
            for each in ast.walk(self.tree)
            if isinstance(each, ast.AugAssign) and isinstance(each.value, ast.List)
        )

    @staticmethod
    def _long(places: frozenset[Place]) -> frozenset[Place]:
        """Return places without `self` as a whole."""
        return frozenset(place for place in places if place != ("self",))

    def _of_property(self, node: ast.AST) -> Effects:
        if not isinstance(node, ast.Attribute):
            return NO_EFFECTS
        for own_class in self._around.classes(node.value):
            own = inspect.getattr_static(own_class, node.attr, None)
            if isinstance(own, property):
                effects = self.functions.effects(own.fget, own_class)
                return self._here(effects, {"self": self.places(node.value)})
        return NO_EFFECTS

    def _of_call(self, node: ast.Call) -> Effects:
        func = node.func
        called = self._around.called(node)
        own = NO_EFFECTS
        for function, own_class in called:
            effects = self.functions.effects(function, own_class)
            own |= self._here(effects, self._bound(function, own_class, node))
        if isinstance(func, ast.Name) and func.id in CHANGERS:
            changed = self.places(node.args[0])
            replaced = changed if func.id == ARRANGE else frozenset()
            return Effects(mutates=changed, resizes=changed, moves=changed, replaces=replaced)
        if called or not isinstance(func, ast.Attribute):
            return own
        base = self.places(func.value)
        if "super()" in ast.unparse(func):
            return Effects(mutates=frozenset({("self",)}), does=frozenset({"draws"}))
        if func.attr in REPORTS and base == {("self",)}:
            return Effects(does=frozenset({"reports"}))
        if func.attr in DRAWS:
            shuffled = [self.places(each) for each in node.args if func.attr == "shuffle"]
            lists = frozenset().union(*shuffled)
            return Effects(mutates=lists, resizes=lists, moves=lists, does=frozenset({"draws"}))
        if func.attr in MUTATES:
            moves = base if func.attr in MOVES else frozenset()
            return Effects(mutates=base, resizes=base, moves=moves)
        return NO_EFFECTS

    def is_new_object(self, node: ast.Call) -> bool:
        """Return whether a call makes an object of a dataclass."""
        known = self.globals.get(node.func.id) if isinstance(node.func, ast.Name) else None
        return isinstance(known, type) and is_dataclass(known)

    def changed_arguments(self, node: ast.Call) -> Iterator[ast.expr]:
        """Yield the arguments of a call that are lists which it changes in place."""
        for function, own_class in self._around.called(node):
            mutated = {place[0] for place in self.functions.effects(function, own_class).mutates}
            names = list(inspect.signature(function).parameters)[own_class is not None :]
            given = dict(zip(names, node.args, strict=False))
            given |= {str(each.arg): each.value for each in node.keywords}
            yield from (own for name, own in given.items() if name in mutated)

    def _bound(self, function: Any, own_class: Any, node: ast.Call) -> dict[str, frozenset[Place]]:
        """Return the places of the arguments of a call."""
        names = list(inspect.signature(function).parameters)
        bound: dict[str, frozenset[Place]] = {}
        if own_class is not None and isinstance(node.func, ast.Attribute):
            bound[names.pop(0)] = self.places(node.func.value)
        bound |= {name: self.places(each) for name, each in zip(names, node.args, strict=False)}
        return bound | {str(each.arg): self.places(each.value) for each in node.keywords}

    @staticmethod
    def _here(own: Effects, bound: Mapping[str, Collection[Place]]) -> Effects:
        """Return the effects of a call in places of the caller."""
        return own.mapped(
            lambda places: frozenset(
                (*base, *place[1:]) for place in places for base in bound.get(place[0], ())
            )
        )

    # the course of the function

    def place_of(self, node: ast.AST) -> int:
        """Return the number of the statement that a node belongs to."""
        return self._order[node]

    @cached_property
    def events(self) -> list[Event]:
        """The changes, each with the loops around it."""
        return [
            Event(self._order[node], effects, loops)
            for node, loops in self._with_loops
            if (effects := self.of_node(node)).changes
        ]

    @cached_property
    def _with_loops(self) -> list[tuple[ast.AST, tuple[ast.AST, ...]]]:
        """The nodes of the function, each with the loops around it."""
        found: list[tuple[ast.AST, tuple[ast.AST, ...]]] = []

        def visit(node: ast.AST, loops: tuple[ast.AST, ...]) -> None:
            found.append((node, loops))
            for child in ast.iter_child_nodes(node):
                is_inside = isinstance(node, LOOPS) and child is not getattr(node, "iter", None)
                visit(child, (*loops, node) if is_inside else loops)

        for statement in self.tree.body:
            visit(statement, ())
        return found

    @cached_property
    def uses(self) -> dict[str, list[tuple[int, tuple[ast.AST, ...]]]]:
        """Where each name is read, with the loops around it."""
        found: dict[str, list[tuple[int, tuple[ast.AST, ...]]]] = {}
        for node, loops in self._with_loops:
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                found.setdefault(node.id, []).append((self._order[node], loops))
        return found

    def changes_before_use(self, name: str, binding: ast.stmt | None) -> Iterator[Effects]:
        """Yield what changes after a name was bound, and before it is read again.

        An argument is bound before the first statement. In a loop around all of them, a name may be
        read in another turn before it is bound again.
        """
        begin, around = -1, set[ast.AST]()
        if binding is not None:
            begin, around = self._order[binding], set(self.loops_around(binding))
        uses = [
            (at, self._loops_that_keep(name, at, loops)) for at, loops in self.uses.get(name, ())
        ]
        for event in self.events:
            turns = around & set(event.loops)
            again = set(event.loops) - around - {binding}
            for at, loops in uses:
                is_later = self._follows(event.at, at, name) or bool(again & loops)
                in_next_turn = at <= begin and bool(turns & loops)
                if (is_later or in_next_turn) if event.at > begin else (is_later and in_next_turn):
                    yield event.effects
                    break

    def _follows(self, place: int, other: int, name: str) -> bool:
        """Return whether a statement may follow another one in one turn, with what a name holds."""
        is_skipped = any(other in skipped for skipped in self._courses[place].skipped)
        is_bound = any(place < own.at < other for own in self._bound_before(name, other))
        return place < other and not is_skipped and not is_bound

    def _loops_that_keep(self, name: str, at: int, loops: Iterable[ast.AST]) -> set[ast.AST]:
        """Return the loops in whose next turn a statement may read what a name holds."""
        again = [loop for own in self._bound_before(name, at) for loop in own.loops]
        return set(loops).difference(again)

    def _bound_before(self, name: str, at: int) -> list[Assigned]:
        """Return the assignments to a name that come before a statement, whatever happens."""
        blocks = self._courses[at].blocks
        return [own for own in self._assigned.get(name, ()) if own.at < at and own.block in blocks]

    @cached_property
    def _assigned(self) -> dict[str, list[Assigned]]:
        """The assignments to each name; a loop assigns to its variable in its own block."""
        found: dict[str, list[Assigned]] = {}
        for node, loops in self._with_loops:
            if not isinstance(node, ast.Assign | ast.For):
                continue
            at, is_loop = self._order[node], isinstance(node, ast.For)
            block = id(node.body) if isinstance(node, ast.For) else self._courses[at].blocks[-1]
            own = Assigned(at, block, (*loops, node) if is_loop else loops)
            targets = [node.target] if isinstance(node, ast.For) else node.targets
            for name in assigned_names(targets):
                found.setdefault(name, []).append(own)
        return found

    @cached_property
    def _courses(self) -> dict[int, Course]:
        """What may follow each statement, and its blocks, by the number of the statement."""
        found: dict[int, Course] = {}

        def end_of(block: Sequence[ast.stmt]) -> int:
            return max(self._order[each] for each in statements_of(block)) + 1

        def visit(
            block: Sequence[ast.stmt],
            skipped: list[range],
            end_of_loop: int,
            blocks: tuple[int, ...] = (),
        ) -> None:
            blocks = (*blocks, id(block))
            if block and isinstance(block[-1], LEAVING):
                is_in_loop = isinstance(block[-1], ast.Continue | ast.Break)
                end = end_of_loop if is_in_loop else end_of(self.tree.body)
                skipped = [*skipped, range(end_of(block), end)]
            for own in block:
                found[self._order[own]] = Course(skipped, blocks)
                body, orelse = getattr(own, "body", []), getattr(own, "orelse", [])
                end = end_of(body) if isinstance(own, LOOPS) else end_of_loop
                is_branch = isinstance(own, ast.If) and orelse
                other = [range(end_of(body), end_of(orelse))] if is_branch else []
                visit(body, [*skipped, *other], end, blocks)
                visit(orelse, skipped, end_of_loop, blocks)

        visit(self.tree.body, [], 0)
        return found

    def loops_around(self, node: ast.AST) -> tuple[ast.AST, ...]:
        """Return the loops around a statement."""
        return next(loops for own, loops in self._with_loops if own is node)


def statements_of(nodes: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield statements with those inside them, in their order."""
    for node in nodes:
        yield node
        for name in ("body", "orelse"):
            yield from statements_of(getattr(node, name, ()))


def own_nodes(statement: ast.stmt) -> Iterator[ast.AST]:
    """Yield a statement and its expressions, without the statements inside it."""
    yield statement
    pending = list(ast.iter_child_nodes(statement))
    while pending:
        node = pending.pop()
        if not isinstance(node, ast.stmt):
            yield node
            pending += ast.iter_child_nodes(node)


def without_key(target: ast.expr, items: ast.expr) -> ast.expr:
    """Return the variable of a loop for items, beside which a number or a key may stand."""
    is_pair = isinstance(target, ast.Tuple) and is_call(items, "items", "enumerate")
    return target.elts[-1] if is_pair and isinstance(target, ast.Tuple) else target


def items_of(places: frozenset[Place]) -> frozenset[Place]:
    """Return where the items of lists stand."""
    return frozenset((*place, ITEM_OF) for place in places)
