"""Nodes: parts of syntax trees that the normal form is made of, and questions about them."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Protocol

from simlab.compiler.source_code import CHANGERS

(IN_PLACE, SORT, ARRANGE), UNSET = CHANGERS, "__unset__"
"""What the normal form calls by names that no author gives: what an operator such as += returns,
which is the same list where there was one; the order of a list by keys, and by the places of its
items, of which some may go; and what a variable is before it has a value."""
READS = frozenset(
    {"abs", "bool", "float", "getattr", "int", "isinstance", "len", "range", "repr", "str", "type"}
)
"""Functions of Python that only read."""
ITERABLES = frozenset({"enumerate", "zip", "reversed", "iter"})
"""Functions whose value can be gone through once."""
READING_METHODS = frozenset(
    {"index", "count", "get", "keys", "values", "items", "copy", "table", "startswith", "endswith"}
)
"""Methods of lists, dicts and texts, and `table`, which only read."""
ADDS = frozenset({"append", "add"})
COPIES = frozenset({"list", "tuple"})
SETS = frozenset({"set", "frozenset"})
DICTS = frozenset({"dict"})
GENERATOR = "a generator is gone through only once; write a list, [...]"
NOT_HERE = "a function inside this one can only be called, or be a key"
EMPTY_FAULT = "EMPTY"
LEAVING = (ast.Return, ast.Raise, ast.Continue, ast.Break)
"""Statements behind which others do not follow."""


class Surroundings(Protocol):
    """What must be known of the game around a function."""

    def is_method(self, receiver: ast.expr, name: str) -> bool:
        """Return whether a name may be that of a method that an author has written."""

    def is_lasting(self, node: ast.expr) -> bool:
        """Return whether an expression is the same all game long, as a part or a rule value is."""

    def reads(self, node: ast.AST, attribute: str) -> bool:
        """Return whether an attribute may be read while a node is evaluated, by what it calls."""

    def holds_records(self, node: ast.expr) -> bool:
        """Return whether an attribute is a list of lists or objects."""

    def list_of_loop(self, node: ast.expr) -> ast.expr:
        """Return the list that a loop goes through: of a part, the one that its __iter__ names."""

    def holds_objects(self, node: ast.expr) -> bool:
        """Return whether an attribute is a list of objects."""

    def is_dataclass(self, name: str) -> bool:
        """Return whether a name of the module is a dataclass."""

    def full_name(self, node: ast.expr) -> str:
        """Return the full name of what Python's own modules have, such as math.floor."""

    def is_global(self, name: str) -> bool:
        """Return whether the module has a name."""

    def meaning(self, node: ast.expr) -> Any:
        """Return what an expression names that the module has, or None."""


class Keeps(IntEnum):
    """What becomes of a list that is put into another one, of which a kernel makes a copy."""

    NEW = 0
    """Nothing else has it, so that it may be changed."""
    SHARED = 1
    """It has another name, and does not change any more."""
    REFUSED = 2
    """It has another name, by which it is changed later."""


@dataclass
class Note:
    """What is known of a statement or expression in normal form besides what it says."""

    origin: ast.stmt | None = None
    """The statement of the author that it comes from."""
    known: ast.expr | None = None
    """A test as the author wrote it, which says what kinds of choices are possible after it."""
    refusal: str = ""
    """Why it cannot be translated."""
    fault: str = "RAISED"
    """The fault with which it ends the game, if it is a `raise`."""
    is_ordered: bool = True
    """Whether the order counts in which it goes through items."""
    is_moved: bool = False
    """Whether it gives a name to a list that nothing else has."""
    is_copied: bool = False
    """Whether a kernel needs a copy of the list that is given a second name."""
    may_change: bool = False
    """Whether the list may change that a loop goes through."""
    by_place: ast.expr | None = None
    """The list of which a loop goes through some items, each by its place."""
    moves_up: bool = False
    """Whether it takes an object out of a list, and the loop around it goes on with the next."""
    is_counted: bool = False
    """Whether a loop counts items, which of a dict would be something else than its keys."""
    keeps: Keeps = Keeps.NEW
    """What it puts into a list or dict of lists."""


def note_of(node: ast.AST) -> Note:
    """Return the note of a node; one that has none is given one."""
    note: Note = vars(node).setdefault("note", Note())
    return note


class Lowered(ast.expr):
    """An expression that is in normal form already, among others that are not."""

    def __init__(self, expression: ast.expr) -> None:
        super().__init__()
        self.expression = expression


@dataclass
class Inner:
    """A function inside another one, and what its names stand for."""

    tree: ast.FunctionDef | ast.Lambda
    names: dict[str, Meaning]
    defaults: dict[str, ast.expr] = field(default_factory=dict)

    @property
    def parameters(self) -> list[str]:
        """Names of its arguments, without those that are only given by name."""
        return [argument.arg for argument in self.tree.args.args]

    @property
    def all_parameters(self) -> list[str]:
        """Names of all its arguments that need a value."""
        return [*self.parameters, *(argument.arg for argument in self.tree.args.kwonlyargs)]


Meaning = ast.expr | Inner
"""What a name of the author stands for: an expression in normal form, or an inner function."""


@dataclass
class Result:
    """Where an inner function leaves what it returns, and whether it has returned."""

    value: ast.expr
    """A variable, or a tuple of variables."""
    has_left: str
    leaves_early: bool = False
    notes: list[ast.stmt] = field(default_factory=list)
    """The statements that note that it has returned; without an early return nobody asks."""


@dataclass
class Loop:
    """A loop around a statement, with the variable that says that it was not left early."""

    is_whole: str = ""
    has_stopped: str = ""
    """The variable that says that it is left, if it consists of several loops."""


def read(name: str) -> ast.Name:
    """Return a variable that is read."""
    return ast.Name(name, ast.Load())


def call(name: str, *arguments: ast.expr) -> ast.Call:
    """Return the call of a function by its name."""
    return ast.Call(read(name), list(arguments), [])


def method(owner: ast.expr, name: str, *arguments: ast.expr) -> ast.Call:
    """Return the call of a method."""
    return ast.Call(ast.Attribute(owner, name, ast.Load()), list(arguments), [])


def compare(left_operand: ast.expr, operator: ast.cmpop, right_operand: ast.expr) -> ast.Compare:
    """Return a comparison of two values."""
    return ast.Compare(left_operand, [operator], [right_operand])


def truth(expression: ast.expr) -> ast.expr:
    """Return whether a value counts as true, as a truth value."""
    is_test = isinstance(expression, ast.Compare) or is_not(expression)
    return expression if is_test else ast.UnaryOp(ast.Not(), ast.UnaryOp(ast.Not(), expression))


def is_not(node: ast.AST) -> bool:
    """Return whether a node is the opposite of a test."""
    return isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)


def is_before(ranks: list[ast.expr], other_ranks: list[ast.expr], operator: ast.cmpop) -> ast.expr:
    """Return whether some numbers come before others: the first that differs decides."""
    *earlier_ranks, (rank, other_rank) = zip(ranks, other_ranks, strict=True)
    test: ast.expr = compare(rank, operator, other_rank)
    for rank, other_rank in reversed(earlier_ranks):
        equal = ast.BoolOp(ast.And(), [compare(rank, ast.Eq(), other_rank), test])
        test = ast.BoolOp(ast.Or(), [compare(rank, operator, other_rank), equal])
    return test


def as_read(node: ast.expr) -> ast.expr:
    """Return a target as an expression that is read."""
    if isinstance(node, ast.Subscript):
        return ast.Subscript(node.value, node.slice, ast.Load())
    if isinstance(node, ast.Attribute):
        return ast.Attribute(node.value, node.attr, ast.Load())
    return ast.Name(node.id, ast.Load()) if isinstance(node, ast.Name) else node


def as_stored(node: ast.expr) -> Any:
    """Return an expression as a target."""
    if isinstance(node, ast.Subscript):
        return ast.Subscript(node.value, node.slice, ast.Store())
    if isinstance(node, ast.Attribute):
        return ast.Attribute(node.value, node.attr, ast.Store())
    return ast.Name(node.id, ast.Store()) if isinstance(node, ast.Name) else node


def is_call(node: ast.AST, *names: str) -> bool:
    """Return whether a node calls a function or method of one of some names."""
    if not isinstance(node, ast.Call):
        return False
    func = node.func
    return (func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")) in names


def copy_nodes(node_or_list: Any) -> Any:
    """Return a copy of an expression, or of a list of them."""
    if isinstance(node_or_list, list):
        return [copy_nodes(node) for node in node_or_list]
    if not isinstance(node_or_list, ast.AST):
        return node_or_list
    new = type(node_or_list)()
    for name, part in vars(node_or_list).items():
        setattr(new, name, copy_nodes(part) if name in node_or_list._fields else part)
    return new


def as_generator(node: ast.expr) -> ast.GeneratorExp:
    """Return a comprehension as what yields its items."""
    assert isinstance(node, ast.SetComp)
    return ast.copy_location(ast.GeneratorExp(node.elt, node.generators), node)


def as_list(node: ast.GeneratorExp) -> ast.ListComp:
    """Return a generator as the list of what it yields."""
    return ast.copy_location(ast.ListComp(node.elt, node.generators), node)


def names_assigned(*trees: ast.AST) -> set[str]:
    """Return the names to which a function, or some statements, assign."""
    nodes = (node for tree in trees for node in ast.walk(tree))
    names = (node for node in nodes if isinstance(node, ast.Name))
    return {node.id for node in names if isinstance(node.ctx, ast.Store)}


def may_change(target: ast.expr, value: ast.expr) -> bool:
    """Return whether an assignment may change what a value in normal form reads."""
    nodes = list(ast.walk(value))
    attributes = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    reads_items = any(isinstance(node, ast.Subscript | ast.Call) for node in nodes)
    for target_node in ast.walk(target):
        if (
            isinstance(target_node, ast.Name)
            and isinstance(target_node.ctx, ast.Store)
            and target_node.id in names_in(value)
        ):
            return True
        if isinstance(target_node, ast.Attribute) and target_node.attr in attributes:
            return True
        if isinstance(target_node, ast.Subscript) and (
            reads_items or attributes or names_in(value)
        ):
            return True
    return False


def names_in(node: ast.AST) -> set[str]:
    """Return the names that an expression has."""
    return {inner_node.id for inner_node in ast.walk(node) if isinstance(inner_node, ast.Name)}


def has_star(node: ast.AST) -> bool:
    """Return whether items are given by a star among others."""
    if isinstance(node, ast.Dict):
        return None in node.keys
    items = node.args if isinstance(node, ast.Call) else getattr(node, "elts", [])
    return any(isinstance(item, ast.Starred) for item in items)


def is_from_keys(node: ast.AST) -> bool:
    """Return whether a dict is made by dict.fromkeys(...)."""
    return isinstance(node, ast.Call) and ast.unparse(node.func) == "dict.fromkeys"


def is_set(node: ast.AST) -> bool:
    """Return whether an expression that makes something makes a set."""
    return isinstance(node, ast.Set | ast.SetComp) or is_call(node, *SETS)


def empty_of(node: ast.AST) -> ast.expr:
    """Return the empty list, set or dict that is filled with what an expression makes."""
    if is_set(node):
        return call("set")
    if isinstance(node, ast.Dict | ast.DictComp) or is_from_keys(node) or is_call(node, *DICTS):
        return ast.Dict([], [])
    return ast.List([], ast.Load())


def read_as_lists(node: ast.AST) -> list[ast.expr]:
    """Return the expressions within a node of which only the items count."""
    if isinstance(node, ast.For | ast.comprehension):
        return [node.iter]
    if isinstance(node, ast.Compare):
        pairs = zip(node.ops, node.comparators, strict=True)
        return [operand for operator, operand in pairs if isinstance(operator, ast.In | ast.NotIn)]
    if isinstance(node, ast.Starred):
        return [node.value]
    is_list = isinstance(node, ast.Call) and is_call(node, "len", "list", "sorted", "tuple")
    return list(node.args[:1]) if isinstance(node, ast.Call) and is_list else []


def is_own_list(name: str, tree: ast.FunctionDef) -> bool:
    """Return whether a list is made in a function and nothing else has it before it is returned."""
    if any(
        name in names_in(child)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.Lambda) and node is not tree
        for child in ast.iter_child_nodes(node)
    ):
        return False
    expected: list[ast.AST] = []
    for node in ast.walk(tree):
        expected += read_as_lists(node)
        if isinstance(node, ast.Assign) and _is_new_list(node.value):
            expected += node.targets if len(node.targets) == 1 else []
        elif isinstance(node, ast.AugAssign):
            expected.append(node.target)
        elif isinstance(node, ast.Subscript | ast.Attribute | ast.Return) and node.value:
            expected.append(node.value)
    names = [
        name_node
        for name_node in ast.walk(tree)
        if isinstance(name_node, ast.Name) and name_node.id == name
    ]
    is_argument = any(
        isinstance(inner_node, ast.arg) and inner_node.arg == name for inner_node in ast.walk(tree)
    )
    return not is_argument and all(name_node in expected for name_node in names)


def _is_new_list(node: ast.expr) -> bool:
    if isinstance(node, ast.IfExp):
        return _is_new_list(node.body) and _is_new_list(node.orelse)
    return isinstance(node, ast.List | ast.ListComp)


def names_of_lists(tree: ast.AST) -> set[str]:
    """Return the names within a node that something is done with that is done with lists only."""
    used: list[ast.AST] = []
    for node in ast.walk(tree):
        used += read_as_lists(node)
        if isinstance(node, ast.Call) and hasattr(builtins, getattr(node.func, "id", "")):
            used += node.args
        if isinstance(node, ast.Subscript | ast.Attribute):
            used.append(node.value)
    return {used_node.id for used_node in used if isinstance(used_node, ast.Name)}


def places_of_items(node: ast.expr, whole_list: ast.expr, index: str) -> ast.expr | None:
    """Return a list with the places of items instead of the items, if all are of a whole list.

    `index` is a name for the place of an item.
    """
    item = ast.Subscript(whole_list, read(index), ast.Load())

    def of_list(expression: ast.expr) -> ast.expr:
        if is_whole(expression):
            return call("list", call("range", call("len", whole_list)))
        if isinstance(expression, ast.IfExp):
            return ast.IfExp(expression.test, of_list(expression.body), of_list(expression.orelse))
        if isinstance(expression, ast.BinOp) and isinstance(expression.op, ast.Add):
            return ast.BinOp(of_list(expression.left), expression.op, of_list(expression.right))
        if isinstance(expression, ast.Subscript) and isinstance(expression.slice, ast.Slice):
            return of_item(expression)
        if isinstance(expression, ast.List) and expression.elts:
            return ast.List([*map(of_item, expression.elts)], ast.Load())
        if isinstance(expression, ast.ListComp):
            return of_some(expression)
        if isinstance(expression, ast.Call) and len(expression.args) == 1:
            if is_call(expression, "list", "reversed"):
                return ast.Call(expression.func, [of_list(expression.args[0])], [])
            if is_call(expression, "sorted") and any(
                keyword.arg == "key" for keyword in expression.keywords
            ):
                return ast.Call(
                    expression.func,
                    [of_list(expression.args[0])],
                    [*map(by_place, expression.keywords)],
                )
        raise LookupError

    def of_some(comprehension: ast.ListComp) -> ast.expr:
        [loop_node, *inner_loops] = comprehension.generators
        if (
            ast.unparse(comprehension.elt) != ast.unparse(loop_node.target)
            or not is_whole(loop_node.iter)
            or inner_loops
        ):
            return ast.ListComp(of_item(comprehension.elt), comprehension.generators)
        target = ast.Tuple([ast.Name(index, ast.Store()), loop_node.target], ast.Store())
        loop = ast.comprehension(target, call("enumerate", whole_list), loop_node.ifs, 0)
        return ast.ListComp(read(index), [loop])

    def of_item(expression: ast.expr) -> ast.expr:
        if isinstance(expression, ast.Starred):
            return ast.Starred(of_list(expression.value), ast.Load())
        if isinstance(expression, ast.Subscript):
            return ast.Subscript(of_list(expression.value), expression.slice, ast.Load())
        raise LookupError

    def by_place(keyword: ast.keyword) -> ast.keyword:
        if keyword.arg != "key":
            return keyword
        arguments = ast.arguments([], [ast.arg(index)], None, [], [], None, [])
        return ast.keyword("key", ast.Lambda(arguments, ast.Call(keyword.value, [item], [])))

    def is_whole(expression: ast.expr) -> bool:
        return ast.unparse(expression) == ast.unparse(whole_list)

    try:
        return None if is_whole(node) else of_list(node)
    except LookupError:
        return None


def whole_of(node: ast.expr) -> ast.expr:
    """Return the list of which an expression may be some items, in some order."""
    while True:
        if isinstance(node, ast.ListComp):
            node = node.generators[0].iter
        elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
            node = node.value
        elif isinstance(node, ast.Call) and is_call(node, "sorted", "list", "reversed"):
            node = node.args[0] if node.args else node.func
        else:
            return node


def own_statements(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a statement and those inside it, without those of functions."""
    yield node
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt) and not isinstance(child, ast.FunctionDef):
            yield from own_statements(child)


def without(lines: Sequence[ast.stmt], left_out: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield statements without some of them, which may stand inside others."""
    for line in lines:
        if any(line is statement for statement in left_out):
            continue
        for name in ("body", "orelse"):
            if getattr(line, name, None):
                inner_statements = list(without(getattr(line, name), left_out))
                setattr(line, name, inner_statements or [ast.Pass()] * (name == "body"))
        yield line


def always_returns(nodes: Sequence[ast.stmt]) -> bool:
    """Return whether statements end in a return, whatever happens."""
    if not nodes:
        return False
    last_statement = nodes[-1]
    if isinstance(last_statement, ast.If):
        return always_returns(last_statement.body) and always_returns(last_statement.orelse)
    return isinstance(last_statement, ast.Return | ast.Raise)
