"""CSV and XLSX files as spreadsheets write them: separators, encodings, blanks, dates.

Places are named as in the spreadsheet: rows count from 1, columns are letters. Messages do not name
the file; the caller adds it.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import zip_longest

from simlab.errors import ComponentError, not_one_of
from simlab.game.components.encoding import decode, encoding_remark, is_guess
from simlab.game.components.totals import is_total_row
from simlab.game.components.workbook import is_workbook, records_in

COPIES = "copies"
_NAMES_OF_COPIES = (
    "qty",
    "quantity",
    "count",
    "copy_count",
    "num_copies",
    "number_of_copies",
    "of_copies",
    "copies_in_deck",
)
_SEPARATORS = "\t;,"
_SWITCH = {"on": True, "true": True, "off": False, "false": False}
_WORD = re.compile(r"[^\W_]+")
_WHOLE = re.compile(r"([+-]?[0-9]{1,9})([.,]0{1,2})?")
_MONTH = (
    r"(jan|f[eé]v|feb|mar|avr|apr|mai|may|jui|jun|jul|ao[uû]|aug|sep|oct|nov|d[eé]c)[a-zéû]*\.?"
)
_DATE = re.compile(
    r"\d{1,4}[/-]\d{1,2}([/-]\d{1,4})?( .*)?"
    r"|\d{1,2}\.\d{1,2}\.\d{0,4}"
    rf"|\d{{1,2}}[-/. ]?{_MONTH}([-/. ]?\d{{2,4}})?"
    rf"|{_MONTH}[-/. ]?\d{{1,4}}",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Sheet:
    """The filled rows of a file, by row number and column name."""

    columns: dict[str, str]
    """Label of each column in messages: `value` -> `column C "Value"`."""
    rows: dict[int, dict[str, str]]
    problems: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)


def read_sheet(raw: bytes, worksheet: str = "") -> Sheet:
    """Return the sheet in `raw`, CSV text or an XLSX workbook.

    Of a workbook it is the worksheet of this name, or the first one.

    Raises:
        ComponentError: it is no table.
    """
    if is_workbook(raw):
        records, remarks = records_in(raw, worksheet), list[str]()
    else:
        csv_text, encoding = decode(raw)
        remarks = [encoding_remark(encoding)] if is_guess(encoding) else []
        records = _records(csv_text)
    filled = {number: cells for number, cells in records if any(cells)}
    if not filled:
        raise ComponentError("the file is empty.")
    headers = filled.pop(min(filled))
    remarks += _without_totals(filled, len(headers))
    sheet = Sheet({}, {}, remarks=remarks)
    names = _name_columns(sheet, headers)
    for number, cells in filled.items():
        sheet.rows[number] = _cells_by_name(sheet, number, names, cells)
    sheet.remarks.extend(_nameless(names, filled.values()))
    return sheet


def _without_totals(rows: dict[int, list[str]], width: int) -> list[str]:
    """Take out the rows of totals, which designers keep under their cards; return a remark."""
    columns = [
        {number: cells[i] for number, cells in rows.items() if i < len(cells) and cells[i]}
        for i in range(width)
    ]
    numbers = [
        {number: Decimal(m[1]) for number, cell in column.items() if (m := _WHOLE.fullmatch(cell))}
        for column in columns
    ]
    totals = [
        number
        for number, cells in rows.items()
        if is_total_row(number, next(filter(None, cells)), columns, numbers)
    ]
    for number in totals:
        del rows[number]
    return [f"row {number} has totals and is left out." for number in totals]


def column_name(header: str) -> str:
    """Return the normalised name of a column, with synonyms of copies replaced."""
    name = heading_name(header)
    return COPIES if name in _NAMES_OF_COPIES else name


def heading_name(header: str) -> str:
    """Return a heading in small letters, with one underscore for all signs between words.

    `Victory Points (VP)` is victory_points_vp; a name of signs alone is kept.
    """
    name = "_".join(_WORD.findall(header.lower()))
    return name or "_".join(header.split())


def whole_number(value: object, low: int, high: int) -> int:
    """Return the number in a cell, a TOML value or a word, or raise ComponentError."""
    digits = str(value).strip()
    match = _WHOLE.fullmatch(digits)
    if match is None:
        raise ComponentError(_not_whole(digits, f"a whole number from {low} to {high}"))
    if not low <= int(match[1]) <= high:
        raise ComponentError(f"{match[1]} is out of range {low} to {high}.")
    return int(match[1])


def choice_word(value: object, choices: Sequence[str]) -> str:
    """Return one of `choices`, ignoring case, or raise ComponentError."""
    spelled = {choice.lower(): choice for choice in choices}
    word = str(value).strip()
    if word.lower() not in spelled:
        raise ComponentError(not_one_of(word, choices))
    return spelled[word.lower()]


def switch(value: object) -> bool:
    """Return whether a TOML value or a word means on, or raise ComponentError."""
    word = str(value).strip().lower()
    if word not in _SWITCH:
        raise ComponentError(f'"{value}" is neither on nor off.')
    return _SWITCH[word]


def is_off(value: object) -> bool:
    """Return whether a TOML value or a word means off."""
    return _SWITCH.get(str(value).strip().lower()) is False


def _not_whole(cell_text: str, expected_form: str) -> str:
    if _DATE.fullmatch(cell_text):
        return (
            f'"{cell_text}" is a date, not {expected_form}; format the cell as text and type it'
            " again."
        )
    return f'"{cell_text}" is not {expected_form}.'


def _records(csv_text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield each row of the spreadsheet with its number, cells stripped."""
    reader = csv.reader(
        io.StringIO(csv_text, newline=""), delimiter=separator_of(csv_text), strict=True
    )
    try:
        for number, cells in enumerate(reader, 1):
            yield number, [cell.strip() for cell in cells]
    except csv.Error as error:
        raise ComponentError(f"line {reader.line_num}: broken quotes ({error}).") from None


def separator_of(csv_text: str) -> str:
    """Return the most frequent separator of the header line of a CSV file."""
    lines = (line for line in csv_text.splitlines() if line.strip(_SEPARATORS + ' "'))
    return max(_SEPARATORS, key=next(lines, csv_text).count)


def _name_columns(sheet: Sheet, headers: list[str]) -> list[str]:
    names = [column_name(header) for header in headers]
    for index, (name, header) in enumerate(zip(names, headers, strict=True)):
        label = f'column {column_letter(index)} "{header}"'
        if name in sheet.columns:
            sheet.problems.append(f"{label} repeats {sheet.columns[name]}.")
        elif name:
            sheet.columns[name] = label
    return names


def _cells_by_name(sheet: Sheet, number: int, names: list[str], cells: list[str]) -> dict[str, str]:
    if any(cells[len(names) :]):
        sheet.problems.append(
            f"row {number} has {len(cells)} cells, the header {len(names)};"
            " put quotes around a cell that holds the separator."
        )
    return dict(zip_longest(names, cells[: len(names)], fillvalue=""))


def _nameless(names: list[str], rows: Iterable[list[str]]) -> list[str]:
    """Return a remark on each column that has cells but no name."""
    filled = {index for cells in rows for index, cell in enumerate(cells[: len(names)]) if cell}
    nameless = (column_letter(index) for index in sorted(filled) if not names[index])
    return [f"column {letter} has no name and is ignored." for letter in nameless]


def column_letter(index: int) -> str:
    """Return the letters of a column: 0 is A, 25 is Z, 26 is AA."""
    quotient, last = divmod(index, 26)
    return (column_letter(quotient - 1) if quotient else "") + chr(ord("A") + last)
