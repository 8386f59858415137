"""Data folder of a game: rules.toml and CSV or XLSX tables, read, checked and patched.

A game declares a `Schema`; `read` returns checked `Components`, or reports every problem of every
file at once. Each value has a provenance; without one it counts as assumed, and so does a value
that a patch changes, since its source no longer applies. A switch or a choice that is not printed
is one way to read the rules, so it is assumed too, whatever its provenance; and so is a value whose
entry lists `other_values` that it may have.
"""

from __future__ import annotations

import hashlib
import keyword
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

from simlab import shell
from simlab.errors import ComponentError, InputError, Problem, did_you_mean, not_one_of
from simlab.files.toml import read_toml
from simlab.game.components.declared import check_declared
from simlab.game.components.key import join_key, key_parts
from simlab.game.components.relative import apply_step
from simlab.game.components.spreadsheet import (
    Sheet,
    choice_word,
    column_name,
    is_off,
    read_sheet,
    switch,
    whole_number,
)
from simlab.game.components.table import (
    ASSUMED,
    PATCH,
    PRINTED,
    PROVENANCE,
    PROVENANCES,
    Column,
    Problems,
    Row,
    Table,
    TableReading,
    is_assumed,
)
from simlab.game.components.workbook import XLSX

__all__ = ["Column", "Components", "Parameter", "Row", "Schema", "Table", "flatten", "read"]

RULES_FILE = "rules.toml"
CSV = ".csv"
HEADINGS = ("title", "question", "metric", "metric_target")
"""Headings of a patch file; no rule can have such a name."""
NO_SUCH_RULE = "no such rule."
MOST_LISTED = 20
"""Names of rules and tables in an error; the large games have more, and a list nobody reads."""
MOST_KEPT_FILES = 64
"""Files whose content is kept as it was read: a game is loaded again under each patch."""
MOST_KEPT_PLACES = 1024
"""Lines of entries that are kept likewise."""
_ENTRY_FIELDS = ("value", "provenance", "other_values", "note")

Value = int | bool | str


@dataclass(frozen=True)
class Parameter:
    """A rule value: a whole number, one of `choices`, a table's file (`table`), else on or off."""

    name: str
    meaning: str
    rule: str = ""
    low: int | None = None
    high: int | None = None
    choices: tuple[str, ...] = ()
    unit: str = ""
    table: bool = False
    """The value is the name, without `.csv` or `.xlsx`, of a file in the data folder."""
    default: int | None = None
    """Value in data folders that do not have the rule, which are older; without it all must."""

    def __post_init__(self) -> None:
        """Check that it has a name, words and bounds.

        Raises:
            ValueError: it has not.
        """
        example = 'Parameter("goal", "points to win", "R1", 1, 50)'
        check_declared(self, "Parameter", (self.name, self.meaning, self.rule), example)
        if not self.name.isidentifier() or keyword.iskeyword(self.name):
            near = re.sub(r"\W+", "_", self.name).strip("_")
            raise ValueError(
                f'Parameter("{self.name}", ...): rules are read as self.rules.NAME, so a name has'
                f" letters, digits and _ only, such as {near or 'goal'}"
            )

    @property
    def is_switch(self) -> bool:
        """Whether it is on or off."""
        return self.low is None and not self.choices and not self.table

    @property
    def is_choice(self) -> bool:
        """Whether it is on or off, or one of `choices`; a file is neither."""
        return not self.table and (self.is_switch or bool(self.choices))

    def parse(self, value: object) -> Value:
        """Return the checked value, from TOML or from the words of a command line."""
        if self.low is not None and self.high is not None:
            return whole_number(value, self.low, self.high)
        if self.choices:
            return choice_word(value, self.choices)
        return str(value) if self.table else switch(value)


@dataclass(frozen=True)
class Schema:
    """Required content of a game's data folder; without parameters it needs no rules.toml."""

    parameters: tuple[Parameter, ...]
    tables: tuple[Table, ...] = ()

    def __post_init__(self) -> None:
        """Check numbers and file choices.

        Raises:
            ValueError: a rule value may be below 0, which a patch could not distinguish from a
                step; or a table's parameter does not choose a file.
        """
        choosing = [parameter.name for parameter in self.parameters if parameter.table]
        for table in self.tables:
            if table.parameter and table.parameter not in choosing:
                raise ValueError(
                    f"table {table.name}: parameter: no Parameter({table.parameter!r}, table=True)"
                )
        columns = [column for table in self.tables for column in table.columns]
        numbers: list[Parameter | Column] = [*self.parameters, *columns]
        for number in numbers:
            if isinstance(number.low, bool) or isinstance(number.high, bool):
                raise ValueError(
                    f"{number.name}: low and high are whole numbers; a rule that is on or off has"
                    f" neither: Parameter({number.name!r}, meaning, rule)"
                )
        for number in self.parameters:
            if number.low is not None and number.low < 0:
                raise ValueError(f"{number.name}: low is {number.low}, but must be 0 or more")


@dataclass
class Components:
    """The rule values and component tables of a game, checked and patched."""

    values: dict[str, Value] = field(default_factory=dict)
    provenance: dict[str, str] = field(default_factory=dict)
    """Provenance of each parameter; table rows have their own."""
    notes: dict[str, str] = field(default_factory=dict)
    """Remark on each parameter that has one."""
    other_values: dict[str, list[Value]] = field(default_factory=dict)
    """What a parameter may be instead, where its entry says so."""
    assumed_parameters: list[str] = field(default_factory=list)
    """Parameters whose value no source settles."""
    tables: dict[str, list[Row]] = field(default_factory=dict)
    sources: dict[str, str] = field(default_factory=dict)
    """File of each table."""
    files: dict[str, str] = field(default_factory=dict)
    """SHA-256 of every file read, by its name in the folder."""
    remarks: list[str] = field(default_factory=list)
    patched: list[str] = field(default_factory=list)
    """Rows that the patch removed, and keys whose value it changed."""

    def assumed(self) -> list[str]:
        """Return one short line for each assumed rule value and each table with assumed rows."""
        lines = [f"{name} = {_spoken(self.values[name])}" for name in self.assumed_parameters]
        for name, rows in self.tables.items():
            n_assumed = sum(any(is_assumed(row, column) for column in row) for row in rows)
            if n_assumed:
                lines.append(f"{self.sources[name]}: {n_assumed} of {len(rows)} rows")
        return lines

    def columns_with_assumptions(self) -> dict[str, list[str]]:
        """Return the columns of each table that have an assumed cell."""
        columns = {
            name: [column for column in rows[0] if any(is_assumed(row, column) for row in rows)]
            for name, rows in self.tables.items()
            if rows
        }
        return {name: table_columns for name, table_columns in columns.items() if table_columns}


def read(
    folder: Path, schema: Schema, patch: Mapping[str, object], game: str = "GAME"
) -> Components:
    """Return the components in `folder` with `patch` applied, or raise one ComponentError.

    A patch maps `parameter` and `table.row.column` to values, or to steps such as `+1`, and
    `table.row` to off, which removes the row. Parameters are applied first, since they may choose
    the file of a table. New rows are added at the end. `game` is the name that errors use.
    """
    if not folder.is_dir():
        raise ComponentError(f"{folder}: no such folder.")
    reading = _Reading(folder, schema, game)
    reading.sort_patch(flatten(patch))
    reading.read_parameters()
    reading.patch_parameters()
    reading.find_assumed_parameters()
    reading.read_tables()
    reading.report_strays()
    if reading.problems:
        raise ComponentError(reading.problems)
    return reading.components


def files_to_choose(folder: Path, tables: Iterable[Table]) -> list[str]:
    """Return the names, without suffix, of files that a parameter may choose for its table."""
    fixed = {Path(table.file).stem for table in tables}
    stems = {path.stem for path in folder.iterdir() if path.suffix in (CSV, XLSX)}
    return sorted(stems - fixed)


def flatten(mapping: Mapping[str, object]) -> dict[str, object]:
    """Return nested tables as one mapping with dotted keys.

    A key at the top may be dotted already; below, a dot belongs to a name.
    """
    flat: dict[str, object] = {}
    for key, value in mapping.items():
        if isinstance(value, Mapping):
            inner = {join_key(name): leaf for name, leaf in value.items()}
            flat |= {f"{key}.{name}": leaf for name, leaf in flatten(inner).items()}
        else:
            flat[key] = value
    return flat


class _Reading:
    """State of reading one data folder, with the patch sorted by target."""

    def __init__(self, folder: Path, schema: Schema, game: str) -> None:
        self.folder, self.game = folder, game
        self.tables = {table.name: table for table in schema.tables}
        self.parameters = {p.name: self._with_files(p) for p in schema.parameters}
        self.components = Components()
        self.problems = Problems()
        self.new_values: dict[str, object] = {}
        self.new_cells: dict[str, dict[str, dict[str, object]]] = {name: {} for name in self.tables}
        self.rows_taken_out: dict[str, list[str]] = {name: [] for name in self.tables}
        self.strays: list[str] = []
        """Keys of the patch that belong to no parameter and no table."""

    def _with_files(self, parameter: Parameter) -> Parameter:
        """Return a parameter that chooses a file, with the existing files as choices."""
        if not parameter.table:
            return parameter
        return replace(parameter, choices=tuple(files_to_choose(self.folder, self.tables.values())))

    def sort_patch(self, patch: Mapping[str, object]) -> None:
        for key, value in patch.items():
            match key_parts(key):
                case [name] if name in self.parameters:
                    self.new_values[name] = value
                case [name, row, column] if name in self.tables:
                    self.new_cells[name].setdefault(row, {})[column_name(column)] = value
                case [name, row] if name in self.tables and is_off(value):
                    self.rows_taken_out[name].append(row)
                case [name, *names] if name in self.tables:
                    row = f"{name}.{self.tables[name].key.upper()}"
                    sentence = f"name one cell as {row}.COLUMN, or take a row out with {row}=off."
                    if len(names) > 2:
                        cell = join_key(name, ".".join(names[:-1]), names[-1])
                        sentence += f" Put quotes around a name with a dot: {cell}."
                    self.problems.append(Problem(sentence, (PATCH, key)))
                case _:
                    self.strays.append(key)

    def report_strays(self) -> None:
        """Report unknown keys with the nearest rule, cell or heading, once all tables are read."""
        for key in self.strays:
            near_names = [*HEADINGS, *self._cells_like(key)]
            self.problems.append(Problem(self._no_such_rule(key, near_names), (PATCH, key)))

    def _cells_like(self, key: str) -> list[str]:
        """Return the cells of the column that a key ends with; without one, a cell per row."""
        column = column_name(key_parts(key)[-1])
        tables_with_column = [
            t
            for t in self.tables.values()
            if column in {table_column.name for table_column in t.columns}
        ]
        return [
            join_key(table.name, row[table.key], column if tables_with_column else "COLUMN")
            for table in tables_with_column or self.tables.values()
            for row in self.components.tables.get(table.name, [])
        ]

    def _no_such_rule(self, name: str, near_names: Sequence[str] = ()) -> str:
        names = [*self.parameters, *self.tables]
        nearest = did_you_mean(name, [*names, *near_names])
        listed = f"There are {', '.join(names)}."
        if len(names) > MOST_LISTED:
            listed = f"{shell.join(['simlab', 'rules', self.game])} lists all there are."
        return f"{NO_SUCH_RULE}{nearest or f' {listed}'}"

    def read_parameters(self) -> None:
        with self.problems.at(RULES_FILE):
            toml_text, entries = _toml(self._rules_file())
            for name in entries:
                if name not in self.parameters:
                    self.problems.append(Problem(self._no_such_rule(name), _place(toml_text, name)))
            for name in self.parameters:
                location = _place(toml_text, name)
                with self.problems.at(*location):
                    self._read_entry(location, name, self._entry(entries, name))

    def _rules_file(self) -> bytes:
        """Return rules.toml, which a game without rule values need not have.

        Raises:
            ComponentError: it is not there, and a rule needs its value.
        """
        needed_entries = [
            f"[{name}]" for name, parameter in self.parameters.items() if parameter.default is None
        ]
        if (self.folder / RULES_FILE).exists():
            return self._open(RULES_FILE)
        if needed_entries:
            raise ComponentError(
                f"is missing in {self.folder}; write it, with a value below each of"
                f" {', '.join(needed_entries)}."
            )
        return b""

    def _entry(self, entries: Mapping[str, object], name: str) -> Mapping[str, object]:
        """Return the TOML table of a parameter, or one with its default."""
        default = self.parameters[name].default
        entry = entries.get(name)
        if entry is None and default is not None:
            return {"value": default, "provenance": "rule"}
        if not isinstance(entry, Mapping):
            problem = "not a table" if name in entries else "missing"
            raise ComponentError(f"{problem}; write [{name}] and a value below it.")
        return entry

    def _read_entry(
        self, location: tuple[str, str], name: str, entry: Mapping[str, object]
    ) -> None:
        for word in entry:
            if word not in _ENTRY_FIELDS:
                self.problems.append(Problem(not_one_of(word, _ENTRY_FIELDS), location))
        with self.problems.at(*location):
            provenance = entry.get("provenance", ASSUMED)
            self.components.provenance[name] = choice_word(provenance, PROVENANCES)
        if note := str(entry.get("note", "")):
            self.components.notes[name] = note
        with self.problems.at(*location):
            self._read_other_values(name, entry)
        if "value" not in entry:
            raise ComponentError("no value.")
        self.components.values[name] = self.parameters[name].parse(entry["value"])

    def _read_other_values(self, name: str, entry: Mapping[str, object]) -> None:
        if "other_values" in entry:
            other_values = entry["other_values"]
            if not isinstance(other_values, list):
                raise ComponentError("other_values is no list; write it as [1, 2].")
            parse = self.parameters[name].parse
            self.components.other_values[name] = [parse(value) for value in other_values]

    def patch_parameters(self) -> None:
        for name, value in self.new_values.items():
            with self.problems.at(PATCH, name):
                new = apply_step(value, self.components.values.get(name))
                self._patch_parameter(name, self.parameters[name].parse(new))

    def _patch_parameter(self, name: str, value: Value) -> None:
        if self.components.values.get(name) != value:
            self.components.values[name] = value
            self.components.provenance[name] = ASSUMED
            self.components.patched.append(name)

    def find_assumed_parameters(self) -> None:
        """List the parameters that no source settles; one way to read the rules is no source."""
        self.components.assumed_parameters = [
            name
            for name, provenance in self.components.provenance.items()
            if provenance == ASSUMED
            or name in self.components.other_values
            or (provenance != PRINTED and self.parameters[name].is_choice)
        ]

    def read_tables(self) -> None:
        for table in self.tables.values():
            if table.file or table.parameter in self.components.values:
                self._read_table(table)

    def _read_table(self, table: Table) -> None:
        csv = table.file or f"{self.components.values[table.parameter]}{CSV}"
        with self.problems.at(csv):
            self._read_file(table, self._file_of(csv))

    def _read_file(self, table: Table, file: str) -> None:
        """Read, patch and count a table; an invalid one is reported and left out."""
        problems = Problems()
        with problems.at(file):
            sheet = _sheet(self._open(file), Path(file).stem)
            reading = TableReading(table, file, sheet, self._columns(table), problems)
            reading.read(self.rows_taken_out[table.name], self.new_cells[table.name])
            if not problems:
                self._keep(reading)
        self.problems += problems

    def _file_of(self, csv: str) -> str:
        """Return the name of a CSV file, or of the workbook that is there in its place.

        Raises:
            ComponentError: both are there.
        """
        workbook = Path(csv).stem + XLSX
        is_there = {name: (self.folder / name).is_file() for name in (csv, workbook)}
        if all(is_there.values()):
            raise ComponentError(f"{csv} and {workbook} are both there; remove one of them.")
        return workbook if is_there[workbook] else csv

    def _keep(self, reading: TableReading) -> None:
        components, name = self.components, reading.table.name
        components.tables[name] = list(reading.rows.values())
        components.sources[name] = reading.file
        components.remarks += reading.remarks
        components.patched += reading.changed

    def _columns(self, table: Table) -> dict[str, Column]:
        key = Column(table.key, table.meaning)
        return {c.name: self._with_keys(c) for c in (key, *table.columns, PROVENANCE)}

    def _with_keys(self, column: Column) -> Column:
        """Return a column that refers to another table, with the keys of that table as choices."""
        if column.table not in self.components.tables:
            return column
        key = self.tables[column.table].key
        keys = [str(row[key]) for row in self.components.tables[column.table]]
        return replace(column, choices=tuple(keys))

    def _open(self, file: str) -> bytes:
        try:
            raw = (self.folder / file).read_bytes()
        except OSError as error:
            raise ComponentError(f"not readable in {self.folder} ({error.strerror}).") from None
        self.components.files[file] = hashlib.sha256(raw).hexdigest()
        return raw


def _spoken(value: Value) -> str:
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


@lru_cache(maxsize=MOST_KEPT_FILES)
def _sheet(raw: bytes, worksheet: str) -> Sheet:
    """Return the sheet in a file, which nobody changes."""
    return read_sheet(raw, worksheet)


@lru_cache(maxsize=MOST_KEPT_FILES)
def _toml(raw: bytes) -> tuple[str, Mapping[str, object]]:
    """Return the text and its tables, which nobody changes."""
    try:
        toml_text = raw.decode("utf-8-sig")
        return toml_text, read_toml(toml_text)
    except UnicodeDecodeError:
        raise ComponentError("not UTF-8 text; save it as UTF-8.") from None
    except InputError as error:
        raise ComponentError(f"{error}.") from None


@lru_cache(maxsize=MOST_KEPT_PLACES)
def _place(toml_text: str, name: str) -> tuple[str, str]:
    """Return `rules.toml:12` and the name, with the line where the entry begins, if it has one."""
    header = re.compile(rf"""\s*\[?\s*["']?{re.escape(name)}["']?\s*[].=]""")
    lines = enumerate(toml_text.splitlines(), 1)
    number = next((f":{n}" for n, line in lines if header.match(line)), "")
    return f"{RULES_FILE}{number}", name
