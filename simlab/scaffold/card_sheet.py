"""Card sheets of designers: a component table from a file with any headings.

Says what was read: kinds and cards, from which worksheet, heading row and columns, what was left
out, and what may be meant otherwise.
"""

from __future__ import annotations

import csv
import io
import keyword
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from simlab import shell
from simlab.errors import ComponentError, InputError
from simlab.game.components.spreadsheet import column_name, heading_name
from simlab.scaffold.heading_words import COPIES, COST, MEANINGS, NAME, POINTS, VOCABULARY
from simlab.scaffold.layout import MOST_COPIES, Choices, Layout, SheetColumn, choose_layout
from simlab.scaffold.sheet_file import read_worksheets

RESERVED = {"provenance": "origin"}
"""Names that tables use themselves, and what such a column is called instead."""
ASSUMED_POINTS = 5
"""Cards of a sheet without points are worth 1 to this number in turn."""
USUAL_ROWS = 200
"""Cards that a table may have without further ado."""
PLURALS = {COST: "costs", POINTS: "points"}
MOST_NOTES = 6
"""Notes that are shown; the others are counted."""
MOST_COLUMNS = 8
"""Columns that no rule uses and that are named; the others are counted."""
MOST_LISTED = 3
"""Cells or cards that a note lists; the others are counted."""

Cells = dict[str, str]
Numbers = dict[str, dict[int, int]]
"""Whole numbers by column and row."""


@dataclass(frozen=True)
class CardColumn:
    """A column of the new table: whole numbers in a range, or text."""

    name: str
    meaning: str
    numbers: tuple[int, ...] = ()
    """The numbers in its cells; empty if it holds text."""
    is_full: bool = True

    @property
    def is_number(self) -> bool:
        """Whether it holds whole numbers."""
        return bool(self.numbers)

    @property
    def low(self) -> int:
        """Smallest number that is allowed: below 0 only if a cell is."""
        return min(int(self.name == COPIES), 2 * min(self.numbers) // 10 * 10)

    @property
    def if_blank(self) -> str:
        """What the column declares of empty cells."""
        return "" if self.is_full and self.name != COPIES else f", blank={int(self.name == COPIES)}"

    @property
    def high(self) -> int:
        """Largest number that is allowed: twice the largest there, rounded up to tens."""
        return max(10, -(-2 * max(self.numbers) // 10) * 10)


@dataclass(frozen=True)
class CardSheet:
    """A component table of cards, and what was assumed to make it."""

    key: str
    columns: tuple[CardColumn, ...]
    rows: list[Cells]
    cost: str
    points: str
    summary: list[str]
    """How many cards were read, and from where."""
    notes: list[str]
    """What is uncertain, assumed or left out."""

    @property
    def short_notes(self) -> list[str]:
        """The first notes, and the number of the others."""
        n_more = len(self.notes) - MOST_NOTES
        if n_more < 2:
            return self.notes
        return [*self.notes[:MOST_NOTES], f"{n_more} more notes are in the answer of --json."]

    def _numbers(self, name: str) -> list[int]:
        return [int(row[name] or 0) for row in self.rows]

    @property
    def n_cards(self) -> int:
        """Number of cards, copies counted."""
        return sum(self._numbers(COPIES))

    @property
    def max_rows(self) -> int:
        """The most cards that the table may have; 0 if the usual number is enough."""
        return 0 if self.n_cards <= USUAL_ROWS // 2 else 2 * self.n_cards

    @property
    def has_penalties(self) -> bool:
        """Whether a card costs points."""
        return min(self._numbers(self.points)) < 0

    @property
    def income(self) -> int:
        """Coins of a turn after which a card of mean cost takes two turns."""
        costs, copies = self._numbers(self.cost), self._numbers(COPIES)
        total = sum(cost * n for cost, n in zip(costs, copies, strict=True))
        return max(1, round(total / self.n_cards / 2))

    @property
    def most_income(self) -> int:
        """The largest income that is allowed."""
        return max(10, 3 * self.income)

    @property
    def last_card(self) -> int:
        """Cards of a player that end the game: five, fewer if the deck is small."""
        return max(1, min(5, self.n_cards // 4))

    def as_csv(self) -> str:
        """Return the table as the text of a CSV file."""
        out = io.StringIO()
        names = [self.key, *(column.name for column in self.columns)]
        writer = csv.DictWriter(out, names, lineterminator="\n")
        writer.writeheader()
        writer.writerows(self.rows)
        return out.getvalue()


def read_cards(file: Path, choices: Choices | None = None) -> CardSheet:
    """Return the table that a file of cards makes.

    Raises:
        InputError: it cannot be read, or has no cards.
    """
    try:
        raw = file.read_bytes()
    except OSError as error:
        raise InputError(f"not readable ({error.strerror})", str(file)) from None
    try:
        return cards_of(raw, choices)
    except ComponentError as error:
        raise InputError(error.problems, str(file)) from None


def cards_of(raw: bytes, choices: Choices | None = None) -> CardSheet:
    """Return the table that the bytes of a file of cards make.

    Raises:
        ComponentError: it is no table of cards, or a choice does not fit it.
    """
    choices = choices or Choices()
    return _CardReader(choose_layout(read_worksheets(raw), choices), choices).card_sheet()


class _CardReader:
    """Makes a table of the card rows of a layout, and notes what is odd, taken or assumed."""

    def __init__(self, layout: Layout, choices: Choices) -> None:
        self.layout, self.choices = layout, choices
        self.meanings = layout.meanings
        self.columns = name_columns(layout)
        self.key = self.name_of(self.meanings[NAME])
        self.odd_cells: list[str] = []
        self.odd_copies: list[str] = []
        self.remarks: list[str] = []
        """On columns: taken, assumed, with decimals."""

    def name_of(self, column: SheetColumn) -> str:
        """Return the name that a column has in the table."""
        return next(name for name, named_column in self.columns.items() if named_column is column)

    def card_sheet(self) -> CardSheet:
        """Return the table.

        Raises:
            ComponentError: each card has 0 copies.
        """
        copies, numbers = self.copies(), self.numbers()
        card_rows = [row for row in self.layout.card_rows if copies.get(row, 1)]
        if not card_rows:
            raise ComponentError(f"{self.meanings[COPIES].label} has 0 copies of all cards.")
        n_cut = len(self.layout.card_rows) - len(card_rows)
        cards = [self.cells(row, numbers, copies.get(row, 1)) for row in card_rows]
        renamed: list[str] = []
        rows = merge_cards(cards, self.key, renamed)
        points = self.points(rows, numbers)
        cost = self.cost(rows, numbers, points)
        self.doubt_copies(numbers, {cost, points})
        names = [name for name in rows[0] if name not in (self.key, COPIES)]
        added = {cost, points} - set(numbers)
        table = tuple(
            self.card_column(name, rows, name in numbers or name in added) for name in names
        )
        copies_column = self.card_column(COPIES, rows, True)
        sheet = CardSheet(self.key, (*table, copies_column), rows, cost, points, [], [])
        sheet.summary.extend(self.summary(sheet))
        sheet.notes.extend(self.notes(n_cut, len(cards) - len(rows), renamed))
        return sheet

    def copies(self) -> dict[int, int]:
        """Return the number of copies by row; rows without one are left out."""
        column = self.meanings.get(COPIES)
        if column is None:
            return {}
        if not column.cells:
            self.remarks.append(f"{column.label} is empty, so there is one copy of each card.")
        column_numbers = column.numbers(has_unit=True)
        copies = {
            row: int(number)
            for row, number in column_numbers.items()
            if number % 1 == 0 and 0 <= number <= MOST_COPIES
        }
        self.odd_copies = self.odd(column, copies)
        return copies

    def odd(self, column: SheetColumn, numbers: Mapping[int, object]) -> list[str]:
        """Return the cells of the cards that are not among the numbers of a column."""
        return [
            f'row {row}, {column.label}: "{column.cells[row]}"'
            for row in self.layout.card_rows
            if row in column.cells and row not in numbers
        ]

    def numbers(self) -> Numbers:
        """Return the whole numbers of each column of numbers but that of copies."""
        known_columns = [self.meanings[m] for m in (COST, POINTS) if m in self.meanings]
        numbers = {}
        for name, column in self.columns.items():
            if name == self.key or not (column.is_numeric or column in known_columns):
                continue
            column_numbers = column.numbers(has_unit=column in known_columns)
            cards = {
                row: column_numbers[row] for row in self.layout.card_rows if row in column_numbers
            }
            if cards:
                self.odd_cells += self.odd(column, cards)
                numbers[name] = self.whole(column, cards)
        return numbers

    def whole(self, column: SheetColumn, numbers: Mapping[int, Decimal]) -> dict[int, int]:
        """Return numbers as whole ones: times 10 or 100 if there are decimals."""
        n_decimals = max(-int(number.as_tuple().exponent) for number in numbers.values())
        factor = 10 ** max(0, n_decimals)
        if factor > 1:
            self.remarks.append(
                f"{column.label} has decimals; its numbers are kept times {factor}."
            )
        return {row: int(number * factor) for row, number in numbers.items()}

    def cells(self, row: int, numbers: Numbers, copies: int) -> Cells:
        """Return the cells of a card."""
        cells = {
            name: str(numbers[name].get(row, "")) if name in numbers else column.cells.get(row, "")
            for name, column in self.columns.items()
        }
        return {**cells, self.key: " ".join(cells[self.key].split()), COPIES: str(copies)}

    def points(self, rows: Sequence[Cells], numbers: Numbers) -> str:
        """Return the column of points; without one, one of other numbers, or a new one."""
        known_column = self.column_with_meaning(POINTS, numbers)
        if known_column:
            return known_column
        free = (
            []
            if POINTS in (*self.meanings, *self.choices.columns)
            else self.columns_without_meaning(numbers)
        )
        if free:
            column = self.columns[free[0]]
            self.remarks.append(
                f"{column.label} is taken for the points of a card;"
                " --column points=HEADING names another."
            )
            return free[0]
        self.remarks.append(
            f"{self.lack(POINTS)}; 1 to {ASSUMED_POINTS} points are assumed in turn."
        )
        return _add_column(POINTS, rows, [str(1 + i % ASSUMED_POINTS) for i in range(len(rows))])

    def cost(self, rows: Sequence[Cells], numbers: Numbers, points: str) -> str:
        """Return the column of costs; without one, a new one with the points of each card."""
        known_column = self.column_with_meaning(COST, numbers)
        if known_column:
            return known_column
        self.remarks.append(f'{self.lack(COST)}; a card is assumed to cost its "{points}".')
        return _add_column(COST, rows, [str(max(0, int(row[points] or 0))) for row in rows])

    def lack(self, meaning: str) -> str:
        """Return why no column has a meaning."""
        column = self.meanings.get(meaning)
        return (
            f"no column has {PLURALS[meaning]}"
            if column is None
            else f"{column.label} holds no numbers"
        )

    def column_with_meaning(self, meaning: str, numbers: Numbers) -> str:
        """Return the name of the column with a meaning, if it has numbers."""
        column = self.meanings.get(meaning)
        name = "" if column is None else self.name_of(column)
        return name if name in numbers else ""

    def columns_without_meaning(self, numbers: Numbers) -> list[str]:
        """Return the columns of numbers of which nothing is known."""
        known_columns = self.meanings.values()
        return [
            name
            for name in numbers
            if self.columns[name] not in known_columns
            and not self.columns[name].is_serial
            and not any(VOCABULARY[m].rank(self.columns[name].heading) for m in MEANINGS)
        ]

    def doubt_copies(self, numbers: Numbers, used_names: set[str]) -> None:
        """Note columns that may be the copies, if none is known to be."""
        if COPIES in (*self.meanings, *self.choices.columns):
            return
        rank = VOCABULARY[COPIES].rank
        known_columns = [self.meanings.get(meaning) for meaning in (COST, POINTS)]
        doubted = [
            column
            for name, column in self.columns.items()
            if name in numbers
            and column not in known_columns
            and (rank(column.heading) or (column.may_be_copies and name not in used_names))
        ]
        guessed = [self.columns[name] for name in used_names if name in numbers]
        doubted = doubted or [c for c in guessed if c not in known_columns and c.may_be_copies]
        if doubted:
            labels = " or ".join(column.label for column in doubted[:MOST_LISTED])
            option = shell.join(["--column", f"copies={doubted[-1].option_value}"])
            self.remarks.insert(
                0, f"no column is known to hold copies; if {labels} does, add {option}."
            )

    def card_column(self, name: str, rows: Sequence[Cells], is_number: bool) -> CardColumn:
        """Return what the table declares of a column."""
        cells = [row[name] for row in rows]
        numbers = tuple(int(cell) for cell in cells if cell) if is_number else ()
        heading = self.columns[name].heading if name in self.columns else name
        meaning = " ".join(heading.replace('"', "").split()).replace("\\", "/").lower()
        return CardColumn(
            name, "of this card" if name == COPIES else meaning or name, numbers, all(cells)
        )

    def summary(self, sheet: CardSheet) -> list[str]:
        """Return how many cards were read, and from where."""
        title, rows = self.layout.sheet.title, self.layout.heading_rows
        worksheet = f' from worksheet "{title}"' if title else ""
        in_rows = f"headings in row{'s' * (len(rows) > 1)} {' and '.join(map(str, rows))}"
        headings = "" if rows == [0] else f", {in_rows if rows else 'without headings'}"
        used_columns = {NAME: sheet.key, COST: sheet.cost, POINTS: sheet.points}
        labels = [
            f"{meaning} from {column.label}"
            for meaning, column in self.meanings.items()
            if meaning == COPIES or self.columns.get(used_columns[meaning]) is column
        ]
        one_each = [] if COPIES in self.meanings else ["one copy of each card"]
        return [
            f"Read {number_and_noun(len(sheet.rows), 'kind')} of card,"
            f" {number_and_noun(sheet.n_cards, 'card')} in all{worksheet}{headings}.",
            f"Took {', '.join([*labels, *one_each])}.",
            *self.without_rule(sheet),
        ]

    def without_rule(self, sheet: CardSheet) -> list[str]:
        """Return a sentence on the columns of which the rules of a new game make no use."""
        used_columns = (sheet.key, sheet.cost, sheet.points)
        labels = [
            column.label
            for name, column in self.columns.items()
            if name not in used_columns and column.cells
        ]
        if not labels:
            return []
        listed_labels = labels[:MOST_COLUMNS]
        if len(labels) > len(listed_labels):
            listed_labels.append(number_and_noun(len(labels) - len(listed_labels), "more column"))
        *first_labels, last = listed_labels
        listed = f"{', '.join(first_labels)} and {last}" if first_labels else last
        return [f"No rule uses {listed} yet; the cells are kept for the rules that you add."]

    def notes(self, n_cut: int, n_repeated: int, renamed: Sequence[str]) -> list[str]:
        """Return all notes, those that ask for a decision first."""
        cut = f"{number_and_noun(n_cut, 'card')} with 0 copies left out." if n_cut else ""
        repeated = f"{number_and_noun(n_repeated, 'row')} like one above: taken for further copies."
        left_out = "; ".join(line.removesuffix(".") for line in self.layout.skipped)
        notes = [
            *self.layout.uncertain,
            *self.remarks,
            _list_items(self.odd_cells, "no number, counted as 0"),
            _list_items(self.odd_copies, "no number of copies, counted as 1"),
            cut,
            f"left out: {left_out}." if left_out else "",
            *self.layout.sheet.notes,
            _list_items(renamed, "cards with the name of another one get a number"),
            repeated if n_repeated else "",
        ]
        return [note for note in notes if note]


def _list_items(items: Sequence[str], heading: str) -> str:
    """Return a heading with the first items, and the number of the others."""
    if not items:
        return ""
    n_more = len(items) - MOST_LISTED
    count_of_others = f"; and {n_more} more" if n_more > 0 else ""
    return f"{heading}: {'; '.join(items[:MOST_LISTED])}{count_of_others}."


def number_and_noun(n: int, noun: str) -> str:
    """Return a number with its noun: `1 card`, `2 cards`."""
    return f"{n:,} {noun}{'' if n == 1 else 's'}"


def name_columns(layout: Layout) -> dict[str, SheetColumn]:
    """Return the columns but that of copies by the name that each has in the table."""
    names: dict[str, SheetColumn] = {}
    for column in layout.columns:
        if column is layout.meanings.get(COPIES):
            continue
        is_key = column is layout.meanings[NAME] and not column.heading
        name = safe_name(NAME if is_key else column.heading or f"column {column.letter}")
        number, free = 2, name
        while free in names or column_name(free) == COPIES:
            number, free = number + 1, f"{name}_{number}"
        names[free] = column
    return names


def safe_name(heading: str) -> str:
    """Return a column name that is a Python name."""
    normal = unicodedata.normalize("NFKC", heading_name(unicodedata.normalize("NFKC", heading)))
    word = re.sub(r"\W", "_", normal).strip("_") or "column"
    word = RESERVED.get(word, word)
    is_free = word.isidentifier() and not keyword.iskeyword(word)
    return word if is_free else f"column_{word}"


def merge_cards(cards: Iterable[Cells], key: str, renamed: list[str]) -> list[Cells]:
    """Return one row per card: equal rows become copies, and other cards get names of their own."""
    totals: Counter[tuple[tuple[str, str], ...]] = Counter()
    for card in cards:
        totals[tuple((name, cell) for name, cell in card.items() if name != COPIES)] += int(
            card[COPIES]
        )
    taken_names: set[str] = set()
    rows = []
    for cells, copies in totals.items():
        card = dict(cells)
        name = free_name(card[key], taken_names)
        if name != card[key]:
            renamed.append(name)
        taken_names.add(name)
        rows.append({**card, key: name, COPIES: str(copies)})
    return rows


def free_name(name: str, taken_names: set[str]) -> str:
    """Return a name that is not taken: with a number behind it if needed."""
    number, free = 2, name
    while free in taken_names:
        number, free = number + 1, f"{name} {number}"
    return free


def _add_column(name: str, rows: Sequence[Cells], cells: Sequence[str]) -> str:
    """Add a column of numbers; one of text with its name is called otherwise."""
    for row, cell in zip(rows, cells, strict=True):
        if name in row:
            row[f"{name}_text"] = row.pop(name)
        row[name] = cell
    return name
