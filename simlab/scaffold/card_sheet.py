"""Card sheets of designers: a component table from a CSV or XLSX file with any headings.

Reads the headings that nanDECK, Dextrous, Component.Studio, Squib, CIDER and Tabletop Simulator use
for names and copies, and guesses which columns are the cost and the points of a card.
"""

from __future__ import annotations

import csv
import io
import keyword
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from simlab.components.spreadsheet import COPIES, Sheet, read_sheet, whole_number
from simlab.errors import ComponentError, InputError

KEYS = ("card", "name", "card_name", "title", "nickname", "label", "item", "tile", "id")
"""Headings of the column that names a card, the likeliest first."""
COSTS = ("cost", "price", "total_cost", "card_cost", "mana", "mana_cost", "costs", "coins")
POINTS = (
    "points",
    "vp",
    "victory_points",
    "victory_point",
    "vps",
    "pts",
    "score",
    "prestige",
    "fame",
    "value",
)
RESERVED = {"provenance": "origin"}
"""Names that tables use themselves, and what such a column is called instead."""
MOST_NUMBER = 999_999_999
ASSUMED_POINTS = 5
"""Cards of a sheet without points are worth 1 to this number in turn."""
USUAL_ROWS = 200
"""Cards that a table may have without further ado."""

Cells = dict[str, str]


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
        """Smallest number that is allowed."""
        return int(self.name == COPIES)

    @property
    def if_blank(self) -> str:
        """What the column declares of empty cells."""
        return "" if self.is_full and self.name != COPIES else f", blank={self.low}"

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
    notes: list[str] = field(default_factory=list)

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


def read_cards(file: Path) -> CardSheet:
    """Return the table that a file of cards makes.

    Raises:
        InputError: it cannot be read, or has no cards.
    """
    try:
        raw = file.read_bytes()
    except OSError as error:
        raise InputError(f"not readable ({error.strerror})", str(file)) from None
    try:
        return cards_of(read_sheet(raw, "cards"))
    except ComponentError as error:
        raise InputError(error.problems, str(file)) from None


def cards_of(sheet: Sheet) -> CardSheet:
    """Return the table that a sheet of cards makes.

    Raises:
        ComponentError: two columns have one name, a number of copies is none, or no row has a name.
    """
    if sheet.problems:
        raise ComponentError(sheet.problems)
    names = [name for name in sheet.columns if name]
    key = key_of(sheet, names)
    notes = [*sheet.remarks, *_rows_without(sheet, key)]
    rows = [cells for cells in sheet.rows.values() if cells.get(key)]
    if not rows:
        raise ComponentError(f"no row has a name in {sheet.columns[key]}.")
    _check_copies(sheet, key)
    new_names = {name: safe_name(name) for name in names}
    cards = [{new_names[name]: cells.get(name, "") for name in names} for cells in rows]
    cards = merged(cards, new_names[key], notes)
    return with_guesses(cards, new_names[key], _meanings(sheet, new_names), notes)


def key_of(sheet: Sheet, names: Sequence[str]) -> str:
    """Return the column that names the cards: one with a usual heading, or the first text."""
    usual = (name for name in KEYS if name in names)
    texts = (name for name in names if not numbers_in(_column(sheet, name)))
    return next(usual, None) or next(texts, names[0])


def _column(sheet: Sheet, name: str) -> list[str]:
    return [cells.get(name, "") for cells in sheet.rows.values()]


def numbers_in(cells: Iterable[str]) -> tuple[int, ...]:
    """Return the numbers in cells that hold whole numbers from 0 or nothing; else none."""
    try:
        return tuple(whole_number(cell, 0, MOST_NUMBER) for cell in cells if cell)
    except ComponentError:
        return ()


def _rows_without(sheet: Sheet, key: str) -> list[str]:
    label = sheet.columns[key]
    return [
        f"row {number} has no name in {label} and is left out."
        for number, cells in sheet.rows.items()
        if not cells.get(key)
    ]


def _check_copies(sheet: Sheet, key: str) -> None:
    problems = []
    for number, cells in sheet.rows.items():
        text = cells.get(COPIES, "")
        try:
            if text and cells.get(key):
                whole_number(text, 1, MOST_NUMBER)
        except ComponentError as error:
            place = f"row {number}, {sheet.columns[COPIES]}"
            problems += [problem.within(place) for problem in error.problems]
    if problems:
        raise ComponentError(problems)


def safe_name(name: str) -> str:
    """Return a column name that is a Python name."""
    word = re.sub(r"\W", "_", name).strip("_") or "column"
    word = RESERVED.get(word, word)
    is_free = word.isidentifier() and not keyword.iskeyword(word)
    return word if is_free else f"column_{word}"


def _meanings(sheet: Sheet, new_names: Mapping[str, str]) -> dict[str, str]:
    """Return the heading of each column in the words of the sheet."""
    headings = {new: sheet.columns[old].partition('"')[2] for old, new in new_names.items()}
    return {
        name: " ".join(heading.removesuffix('"').replace('"', "").split()).lower()
        for name, heading in headings.items()
    }


def merged(cards: Iterable[Cells], key: str, notes: list[str]) -> list[Cells]:
    """Return one row per card: equal rows become copies, and other cards get names of their own."""
    totals: Counter[tuple[tuple[str, str], ...]] = Counter()
    for card in cards:
        name = card[key].replace(".", "")
        rest = {**card, key: name}
        copies = whole_number(rest.pop(COPIES, "") or 1, 1, MOST_NUMBER)
        totals[tuple(rest.items())] += copies
    taken: set[str] = set()
    rows = []
    for cells, copies in totals.items():
        card = dict(cells)
        name = unused(card[key], taken)
        if name != card[key]:
            notes.append(f"a second card is called {card[key]}; it is now {name}.")
        taken.add(name)
        rows.append({**card, key: name, COPIES: str(copies)})
    return rows


def unused(name: str, taken: set[str]) -> str:
    """Return a name that is not taken: with a number behind it if needed."""
    number, free = 2, name
    while free in taken:
        number, free = number + 1, f"{name} {number}"
    return free


def with_guesses(
    rows: list[Cells], key: str, meanings: Mapping[str, str], notes: list[str]
) -> CardSheet:
    """Return the table with the columns of cost and points; those that are missing are assumed."""
    numeric = [name for name in rows[0] if name != key and numbers_in(row[name] for row in rows)]
    for row in rows:
        row.update({name: _as_digits(row[name]) for name in numeric})
    others = [name for name in numeric if name != COPIES]
    points = _points_of(rows, others, notes)
    cost = _cost_of(rows, [name for name in others if name != points], points, notes)
    names = [name for name in rows[0] if name not in (key, COPIES)]
    columns = tuple(_column_of(name, rows, meanings) for name in [*names, COPIES])
    return CardSheet(key, columns, rows, cost, points, notes)


def _as_digits(cell: str) -> str:
    return cell and str(whole_number(cell, 0, MOST_NUMBER))


def _points_of(rows: Sequence[Cells], numeric: Sequence[str], notes: list[str]) -> str:
    """Return the column of points; without one, one of other numbers, or a new one."""
    named = next((name for name in POINTS if name in numeric), "")
    if named:
        return named
    other = next((name for name in numeric if name not in COSTS), "")
    if other:
        notes.append(f'column "{other}" is taken for the points of a card.')
        return other
    notes.append(f"no column has points; 1 to {ASSUMED_POINTS} are assumed in turn.")
    return _added("points", rows, [str(1 + i % ASSUMED_POINTS) for i in range(len(rows))])


def _cost_of(rows: Sequence[Cells], numeric: Sequence[str], points: str, notes: list[str]) -> str:
    """Return the column of costs; without one, a new one with the points of each card."""
    named = next((name for name in COSTS if name in numeric), "")
    if named:
        return named
    notes.append(f'no column has costs; a card is assumed to cost its "{points}".')
    return _added("cost", rows, [row[points] or "0" for row in rows])


def _added(name: str, rows: Sequence[Cells], cells: Sequence[str]) -> str:
    """Add a column of numbers; one of text with its name is called otherwise."""
    for row, cell in zip(rows, cells, strict=True):
        if name in row:
            row[f"{name}_text"] = row.pop(name)
        row[name] = cell
    return name


def _column_of(name: str, rows: Iterable[Cells], meanings: Mapping[str, str]) -> CardColumn:
    cells = [row[name] for row in rows]
    meaning = "of this card" if name == COPIES else meanings.get(name, name)
    return CardColumn(name, meaning, numbers_in(cells), all(cells))
