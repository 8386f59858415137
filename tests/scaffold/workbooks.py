"""Workbooks as spreadsheet programs write them, for tests: XLSX and ODS bytes of rows."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from xml.sax.saxutils import escape

from openpyxl import Workbook

Rows = Sequence[Sequence[Any]]
ODS_KIND = "application/vnd.oasis.opendocument.spreadsheet"
NAMESPACES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for name in ("office", "table", "text")
)


def xlsx(sheets: Mapping[str, Rows], change: Callable[[Any], object] | None = None) -> bytes:
    """Return a workbook; `change` is called with it before it is written."""
    book = Workbook()
    book.remove(book.active)
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(row)
    if change is not None:
        change(book)
    with io.BytesIO() as file:
        book.save(file)
        return file.getvalue()


def ods(sheets: Mapping[str, Rows]) -> bytes:
    """Return an ODS file."""
    tables = "".join(
        f'<table:table table:name="{escape(title)}">{"".join(map(_ods_row, rows))}</table:table>'
        for title, rows in sheets.items()
    )
    content = (
        f'<office:document-content {NAMESPACES} office:version="1.2"><office:body>'
        f"<office:spreadsheet>{tables}</office:spreadsheet></office:body></office:document-content>"
    )
    manifest = (
        '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
        f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{ODS_KIND}"/>'
        '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>'
        "</manifest:manifest>"
    )
    with io.BytesIO() as file:
        with zipfile.ZipFile(file, "w") as archive:
            archive.writestr("mimetype", ODS_KIND)
            archive.writestr("content.xml", content)
            archive.writestr("META-INF/manifest.xml", manifest)
        return file.getvalue()


def _ods_row(row: Sequence[Any]) -> str:
    return f"<table:table-row>{''.join(map(_ods_cell, row))}</table:table-row>"


def _ods_cell(value: Any) -> str:
    if value is None:
        return "<table:table-cell/>"
    if isinstance(value, int | float):
        kind = f'office:value-type="float" office:value="{value}"'
    else:
        kind = 'office:value-type="string"'
    return f"<table:table-cell {kind}><text:p>{escape(str(value))}</text:p></table:table-cell>"
