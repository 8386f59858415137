"""XLSX files are read like CSV files, with the same checks and places."""

from __future__ import annotations

import datetime
import io
from pathlib import Path

import pytest
from openpyxl import Workbook

from simlab.errors import ComponentError
from simlab.game.components import Column, Schema, Table, read
from simlab.game.components.data_writer import write_patched
from simlab.game.components.spreadsheet import read_sheet

CARDS = Table(
    "cards",
    "cards of the deck",
    "card",
    (Column("points", "points", 0, 20), Column("copies", "of this card", 1, 9, blank=1)),
)
ROWS = [["Card", "Points", "Qty", "Art"], ["salt", 1, 4, "salt.png"], ["wool", 3.0, None, None]]


def workbook(rows, title="Sheet1", before=()) -> bytes:
    book = Workbook()
    book.active.title = title
    for name in before:
        book.create_sheet(name, 0).append(["nothing", "here"])
    for row in rows:
        book[title].append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def data(folder: Path, raw: bytes) -> Path:
    (folder / "rules.toml").write_text("")
    (folder / "cards.xlsx").write_bytes(raw)
    return folder


def cards_in(folder: Path, raw: bytes):
    return read(data(folder, raw), Schema((), (CARDS,)), {})


def test_a_workbook_is_read_as_the_same_table_in_csv(tmp_path) -> None:
    as_csv = b"Card,Points,Qty,Art\nsalt,1,4,salt.png\nwool,3,,\n"
    assert read_sheet(workbook(ROWS)) == read_sheet(as_csv)
    components = cards_in(tmp_path, workbook(ROWS))
    assert [(row["card"], row["points"], row["copies"]) for row in components.tables["cards"]] == [
        ("salt", 1, 4),
        ("wool", 3, 1),
    ]
    assert components.sources == {"cards": "cards.xlsx"}
    assert components.remarks == ['cards.xlsx: column D "Art" is ignored.']


def test_the_worksheet_with_the_name_of_the_table_is_read_or_else_the_first() -> None:
    raw = workbook(ROWS, title="Cards", before=["notes"])
    assert list(read_sheet(raw, "cards").columns) == ["card", "points", "copies", "art"]
    assert list(read_sheet(raw, "tiles").columns) == ["nothing", "here"]


def test_rows_keep_the_numbers_that_the_spreadsheet_shows(tmp_path) -> None:
    rows = [[], [None, *ROWS[0]], [], [None, "salt", "many", 4]]
    with pytest.raises(ComponentError) as raised:
        cards_in(tmp_path, workbook(rows))
    assert str(raised.value) == (
        'cards.xlsx: row 4, column C "Points": "many" is not a whole number from 0 to 20.'
    )


@pytest.mark.parametrize(
    ("cell", "report"),
    [
        (datetime.datetime(2026, 3, 1), '"2026-03-01" is a date, not a whole number'),
        (1.5, '"1.5" is not a whole number'),
        (30, "30 is out of range 0 to 20"),
        (True, '"true" is not a whole number'),
        ("#REF!", '"#REF!" is not a whole number'),
        (None, "is empty"),
    ],
)
def test_a_cell_that_is_no_number_is_a_problem(cell, report, tmp_path) -> None:
    rows = [ROWS[0], ["salt", cell, 4]]
    with pytest.raises(ComponentError) as raised:
        cards_in(tmp_path, workbook(rows))
    assert f'cards.xlsx: row 2, column B "Points": {report}' in str(raised.value)


@pytest.mark.parametrize(
    ("raw", "report"),
    [
        (b"PK\x03\x04 and nothing more", "no XLSX workbook"),
        (b"\xd0\xcf\x11\xe0 and so on", "an old Excel file or one with a password"),
        (workbook([]), "the file is empty"),
    ],
)
def test_a_file_that_is_no_workbook_is_an_error(raw, report, tmp_path) -> None:
    with pytest.raises(ComponentError, match=report):
        cards_in(tmp_path, raw)


def test_a_csv_file_beside_a_workbook_of_the_same_name_is_an_error(tmp_path) -> None:
    (tmp_path / "cards.csv").write_text("card,points\nsalt,1\n")
    with pytest.raises(ComponentError, match=r"cards.csv and cards.xlsx are both there"):
        cards_in(tmp_path, workbook(ROWS))


def test_a_workbook_of_libreoffice_is_read_and_changed_with_its_formulas(tmp_path: Path) -> None:
    """LibreOffice 7.4 has saved it; the column half has formulas, such as B2/2."""
    columns = [Column(name, name, 0, 20) for name in ("cost", "points", "half", "copies")]
    schema = Schema(
        (), (Table("cards", "cards", "name", (*columns, Column("text", "text", blank=""))),)
    )
    raw = (Path(__file__).parent / "libreoffice.xlsx").read_bytes()
    folder = tmp_path / "data"
    folder.mkdir()
    before = read(data(folder, raw), schema, {}).tables["cards"]
    assert [(row["name"], row["cost"], row["half"]) for row in before] == [
        ("Käse", 2, 1),
        ("Brot", 4, 2),
        ("Wein", 6, 3),
    ]
    assert before[0]["text"] == 'Take one, then "pass".'
    written = write_patched(folder, schema, {"cards.Käse.cost": 5}, tmp_path / "changed")
    assert written.files == ["cards.xlsx"]
    assert written.formulas == {"cards.xlsx": ["half"]}
    after = read(tmp_path / "changed", schema, {}).tables["cards"]
    assert after == [{**before[0], "cost": 5}, *before[1:]]
