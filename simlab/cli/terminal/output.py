"""Prints sentences, tables and JSON: as wide as the terminal, colours only on a terminal."""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from textwrap import TextWrapper
from typing import Any, Literal

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.measure import Measurement
from rich.table import Column, Table
from rich.text import Text

from simlab.cli.terminal.stream import has_all_letters
from simlab.files.writing import printable
from simlab.report.more_games import NextStep

WIDTH_OF_A_PIPE = 100
NO_BREAK = "\N{NO-BREAK SPACE}"
UNBROKEN = re.compile(
    r"(?<=\d) (?=[a-z])|(?<=\bto) (?=[+\N{MINUS SIGN}]?\d)|(?<=\bseat) (?=\d)|(?<=layer) (?=\d)"
)
"""Blanks after a number, within an interval and before the number of a seat."""
HOW_TO_EXPLAIN = "Intervals: 95 %; --explain describes how they are computed."
GAP = 2
"""Blanks between columns."""
WIDEST = 10_000
"""Maximum width at which a text is measured, in characters."""
NARROWEST = 8
"""Minimum width of a text column, in characters."""

Cell = str | Text


def console(*, stderr: bool = False) -> Console:
    """Return a console on stdout or stderr that prints texts literally, without markup."""
    stream = sys.stderr if stderr else sys.stdout
    # the variable COLUMNS gives a pipe another width
    width = None if stream.isatty() else shutil.get_terminal_size((WIDTH_OF_A_PIPE, 24)).columns
    return Console(stderr=stderr, width=width, markup=False, highlight=False, emoji=False)


def say(sentence: Cell = "") -> None:
    """Print a sentence, wrapped at blanks but not between a number and its unit."""
    out, cleaned = console(), clean(sentence)
    out.print(_wrap(cleaned, out.width) if isinstance(cleaned, str) else cleaned)


def _wrap(sentence: str, width: int) -> str:
    """Return each line of a text in lines of at most this width, as rich breaks narrow blanks."""
    wrapper = TextWrapper(width, break_long_words=False, break_on_hyphens=False)
    whole = UNBROKEN.sub(NO_BREAK, sentence)
    return "\n".join(wrapper.fill(line) for line in whole.split("\n")).replace(NO_BREAK, " ")


def clean(cell: Cell) -> Cell:
    """Return a text without control characters of the terminal."""
    if isinstance(cell, str):
        return printable(cell)
    return Text(printable(cell.plain), style=cell.style)


def say_line(line: str) -> None:
    """Print a line without wrapping, for paths and for programs that search for it."""
    print(printable(line), flush=True)


def say_heading(heading: str) -> None:
    """Print a heading after an empty line."""
    console().print(Text(f"\n{printable(heading)}", style="bold"))


def say_notes(notes: Iterable[str], *, explain: bool) -> None:
    """Print how the numbers were computed, or the option that prints it."""
    if not explain:
        say(HOW_TO_EXPLAIN)
        return
    say_heading("How the numbers were computed")
    for note in dict.fromkeys(notes):
        say(note)


def say_next_step(steps: Sequence[NextStep]) -> None:
    """Print the first of the next steps and its command, if there is any."""
    for step in steps[:1]:
        say(f"Next: {step.what}. {step.sentence}")
        say_line(step.command)


def say_table(
    columns: Sequence[str], rows: Iterable[Sequence[Cell]], optional: str | None = None
) -> None:
    """Print a table; `>` before its name marks a column of numbers, `!` one of names to type.

    Neither of them wraps; the other columns do. The `optional` column is left out if the terminal
    is too narrow for all columns.
    """
    rows, out = list(rows), console()
    table = _table(columns, rows)
    needed = _minimum_width(out, table)
    if needed > out.width and optional is not None and optional in columns:
        left_out = list(columns).index(optional)
        say_table(
            [name for i, name in enumerate(columns) if i != left_out],
            [[cell for i, cell in enumerate(row) if i != left_out] for row in rows],
        )
        say(f"Left out because the terminal is too narrow: {optional}.")
        return
    # a line that the terminal wraps is better than a truncated word
    out.width = max(out.width, needed)
    out.print(table)


def say_named_rows(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table whose first column is a name to type, empty where the one above goes on.

    If the terminal is too narrow, each name gets a line of its own, and a long text several.
    """
    out = console()
    if _minimum_width(out, _table(columns, rows)) <= out.width:
        say_table(columns, rows)
        return
    whole = [name if name.startswith((">", "!")) else f"!{name}" for name in columns[1:]]
    text_column = next(i for i, name in enumerate(columns) if not name.startswith((">", "!")))
    rows = [
        line for row in rows for line in _fold_row(row, text_column, max(out.width // 2, NARROWEST))
    ]
    table = _table(whole, [row[1:] for row in rows])
    out.width = max(out.width, _minimum_width(out, table))
    with out.capture() as captured:
        out.print(table)
    head, rule, *lines = captured.get().splitlines()
    print(f"{head}\n{rule}")
    for (name, *_), line in zip(rows, lines, strict=True):
        if name:
            say_line(name)
        print(line)


def _fold_row(row: Sequence[str], column: int, width: int) -> Iterator[list[str]]:
    """Yield a row, then rows with the rest of a text in a column, each with `width` characters."""
    for start in range(0, max(len(row[column]), 1), width):
        cells = [""] * len(row) if start else list(row)
        cells[column] = row[column][start : start + width]
        yield cells


def _table(columns: Sequence[str], rows: Sequence[Sequence[Cell]]) -> Table:
    table = Table(
        box=SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="bold", padding=(0, 1, 0, 0)
    )
    for name in columns:
        is_whole = name.startswith((">", "!"))
        justify: Literal["left", "right"] = "right" if name.startswith(">") else "left"
        heading = clean(name[1:] if is_whole else name)
        narrowest = None if is_whole else NARROWEST
        table.add_column(
            heading, justify=justify, overflow="fold", no_wrap=is_whole, min_width=narrowest
        )
    for row in rows:
        table.add_row(*map(clean, row))
    return table


def _minimum_width(out: Console, table: Table) -> int:
    """Return the minimum width of a table, in characters."""
    return sum(_least_width(out, column) + GAP for column in table.columns) - GAP


def _least_width(out: Console, column: Column) -> int:
    """Return the minimum width of a column, in characters."""
    if not column.no_wrap:
        return NARROWEST
    cells = [column.header, *column.cells]
    # measured for the width of the terminal, no cell would be wider than that
    unlimited = out.options.update(max_width=WIDEST)
    return max(Measurement.get(out, unlimited, cell).maximum for cell in cells)


def from_here(folder: Path) -> Path:
    """Return a folder relative to the working folder if it is inside, for commands to copy."""
    return folder.relative_to(Path.cwd()) if folder.is_relative_to(Path.cwd()) else folder


def say_json(content: Mapping[str, Any]) -> None:
    """Print one JSON object on one line, with escapes for letters that stdout does not know."""
    is_ascii = not has_all_letters(sys.stdout)
    print(json.dumps(content, ensure_ascii=is_ascii, allow_nan=False, default=_plain))


def _plain(value: Any) -> Any:
    """Return a NumPy number as a Python number."""
    return value.item()


def number_and_noun(n: int, word: str) -> str:
    """Return `no problems`, `1 problem`, `2 problems`."""
    return f"{n or 'no'} {word}{'s' * (n != 1)}"
