"""The README's rules and the tests of the rules name each other."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from simlab.games import mare_nostrum

HERE = Path(__file__).parent


def test_every_rule_of_the_readme_is_named_by_a_test() -> None:
    readme = (Path(mare_nostrum.__file__).parent / "README.md").read_text(encoding="utf-8")
    stated = {int(number) for number in re.findall(r"\*\*M(\d+)\*\*", readme)}
    assert stated == set(range(1, 33))
    assert numbers_of_tests() == stated


def numbers_of_tests() -> set[int]:
    """Return the rules named in the docstrings of tests."""
    numbers: set[int] = set()
    for file in HERE.glob("test_rules_*.py"):
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                named = re.findall(r"\bM(\d+)", ast.get_docstring(node) or "")
                numbers |= {int(number) for number in named}
    return numbers
