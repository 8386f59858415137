"""Templates: pieces of a kernel, written as code, that are looked for in its syntax tree.

A name with `_` at its end stands for any expression, the same wherever it stands again; one that is
assigned to, or called, stands for a name. `*arguments_` stands for any number of expressions.
"""

from __future__ import annotations

import ast
import copy
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

Found = dict[str, Any]
"""The expressions, or lists of these, for which the names of a template stand."""


class Template:
    """Statements, or an expression, as they may stand in a kernel."""

    def __init__(self, code: str) -> None:
        self.statements = ast.parse(textwrap.dedent(code)).body

    def __len__(self) -> int:
        return len(self.statements)

    def matched(self, statements: list[ast.stmt], known_match: Found | None = None) -> Found | None:
        """Return what the names stand for if statements begin as the template; None if not.

        `known_match` has what some of the names must stand for.
        """
        match = dict(known_match or {})
        begin = statements[: len(self)]
        return match if _are_alike(self.statements, begin, match) else None

    def matches(
        self, body: list[ast.stmt], known_match: Found | None = None, *, in_loops: bool = True
    ) -> list[tuple[list[ast.stmt], int, Found]]:
        """Return each match in a kernel: its block, its index there, what the names stand for."""
        return [
            (block, index, match)
            for block in blocks(body, in_loops)
            for index in range(len(block))
            if (match := self.matched(block[index:], known_match)) is not None
        ]

    def filled(self, match: Found) -> list[ast.stmt]:
        """Return the statements with what their names stand for."""
        filler = _Filler(match)
        return [filler.visit(copy.deepcopy(statement)) for statement in self.statements]


class _Filler(ast.NodeTransformer):
    def __init__(self, match: Found) -> None:
        self.match = match

    def visit_Name(self, node: ast.Name) -> ast.expr:
        replacement: ast.expr = copy.deepcopy(self.match.get(node.id, node))
        return (
            ast.Name(replacement.id, node.ctx) if isinstance(replacement, ast.Name) else replacement
        )

    def visit_Call(self, node: ast.Call) -> ast.Call:
        arguments: list[ast.expr] = []
        for argument in node.args:
            name = _rest_name(argument)
            arguments += copy.deepcopy(self.match[name]) if name else [self.visit(argument)]
        return ast.Call(self.visit(node.func), arguments, [])


def blocks(body: list[ast.stmt], in_loops: bool = True) -> Iterator[list[ast.stmt]]:
    """Yield a block of statements and those inside, perhaps without those of loops."""
    yield body
    for statement in body:
        if in_loops or not isinstance(statement, ast.For | ast.While):
            for name in ("body", "orelse"):
                if inner_block := getattr(statement, name, []):
                    yield from blocks(inner_block, in_loops)


def nodes_of(trees: Iterable[ast.AST]) -> list[ast.AST]:
    """Return the nodes of several syntax trees."""
    return [node for tree in trees for node in ast.walk(tree)]


def n_assigned(body: list[ast.stmt]) -> Counter[str]:
    """Count how many times each name is assigned to in a kernel."""
    names = (node for node in nodes_of(body) if isinstance(node, ast.Name))
    return Counter(node.id for node in names if isinstance(node.ctx, ast.Store))


def _rest_name(pattern: Any) -> str:
    is_rest = isinstance(pattern, ast.Starred) and isinstance(pattern.value, ast.Name)
    return pattern.value.id if is_rest else ""


def _are_alike(pattern: Any, node: Any, match: Found) -> bool:
    """Return whether a part of a template stands for a part of a kernel."""
    if isinstance(pattern, ast.Name) and pattern.id.endswith("_"):
        if not isinstance(node, ast.Name if isinstance(pattern.ctx, ast.Store) else ast.expr):
            return False
        known_node = match.setdefault(pattern.id, node)
        # by their text: nodes of a syntax tree have no equality
        return known_node is node or ast.unparse(known_node) == ast.unparse(node)
    if isinstance(pattern, list):
        name = _rest_name(pattern[0]) if pattern else ""
        if name:
            n_rest = len(node) - len(pattern) + 1
            match[name] = node[: max(n_rest, 0)]
            return n_rest >= 0 and _are_alike(pattern[1:], node[n_rest:], match)
        return len(pattern) == len(node) and all(
            _are_alike(inner_pattern, inner_node, match)
            for inner_pattern, inner_node in zip(pattern, node, strict=True)
        )
    if isinstance(pattern, ast.AST):
        # a name is the same whether it is read or written
        fields = [name for name in pattern._fields if name not in ("ctx", "type_comment")]
        return type(pattern) is type(node) and all(
            _are_alike(getattr(pattern, name), getattr(node, name), match) for name in fields
        )
    return bool(pattern == node)
