"""Writer: the lines of a kernel while it is written."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from contextlib import contextmanager

from simlab.errors import Untranslatable

INDENT = "    "
OWN_SEAT = "own_seat"
"""The seat of the policy that decides."""
RESERVED = frozenset(
    {"rules", "state", OWN_SEAT, "rng", "journal", "menu", "row", "traits", "memory"}
)
"""Names that the arguments of kernels have."""
CALLED = {
    "JoinedStr": "text that is put together",
    "NamedExpr": "assignment within an expression",
    "Import": "import within a function",
    "ImportFrom": "import within a function",
    "ClassDef": "class within a function",
    "Starred": "items in the place of arguments",
}
INSTEAD = {
    "Match": "write if and elif",
    "Try": "test before",
    "With": "write what happens at its start and end",
    "JoinedStr": "keep a word or a number",
    "NamedExpr": "assign before",
}
"""What to write instead of a kind of expression or statement."""
GENERATED = re.compile(r"_\d+_*$")
"""The end of names of intermediate results; a name of the game that ends so gets one more `_`."""
ITEM = "."
"""What stands between the name of an argument and the number of one of its items."""
LONGEST = 60
"""Characters up to which an expression is quoted."""


class Writer:
    """Lines of one kernel, with names for intermediate results."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._depth = 1
        self._n_names = 0
        self.here = "0"
        """The line of the plain game that is translated, which kernels are given to note faults."""

    def line(self, code: str) -> None:
        """Write a line."""
        self.lines.append(f"{INDENT * self._depth}{code}")

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Write the head of a block; what is written inside belongs to it."""
        self.line(f"{head}:")
        n_before = len(self.lines)
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1
        if len(self.lines) == n_before:
            self.lines.append(f"{INDENT * (self._depth + 1)}pass")

    @contextmanager
    def apart(self, deeper: int = 0) -> Iterator[list[str]]:
        """Collect the lines that are written inside, some levels deeper, instead of writing."""
        outer_lines, self.lines = self.lines, []
        inner_lines = self.lines
        self._depth += deeper
        try:
            yield inner_lines
        finally:
            self._depth -= deeper
            self.lines = outer_lines

    def name(self, word: str) -> str:
        """Return a new name for an intermediate result."""
        self._n_names += 1
        return f"{word}_{self._n_names}"

    def keep(self, code: str, word: str) -> str:
        """Write an expression into a variable, unless it is a name or a number; return it."""
        if code.isidentifier() or code.lstrip("-").isdigit():
            return code
        name = self.name(word)
        self.line(f"{name} = {bare(code)}")
        return name


def may_fail(code: str) -> bool:
    """Return whether code has a check, which notes a fault in the state."""
    return "state," in code


def construct_name(node: ast.AST) -> str:
    """Return what a kind of expression or statement is called."""
    name = type(node).__name__
    instead = INSTEAD.get(name)
    return CALLED.get(name, name.lower()) + (f"; {instead}" if instead else "")


def bare(code: str) -> str:
    """Return an expression without parentheses around it."""
    if not (code.startswith("(") and code.endswith(")")):
        return code
    depth = 0
    for index, letter in enumerate(code):
        depth += (letter == "(") - (letter == ")")
        if depth == 0 and index < len(code) - 1:
            return code
    return code[1:-1]


def cannot(node: ast.AST, reason: str) -> Untranslatable:
    """Return the error of an expression that kernels do not have."""
    quoted = ast.unparse(node)
    return Untranslatable(f"{quoted}: {reason}" if len(quoted) < LONGEST else reason)
