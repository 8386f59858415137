"""Narrowing: which kinds a choice can be of where a test has held, or has not."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from simlab.compiler.value_type import CHOICE
from simlab.compiler.values import Scalar, Scope, Value


def narrowed(test: ast.expr, scope: Scope, holds: bool, words: Sequence[str]) -> dict[str, Value]:
    """Return choices by name, with the words that they can begin with after a test.

    `words` are those of all kinds of choices.
    """
    names: dict[str, Value] = {}
    for name, word, is_equal in _comparisons(test, scope, holds):
        own = names.get(name, scope.names.get(name))
        if isinstance(own, Scalar) and own.type.kind == CHOICE:
            possible = own.type.words or frozenset(words)
            left = possible & {word} if is_equal else possible - {word}
            names[name] = replace(own, type=replace(own.type, words=left))
    return names


def _comparisons(test: ast.expr, scope: Scope, holds: bool) -> Iterator[tuple[str, str, bool]]:
    """Yield name, word, and whether the choice begins with it, for what is certain after a test."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        yield from _comparisons(test.operand, scope, not holds)
    elif isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) == holds:
        for each in test.values:
            yield from _comparisons(each, scope, holds)
    elif isinstance(test, ast.Compare) and len(test.ops) == 1:
        yield from _comparison(test, scope, holds)


def _comparison(test: ast.Compare, scope: Scope, holds: bool) -> Iterator[tuple[str, str, bool]]:
    [operator], [right] = test.ops, test.comparators
    chosen = test.left
    if isinstance(chosen, ast.Subscript) and ast.unparse(chosen.slice) == "0":
        chosen = chosen.value
    word = _text(right, scope)
    if isinstance(chosen, ast.Name) and isinstance(operator, ast.Eq | ast.NotEq) and word:
        yield chosen.id, word, isinstance(operator, ast.Eq) == holds


def _text(node: ast.expr, scope: Scope) -> str:
    """Return the text that is written out, or is a constant of the module; else nothing."""
    own: Any = node.value if isinstance(node, ast.Constant) else None
    if isinstance(node, ast.Name) and node.id not in scope.names:
        own = scope.globals.get(node.id)
    return own if isinstance(own, str) else ""
