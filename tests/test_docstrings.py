"""Docstrings and record fields hold what readers rely on: meanings, units, errors, sources."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import simlab
from simlab import errors
from simlab.engine.record import Field, fields_of
from tests.support.games import GAMES

PACKAGE = Path(simlab.__file__).parent
METHODS = (PACKAGE / "analysis" / "METHODS.md").read_text(encoding="utf-8")
METHODS_NAMED = {
    name for code in re.findall(r"`([^`]+)`", METHODS) for name in re.findall(r"\w+", code)
}
SECTIONS = re.findall(r"^## ([^:\n]+)", METHODS, re.MULTILINE)
SOURCE = r"METHODS\.md: ([^.]+)\."
EXCEPTION = r"^    ([A-Z]\w+(?:, [A-Z]\w+)*): "
"""A line of a `Raises:` section; the docstring is without its indent."""


@cache
def modules() -> dict[str, ast.Module]:
    """Return what each file of simlab says, by its path, read once and not by every worker."""
    return {
        file.relative_to(PACKAGE).as_posix(): ast.parse(file.read_bytes())
        for file in sorted(PACKAGE.rglob("*.py"))
    }


Definition = ast.FunctionDef | ast.ClassDef


def is_signature(node: Definition) -> bool:
    """Return whether a function is one of several signatures, without a body."""
    return any(ast.unparse(decorator) == "typing.overload" for decorator in node.decorator_list)


def definitions(body: list[ast.stmt]) -> Iterator[Definition]:
    """Yield public functions, classes and methods; a class with a base inherits docstrings.

    Of a function with several signatures, the last has the docstring.
    """
    for node in body:
        if not isinstance(node, ast.FunctionDef | ast.ClassDef):
            continue
        if not node.name.startswith("_") and not is_signature(node):
            yield node
            if isinstance(node, ast.ClassDef) and not node.bases:
                yield from definitions(node.body)


@cache
def public_definitions() -> list[tuple[str, Definition]]:
    """Return all that is public, with its module."""
    return [(path, node) for path, tree in modules().items() for node in definitions(tree.body)]


def docstring_of(node: ast.AST) -> str:
    """Return the docstring of a module, class or function, or an empty text."""
    documented = ast.Module | ast.ClassDef | ast.FunctionDef
    return (ast.get_docstring(node) if isinstance(node, documented) else None) or ""


def test_everything_public_has_a_docstring() -> None:
    assert [
        f"{path}: {node.name}" for path, node in public_definitions() if not docstring_of(node)
    ] == []


def raised() -> Iterator[tuple[str, str]]:
    """Yield each exception in a `Raises:` section, with its module."""
    for path, tree in modules().items():
        for node in ast.walk(tree):
            _, _, section = docstring_of(node).partition("\nRaises:\n")
            for line in re.findall(EXCEPTION, section, re.MULTILINE):
                yield from ((name, path) for name in line.split(", "))


def is_exception(name: str, path: str) -> bool:
    """Return whether a name is an exception of simlab, of Python or of its module."""
    own = {node.name for node in modules()[path].body if isinstance(node, ast.ClassDef)}
    return hasattr(errors, name) or hasattr(builtins, name) or name in own


def test_exceptions_that_docstrings_name_exist() -> None:
    assert list(raised())
    assert [each for each in raised() if not is_exception(*each)] == []


def estimators() -> Iterator[tuple[str, ast.FunctionDef]]:
    """Yield the functions of the analysis that compute an interval or a p value."""
    for path, tree in modules().items():
        if path.startswith("analysis/"):
            functions = (node for node in tree.body if isinstance(node, ast.FunctionDef))
            yield from ((path, function) for function in functions if estimates(function))


def estimates(function: ast.FunctionDef) -> bool:
    """Return whether a function is public and not one that only changes an interval's form."""
    result = ast.unparse(function.returns) if function.returns else ""
    is_new = "Interval[" in result and "Interval[" not in ast.unparse(function.args)
    return not function.name.startswith("_") and (is_new or "p_value" in function.name)


def has_source(node: ast.FunctionDef) -> bool:
    """Return whether METHODS.md names a function, or its docstring a section of METHODS.md."""
    section = re.search(SOURCE, docstring_of(node))
    return node.name in METHODS_NAMED or bool(section and section[1] in SECTIONS)


def test_intervals_and_tests_have_a_section_in_methods() -> None:
    assert list(estimators())
    assert [f"{path}: {node.name}" for path, node in estimators() if not has_source(node)] == []


def test_methods_name_functions_that_exist() -> None:
    headings = "\n".join(re.findall(r"^## .*", METHODS, re.MULTILINE))
    described = {name.split(".")[-1] for name in re.findall(r"`([\w.]+)\(", headings)}
    assert described - {node.name for _, node in public_definitions()} == set()


def fields(dtype: np.dtype[Any] | None, place: str) -> Iterator[tuple[str, Field]]:
    """Yield the fields of a record and of those nested in it, each with its place.

    Without traits, whose meanings their policies declare.
    """
    for name, entry in fields_of(dtype).items() if dtype is not None else ():
        yield f"{place}.{name}", entry
        if entry.dtype.names and name != "traits":
            yield from fields(entry.dtype, f"{place}.{name}")


@pytest.mark.parametrize("name", GAMES)
def test_every_field_of_a_record_has_a_meaning_and_every_count_a_unit(name: str) -> None:
    game = GAMES[name]
    records = {
        "rules": game.rules_row,
        "state": game.state_row,
        "outcome": game.outcome_row,
        "timeline": game.timeline_row,
        **{policy.name: policy.memory_record for policy in game.policies},
    }
    entries = [entry for place, dtype in records.items() for entry in fields(dtype, place)]
    assert [place for place, entry in entries if not entry.meaning] == []
    counts = [(place, entry) for place, entry in entries if re.search(r"\.n_\w+$", place)]
    assert [place for place, entry in counts if not entry.unit] == []
