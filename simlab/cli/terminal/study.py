"""Prints a result: its answer, its tables as the page has them, further findings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import MappingProxyType

from simlab.api.result import TableResult
from simlab.cli.terminal.output import Cell as Printed
from simlab.cli.terminal.output import say, say_heading, say_notes, say_table
from simlab.cli.terminal.verdict import label_with_sign
from simlab.report.lineups import VerdictWords
from simlab.report.page_table import Cell, PageTable
from simlab.report.wording import FormattedEstimate

NUMBER = re.compile(r"[-+−\d][\d.,–−+]*( to [-+−\d.,]+)?(\s%)?|–?")
"""A cell of a column that stands to the right."""


def print_result(
    result: TableResult,
    *,
    explain: bool | None = None,
    printers: Mapping[str, Callable[[], None]] = MappingProxyType({}),
) -> None:
    """Print the answer, the tables, further findings, and how numbers are computed.

    `printers` print the tables of other forms, by their slugs. With None for `explain`, nothing is
    said of how numbers are computed.
    """
    for sentence in result.sentences:
        say(sentence)
    for title, table in result.tables.items():
        say_heading(title)
        printers.get(table.slug, partial(print_table, table))()
    for topic, sentence in result.findings.items():
        say(f"{topic}: {sentence}")
    if explain is not None:
        say_notes([table.method for table in result.tables.values()], explain=explain)


def print_table(table: PageTable) -> None:
    """Print a table of a page, each interval in a column beside its estimate."""
    columns = [
        column
        for index, head in enumerate(table.heads)
        for column in _columns(head, [row[index] for row in table.rows])
    ]
    say_table([head for head, _ in columns], [*zip(*(cells for _, cells in columns), strict=True)])


def _columns(head: str, cells: list[Cell]) -> Iterator[tuple[str, list[Printed]]]:
    """Yield the columns of the terminal for one of the page: their heads and cells."""
    name = head.replace("\n", ", ")
    estimates = [cell for cell in cells if isinstance(cell, FormattedEstimate)]
    if estimates:
        yield f">{name}", [cell if isinstance(cell, str) else cell.short for cell in cells]
        yield ">95 %", ["" if isinstance(cell, str) else cell.range for cell in cells]
    else:
        is_number = all(NUMBER.fullmatch(str(cell)) for cell in cells)
        yield f"{'>' * is_number}{name}", [_with_sign(cell) for cell in cells]


def _with_sign(cell: Cell) -> Printed:
    """Return a cell for the terminal, a verdict with its sign and colour."""
    return label_with_sign(cell.verdict, cell) if isinstance(cell, VerdictWords) else str(cell)
