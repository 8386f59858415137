"""Files of card sheets: worksheets of XLSX, ODS and XLS, CSV, Markdown, JSON and deck lists."""

from __future__ import annotations

import csv
import io
import json
import re
import warnings
import zipfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from simlab.errors import ComponentError
from simlab.game.components.encoding import decode, encoding_remark, is_guess
from simlab.game.components.workbook import OLD_EXCEL_MARK, XLSX_MARK, cell_text

READABLE = "XLSX, ODS, XLS, CSV, a Markdown table, a JSON list of objects, or a list such as 4 Rope"
_SEPARATORS = "\t;,|"
_SEP_LINE = re.compile(r'"?sep=(.)"?', re.IGNORECASE)
_MARKDOWN_RULE = re.compile(r"\|?\s*:?-{2,}:?\s*(\|\s*:?-{2,}:?\s*)*\|?")
_COUNT_FIRST = re.compile(r"(?:[-*•]\s+)?(?P<copies>\d{1,3})\s*[x×]?\s+(?P<name>[^\d\W].*)")
_COUNT_LAST = re.compile(r"(?:[-*•]\s+)?(?P<name>[^\d\W].*?)\s+[x×]\s*(?P<copies>\d{1,3})")
_YAML_LINE = re.compile(r"\s*(- )?\s*[\w \"']+:(\s.*)?|\s*- [^,;\t]*|---|\.\.\.")
_TOML_LINE = re.compile(r"\[{1,2}[\w. \"-]+\]{1,2}|[\w\"-]+\s*=\s*.*")
_OTHER_KINDS = (
    (b"%PDF", "a PDF file"),
    (b"{\\rtf", "an RTF document"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"SQLite format 3", "a database"),
)
LONG_LINE = 60
"""Mean length from which lines without separators are prose, not names of cards."""


@dataclass
class Worksheet:
    """The filled rows of a worksheet, by the number that the spreadsheet shows."""

    title: str
    """Name of the worksheet; empty for a file that has no worksheets."""
    rows: dict[int, list[str]]
    notes: list[str] = field(default_factory=list)
    heading_row: int | None = None
    """Row of the headings, where the kind of file says it."""
    continued: set[tuple[int, int]] = field(default_factory=set)
    """Cells, by row and index, that are merged with the cell above."""
    is_text: bool = False
    """Whether the cells were separated by signs, so that a stray separator shifts cells."""


def read_worksheets(raw: bytes) -> list[Worksheet]:
    """Return the worksheets of a file that are visible and not empty.

    Raises:
        ComponentError: the file is empty, or of a kind that holds no table of cards.
    """
    for mark, kind in _OTHER_KINDS:
        if raw.startswith(mark):
            raise _no_table(kind)
    if raw.startswith(OLD_EXCEL_MARK):
        sheets = _with_calamine(raw)
    elif raw.startswith(XLSX_MARK):
        sheets = _workbook_reader(raw)(raw)
    else:
        sheets = [_of_text(raw)]
    sheets = [sheet for sheet in sheets if sheet.rows]
    if not sheets:
        raise ComponentError("the file is empty.")
    return sheets


def _no_table(kind: str) -> ComponentError:
    return ComponentError(f"is {kind}, not a table of cards; save it as {READABLE}.")


def _workbook_reader(raw: bytes) -> Callable[[bytes], list[Worksheet]]:
    """Return the reader for a file that is a zip archive."""
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            names = set(archive.namelist())
            kind = archive.read("mimetype") if "mimetype" in names else b""
    except (zipfile.BadZipFile, OSError) as error:
        raise ComponentError(f"no workbook ({error}); save it as XLSX or CSV.") from None
    if b"opendocument.spreadsheet" in kind or "xl/workbook.bin" in names:
        return _with_calamine
    if "xl/workbook.xml" not in names:
        raise _no_table("a zip archive or a document")
    return _with_openpyxl


def _with_calamine(raw: bytes) -> list[Worksheet]:
    """Return the worksheets of an ODS, XLS or XLSB file."""
    import python_calamine

    try:
        book = python_calamine.CalamineWorkbook.from_filelike(io.BytesIO(raw))
        hidden = {
            sheet.name
            for sheet in book.sheets_metadata
            if sheet.visible != python_calamine.SheetVisibleEnum.Visible
        }
        return [
            Worksheet(
                name,
                _rows_with_cells(book.get_sheet_by_name(name).to_python(skip_empty_area=False)),
            )
            for name in book.sheet_names
            if name not in hidden
        ]
    except Exception as error:  # a broken file raises several kinds
        raise ComponentError(
            f"cannot be read ({error}); save it as XLSX without a password, or as CSV."
        ) from None


def _rows_with_cells(values: Iterable[Iterable[Any]]) -> dict[int, list[str]]:
    rows = {number: [cell_text(value) for value in row] for number, row in enumerate(values, 1)}
    return {number: cells for number, cells in rows.items() if any(cells)}


def _with_openpyxl(raw: bytes) -> list[Worksheet]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of parts that openpyxl does not read, such as drawings
        try:
            return _xlsx_worksheets(raw)
        except ComponentError:
            raise
        except Exception as error:  # openpyxl raises any for a broken file
            raise ComponentError(f"no XLSX workbook ({error}); save it as XLSX or CSV.") from None


def _xlsx_worksheets(raw: bytes) -> list[Worksheet]:
    from openpyxl import load_workbook

    results = load_workbook(io.BytesIO(raw), data_only=True)
    formulas: Any = None
    sheets = []
    for sheet in results.worksheets:
        if sheet.sheet_state != "visible":
            continue
        if formulas is None and _has_gaps(sheet):
            formulas = load_workbook(io.BytesIO(raw))
        sheets.append(_xlsx_worksheet(sheet, formulas and formulas[sheet.title]))
    return sheets


def _has_gaps(sheet: Any) -> bool:
    """Return whether a cell has neither a value nor a result; it may have a formula."""
    return any(value is None for row in sheet.iter_rows(values_only=True) for value in row)


def _xlsx_worksheet(sheet: Any, formulas: Any) -> Worksheet:
    hidden = {number for number, row in sheet.row_dimensions.items() if row.hidden}
    table = {
        number: [cell_text(value) for value in values]
        for number, values in enumerate(sheet.iter_rows(values_only=True), 1)
    }
    uncached: list[str] = []
    if formulas is not None:
        for row in formulas.iter_rows():
            uncached += [
                cell.coordinate
                for cell in row
                if cell.data_type == "f" and not table[cell.row][cell.column - 1]
            ]
    new = Worksheet(sheet.title, {})
    for area in sheet.merged_cells.ranges:
        _fill_merged(table, area, new.continued)
    new.rows = {
        number: cells for number, cells in table.items() if any(cells) and number not in hidden
    }
    n_hidden = sum(any(table.get(number, [])) for number in hidden)
    if uncached:
        new.notes.append(
            f"{_number_and_noun(len(uncached), 'formula')} without a stored result (such as"
            f" {uncached[0]}) count as empty; open the file in a spreadsheet program and save it."
        )
    if n_hidden:
        new.notes.append(f"{_number_and_noun(n_hidden, 'hidden row')} left out; unhide to read.")
    return new


def _fill_merged(table: dict[int, list[str]], area: Any, continued: set[tuple[int, int]]) -> None:
    value = table[area.min_row][area.min_col - 1]
    for row in range(area.min_row, area.max_row + 1):
        for index in range(area.min_col - 1, area.max_col):
            if row in table and index < len(table[row]):
                table[row][index] = value
                if row > area.min_row:
                    continued.add((row, index))


def _number_and_noun(n: int, noun: str) -> str:
    return f"{n} {noun}{'' if n == 1 else 's'}"


def _of_text(raw: bytes) -> Worksheet:
    """Return the table in a file of text."""
    content, encoding = decode(raw)
    stripped = content.strip()
    lines = [line.strip() for line in content.splitlines() if line.strip()]
    if not lines:
        return Worksheet("", {})
    if "\0" in content:
        raise _no_table("a file of bytes")
    if stripped.startswith("<"):
        raise _no_table("XML or HTML")
    if stripped[0] in "[{" and (objects := _json_objects(stripped, lines)) is not None:
        sheet = _of_objects(objects)
    elif any(_MARKDOWN_RULE.fullmatch(line) and "|" in line for line in lines):
        sheet = _of_markdown(content)
    elif (counted := _deck_list(content)) is not None:
        sheet = counted
    else:
        _refuse_other_text(lines)
        sheet = _of_csv(content)
    if is_guess(encoding):
        sheet.notes.append(encoding_remark(encoding))
    return sheet


def _refuse_other_text(lines: list[str]) -> None:
    """Refuse YAML, TOML and prose.

    Raises:
        ComponentError: the lines are one of these.
    """
    separated = sum(any(sign in line for sign in _SEPARATORS) for line in lines)
    if separated * 2 > len(lines):
        return
    for kind, pattern in (("YAML", _YAML_LINE), ("TOML", _TOML_LINE)):
        if sum(pattern.fullmatch(line) is not None for line in lines) * 4 >= 3 * len(lines):
            raise _no_table(kind)
    if sum(map(len, lines)) > LONG_LINE * len(lines):
        raise _no_table("a text")


def _json_objects(json_text: str, lines: list[str]) -> list[dict[str, Any]] | None:
    """Return the objects of JSON text, or None if it is no JSON.

    Raises:
        ComponentError: it is JSON, but no list of objects.
    """
    try:
        content = json.loads(json_text)
    except ValueError:
        try:
            content = [json.loads(line) for line in lines]
        except ValueError as error:
            if re.match(r'[\[{]\s*["{]', json_text):
                raise ComponentError(f"is no JSON that can be read ({error}).") from None
            return None
    if isinstance(content, dict):
        lists = [value for value in content.values() if _are_objects(value)]
        if lists:
            content = max(lists, key=len)
        elif _are_objects(list(content.values())):
            content = [{"name": name, **card} for name, card in content.items()]
    if not _are_objects(content):
        raise ComponentError(
            'JSON must be a list of objects, such as [{"name": "Rope", "cost": 3}, ...].'
        )
    return list(content)


def _are_objects(value: object) -> bool:
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(member, dict) for member in value)
    )


def _of_objects(objects: list[dict[str, Any]]) -> Worksheet:
    names = list(dict.fromkeys(name for card in objects for name in card))
    rows = {
        number: [_json_cell(card.get(name)) for name in names]
        for number, card in enumerate(objects, 1)
    }
    return Worksheet("", {0: names, **rows}, heading_row=0)


def _json_cell(value: object) -> str:
    is_nested = isinstance(value, list | dict)
    return json.dumps(value, ensure_ascii=False) if is_nested else cell_text(value)


def _of_markdown(markdown: str) -> Worksheet:
    """Return the first Markdown table of a text."""
    rows: dict[int, list[str]] = {}
    lines = markdown.splitlines()
    rule = next(
        i for i, line in enumerate(lines) if _MARKDOWN_RULE.fullmatch(line.strip()) and "|" in line
    )
    heading = max(rule - 1, 0)
    for number, line in enumerate(lines[heading:], heading + 1):
        if number > rule + 1 and "|" not in line:
            break
        if number != rule + 1:
            inner = line.strip().removeprefix("|").removesuffix("|")
            cells = (cell.replace(r"\|", "|") for cell in re.split(r"(?<!\\)\|", inner))
            rows[number] = [re.sub(r"\*\*|__|`", "", cell).strip() for cell in cells]
    return Worksheet("", rows, heading_row=rule, is_text=True)


def _deck_list(content: str) -> Worksheet | None:
    """Return the table of a list of cards with their numbers, or None if it is none."""
    rows: dict[int, list[str]] = {}
    n_lines = 0
    for number, line in enumerate(content.splitlines(), 1):
        entry = line.strip().rstrip(",;")
        n_lines += bool(entry)
        match = _COUNT_FIRST.fullmatch(entry) or _COUNT_LAST.fullmatch(entry)
        if match and not re.search(r"[\t;|]", entry):
            rows[number] = [match["copies"], match["name"].strip()]
    if not rows or 2 * len(rows) <= n_lines:
        return None
    sheet = Worksheet("", {0: ["copies", "name"], **rows}, heading_row=0)
    if n_lines > len(rows):
        sheet.notes.append(
            f"{_number_and_noun(n_lines - len(rows), 'line')} without a number left out."
        )
    return sheet


def _of_csv(csv_text: str) -> Worksheet:
    lines = csv_text.splitlines()
    first = next((i for i, line in enumerate(lines) if line.strip()), 0)
    match = _SEP_LINE.fullmatch(lines[first].strip())
    separator = match[1] if match else _separator_of(lines)
    records, notes = _records(csv_text, separator)
    rows = {number: cells for number, cells in records.items() if any(cells)}
    if match:
        rows.pop(first + 1, None)
    return Worksheet("", rows, notes, is_text=True)


def _separator_of(lines: list[str]) -> str:
    """Return the sign that separates cells: the one that most lines hold equally often."""
    bare = [re.sub(r'"[^"]*"', "", line) for line in lines if line.strip()][:200]

    def regularity(sign: str) -> tuple[int, int]:
        counts = [line.count(sign) for line in bare]
        usual_count = max(set(counts) - {0}, key=counts.count, default=0)
        return counts.count(usual_count) if usual_count else 0, usual_count

    return max(_SEPARATORS, key=regularity)


def _records(csv_text: str, separator: str) -> tuple[dict[int, list[str]], list[str]]:
    """Return the cells of each record, by its number, and a note on stray quotes.

    Raises:
        ComponentError: a quote is left open.
    """

    def read(source: str, is_strict: bool) -> list[list[str]]:
        csv.field_size_limit(max(len(csv_text) + 1, 131_072))
        reader = csv.reader(io.StringIO(source, newline=""), delimiter=separator, strict=is_strict)
        return list(reader)

    notes = []
    try:
        records = read(csv_text, True)
    except csv.Error:
        # one by one, so that an open quote does not swallow the lines below it
        records = [
            next(iter(read(line, False)), [])
            if line.count('"') % 2 == 0
            else line.replace('"', "").split(separator)
            for line in csv_text.splitlines()
        ]
        n_odd = sum('"' in line for line in csv_text.splitlines())
        notes = [
            f"{_number_and_noun(n_odd, 'line')} with quotes read one by one, since some are stray."
        ]
    return {
        number: [cell.strip() for cell in cells] for number, cells in enumerate(records, 1)
    }, notes
