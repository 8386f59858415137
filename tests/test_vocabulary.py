"""Retired words and file names stay retired, and every module says what it provides."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

RETIRED_NAMES = {
    "cli": "ascent atlas cells climb contrast forecast outlook proof prospect result slope"
    " standing story thought",
    "report": "both course favour field holdings judged level lineup losers origin plate rival"
    " sheet sizes thought use ways",
    "analysis": "answer census critical family field gain group holder left size span standing"
    " tenure use way",
    "study": "contest outlook pair venue worth",
    "experiment": "anchor place text",
    "execution": "pace pilot position prospect thought",
    "explain": "position prospect thought worth",
}
"""Module names, by package, that say nothing about the content of a module."""

RETIRED_PHRASES = {
    "thinking player": "search",
    "players? who thinks?": "search",
    "thinkers?": "search",
    "yardstick": "baseline",
    "main number": "headline metric",
    "anew": "again",
    "so many": "that number of",
    "(?:is|are) told": "is printed, is reported",
    "hangs? on": "depends on",
    "stands? in for": "replaces",
    "but for": "except",
    "whoever": "the player who",
    "for eyes": "as text",
}
"""Regular expressions of retired phrases, each with what to write instead."""

EXEMPT = (
    "simlab/games/arriala/state.py",
    "simlab/games/mare_nostrum/state.py",
)
"""Records whose meanings are stored with every run, word for word."""
RULE_PAGE = "RULES.md"
"""A rulebook may say "whoever"."""

MODULES = sorted((ROOT / "simlab").rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))
TEXTS = [
    *(ROOT / "dev.py", *ROOT.glob("*.md"), *MODULES, *TESTS),
    *(ROOT / "simlab").rglob("*.md"),
    *(file for folder in ("data", "experiments") for file in (ROOT / folder).rglob("*.toml")),
]
NO_NAMES = {"found", "said", "told"}
"""Participles that say what happened to a value, not what it is."""


def path_of(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


@cache
def texts() -> dict[str, str]:
    """Return the texts that are looked at, by path; the names in a test are read as sentences."""
    left_out = {*EXEMPT, path_of(Path(__file__))}
    read = {path_of(file): file.read_text(encoding="utf-8") for file in TEXTS}
    return {
        path: text.replace("_", " ") if path.startswith("tests/") and path.endswith(".py") else text
        for path, text in read.items()
        if path not in left_out
    }


@pytest.mark.parametrize("package", RETIRED_NAMES)
def test_retired_module_names_are_not_used(package: str) -> None:
    retired = RETIRED_NAMES[package].split()
    modules = (ROOT / "simlab" / package).rglob("*.py")
    assert [path_of(module) for module in modules if module.stem in retired] == []


@pytest.mark.parametrize("phrase", RETIRED_PHRASES)
def test_retired_phrases_are_not_used(phrase: str) -> None:
    words = phrase.replace(" ", r"[\s#]+")
    pattern = re.compile(rf"\b{words}\b", re.IGNORECASE)
    uses = [
        f"{path}: {use.group()}"
        for path, text in texts().items()
        if not (phrase == "whoever" and path.endswith(RULE_PAGE))
        for use in pattern.finditer(text)
    ]
    assert uses == [], f"write: {RETIRED_PHRASES[phrase]}"


def test_every_module_begins_with_a_sentence_that_says_what_it_provides() -> None:
    first_lines = {
        path_of(module): (ast.get_docstring(ast.parse(module.read_bytes())) or "").split("\n")[0]
        for module in [ROOT / "dev.py", *MODULES]
    }
    assert [path for path, line in first_lines.items() if not line.endswith((".", "?"))] == []


def names_in(file: Path) -> Iterator[str]:
    """Yield the names of variables, parameters and functions of a module."""
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Name):
            yield node.id
        if isinstance(node, ast.arg):
            yield node.arg
        if isinstance(node, ast.FunctionDef):
            yield node.name


def test_variables_of_tests_are_named_by_what_they_hold() -> None:
    assert [path_of(file) for file in TESTS if NO_NAMES & set(names_in(file))] == []
