"""Changed cells of CSV and XLSX files: everything else stays as the spreadsheet wrote it."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from simlab.game.components.encoding import decode
from simlab.game.components.spreadsheet import column_name, separator_of
from simlab.game.components.workbook import is_workbook, worksheet_of

Cell = int | str
FORMULA = "f"
"""The type of a cell with a formula, as openpyxl has it."""


@dataclass
class SheetChanges:
    """What changes in a table: cells by row and column, rows to remove, rows to add."""

    key: str
    """Column that names the rows."""
    columns: frozenset[str] = frozenset()
    """Columns that the table has; a workbook may have others."""
    cells: dict[str, dict[str, Cell]] = field(default_factory=dict)
    removed: set[str] = field(default_factory=set)
    added: list[Mapping[str, Cell]] = field(default_factory=list)
    formulas: dict[str, None] = field(default_factory=dict)
    """Columns whose formulas were replaced by their results."""

    def __bool__(self) -> bool:
        return bool(self.cells or self.removed or self.added)


def with_changes(raw: bytes, worksheet: str, changes: SheetChanges) -> bytes:
    """Return a file with changes; of a workbook the worksheet of this name, or the first one."""
    if is_workbook(raw):
        return _workbook_with(raw, worksheet, changes)
    return _text_with(raw, changes)


def _text_with(raw: bytes, changes: SheetChanges) -> bytes:
    csv_text, encoding = decode(raw)
    separator = separator_of(csv_text)
    names: list[str] = []
    lines: list[str] = []
    ending = "\n"
    for cells, line in _records(csv_text, separator):
        ending = line[len(line.rstrip("\r\n")) :] or ending
        if not names:
            names = [column_name(heading.strip()) for heading in cells] if any(cells) else []
            lines.append(line)
            continue
        row_key = _key_of(cells, names, changes.key)
        if row_key in changes.removed:
            continue
        new = changes.cells.get(row_key, {})
        if new:
            line = _line(_with_cells(cells, names, new), separator, ending)
        lines.append(line)
    if changes.added and lines and not lines[-1].endswith(("\r", "\n")):
        lines[-1] += ending
    lines += [_line(_row(added_row, names), separator, ending) for added_row in changes.added]
    return "".join(lines).encode(encoding)


def _records(csv_text: str, separator: str) -> Iterator[tuple[list[str], str]]:
    """Yield the cells of each record with its text, which may be of several lines."""
    read: list[str] = []

    def lines() -> Iterator[str]:
        for line in io.StringIO(csv_text, newline=""):
            read.append(line)
            yield line

    for cells in csv.reader(lines(), delimiter=separator, strict=True):
        yield cells, "".join(read)
        read.clear()


def _line(cells: Sequence[str], separator: str, ending: str) -> str:
    with io.StringIO(newline="") as line:
        csv.writer(line, delimiter=separator, lineterminator=ending).writerow(cells)
        return line.getvalue()


def _key_of(cells: Sequence[object], names: Sequence[str], key: str) -> str:
    index = names.index(key)
    value = cells[index] if index < len(cells) else ""
    return "" if value is None else str(value).strip()


def _with_cells(cells: list[str], names: Sequence[str], new: Mapping[str, Cell]) -> list[str]:
    row = cells + [""] * (len(names) - len(cells))
    for name, value in new.items():
        if name in names:
            row[names.index(name)] = str(value)
    return row


def _row(row: Mapping[str, Cell], names: Sequence[str]) -> list[str]:
    return [str(row.get(name, "")) for name in names]


def _workbook_with(raw: bytes, worksheet: str, changes: SheetChanges) -> bytes:
    book, sheet = worksheet_of(raw, worksheet)
    results = worksheet_of(raw, worksheet, data_only=True)[1]
    filled = (row for row in sheet.iter_rows() if any(cell.value is not None for cell in row))
    header = next(filled)
    names = [column_name(str(cell.value or "").strip()) for cell in header]
    removed_row_numbers = []
    for row in filled:
        row_key = _key_of([cell.value for cell in row], names, changes.key)
        if row_key in changes.removed:
            removed_row_numbers.append(row[0].row)
        _write_results(row, names, changes, results)
        for name, value in changes.cells.get(row_key, {}).items():
            if name in names:
                row[names.index(name)].value = value
    for number in reversed(removed_row_numbers):
        sheet.delete_rows(number)
    for added_row in changes.added:
        sheet.append([added_row.get(name) for name in names])
    with io.BytesIO() as file:
        book.save(file)
        return file.getvalue()


def _write_results(
    row: Sequence[Any], names: Sequence[str], changes: SheetChanges, results: Any
) -> None:
    """Replace formulas in the columns of the table by their results, which openpyxl does not keep.

    The table could not be read otherwise before a spreadsheet program has saved it again.
    """
    for cell, name in zip(row, names, strict=True):
        if cell.data_type == FORMULA and name in changes.columns:
            cell.value = results.cell(cell.row, cell.column).value
            changes.formulas[name] = None
