"""Changed cells of CSV and XLSX files, with everything else as it was."""

from __future__ import annotations

import io
from typing import Any

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.styles import Font

from simlab.game.components.sheet_writer import SheetChanges, with_changes
from simlab.game.components.spreadsheet import read_sheet

ROWS = 'Card;Points;"Remark; long"\r\nsalt;1;"two\r\nlines"\r\nsilk;7;"a ""quote"""\r\nwool;3;\r\n'
CHANGED = SheetChanges(
    "card",
    cells={"silk": {"points": 8, "provenance": "assumed"}},
    removed={"wool"},
    added=[{"card": "tea", "points": 5, "provenance": "assumed"}],
)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_changed_cell_leaves_all_other_text_alone(encoding: str) -> None:
    raw = ROWS.replace("lines", "Zeilen für Ärger").encode(encoding)
    text = with_changes(raw, "", CHANGED).decode(encoding)
    assert text.splitlines(keepends=True) == [
        'Card;Points;"Remark; long"\r\n',
        'salt;1;"two\r\n',
        'Zeilen für Ärger"\r\n',
        'silk;8;"a ""quote"""\r\n',
        "tea;5;\r\n",
    ]


def test_a_row_is_added_after_a_last_line_without_an_end() -> None:
    changes = SheetChanges("card", added=[{"card": "tea", "points": 5}])
    assert with_changes(b"card,points\nsalt,1", "", changes) == b"card,points\nsalt,1\ntea,5\n"


def test_blank_lines_before_the_header_and_between_rows_stay() -> None:
    changes = SheetChanges("card", cells={"salt": {"points": 2}})
    assert with_changes(b",\ncard,points\n,\nsalt,1\n", "", changes) == (
        b",\ncard,points\n,\nsalt,2\n"
    )


def workbook(*sheets: str) -> bytes:
    book = Workbook()
    book.remove(book.active)
    for name in sheets:
        sheet: Any = book.create_sheet(name)
        sheet.append(["Card", "Points", "Twice"])
        for number, (card, points) in enumerate([("salt", 1), ("silk", 7), ("wool", 3)], 2):
            sheet.append([card, points, f"=2*B{number}"])
        sheet["A3"].font = Font(bold=True)
    with io.BytesIO() as file:
        book.save(file)
        return file.getvalue()


def test_a_workbook_keeps_its_look_its_formulas_and_its_other_sheets() -> None:
    raw = with_changes(workbook("notes", "cards"), "cards", CHANGED)
    book = load_workbook(io.BytesIO(raw))
    rows = [list(row) for row in book["cards"].iter_rows(values_only=True)]
    assert rows == [
        ["Card", "Points", "Twice"],
        ["salt", 1, "=2*B2"],
        ["silk", 8, "=2*B3"],
        ["tea", 5, None],
    ]
    assert book["cards"]["A3"].font.bold
    assert [row[1] for row in book["notes"].iter_rows(values_only=True)] == ["Points", 1, 7, 3]
    assert list(read_sheet(raw, "cards").rows.values())[1]["points"] == "8"
