"""Expressions over the columns of a game, such as `score_1 - max(score_2, score_3)`: their syntax.

An expression is read as Python and walked; nothing of it is ever executed.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Iterator
from typing import Any

LONGEST = 500
"""Letters of an expression at most, so that a walk is never deep."""
FUNCTIONS = ("abs", "min", "max", "sum", "mean")
QUESTIONS = (ast.Compare, ast.BoolOp)
OPERATIONS = (ast.Add, ast.Sub, ast.Mult, ast.Div)
COMPARISONS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)
ALLOWED = (
    "numbers, names of columns, + - * /, comparisons, and, or, not, parentheses and the functions"
    f" {', '.join(FUNCTIONS)} are"
)


def tree_of(expression: str) -> ast.expr:
    """Return the tree of an expression.

    Raises:
        ValueError: it is no expression, or has something else than numbers, columns and signs.
    """
    if len(expression) > LONGEST:
        raise ValueError(f"has {len(expression)} letters; at most {LONGEST} are allowed")
    try:
        tree = ast.parse(expression.strip(), mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        reason = error.msg if isinstance(error, SyntaxError) else "it cannot be read"
        raise ValueError(f'"{expression}" is no expression: {reason}') from None
    for node in _foreign(tree):
        raise ValueError(f'"{ast.unparse(node)}" is not allowed; {ALLOWED}')
    return tree


def is_question(tree: ast.expr) -> bool:
    """Return whether the answer of an expression is yes or no, so that its mean is a share."""
    is_not = isinstance(tree, ast.UnaryOp) and isinstance(tree.op, ast.Not)
    return is_not or isinstance(tree, QUESTIONS)


def names_in(tree: ast.expr) -> list[str]:
    """Return the names of columns in an expression, each once."""
    # by node, not by name: a column may be called as a function is
    functions = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    names = (node for node in ast.walk(tree) if isinstance(node, ast.Name))
    return list(dict.fromkeys(name.id for name in names if id(name) not in functions))


def _foreign(node: Any) -> Iterator[ast.expr]:
    """Yield the parts of an expression that are not allowed, each with all that it holds."""
    match node:
        case ast.Name():
            return
        # True would be a 1, and Python takes it for an int
        case ast.Constant(value=bool() | complex()):
            yield node
        case ast.Constant(value=int() | float() as number) if math.isfinite(number):
            return
        case ast.UnaryOp(op=ast.USub() | ast.UAdd() | ast.Not(), operand=operand):
            yield from _foreign(operand)
        case ast.BinOp(op=operation) if isinstance(operation, OPERATIONS):
            yield from _foreign(node.left)
            yield from _foreign(node.right)
        case ast.BoolOp(values=parts):
            for part in parts:
                yield from _foreign(part)
        case ast.Compare(ops=signs) if all(isinstance(sign, COMPARISONS) for sign in signs):
            for part in (node.left, *node.comparators):
                yield from _foreign(part)
        case ast.Call(func=ast.Name(id=function), args=parts, keywords=[]) if (
            function in FUNCTIONS and _takes(function, len(parts))
        ):
            for part in parts:
                yield from _foreign(part)
        case _:
            yield node


def _takes(function: str, n_arguments: int) -> bool:
    """Return whether a function takes as many: `min` and `max` take several, others one."""
    return n_arguments == 1 or (n_arguments > 1 and function in ("min", "max"))
