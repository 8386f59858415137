"""What the page on compiled Python says of each of its examples is true."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.compiler.compared_methods import EQUAL, FAULTS, NO_ROOM, REFUSED, Outcome, compared
from tests.compiler.drawn_games import Feature
from tests.support.documents import read

PAGE = read("simlab/docs/pages/compiled_python.md")
CODE = re.compile(r"`([^`]+)`")
TRANSLATED, WRITTEN, ERRORS = PAGE.split("\n## ")[1:]


def rows(section: str) -> list[list[str]]:
    """Return the cells of the table of a section, without its head."""
    lines = [line for line in section.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in lines[1:]]


def examples(section: str) -> list[str]:
    """Return the code of the second column."""
    return [code for _, cell in rows(section) for code in CODE.findall(cell)]


def features(codes: Sequence[str], *constructs: str) -> Iterator[Feature]:
    """Yield a feature for each example, which returns its value or what it has changed."""
    for number, code in enumerate(codes, 1):
        is_expression = isinstance(ast.parse(code).body[0], ast.Expr) and not changes(code)
        lines = [f"return int({code})"] if is_expression else [code, "return self.pot + d + e"]
        text = "".join(f"        {line}\n" for line in lines)
        name = f"feature{number}"
        yield Feature(name, "method", f"    def {name}(self, d, e):\n{text}", frozenset(constructs))


def changes(code: str) -> bool:
    """Return whether an expression is called for what it changes."""
    return bool(re.search(r"\.(append|insert|sort|add|shuffle|remove|reverse|lengthen)\(", code))


def outcomes(folder: Path, codes: Sequence[str], *constructs: str) -> dict[str, Outcome]:
    """Return what becomes of each example."""
    numbered = dict(enumerate(features(codes, *constructs), 1))
    found = compared(folder, numbered)
    return {code: found[number] for number, code in enumerate(codes, 1)}


def test_what_is_translated_means_the_same(tmp_path: Path) -> None:
    codes = examples(TRANSLATED)
    assert len(codes) > 70
    found = outcomes(tmp_path, codes)
    assert {code: own for code, own in found.items() if own.kind not in (EQUAL, FAULTS)} == {}


@pytest.mark.parametrize("is_remedy", [False, True])
def test_what_is_refused_has_the_reason_and_a_remedy(tmp_path: Path, is_remedy: bool) -> None:
    cells = rows(WRITTEN)
    codes = [CODE.findall(cell[2 * is_remedy])[0] for cell in cells]
    found = outcomes(tmp_path, codes)
    for (_, reason, _), code in zip(cells, codes, strict=True):
        assert found[code].kind == (EQUAL if is_remedy else REFUSED), (code, found[code])
        assert is_remedy or reason in found[code].sentence, (code, found[code])


def test_errors_stop_both_games(tmp_path: Path) -> None:
    found = outcomes(tmp_path, examples(ERRORS))
    assert {code: own for code, own in found.items() if own.kind != FAULTS} == {}


def test_a_number_beyond_64_bits_stops_the_compiled_game(tmp_path: Path) -> None:
    [code] = re.findall(r"stops and says so:\s+`([^`]+)`", PAGE)
    assert outcomes(tmp_path, [code], "wide numbers")[code].kind == NO_ROOM
