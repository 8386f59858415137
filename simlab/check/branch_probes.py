"""Branch probes: a file whose functions note which of their branches are entered."""

from __future__ import annotations

import ast
import tokenize
from collections.abc import Container, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TypeVar

NOTE = "__simlab_note_branch__"
"""The name by which watched functions call what notes their branches."""
NOT_COMPARED = frozenset({"describe"})
"""Methods that are called while games are compared, but are not translated."""
LONGEST_TEST = 40
"""Letters of a test in a sentence."""
Node = TypeVar("Node", bound=ast.AST)
Comprehension = ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp
Sides = tuple[int, int]


@dataclass(frozen=True)
class Branch:
    """One side of a test or a loop."""

    file: Path
    line: int
    missing: str
    """What is said of it if no game entered it: `the if is never true`."""
    sides: Sides
    """The numbers of both sides of this test or loop."""
    whole: Sides | None
    """Those of the test that it is a part of, as `b` is of `if a and b`."""
    only_raises: bool
    """Whether it leads to an error at once, so that only a broken game enters it."""


class Probes(ast.NodeTransformer):
    """A file with calls of NOTE in its branches, except in those that are known.

    Only functions have branches here: what is outside of them happens once, when it is imported.
    """

    def __init__(self, file: Path, first: int, known_branches: Container[int] = ()) -> None:
        # reads the encoding that a file declares, as Python does
        with tokenize.open(file) as opened:
            source = opened.read()
        self.file, self.first, self.known = file, first, known_branches
        self.lines = source.splitlines()
        self.branches: list[Branch] = []
        self.is_in_function = False
        tree = ast.parse(source)
        self.next_statements = _next_statements(tree)
        self.tree = self.visit(tree)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return node if node.name in NOT_COMPARED else self._function(node)

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        return self._function(node)

    def _function(self, node: Node) -> Node:
        before, self.is_in_function = self.is_in_function, True
        self.generic_visit(node)
        self.is_in_function = before
        return node

    # neither has branches to enter: a game that gets here is broken
    def visit_Raise(self, node: ast.Raise) -> ast.AST:
        return node

    def visit_Assert(self, node: ast.Assert) -> ast.AST:
        return node

    def visit_If(self, node: ast.If) -> ast.AST:
        # the tree has an elif as an if within an else
        is_elif = self.lines[node.lineno - 1].lstrip().startswith("elif")
        return self._probe_test(node, "the elif" if is_elif else "the if")

    def visit_While(self, node: ast.While) -> ast.AST:
        return self._probe_test(node, "the while")

    def _probe_test(self, node: ast.If | ast.While, name: str) -> ast.AST:
        # `while True` has one side
        if not self.is_in_function or isinstance(node.test, ast.Constant):
            self.generic_visit(node)
            return node
        if_missing = f"{name} is never true", f"{name} is never false"
        sides = self._branch(node, if_missing, self._only_raise(node))
        node.test = self._test(node.test, sides)
        return self._with_bodies(node, sides)

    def visit_For(self, node: ast.For) -> ast.AST:
        if not self.is_in_function:
            self.generic_visit(node)
            return node
        if_missing = "the loop never has an item", "the loop never comes to its end"
        sides = self._branch(node, if_missing, self._only_raise(node))
        node.iter = self.visit(node.iter)
        return self._with_bodies(node, sides)

    def _only_raise(self, node: ast.If | ast.While | ast.For) -> tuple[bool, bool]:
        """Return whether the body raises an error, and what follows if it is not entered."""
        after = node.orelse[-1] if node.orelse else self.next_statements.get(node)
        return isinstance(node.body[-1], ast.Raise), isinstance(after, ast.Raise)

    def _with_bodies(self, node: ast.If | ast.While | ast.For, sides: Sides) -> ast.AST:
        for field, number in zip(("body", "orelse"), sides, strict=True):
            body = [self.visit(statement) for statement in getattr(node, field)]
            if number not in self.known:
                note = ast.Expr(self._note((number, number), ast.Constant(None)))
                # compile() wants a line for every node
                body.insert(0, ast.copy_location(note, node))
            setattr(node, field, body)
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        node.test = self._probe_expression(node.test)
        node.body, node.orelse = self.visit(node.body), self.visit(node.orelse)
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        *tests, last = node.values
        node.values = [*map(self._probe_expression, tests), self.visit(last)]
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        node.target, node.iter = self.visit(node.target), self.visit(node.iter)
        node.ifs = [self._probe_expression(test) for test in node.ifs]
        return node

    def visit_ListComp(self, node: ast.ListComp) -> ast.AST:
        return self._comprehension(node, "elt")

    def visit_SetComp(self, node: ast.SetComp) -> ast.AST:
        return self._comprehension(node, "elt")

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.AST:
        return self._comprehension(node, "elt")

    def visit_DictComp(self, node: ast.DictComp) -> ast.AST:
        return self._comprehension(node, "key")

    def _comprehension(self, node: Comprehension, field: str) -> ast.AST:
        if not self.is_in_function:
            return node
        sides = self._branch(node, ("the comprehension never has an item", ""))
        self.generic_visit(node)
        first = node.generators[0]
        setattr(node, field, self._note_side((sides[0], sides[0]), getattr(node, field)))
        first.iter = self._note_side((sides[1], sides[1]), first.iter)
        return node

    def _probe_expression(self, test: ast.expr, whole: Sides | None = None) -> ast.expr:
        """Return a test of an expression, which notes whether it is true."""
        if not self.is_in_function or isinstance(test, ast.Constant):
            return self._visit_expression(test)
        written = ast.unparse(test)
        short = written if len(written) <= LONGEST_TEST else f"{written[:LONGEST_TEST]}…"
        if_missing = f"`{short}` is never true", f"`{short}` is never false"
        sides = self._branch(test, if_missing, whole=whole)
        return self._note_side(sides, self._test(test, sides))

    def _test(self, test: ast.expr, sides: Sides) -> ast.expr:
        """Return a test whose parts note whether they are true."""
        if isinstance(test, ast.BoolOp):
            test.values = [self._probe_expression(part, sides) for part in test.values]
        elif isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            test.operand = self._test(test.operand, sides)
        else:
            return self._visit_expression(test)
        return test

    def _visit_expression(self, expression: ast.expr) -> ast.expr:
        visited: ast.expr = self.visit(expression)
        return visited

    def _branch(
        self,
        node: ast.stmt | ast.expr,
        if_missing: tuple[str, str],
        only_raise: tuple[bool, bool] = (False, False),
        whole: Sides | None = None,
    ) -> Sides:
        """Add both sides of a test or a loop, and return their numbers.

        `if_missing` says of each side what it means that no game entered it.
        """
        number = self.first + len(self.branches)
        sides = number, number + 1
        self.branches += [
            Branch(self.file, node.lineno, missing, sides, whole, raises)
            for missing, raises in zip(if_missing, only_raise, strict=True)
        ]
        return sides

    def _note_side(self, sides: Sides, value: ast.expr) -> ast.expr:
        """Return an expression that notes the side for its value, unless both are known."""
        is_known = all(number in self.known for number in sides)
        return value if is_known else ast.copy_location(self._note(sides, value), value)

    def _note(self, sides: Sides, value: ast.expr) -> ast.Call:
        name = ast.Name(NOTE, ast.Load())
        return ast.Call(name, [*map(ast.Constant, sides), value], [])


def _next_statements(tree: ast.AST) -> dict[ast.AST, ast.AST]:
    """Return the statement after each one; after an elif it is the one after its if."""
    following: dict[ast.AST, ast.AST] = {}
    for node in ast.walk(tree):
        for _, statements in ast.iter_fields(node):
            if isinstance(statements, list):
                following.update(pairwise(statements))
        if isinstance(node, ast.If) and len(node.orelse) == 1 and node in following:
            following[node.orelse[0]] = following[node]
    return following


def numbers_near_tests(tree: ast.AST) -> Iterator[int]:
    """Yield the whole numbers to which a file compares something, and those one more or less."""
    for comparison in ast.walk(tree):
        if isinstance(comparison, ast.Compare):
            for node in ast.walk(comparison):
                if isinstance(node, ast.Constant) and type(node.value) is int:  # not True
                    yield from range(node.value - 1, node.value + 2)
