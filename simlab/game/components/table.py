"""Component table of a game: column types, and reading and patching of its rows."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from simlab.errors import ComponentError, Problem, did_you_mean, not_one_of
from simlab.game.components.declared import check_declared
from simlab.game.components.key import join_key
from simlab.game.components.relative import apply_step
from simlab.game.components.spreadsheet import COPIES, Sheet, choice_word, whole_number

PROVENANCES = ("rule", "reported", "inferred", "assumed")
PRINTED, ASSUMED = "rule", "assumed"

TOTAL, VALUES = "total", "values"
"""What `Column.known` may be."""

Row = dict[str, int | str]


@dataclass(frozen=True)
class Column:
    """A column of a table: whole numbers, one of `choices`, a row of another table, else text."""

    name: str
    meaning: str
    low: int | None = None
    high: int | None = None
    choices: tuple[str, ...] = ()
    table: str = ""
    """Table, earlier in the schema, whose rows the cells refer to."""
    blank: int | str | None = None
    """Value of an empty cell; None if the cell is required."""
    known: str = ""
    """What is known of the column as a whole where its cells are assumed: their `TOTAL`, or all
    `VALUES` but not which row has which."""

    def __post_init__(self) -> None:
        """Check its name, words and bounds, and what is known.

        Raises:
            ValueError: it is nothing that can be known, or it lacks a name, words or bounds.
        """
        example = 'Column("cost", "coins to pay", 0, 9)'
        check_declared(self, "Column", (self.name, self.meaning), example)
        if self.known not in ("", TOTAL, VALUES):
            raise ValueError(f"column {self.name}: known is {self.known!r}, not total or values")

    @property
    def is_free(self) -> bool:
        """Whether any text is allowed."""
        return self.low is None and not self.choices and not self.table

    def parse(self, value: object) -> int | str:
        """Return the checked cell, from a file or a patch."""
        if value == "":
            return self._empty()
        if self.low is not None and self.high is not None:
            return whole_number(value, self.low, self.high)
        return choice_word(value, self.choices) if self.choices else str(value)

    def _empty(self) -> int | str:
        if self.blank is None:
            raise ComponentError("is empty.")
        return self.blank


PROVENANCE = Column("provenance", "where the row comes from", choices=PROVENANCES, blank=ASSUMED)
NOTE = Column("note", "a remark for readers of the file", blank="")


def provenance_of(column: str) -> Column:
    """Return the column with the provenance of another one; blank where it is that of the row."""
    meaning = f"where {column} comes from, if not from where the row does"
    return Column(provenance_name(column), meaning, choices=PROVENANCES, blank="")


def provenance_name(column: str) -> str:
    """Return the name of the column with the provenance of another one."""
    return f"{column}_{PROVENANCE.name}"


def is_assumed(row: Row, column: str) -> bool:
    """Return whether a cell has no source: its own provenance says so, else that of its row."""
    return (row.get(provenance_name(column)) or row[PROVENANCE.name]) == ASSUMED


@dataclass(frozen=True)
class Table:
    """A CSV or XLSX file with a key column that names each row, for patches and for messages."""

    name: str
    meaning: str
    key: str
    columns: tuple[Column, ...]
    file: str = ""
    parameter: str = ""
    """Parameter that chooses the file, if it is not fixed.

    With neither, the file has the name of the table. NAME.xlsx may replace NAME.csv."""
    min_rows: int = 1
    max_rows: int = 200
    """Both limits count copies."""

    def __post_init__(self) -> None:
        """Set the name of the file.

        Raises:
            ValueError: it has a fixed file and a parameter that chooses one, or its columns are no
                columns.
        """
        columns = self.columns
        if isinstance(columns, Column) or not all(isinstance(column, Column) for column in columns):
            raise ValueError(
                f"table {self.name}: its columns must be a tuple of Column, such as"
                ' (Column("cost", "coins to pay", 0, 9),), with a comma'
            )
        if self.file and self.parameter:
            raise ValueError(f"table {self.name}: has both a file and a parameter; give one")
        if not self.parameter:
            object.__setattr__(self, "file", self.file or f"{self.name}.csv")


PATCH = "patch"
"""Place of problems of a patch."""


class Problems(list[Problem]):
    """All problems so far, with their places."""

    @contextmanager
    def at(self, *place: str) -> Iterator[None]:
        """Add the problems of a ComponentError in the block, and continue after it."""
        try:
            yield
        except ComponentError as error:
            self.add(error, *place)

    def add(self, error: ComponentError, *place: str) -> None:
        """Add the problems of an error at a place."""
        self.extend(problem.within(*place) for problem in error.problems)


@dataclass
class TableReading:
    """State of reading one table."""

    table: Table
    file: str
    sheet: Sheet
    columns: dict[str, Column]
    """By name, the key column first."""
    problems: Problems
    rows: dict[str, Row] = field(default_factory=dict)
    """Rows by key; a row with a problem lacks the invalid cells."""
    changed: list[str] = field(default_factory=list)
    """Dotted keys of rows that the patch removed and of cells that it changed."""
    remarks: list[str] = field(default_factory=list)

    def read(self, taken_out: Collection[str], patch: Mapping[str, Mapping[str, object]]) -> None:
        """Read and patch all rows; raise ComponentError if columns are missing.

        Rows are removed first, so that a row of the same name can replace them.
        """
        self._compare_columns()
        for number, cells in self.sheet.rows.items():
            is_kept = cells.get(self.table.key) not in taken_out
            self._read_row(number, cells, list(self.columns) if is_kept else [self.table.key])
        for key in taken_out:
            with self.problems.at(PATCH, join_key(self.table.name, key)):
                self._take_out(key)
        for key, new_cells in patch.items():
            with self.problems.at(PATCH, join_key(self.table.name, key)):
                self._patch_row(key, new_cells)
        self._count_rows()

    def _compare_columns(self) -> None:
        sheet_columns = self.sheet.columns
        self._report(self.sheet.problems)
        extra = [name for name in sheet_columns if name not in self.columns]
        missing = [name for name in self._mandatory_columns() if name not in sheet_columns]
        if missing:
            raise ComponentError([f'no column "{n}".{did_you_mean(n, extra)}' for n in missing])
        self._report(self._problems_of_spelling(extra))
        ignored = [f"{sheet_columns[name]} is ignored." for name in extra]
        self.remarks += [f"{self.file}: {line}" for line in (*self.sheet.remarks, *ignored)]

    def _report(self, sentences: Iterable[str]) -> None:
        self.problems.extend(Problem(sentence, (self.file,)) for sentence in sentences)

    def _problems_of_spelling(self, extra: Iterable[str]) -> list[str]:
        """Return a problem for each unknown column that resembles an optional one.

        Without it, that column would have its blank value in all rows.
        """
        absent = [name for name in self.columns if name not in self.sheet.columns]
        meant = {name: did_you_mean(name, absent) for name in extra}
        return [
            f"{self.sheet.columns[name]} is no known column.{question} Rename it; a column that is"
            " only for readers needs a name unlike these."
            for name, question in meant.items()
            if question
        ]

    def _mandatory_columns(self) -> list[str]:
        return [name for name, column in self.columns.items() if column.blank is None]

    def _read_row(self, number: int, cells: Mapping[str, str], names: Iterable[str]) -> None:
        """Read these cells; of a removed row only the key, since others may be invalid."""
        row: Row = {}
        for name in names:
            # a context for each cell takes longer than all else
            try:
                row[name] = self.columns[name].parse(cells.get(name, ""))
            except ComponentError as error:
                self.problems.add(error, *self._place(number, name))
        if self.table.key in row:
            with self.problems.at(*self._place(number, self.table.key)):
                self._add(str(row[self.table.key]), row)

    def _place(self, number: int, name: str) -> tuple[str, str]:
        return self.file, f"row {number}, {self.sheet.columns.get(name, name)}"

    def _add(self, key: str, row: Row) -> None:
        if key in self.rows:
            raise ComponentError(f'"{key}" names an earlier row already.')
        self.rows[key] = row

    def _take_out(self, key: str) -> None:
        if key not in self.rows:
            raise ComponentError(f"no such row.{did_you_mean(key, self.rows)}")
        del self.rows[key]
        self.changed.append(join_key(self.table.name, key))

    def _patch_row(self, key: str, cells: Mapping[str, object]) -> None:
        row = self.rows.get(key) or self._new_row(key, cells)
        before = dict(row)
        for name, value in cells.items():
            with self.problems.at(PATCH, join_key(self.table.name, key, name)):
                row[name] = self._column(name).parse(apply_step(value, row.get(name)))
        changed = [name for name in cells if row.get(name) != before.get(name)]
        if changed and PROVENANCE.name not in cells:
            row[PROVENANCE.name] = ASSUMED
        for name in changed:
            if provenance_name(name) in self.columns.keys() - cells.keys():
                row[provenance_name(name)] = ASSUMED
        self.changed += [join_key(self.table.name, key, name) for name in changed]

    def _new_row(self, key: str, cells: Mapping[str, object]) -> Row:
        missing = [
            name for name in self._mandatory_columns() if name not in {self.table.key, *cells}
        ]
        if missing:
            needed_cells = f"A new row also needs {', '.join(missing)}."
            raise ComponentError(f"no such row.{did_you_mean(key, self.rows)} {needed_cells}")
        row = {name: c.blank for name, c in self.columns.items() if c.blank is not None}
        row[self.table.key] = self.columns[self.table.key].parse(key)
        self._add(key, row)
        return row

    def _column(self, name: str) -> Column:
        names = [known_name for known_name in self.columns if known_name != self.table.key]
        if name not in names:
            raise ComponentError(not_one_of(name, names))
        return self.columns[name]

    def _count_rows(self) -> None:
        low, high = self.table.min_rows, self.table.max_rows
        n_rows = sum(int(row.get(COPIES, 1)) for row in self.rows.values())
        if not self.problems and not low <= n_rows <= high:
            raise ComponentError(
                f"{n_rows} rows, copies counted, are out of range {low} to {high}."
            )
