"""Layout of a card sheet: its heading row, what its columns mean, and which rows are cards."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property
from itertools import pairwise

from simlab import shell
from simlab.errors import ComponentError, did_you_mean, not_one_of
from simlab.game.components.spreadsheet import column_letter
from simlab.game.components.totals import heading_words, is_total_row, without_unseen
from simlab.scaffold.heading_words import (
    COPIES,
    EXACT,
    MEANINGS,
    NAME,
    POSSIBLE,
    VOCABULARY,
)
from simlab.scaffold.number_cell import decimal_sign, is_blank, number_in
from simlab.scaffold.sheet_file import Worksheet

NONE = "none"
"""In place of a heading: no column has this meaning."""
SEARCHED_ROWS = 30
"""Filled rows at the top among which the headings are looked for."""
LONGEST_HEADING = 60
MOST_COPIES = 9_999
"""Copies of a card; a larger number is a slip or another thing."""
USUAL_COPIES = 99
"""Copies up to which a column without a clear heading may be one of copies."""
FEWEST_NUMBERS = 2 / 3
"""Share of numbers that makes a column without a known heading one of numbers."""


@dataclass(frozen=True)
class Choices:
    """What the user says of a sheet."""

    worksheet: str = ""
    header_row: int | None = None
    """Row of the headings; 0 for a sheet without them; None to find it."""
    columns: Mapping[str, str] = field(default_factory=dict)
    """Heading or letter of a column by meaning, or `none`."""

    def __post_init__(self) -> None:
        """Check the meanings.

        Raises:
            ComponentError: there is no such meaning.
        """
        for meaning in self.columns:
            if meaning not in MEANINGS:
                raise ComponentError(f"--column: {not_one_of(meaning, MEANINGS)}")


@dataclass(frozen=True)
class SheetColumn:
    """A column below its heading."""

    index: int
    heading: str
    cells: Mapping[int, str]
    """By row; blanks and dashes are left out."""

    @property
    def letter(self) -> str:
        """The letter that the spreadsheet shows."""
        return column_letter(self.index)

    @property
    def label(self) -> str:
        """The column as messages name it: `column C "Value"`."""
        heading = " ".join(without_unseen(self.heading).split())
        return f'column {self.letter} "{heading}"' if heading else f"column {self.letter}"

    @property
    def option_value(self) -> str:
        """The column as an option names it."""
        return self.heading if re.fullmatch(r"[\w-]+", self.heading) else self.letter

    def numbers(self, has_unit: bool) -> dict[int, Decimal]:
        """Return the numbers by row; with units, words such as `VP` may stand at them."""
        sign = decimal_sign(self.cells.values())
        number_by_row = {row: number_in(cell, sign, has_unit) for row, cell in self.cells.items()}
        return {row: number for row, number in number_by_row.items() if number is not None}

    @cached_property
    def bare_numbers(self) -> list[Decimal]:
        """The numbers without words."""
        return [*self.numbers(has_unit=False).values()]

    @property
    def is_numeric(self) -> bool:
        """Whether it is one of numbers, whatever its heading."""
        return bool(self.cells) and len(self.bare_numbers) >= FEWEST_NUMBERS * len(self.cells)

    @property
    def has_numbers(self) -> bool:
        """Whether a cell is a number, with a unit or without."""
        return bool(self.numbers(has_unit=True))

    @property
    def is_serial(self) -> bool:
        """Whether it numbers the rows: 1, 2, 3 or 101, 102, 103."""
        numbers = self.bare_numbers
        steps = {after - before for before, after in pairwise(numbers)}
        return steps == {Decimal(1)}

    @property
    def may_be_copies(self) -> bool:
        """Whether its cells could be numbers of copies."""
        numbers = self.bare_numbers
        return (
            self.is_numeric
            and all(number % 1 == 0 and 0 <= number <= USUAL_COPIES for number in numbers)
            and not self.is_serial
        )


@dataclass
class Layout:
    """Where a worksheet has its headings and cards, and what the columns mean."""

    sheet: Worksheet
    heading_rows: list[int]
    """One or two; none for a sheet without headings."""
    columns: list[SheetColumn]
    meanings: dict[str, SheetColumn]
    """Column by meaning; without those that the sheet lacks."""
    card_rows: list[int]
    skipped: list[str]
    """Sentences on rows and columns that are left out."""
    uncertain: list[str]
    """Sentences on what may be meant otherwise."""

    @property
    def score(self) -> tuple[int, int]:
        """How surely it is a sheet of cards: meanings known by heading, and number of cards."""
        known_meanings = [
            meaning
            for meaning, column in self.meanings.items()
            if VOCABULARY[meaning].rank(column.heading)
        ]
        return len(known_meanings), len(self.card_rows)


def choose_layout(sheets: Sequence[Worksheet], choices: Choices) -> Layout:
    """Return the layout of the worksheet that has the cards.

    Raises:
        ComponentError: there is no such worksheet, heading row or column, or no card.
    """
    if choices.worksheet:
        layout = find_layout(_worksheet_called(sheets, choices.worksheet), choices)
    elif len(sheets) == 1:
        layout = find_layout(sheets[0], choices)
    else:
        layout = _likeliest(sheets, choices)
    if not layout.card_rows:
        name = layout.meanings[NAME].label
        raise ComponentError(f"no row has a name in {name}.")
    return layout


def _worksheet_called(sheets: Sequence[Worksheet], title: str) -> Worksheet:
    by_title = {sheet.title.strip().lower(): sheet for sheet in sheets if sheet.title}
    if not by_title:
        raise ComponentError("--sheet: the file has no worksheets; leave out --sheet.")
    if title.strip().lower() not in by_title:
        raise ComponentError(f"--sheet: {not_one_of(title, [sheet.title for sheet in sheets])}")
    return by_title[title.strip().lower()]


def _likeliest(sheets: Sequence[Worksheet], choices: Choices) -> Layout:
    layouts = []
    problems: list[ComponentError] = []
    for sheet in sheets:
        try:
            layouts.append(find_layout(sheet, choices))
        except ComponentError as error:
            problems.append(error)
    if not layouts:
        raise problems[0]
    best = max(layouts, key=lambda layout: layout.score)
    likely_titles = [
        layout.sheet.title for layout in layouts if layout is not best and layout.score[0] >= 2
    ]
    if likely_titles:
        listed_titles = ", ".join(f'"{title}"' for title in likely_titles[:3])
        count_of_others = f" and {len(likely_titles) - 3} more" if len(likely_titles) > 3 else ""
        best.uncertain.insert(
            0,
            f"other worksheets may hold cards too: {listed_titles}{count_of_others};"
            f" {shell.join(['--sheet', likely_titles[0]])} reads that one.",
        )
    return best


def find_layout(sheet: Worksheet, choices: Choices) -> Layout:
    """Return the layout of a worksheet.

    Raises:
        ComponentError: there is no such heading row or column.
    """
    heading_row = _heading_row(sheet, choices.header_row)
    skipped: list[str] = []
    heading_rows, headings = _headings(sheet, heading_row, skipped)
    first = heading_rows[-1] + 1 if heading_rows else 0
    rows = {number: cells for number, cells in sheet.rows.items() if number >= first}
    columns = _columns(sheet, headings, rows, skipped)
    uncertain: list[str] = []
    meanings = _meanings(columns, choices, uncertain)
    card_rows = _card_rows(sheet, rows, columns, meanings, headings, skipped)
    return Layout(sheet, heading_rows, columns, meanings, card_rows, skipped, uncertain)


def _heading_row(sheet: Worksheet, chosen_row: int | None) -> int | None:
    """Return the row of the headings; None if there is none."""
    if chosen_row == 0:
        return None
    if chosen_row is not None:
        if chosen_row not in sheet.rows:
            raise ComponentError(f"--header-row: row {chosen_row} is empty.")
        return chosen_row
    if sheet.heading_row is not None:
        return sheet.heading_row
    rows = list(sheet.rows.items())
    n_known_headings = {
        number: len(_meanings_in(cells))
        for number, cells in rows[:SEARCHED_ROWS]
        if _may_be_headings(cells)
    }
    best = max(n_known_headings, key=lambda number: n_known_headings[number], default=None)
    if best is not None and n_known_headings[best] > 0:
        return best
    wide = [(number, cells) for number, cells in rows[:SEARCHED_ROWS] if _n_filled(cells) > 1]
    if not wide or not _may_be_headings(wide[0][1]):
        return None
    return wide[0][0]


def _n_filled(cells: Sequence[str]) -> int:
    return len({cell for cell in cells if cell})


def _may_be_headings(cells: Sequence[str]) -> bool:
    """Return whether a row is none of numbers, long texts and a single title."""
    filled = [cell for cell in cells if cell]
    n_numbers = sum(number_in(cell) is not None for cell in filled)
    is_single = _n_filled(cells) == 1
    is_wide = len(cells) > 1
    return (
        n_numbers == 0
        and all(len(cell) <= LONGEST_HEADING for cell in filled)
        and not (is_single and is_wide)
    )


def _meanings_in(cells: Iterable[str]) -> set[str]:
    return {m for cell in cells if cell for m in MEANINGS if VOCABULARY[m].rank(cell)}


def _headings(
    sheet: Worksheet, heading_row: int | None, skipped: list[str]
) -> tuple[list[int], list[str]]:
    """Return the rows of the headings, and the headings, in which two lines are one."""
    width = max(map(len, sheet.rows.values()))
    numbers = list(sheet.rows)
    if heading_row is None:
        return [], [""] * width
    headings = _pad(sheet.rows[heading_row], width)
    index = numbers.index(heading_row)
    titles, below = numbers[:index], numbers[index + 1 :]
    rows = [heading_row]
    if titles and _is_group_line(sheet.rows[titles[-1]]):
        rows.insert(0, titles.pop())
        headings = _with_groups(_fill_right(_pad(sheet.rows[rows[0]], width)), headings)
    if titles:
        skipped.append(f"{_row_list(titles)} above the headings.")
    if len(below) > 1 and _is_second_line(sheet, below[0], below[1:]):
        rows.append(below[0])
        second_line = _pad(sheet.rows[below[0]], width)
        headings = [
            " ".join(filter(None, pair)) for pair in zip(headings, second_line, strict=True)
        ]
    return rows, headings


def _pad(cells: Sequence[str], width: int) -> list[str]:
    return [*cells, *[""] * (width - len(cells))]


def _is_group_line(cells: Sequence[str]) -> bool:
    return _n_filled(cells) > 1 and _may_be_headings(cells)


def _fill_right(cells: Sequence[str]) -> list[str]:
    filled: list[str] = []
    for cell in cells:
        filled.append(cell or (filled[-1] if filled else ""))
    return filled


def _with_groups(groups: Sequence[str], headings: Sequence[str]) -> list[str]:
    """Return headings; those that are repeated, or mean something with their group, get it."""
    n_called = Counter(headings)
    return [
        f"{group} {heading}".strip()
        if n_called[heading] > 1
        or (not _meanings_in([heading]) and _meanings_in([f"{group} {heading}"]))
        else heading
        for group, heading in zip(groups, headings, strict=True)
    ]


def _is_second_line(sheet: Worksheet, number: int, below: Sequence[int]) -> bool:
    """Return whether a row explains the headings: words where the rows below have numbers."""
    cells = sheet.rows[number]
    word_columns = [
        i for i, cell in enumerate(cells) if len(heading_words(cell)) > 0 and len(cell) > 1
    ]
    if len(word_columns) < 2 or any(number_in(cell) is not None for cell in cells if cell):
        return False

    def is_above_numbers(index: int) -> bool:
        column = [row[index] for row in (sheet.rows[n] for n in below) if index < len(row)]
        filled = [cell for cell in column if not is_blank(cell)]
        return bool(filled) and all(number_in(cell) is not None for cell in filled)

    n_above = sum(map(is_above_numbers, word_columns))
    return n_above >= 2 and 2 * n_above >= len(word_columns) - 1


def _columns(
    sheet: Worksheet, headings: Sequence[str], rows: Mapping[int, Sequence[str]], skipped: list[str]
) -> list[SheetColumn]:
    """Return the columns that have a heading; all filled ones if the sheet has no headings."""
    has_headings = any(headings)
    columns, nameless = [], []
    for index, heading in enumerate(headings):
        cells = {
            number: row[index]
            for number, row in rows.items()
            if index < len(row) and not is_blank(row[index])
        }
        column = SheetColumn(index, heading, cells)
        if heading or (cells and not has_headings):
            columns.append(column)
        elif cells:
            nameless.append(column)
    if nameless:
        letters = ", ".join(column.letter for column in nameless)
        plural = "column" if len(nameless) == 1 else "columns"
        skipped.append(f"{plural} {letters} without a heading.")
    return columns


def _meanings(
    columns: Sequence[SheetColumn], choices: Choices, uncertain: list[str]
) -> dict[str, SheetColumn]:
    """Return the column of each meaning: chosen by the user, or known by its heading."""
    chosen_columns = {
        meaning: _column_called(columns, meaning, chosen_heading)
        for meaning, chosen_heading in choices.columns.items()
    }
    meanings = {meaning: column for meaning, column in chosen_columns.items() if column is not None}
    taken_columns = {column.index for column in meanings.values()}
    for meaning in MEANINGS:
        if meaning in chosen_columns:
            continue
        ranked = _candidates(meaning, [c for c in columns if c.index not in taken_columns])
        if ranked:
            meanings[meaning] = ranked[0]
            taken_columns.add(ranked[0].index)
            uncertain += _rivals(meaning, ranked)
    if NAME not in meanings:
        meanings[NAME] = _first_text(columns, taken_columns)
    return {meaning: meanings[meaning] for meaning in MEANINGS if meaning in meanings}


def _column_called(
    columns: Sequence[SheetColumn], meaning: str, chosen_heading: str
) -> SheetColumn | None:
    """Return the column with a heading or a letter; None for `none`."""
    if chosen_heading.strip().lower() == NONE and meaning != NAME:
        return None
    chosen_words = heading_words(chosen_heading) or [chosen_heading.strip()]
    by_heading = [
        c for c in columns if (heading_words(c.heading) or [c.heading.strip()]) == chosen_words
    ]
    by_exact_heading = [c for c in columns if c.heading.strip() == chosen_heading.strip()]
    by_letter = [c for c in columns if c.letter == chosen_heading.strip().upper()]
    column = next(iter([*by_exact_heading, *by_heading, *by_letter]), None)
    if column is None:
        known_headings = [c.heading for c in columns if c.heading]
        spelling_hint = did_you_mean(chosen_heading, known_headings)
        listed = ", ".join(c.heading or c.letter for c in columns)
        raise ComponentError(
            f'--column: {meaning}: no column is called "{chosen_heading}".{spelling_hint} There are'
            f" {listed}."
        )
    if meaning != NAME and column.cells and not column.has_numbers:
        raise ComponentError(f"--column: {meaning}: {column.label} holds no numbers.")
    return column


def _candidates(meaning: str, columns: Sequence[SheetColumn]) -> list[SheetColumn]:
    """Return the columns that may have a meaning, the likeliest first."""
    ranks = {c.index: VOCABULARY[meaning].rank(c.heading) for c in columns}
    better = {
        c.index: max(
            VOCABULARY[rival_meaning].rank(c.heading)
            for rival_meaning in MEANINGS
            if rival_meaning != meaning
        )
        for c in columns
    }
    candidates = [c for c in columns if ranks[c.index] and _fits(meaning, c, ranks[c.index])]
    candidates = [
        c for c in candidates if ranks[c.index] >= better[c.index] or ranks[c.index] > POSSIBLE
    ]

    def likelihood(column: SheetColumn) -> tuple[bool, int, int, int]:
        is_right_kind = column.is_numeric != (meaning == NAME)
        is_key = heading_words(column.heading)[:1] in (["id"], ["key"], ["code"], ["identifier"])
        return (is_right_kind, ranks[column.index], -int(is_key), -column.index)

    return sorted(candidates, key=likelihood, reverse=True)


def _fits(meaning: str, column: SheetColumn, rank: int) -> bool:
    """Return whether the cells of a column do not gainsay a heading."""
    if meaning == NAME or rank > POSSIBLE:
        return meaning == NAME or column.has_numbers or not column.cells or rank == EXACT
    return column.may_be_copies if meaning == COPIES else column.is_numeric


def _rivals(meaning: str, ranked: Sequence[SheetColumn]) -> list[str]:
    """Return sentences on other columns whose headings have a meaning as well."""
    best, *other_columns = ranked
    rank = VOCABULARY[meaning].rank
    rivals = [c for c in other_columns if rank(c.heading) > POSSIBLE and c.is_numeric]
    if meaning == NAME:
        return []
    text_columns = [
        c for c in other_columns if rank(c.heading) == EXACT and c.cells and not c.has_numbers
    ]
    doubts = [
        f"{c.label} holds no numbers; {meaning} is read from {best.label}." for c in text_columns
    ]
    if not rivals:
        return doubts
    labels = " and ".join(column.label for column in rivals[:3])
    is_same = heading_words(rivals[0].heading) == heading_words(best.heading)
    column_argument = rivals[0].letter if is_same else rivals[0].option_value
    option = shell.join(["--column", f"{meaning}={column_argument}"])
    return [*doubts, f"{meaning} may be meant by {labels} too; {option} reads that one."]


def _first_text(columns: Sequence[SheetColumn], taken_columns: set[int]) -> SheetColumn:
    """Return the first column of texts that differ; else of texts; else the first column."""
    if not columns:
        raise ComponentError("no column has a heading; name their row with --header-row.")
    free = [column for column in columns if column.index not in taken_columns and column.cells]
    text_columns = [column for column in free if not column.is_numeric]
    different = [c for c in text_columns if 2 * len(set(c.cells.values())) > len(c.cells)]
    return next(iter([*different, *text_columns, *free, *columns]))


def _card_rows(
    sheet: Worksheet,
    rows: Mapping[int, Sequence[str]],
    columns: Sequence[SheetColumn],
    meanings: Mapping[str, SheetColumn],
    headings: Sequence[str],
    skipped: list[str],
) -> list[int]:
    """Return the rows that are cards; the others are counted by kind."""
    name = meanings[NAME]
    numeric = [c for c in columns if c is not name and (c.is_numeric or c in meanings.values())]
    filled_cells = [column.cells for column in columns]
    numbers = [column.numbers(has_unit=True) for column in numeric]
    kinds: dict[str, list[int]] = {}
    cards: list[int] = []
    for number, cells in rows.items():
        filled = [c for c in columns if number in c.cells and not _is_merged(sheet, number, c)]
        if _is_extra(cells, headings):
            _check_shift(sheet, number, numeric, cells, headings)
        if _is_repeated(cells, headings):
            kind = "repeating the headings"
        elif is_total_row(number, next(filter(None, cells), ""), filled_cells, numbers):
            kind = "with totals"
        elif number not in name.cells:
            kind = f"without a name in {name.label}"
        elif _is_merged(sheet, number, name):
            kind = "continuing the name above"
        elif filled == [name] and _is_section(rows, numeric):
            kind = "with nothing but a name, as headings of a section have"
        else:
            cards.append(number)
            continue
        kinds.setdefault(kind, []).append(number)
    skipped += [f"{_row_list(numbers)} {kind}." for kind, numbers in kinds.items()]
    return cards


def _is_merged(sheet: Worksheet, number: int, column: SheetColumn) -> bool:
    return (number, column.index) in sheet.continued


def _is_extra(cells: Sequence[str], headings: Sequence[str]) -> bool:
    last = max((i for i, heading in enumerate(headings) if heading), default=len(headings))
    return any(cells[last + 1 :])


def _check_shift(
    sheet: Worksheet,
    number: int,
    numeric: Sequence[SheetColumn],
    cells: Sequence[str],
    headings: Sequence[str],
) -> None:
    """Check that a row with cells beyond the headings was not shifted by a stray separator.

    Raises:
        ComponentError: it was: a column of numbers has a text there.
    """
    is_shifted = any(
        number in c.cells and number_in(c.cells[number], has_unit=True) is None for c in numeric
    )
    if sheet.is_text and is_shifted:
        n_headings = sum(map(bool, headings))
        n_cells = max(i for i, cell in enumerate(cells) if cell) + 1
        raise ComponentError(
            f"row {number} has {n_cells} cells, the headings {n_headings};"
            " put quotes around a cell that holds the separator."
        )


def _is_repeated(cells: Sequence[str], headings: Sequence[str]) -> bool:
    filled = {cell.lower() for cell in cells if cell}
    return len(filled) > 1 and filled <= {heading.lower() for heading in headings}


def _is_section(rows: Mapping[int, Sequence[str]], numeric: Sequence[SheetColumn]) -> bool:
    """Return whether cards have numbers as a rule, so that a name alone is none."""
    return any(2 * len(column.cells) >= len(rows) for column in numeric)


def _row_list(numbers: Sequence[int]) -> str:
    """Return `row 3`, `rows 3 and 9` or `12 rows (3, 9, 14, ...)`."""
    if len(numbers) == 1:
        return f"row {numbers[0]}"
    listed = ", ".join(map(str, numbers[:3]))
    ellipsis = ", ..." if len(numbers) > 3 else ""
    return f"{len(numbers)} rows ({listed}{ellipsis})"
