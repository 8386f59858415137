"""The rules that a game's RULES.md states and the tests of its rules name each other."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from simlab import games

TESTS = Path(__file__).parent
GAMES = Path(games.__file__).parent


@pytest.mark.parametrize(
    ("game", "letter", "numbers"),
    [
        ("taxis", "T", {*range(1, 18), 21}),
        ("arriala", "A", {*range(1, 19)}),
        ("mare_nostrum", "M", {*range(1, 33)}),
    ],
)
def test_every_stated_rule_is_named_by_a_test(game: str, letter: str, numbers: set[int]) -> None:
    assert numbers_stated(game, letter) == numbers
    assert numbers_tested(game, letter) == numbers


def numbers_stated(game: str, letter: str) -> set[int]:
    rules = (GAMES / game / "RULES.md").read_text(encoding="utf-8")
    return {int(number) for number in re.findall(rf"\*\*{letter}(\d+)\*\*", rules)}


def numbers_tested(game: str, letter: str) -> set[int]:
    """Return the rules named in the docstrings of tests."""
    numbers: set[int] = set()
    for file in (TESTS / game).glob("test_rules_*.py"):
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                named = re.findall(rf"\b{letter}(\d+)", ast.get_docstring(node) or "")
                numbers |= {int(number) for number in named}
    return numbers
