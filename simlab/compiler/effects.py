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
    definition_of,
    lists_changed_in,
    name_of_import,
    names_assigned_in,
)
from simlab.compiler.value_type import DICT, OBJECT, TUPLE, Type
from simlab.compiler.values import ITEM_OF
from simlab.plain.game import PlainGame

AccessPath = tuple[str, ...]
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

    reads: frozenset[AccessPath] = frozenset()
    mutates: frozenset[AccessPath] = frozenset()
    """Lists, sets and dicts that are changed in place."""
    resizes: frozenset[AccessPath] = frozenset()
    """Those of them that get or lose items."""
    moves: frozenset[AccessPath] = frozenset()
    """Those of them whose items stand elsewhere afterwards."""
    replaces: frozenset[AccessPath] = frozenset()
    """Places that are given another value."""
    returns: frozenset[AccessPath] = frozenset()
    """Places whose value is returned, not a copy."""
    does: frozenset[str] = frozenset()
    """Whether it draws, and whether it reports."""

    @property
    def changes(self) -> frozenset[AccessPath]:
        """All that is not as before."""
        return self.mutates | self.replaces

    @property
    def is_pure(self) -> bool:
        """Whether it may be evaluated twice, or not at all."""
        return not self.does and not self.mutates and all(len(path) == 1 for path in self.replaces)

    def __or__(self, other: Effects) -> Effects:
        return Effects(
            *(getattr(self, field.name) | getattr(other, field.name) for field in fields(Effects))
        )

    def map_paths(
        self, change: Callable[[frozenset[AccessPath]], frozenset[AccessPath]]
    ) -> Effects:
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
        return replace(self, replaces=frozenset(path for path in self.replaces if len(path) > 1))

    @property
    def roots(self) -> set[str]:
        """The names with which the places begin."""
        return {path[0] for path in self.reads | self.changes | self.moves | self.returns}


NO_EFFECTS = Effects()


def is_within(path: AccessPath, outer_path: AccessPath) -> bool:
    """Return whether a place is another one, or a part of it."""
    return path[: len(outer_path)] == outer_path


def meet(paths: Iterable[AccessPath], other_paths: Iterable[AccessPath]) -> bool:
    """Return whether a change of one of some places may show in one of the others."""
    # gone through for each path, and an iterator would be used up by the first
    other_paths = list(other_paths)
    return any(
        is_within(path, other_path) or is_within(other_path, path)
        for path in paths
        for other_path in other_paths
    )


class Functions:
    """The functions of a game, with their effects."""

    def __init__(
        self, rules_class: Any, parts: Mapping[str, Any], observation: Observation
    ) -> None:
        self.rules_class = rules_class
        self.parts = parts
        self._seen = observation
        module = inspect.getmodule(rules_class)
        values_of_module = vars(module).values() if module else ()
        self._memories = tuple(objects_in(observation.memories.values()))
        dataclasses = [
            value for value in values_of_module if isinstance(value, type) and is_dataclass(value)
        ]
        dataclasses += [memory.own_class for memory in self._memories if memory.own_class]
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
    def mutated(self) -> frozenset[AccessPath]:
        """The lists of the game that are ever changed in place."""
        return frozenset().union(*(effects.mutates for effects in self._of_methods()))

    @cached_property
    def resized(self) -> frozenset[AccessPath]:
        """Those of them that get or lose items elsewhere than in `setup`."""
        return frozenset().union(*(effects.resizes for effects in self._of_methods("setup")))

    @cached_property
    def replaced(self) -> frozenset[AccessPath]:
        """Places of the game that are given another value, elsewhere than in `setup`."""
        return frozenset().union(*(effects.replaces for effects in self._of_methods("setup")))

    def _of_methods(self, left_out: str = "") -> Iterator[Effects]:
        """Yield the effects of each method of the game but one."""
        for name in dir(self.rules_class):
            method = inspect.getattr_static(self.rules_class, name)
            if inspect.isfunction(method) and name != left_out:
                yield self.effects(method, self.rules_class)

    def type_at(self, path: AccessPath, own_class: Any) -> Type | None:
        """Return the type of what stands at a place of an object, if it was seen."""
        _, *steps = path
        if own_class is None and any(
            dict(memory.fields).keys() & steps[:1] for memory in self._memories
        ):
            return None  # its first argument may be what a policy remembers
        value_type: Type | None = Type(OBJECT, fields=self.fields(own_class))
        for step in steps:
            # what was seen of one item holds for all: which one it is, is known only in a game
            if value_type is None or step == ITEM_OF:
                value_type = (
                    None
                    if value_type is None
                    else value_type.of or (None if value_type.is_stored else value_type)
                )
            elif (
                value_type.kind == OBJECT
                and step in self.parts
                and step not in dict(value_type.fields)
            ):
                value_type = Type(OBJECT, fields=tuple(self._seen.attributes[step].items()))
            else:
                value_type = dict(value_type.fields).get(step)
        return value_type

    def fields(self, own_class: Any) -> tuple[tuple[str, Type], ...]:
        """Return the attributes of a class, with what was seen in them."""
        if own_class in (None, self.rules_class):
            return tuple(self._seen.attributes[""].items())
        for name, part in self.parts.items():
            if type(part) is own_class:
                return tuple(self._seen.attributes[name].items())
        seen_types = [
            value_type
            for type_by_name in self._seen.attributes.values()
            for value_type in type_by_name.values()
        ]
        object_types = (object_type for object_type in objects_in([*seen_types, *self._memories]))
        return next(
            (
                object_type.fields
                for object_type in object_types
                if object_type.own_class is own_class
            ),
            (),
        )


def objects_in(types: Iterable[Type]) -> Iterator[Type]:
    """Yield the types of objects among types and in what they hold."""
    pending = list(types)
    while pending:
        value_type = pending.pop()
        if value_type.kind == OBJECT:
            yield value_type
        pending += [field_type for _, field_type in value_type.fields] + (
            [value_type.of] if value_type.of else []
        )


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
        if not isinstance(func, ast.Attribute):
            return []
        functions = [
            (inspect.getattr_static(cls, func.attr, None), cls) for cls in self.classes(func.value)
        ]
        # reports are simlab's own, whatever methods an object has
        is_own = func.attr not in REPORTS
        return [
            (function, cls)
            for function, cls in functions
            if inspect.isfunction(function) and is_own
        ]

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
        self.arguments = [argument.arg for argument in self.tree.args.args]
        nodes = list(ast.walk(self.tree))
        self._order = {
            node: number
            for number, statement in enumerate(statements_of(self.tree.body))
            for node in own_nodes(statement)
        }
        """The number of the statement that each node belongs to."""
        self._aliases: dict[str, frozenset[AccessPath]] = {}
        for _ in range(2):  # a name may stand for what another one stands for
            self._find_aliases(nodes)

        blocks = [
            statement for statement in self.tree.body if isinstance(statement, ast.If | LOOPS)
        ]
        perhaps = names_assigned_in(blocks) & frozenset(self.arguments)
        twice = frozenset(name for name in self.assigned if self.times_assigned(name) > 1)
        self.reassigned = perhaps | twice
        """Local names that hold now this, now that: to which it assigns in several statements, and
        arguments to which it assigns in a branch or a loop."""

    @cached_property
    def assigned(self) -> frozenset[str]:
        """The local names to which the function assigns."""
        return names_assigned_in(self.tree.body)

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

    def stands_for_place(self, node: ast.Call) -> bool:
        """Return whether a call stands for the place that its function returns."""
        functions = self._around.functions_of_call(node)
        return bool(functions) and all(
            self.functions.body(function, own_class).is_place for function, own_class in functions
        )

    @staticmethod
    def calls_in(statement: ast.stmt) -> list[ast.Call]:
        """Return the calls of a statement, without those of statements inside it."""
        return [node for node in own_nodes(statement) if isinstance(node, ast.Call)]

    # places

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
                effects = self.functions.effects(function, own_class)
                return self._here(effects, {"self": self.paths(node)}).returns
        return None

    def is_asked_by_index(self, node: ast.expr) -> bool:
        """Return whether a loop asks a part for each index; kernels do so before the loop."""
        of_part = [self._of_part(node, method) for method in ("__getitem__", "__iter__")]
        return of_part[0] is not None and of_part[1] is None

    def holds_list(self, path: AccessPath) -> bool | None:
        """Return whether a list, dict or object stands at a place, if that is known."""
        if self.arguments[:1] != [path[0]]:
            return None
        value_type = self.functions.type_at(path, self.own_class)
        return None if value_type is None else value_type.is_stored and value_type.kind != TUPLE

    def lists_changed_by(self, node: ast.AST) -> frozenset[AccessPath]:
        """Return the lists that a node changes; what a method changes is noted in that."""
        mutated = self.of_node(node).mutates
        if not isinstance(node, ast.Call) or not self._around.functions_of_call(node):
            return mutated
        return frozenset(path for path in mutated if path[0] not in self.arguments[:1])

    def is_constant(self, path: AccessPath) -> bool:
        """Return whether a list, set or dict of the module, or of the class, stands at a place."""
        root, *steps = path
        if self.own_class is not None and self.arguments[:1] == [root] and steps:
            attribute, *steps = steps
            fields = dict(self.functions.fields(self.own_class))
            is_written = attribute in fields or attribute in self.functions.parts
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
            return self._of_call(node).returns
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

    # effects

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
        if not isinstance(node, ast.Attribute):
            return NO_EFFECTS
        for own_class in self._around.classes(node.value):
            attribute = inspect.getattr_static(own_class, node.attr, None)
            if isinstance(attribute, property):
                effects = self.functions.effects(attribute.fget, own_class)
                return self._here(effects, {"self": self.paths(node.value)})
        return NO_EFFECTS

    def _of_call(self, node: ast.Call) -> Effects:
        func = node.func
        functions = self._around.functions_of_call(node)
        all_effects = NO_EFFECTS
        for function, own_class in functions:
            effects = self.functions.effects(function, own_class)
            all_effects |= self._here(effects, self._bind_arguments(function, own_class, node))
        if isinstance(func, ast.Name) and func.id in CHANGERS:
            changed_paths = self.paths(node.args[0])
            replaced_paths = changed_paths if func.id == ARRANGE else frozenset()
            return Effects(
                mutates=changed_paths,
                resizes=changed_paths,
                moves=changed_paths,
                replaces=replaced_paths,
            )
        if functions or not isinstance(func, ast.Attribute):
            return all_effects
        base = self.paths(func.value)
        if "super()" in ast.unparse(func):
            return Effects(mutates=frozenset({("self",)}), does=frozenset({"draws"}))
        if func.attr in REPORTS and base == {("self",)}:
            return Effects(does=frozenset({"reports"}))
        if func.attr in DRAWS:
            shuffled = [self.paths(argument) for argument in node.args if func.attr == "shuffle"]
            lists = frozenset().union(*shuffled)
            return Effects(mutates=lists, resizes=lists, moves=lists, does=frozenset({"draws"}))
        if func.attr in MUTATES:
            moves = base if func.attr in MOVES else frozenset()
            return Effects(mutates=base, resizes=base, moves=moves)
        return NO_EFFECTS

    def is_new_object(self, node: ast.Call) -> bool:
        """Return whether a call makes an object of a dataclass."""
        meaning = self.globals.get(node.func.id) if isinstance(node.func, ast.Name) else None
        return isinstance(meaning, type) and is_dataclass(meaning)

    def arguments_it_changes(self, node: ast.Call) -> Iterator[ast.expr]:
        """Yield the arguments of a call that are lists which it changes in place."""
        for function, own_class in self._around.functions_of_call(node):
            mutated = {path[0] for path in self.functions.effects(function, own_class).mutates}
            names = list(inspect.signature(function).parameters)[own_class is not None :]
            argument_by_name = dict(zip(names, node.args, strict=False))
            argument_by_name |= {str(keyword.arg): keyword.value for keyword in node.keywords}
            yield from (argument for name, argument in argument_by_name.items() if name in mutated)

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
        nodes: list[tuple[ast.AST, tuple[ast.AST, ...]]] = []

        def visit(node: ast.AST, loops: tuple[ast.AST, ...]) -> None:
            nodes.append((node, loops))
            for child in ast.iter_child_nodes(node):
                is_inside = isinstance(node, LOOPS) and child is not getattr(node, "iter", None)
                visit(child, (*loops, node) if is_inside else loops)

        for statement in self.tree.body:
            visit(statement, ())
        return nodes

    @cached_property
    def uses(self) -> dict[str, list[tuple[int, tuple[ast.AST, ...]]]]:
        """Where each name is read, with the loops around it."""
        uses_by_name: dict[str, list[tuple[int, tuple[ast.AST, ...]]]] = {}
        for node, loops in self._with_loops:
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                uses_by_name.setdefault(node.id, []).append((self._order[node], loops))
        return uses_by_name

    def changes_before_use(self, name: str, binding: ast.stmt | None) -> Iterator[Effects]:
        """Yield what changes after a name was bound, and before it is read again.

        An argument is bound before the first statement. In a loop around all of them, a name may be
        read in another turn before it is bound again.
        """
        # before the first statement, as an argument is
        begin, loops_around = -1, set[ast.AST]()
        if binding is not None:
            begin, loops_around = self._order[binding], set(self.loops_around(binding))
        uses = [
            (number, self._loops_that_keep(name, number, loops))
            for number, loops in self.uses.get(name, ())
        ]
        for event in self.events:
            turns = loops_around & set(event.loops)
            loops_again = set(event.loops) - loops_around - {binding}
            for number, loops in uses:
                is_later = self._follows(event.at, number, name) or bool(loops_again & loops)
                in_next_turn = number <= begin and bool(turns & loops)
                if (is_later or in_next_turn) if event.at > begin else (is_later and in_next_turn):
                    yield event.effects
                    break

    def _follows(self, number: int, later_number: int, name: str) -> bool:
        """Return whether a statement may follow another one in one turn, with what a name holds."""
        is_skipped = any(later_number in skipped for skipped in self._courses[number].skipped)
        is_bound = any(
            number < assignment.at < later_number
            for assignment in self._assignments_before(name, later_number)
        )
        return number < later_number and not is_skipped and not is_bound

    def _loops_that_keep(self, name: str, number: int, loops: Iterable[ast.AST]) -> set[ast.AST]:
        """Return the loops in whose next turn a statement may read what a name holds."""
        loops_again = [
            loop
            for assignment in self._assignments_before(name, number)
            for loop in assignment.loops
        ]
        return set(loops).difference(loops_again)

    def _assignments_before(self, name: str, number: int) -> list[Assigned]:
        """Return the assignments to a name that come before a statement, whatever happens."""
        blocks = self._courses[number].blocks
        return [
            assignment
            for assignment in self._assigned.get(name, ())
            if assignment.at < number and assignment.block in blocks
        ]

    @cached_property
    def _assigned(self) -> dict[str, list[Assigned]]:
        """The assignments to each name; a loop assigns to its variable in its own block."""
        assignments: dict[str, list[Assigned]] = {}
        for node, loops in self._with_loops:
            if not isinstance(node, ast.Assign | ast.For):
                continue
            number, is_loop = self._order[node], isinstance(node, ast.For)
            block = id(node.body) if isinstance(node, ast.For) else self._courses[number].blocks[-1]
            assignment = Assigned(number, block, (*loops, node) if is_loop else loops)
            targets = [node.target] if isinstance(node, ast.For) else node.targets
            for name in names_assigned_in(targets):
                assignments.setdefault(name, []).append(assignment)
        return assignments

    @cached_property
    def _courses(self) -> dict[int, Course]:
        """What may follow each statement, and its blocks, by the number of the statement."""
        courses: dict[int, Course] = {}

        def end_of(block: Sequence[ast.stmt]) -> int:
            return max(self._order[statement] for statement in statements_of(block)) + 1

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
            for statement in block:
                courses[self._order[statement]] = Course(skipped, blocks)
                body, orelse = getattr(statement, "body", []), getattr(statement, "orelse", [])
                end = end_of(body) if isinstance(statement, LOOPS) else end_of_loop
                is_branch = isinstance(statement, ast.If) and orelse
                else_range = [range(end_of(body), end_of(orelse))] if is_branch else []
                visit(body, [*skipped, *else_range], end, blocks)
                visit(orelse, skipped, end_of_loop, blocks)

        visit(self.tree.body, [], 0)
        return courses

    def loops_around(self, node: ast.AST) -> tuple[ast.AST, ...]:
        """Return the loops around a statement."""
        return next(loops for looped_node, loops in self._with_loops if looped_node is node)


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
        # statements inside have effects of their own, at their own place
        if not isinstance(node, ast.stmt):
            yield node
            pending += ast.iter_child_nodes(node)


def without_key(target: ast.expr, items: ast.expr) -> ast.expr:
    """Return the variable of a loop for items, beside which a number or a key may stand."""
    is_pair = isinstance(target, ast.Tuple) and is_call(items, "items", "enumerate")
    return target.elts[-1] if is_pair and isinstance(target, ast.Tuple) else target


def items_of(paths: frozenset[AccessPath]) -> frozenset[AccessPath]:
    """Return where the items of lists stand."""
    return frozenset((*path, ITEM_OF) for path in paths)
