"""XLSX files as Excel, Google Sheets and LibreOffice write them: rows of cells as text."""

from __future__ import annotations

import io
from collections.abc import Iterator
from datetime import datetime, time
from typing import Any

from simlab.errors import ComponentError

XLSX_MARK = b"PK\x03\x04"
OLD_EXCEL_MARK = b"\xd0\xcf\x11\xe0"
XLSX = ".xlsx"


def is_workbook(raw: bytes) -> bool:
    """Return whether the bytes are a workbook, not text.

    Raises:
        ComponentError: they are of a kind of workbook that cannot be read.
    """
    if raw.startswith(OLD_EXCEL_MARK):
        raise ComponentError("an old Excel file or one with a password; save it as XLSX without.")
    return raw.startswith(XLSX_MARK)


def records_in(raw: bytes, name: str = "") -> Iterator[tuple[int, list[str]]]:
    """Yield each row of a worksheet with its number, cells stripped.

    The worksheet is the one called `name`, ignoring case, or the first one.

    Raises:
        ComponentError: the bytes are no XLSX workbook.
    """
    _, sheet = worksheet_of(raw, name, read_only=True, data_only=True)
    sheet.reset_dimensions()  # some programs write wrong ones
    for number, values in enumerate(sheet.iter_rows(values_only=True), 1):
        yield number, [cell_text(value) for value in values]


def worksheet_of(raw: bytes, name: str, **ways: bool) -> tuple[Any, Any]:
    """Return a workbook and its worksheet of a name, or the first one; `ways` go to openpyxl.

    Raises:
        ComponentError: the bytes are no XLSX workbook.
    """
    from openpyxl import load_workbook

    try:
        book = load_workbook(io.BytesIO(raw), **ways)
    except Exception as error:  # openpyxl raises any for a broken or a foreign zip file
        raise ComponentError(f"no XLSX workbook ({error}); save it as XLSX or CSV.") from None
    by_name = {sheet.title.strip().lower(): sheet for sheet in book.worksheets}
    if not by_name:
        raise ComponentError("the workbook has no worksheet.")
    return book, by_name.get(name.lower(), book.worksheets[0])


def cell_text(value: object) -> str:
    """Return a cell as a CSV file would have it."""
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case float() if value.is_integer():
            return str(int(value))
        case datetime() if value.time() == time():
            return value.date().isoformat()
        case _:
            return str(value).strip()
