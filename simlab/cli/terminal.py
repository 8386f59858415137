"""The terminal: tables and sentences as wide as it is, with colour only where somebody looks."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

WIDTH_OF_A_PIPE = 100
NARROWEST = 8
"""Letters below which a column of words is not folded, however narrow the terminal."""

Cell = str | Text


def console(*, stderr: bool = False) -> Console:
    """Return stdout or stderr to print on; texts are taken as they are, brackets and all."""
    stream = sys.stderr if stderr else sys.stdout
    width = None if stream.isatty() else shutil.get_terminal_size((WIDTH_OF_A_PIPE, 24)).columns
    return Console(stderr=stderr, width=width, markup=False, highlight=False, emoji=False)


def say(text: Cell = "") -> None:
    """Print a sentence, wrapped."""
    console().print(text)


def say_line(text: str) -> None:
    """Print a line that stays one, for paths and for programs that look for it."""
    print(text)


def say_heading(text: str) -> None:
    """Print a heading after an empty line."""
    console().print(Text(f"\n{text}", style="bold"))


def say_table(columns: Sequence[str], rows: Iterable[Sequence[Cell]]) -> None:
    """Print a table; `>` before its name makes a column one of numbers, which never wrap."""
    table = Table(
        box=SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="bold", padding=(0, 1, 0, 0)
    )
    for name in columns:
        is_number = name.startswith(">")
        justify: Literal["left", "right"] = "right" if is_number else "left"
        heading = name.removeprefix(">")
        narrowest = None if is_number else NARROWEST
        table.add_column(
            heading, justify=justify, overflow="fold", no_wrap=is_number, min_width=narrowest
        )
    for row in rows:
        table.add_row(*row)
    console().print(table)


def say_json(content: Mapping[str, Any]) -> None:
    """Print one JSON object on one line."""
    print(json.dumps(content, ensure_ascii=False, allow_nan=False, default=_plain))


def _plain(value: Any) -> Any:
    """Return a NumPy number as Python's own."""
    return value.item()
