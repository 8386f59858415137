"""Source code of the functions of a plain game, and text of kernels."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from types import ModuleType
from typing import Any

CHANGES = frozenset(
    {"append", "extend", "insert", "pop", "remove", "clear", "sort", "add", "discard", "update"}
    | {"reverse", "setdefault", "popitem"}
)
SHUFFLE = "shuffle"
CHANGERS = ("__in_place__", "__sort__", "__arrange__")
"""Functions of the normal form that change the list that they are given first."""


def lists_changed_in(tree: Any) -> frozenset[str]:
    """Return the names of local lists that a function changes."""
    changed_names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.AugAssign):
            changed_names.add(ast.unparse(node.target))
        elif isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
            changed_names |= set(_bases(node))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            changed_names |= {
                ast.unparse(argument) for argument in node.args[:1] if node.func.id in CHANGERS
            }
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr in CHANGES:
                changed_names.add(ast.unparse(node.func.value))
            changed_names |= {
                ast.unparse(argument) for argument in node.args if node.func.attr == SHUFFLE
            }
    return frozenset(changed_names)


def _bases(node: ast.Subscript) -> Iterator[str]:
    """Yield what has the item that is assigned or deleted, as text."""
    base: ast.expr = node
    while isinstance(base, ast.Subscript):
        base = base.value
        yield ast.unparse(base)


def names_assigned_in(trees: Iterable[ast.AST]) -> frozenset[str]:
    """Return the local names to which statements, or loops, assign."""
    nodes = (node for tree in trees for node in ast.walk(tree))
    names = (node for node in nodes if isinstance(node, ast.Name))
    return frozenset(name.id for name in names if isinstance(name.ctx, ast.Store))


def definition_of(defined: Any) -> Any:
    """Return the syntax tree of a function or class, with its own line numbers; never change it."""
    return _definition_of(defined)


@cache  # each call of a method asks for that of the method
def _definition_of(defined: Any) -> Any:
    lines, first_line = inspect.getsourcelines(defined)
    tree = ast.parse(textwrap.dedent("".join(lines)))
    ast.increment_lineno(tree, first_line - 1)
    lambdas = [node for node in ast.walk(tree) if isinstance(node, ast.Lambda)]
    if getattr(defined, "__name__", "") == "<lambda>" and len(lambdas) == 1:
        return _name_lambda(lambdas[0])
    return tree.body[0]


def _name_lambda(lambda_node: ast.Lambda) -> ast.FunctionDef:
    """Return a lambda, which the module gives a name, as the function that it is."""
    body: list[ast.stmt] = [ast.copy_location(ast.Return(lambda_node.body), lambda_node)]
    function = ast.FunctionDef("lambda_of_module", lambda_node.args, body, [])
    return ast.fix_missing_locations(ast.copy_location(function, lambda_node))


def name_of_import(node: ast.expr, names_of_module: Mapping[str, Any]) -> str:
    """Return the full name of what Python's own modules have, such as math.floor; else nothing.

    `names_of_module` has the names of the module of the game.
    """
    if isinstance(node, ast.Attribute):
        base = name_of_import(node.value, names_of_module)
        return f"{base}.{node.attr}" if base else ""
    value = names_of_module.get(node.id) if isinstance(node, ast.Name) else None
    if isinstance(value, ModuleType):
        return value.__name__
    module, name = getattr(value, "__module__", ""), getattr(value, "__name__", "")
    return f"{module}.{name}" if module in ("math", "itertools") else ""


def sentence_of(function: Any) -> str:
    """Return the first line of the docstring of a function itself."""
    return (function.__doc__ or "").strip().partition("\n")[0]


def kernel_text(name: str, arguments: list[str], sentence: str, lines: list[str]) -> str:
    """Return a kernel as text."""
    head = [f"@kernel\ndef {name}({', '.join(arguments)}):"]
    head += [f'    """{sentence}"""'] if sentence else []
    return "\n".join([*head, *(lines or ["    pass"])])
