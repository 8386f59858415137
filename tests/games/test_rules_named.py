"""The rules that a game's RULES.md states are named by its tests, and its code names no others."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import simlab.games
from tests.support.games import GAMES

CODE = Path(simlab.games.__file__).parent
TESTS = Path(__file__).parent
RULE = r"(?<![A-Za-z0-9])[A-Z][0-9]+(?![A-Za-z0-9])"


def rules_stated(name: str) -> set[str]:
    """Return the numbers of a game's rules, such as T6."""
    rules = (CODE / name / "RULES.md").read_text(encoding="utf-8")
    return set(re.findall(r"^- \*\*([A-Z][0-9]+)\b", rules, re.MULTILINE))


def docstrings(file: Path) -> Iterator[tuple[str, str]]:
    """Yield the docstrings of a module, its classes and functions, each with its name."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            yield getattr(node, "name", file.stem), ast.get_docstring(node) or ""


def rules_tested(name: str) -> set[str]:
    """Return the rules named in the docstrings or names of a game's tests of rules."""
    return {
        rule
        for file in (TESTS / name).glob("test_rules*.py")
        for test, text in docstrings(file)
        if test.startswith("test_")
        for rule in re.findall(RULE, f"{test.upper().replace('_', ' ')} {text}")
    }


def rules_of_code(name: str) -> Iterator[tuple[str, str]]:
    """Yield each rule that a docstring of a game's code cites, with the place."""
    for file in sorted((CODE / name).rglob("*.py")):
        for place, text in docstrings(file):
            for cited in re.findall(r"\[([^\]]*)\]", text):
                for rule in re.findall(RULE, cited):
                    yield rule, f"{file.relative_to(CODE)}: {place}"


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_is_named_by_a_test(name: str) -> None:
    assert rules_stated(name)
    assert rules_stated(name) - rules_tested(name) == set()


@pytest.mark.parametrize("name", GAMES)
def test_the_code_cites_rules_that_are_stated(name: str) -> None:
    assert [place for rule, place in rules_of_code(name) if rule not in rules_stated(name)] == []


@pytest.mark.parametrize("name", GAMES)
def test_the_code_cites_every_rule(name: str) -> None:
    assert rules_stated(name) - {rule for rule, _ in rules_of_code(name)} == set()
