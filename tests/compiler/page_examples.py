"""The examples of the page on compiled Python, compared in both games.

    NUMBA_DISABLE_JIT=1 python -m tests.compiler.page_examples translated refused

prints what becomes of each of these sections, as JSON: kind and sentence by section and example.
"""

from __future__ import annotations

import ast
import json
import re
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.compiler.compared_methods import compared
from tests.compiler.drawn_games import Feature
from tests.support.documents import read

PAGE = read("simlab/compiler/README.md")
CODE = re.compile(r"`([^`]+)`")
CHANGES = re.compile(r"\.(append|insert|sort|add|shuffle|remove|reverse|lengthen)\(")
"""An expression that is there for what it changes."""
TRANSLATED, CHOICES, REFUSED, ERRORS = PAGE.split("\n## ")[1:]
MENU = " -> "
"""What stands between the two sides of an example of choices."""
WIDE = "stops and says so:"
"""What stands before the example of a number that is too large."""


def rows(section: str) -> list[list[str]]:
    """Return the cells of the table of a section, without its head."""
    lines = [line for line in section.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in lines[1:]]


def examples() -> dict[str, list[str]]:
    """Return the examples of each section, and the remedies of what is refused."""
    refused = rows(REFUSED)
    [wide] = re.findall(rf"{WIDE}\s+`([^`]+)`", ERRORS)
    return {
        "translated": [code for _, cell in rows(TRANSLATED) for code in CODE.findall(cell)],
        "choices": [MENU.join(cell.strip("`") for cell in cells) for cells in rows(CHOICES)],
        "refused": [cell.strip("`") for cell, _, _ in refused],
        "instead": [cell.strip("`") for _, _, cell in refused],
        "errors": [code for _, cell in rows(ERRORS) for code in CODE.findall(cell)],
        "wide": [wide],
    }


def outcomes(sections: Mapping[str, Sequence[str]]) -> dict[str, dict[str, list[str]]]:
    """Return kind and sentence of what becomes of each example, by section."""
    places = [(section, code) for section, codes in sections.items() for code in codes]
    features = {
        number: _feature(number, code, ["wide numbers"] if section == "wide" else ())
        for number, (section, code) in enumerate(places, 1)
    }
    with tempfile.TemporaryDirectory() as folder:
        own = compared(Path(folder), features)
    by_section: dict[str, dict[str, list[str]]] = {section: {} for section in sections}
    for number, (section, code) in enumerate(places, 1):
        by_section[section][code] = [own[number].kind, own[number].sentence]
    return by_section


def _feature(number: int, code: str, constructs: Sequence[str]) -> Feature:
    """Return a method that returns the value of an example, or what it has changed."""
    name = f"feature{number}"
    if MENU in code:
        menu, take = code.split(MENU)
        text = f"    def {name}_take(self, choice):\n        {take}\n"
        return Feature(name, "menu", text, frozenset(), f"d, e = self.d, self.e\n{menu}")
    is_value = isinstance(ast.parse(code).body[0], ast.Expr) and not CHANGES.search(code)
    lines = [f"return int({code})"] if is_value else [code, "return self.pot + d + e"]
    text = "".join(f"        {line}\n" for line in lines)
    return Feature(name, "method", f"    def {name}(self, d, e):\n{text}", frozenset(constructs))


def main() -> None:
    """Compare the examples of some sections and print what becomes of them."""
    print(json.dumps(outcomes({section: examples()[section] for section in sys.argv[1:]})))


if __name__ == "__main__":
    main()
