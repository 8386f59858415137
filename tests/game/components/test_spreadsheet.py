from __future__ import annotations

import pytest

from simlab.errors import ComponentError
from simlab.game.components.spreadsheet import column_name, read_sheet, whole_number

CARDS = {2: {"card": "red_1", "value": "1"}, 3: {"card": "été", "value": "2"}}


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_a_sheet_reads_alike_however_it_was_saved(
    separator: str, encoding: str, line_end: str
) -> None:
    lines = [f"card{separator}value", f"red_1{separator}1", f"été{separator}2", ""]
    assert read_sheet(line_end.join(lines).encode(encoding)).rows == CARDS


def test_a_guessed_encoding_is_remarked() -> None:
    assert read_sheet("card\nété\n".encode("cp1252")).remarks == [
        "not UTF-8; read as Windows-1252."
    ]


def test_bytes_of_no_known_encoding_are_an_error_that_names_the_encodings() -> None:
    with pytest.raises(ComponentError, match="neither UTF-8 nor Windows-1252"):
        read_sheet(b"card\n" + bytes(range(0x80, 0xA0)) * 3 + b"\n")


def test_the_separator_of_the_header_wins_over_commas_inside_quotes() -> None:
    sheet = read_sheet(b'"a,b";c\n1;2\n')
    assert sheet.rows == {2: {"a_b": "1", "c": "2"}}


def test_rows_keep_the_numbers_that_the_spreadsheet_shows() -> None:
    sheet = read_sheet(b';;\n\nCard;Value;\n;;\n"two\nlines";1;\nblue;2;;;\n')
    assert sheet.rows[5] == {"card": "two\nlines", "value": "1", "": ""}
    assert sheet.rows[6] == {"card": "blue", "value": "2", "": ""}
    assert list(sheet.rows) == [5, 6]
    assert not sheet.problems + sheet.remarks


def test_columns_are_pointed_at_by_their_letter_and_their_own_spelling() -> None:
    header = ",".join(f"c{number}" for number in range(1, 28)) + ", My  Value "
    sheet = read_sheet(f"{header}\n1\n".encode())
    assert sheet.columns["c1"] == 'column A "c1"'
    assert sheet.columns["c27"] == 'column AA "c27"'
    assert sheet.columns["my_value"] == 'column AB "My  Value"'


@pytest.mark.parametrize(
    "header",
    ["copies", " Copies ", "QTY", "Qty.", "Quantity", "count", "# of copies", "Number of Copies"],
)
def test_a_copies_column_goes_by_many_names(header: str) -> None:
    assert column_name(header) == "copies"


def test_two_columns_of_one_name_are_a_problem() -> None:
    sheet = read_sheet(b"card,copies,Qty\nred_1,1,1\n")
    assert sheet.problems == ['column C "Qty" repeats column B "copies".']


def test_a_decimal_comma_without_quotes_is_a_problem() -> None:
    sheet = read_sheet(b"card,value\nred_1,3,0\n")
    assert sheet.problems == [
        "row 2 has 3 cells, the header 2; put quotes around a cell that holds the separator."
    ]


def test_scribbles_beside_the_table_are_remarked() -> None:
    sheet = read_sheet(b"card,,value,\nred_1,,1,why?\n")
    assert sheet.remarks == ["column D has no name and is ignored."]


@pytest.mark.parametrize("raw", [b"", b"\n\n", b";;\n;;\n", b"\xef\xbb\xbf"])
def test_an_empty_file_is_an_error(raw: bytes) -> None:
    with pytest.raises(ComponentError, match="empty"):
        read_sheet(raw)


def test_a_quote_left_open_is_an_error_with_its_line() -> None:
    with pytest.raises(ComponentError, match="line 3: broken quotes"):
        read_sheet(b'card,value\nred_1,1\n"blue_1,2')


@pytest.mark.parametrize("cell", [3, "3", " 3 ", "3,0", "3.00", "+3", "03", 3.0])
def test_a_whole_number_has_many_spellings(cell: object) -> None:
    assert whole_number(cell, 0, 6) == 3


@pytest.mark.parametrize("cell", ["x", "3,5", "1.000", "", "three", True, None, [3], "9" * 5000])
def test_what_is_no_whole_number_is_refused(cell: object) -> None:
    with pytest.raises(ComponentError, match="is not a whole number from 0 to 6"):
        whole_number(cell, 0, 6)


@pytest.mark.parametrize("cell", ["7", -1, "7,0"])
def test_a_number_out_of_range_is_refused(cell: object) -> None:
    with pytest.raises(ComponentError, match="is out of range 0 to 6"):
        whole_number(cell, 0, 6)


@pytest.mark.parametrize(
    "cell",
    [
        *("1/2", "01/02/2024", "2024-01-02", "2024-01-02 00:00:00", "1-2", "1.2.2024", "1.2."),
        *("02-janv", "2-Jan", "02 févr.", "2 mai", "janv-02", "Feb-24", "02-août-2024"),
    ],
)
def test_a_number_turned_into_a_date_is_called_a_date(cell: str) -> None:
    with pytest.raises(ComponentError, match="is a date, not a whole number"):
        whole_number(cell, 0, 6)


@pytest.mark.parametrize("cell", ["x/2", "1.5", "12", "red", "marble", "may be"])
def test_other_words_and_numbers_are_not_called_dates(cell: str) -> None:
    with pytest.raises(ComponentError) as caught:
        whole_number(cell, 0, 6)
    assert "date" not in str(caught.value)
