"""Differences between two sets of components, in rulebook sentences."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from simlab.game.components import Components, Parameter, Schema, Value
from simlab.game.components.key import join_key
from simlab.game.components.table import NOTE, PROVENANCES, Column, Row, Table

MOST_LISTED = 8
"""Items of a list in one sentence; longer lists end with a count."""
_WHETHER = "whether "
_NAME = "name"
"""Column with the display name of a row, if the table has one."""

Rows = dict[str, Row]
ChangedCells = dict[str, tuple[int | str, int | str]]
"""Old and new value of a column by the key of the row."""


@dataclass(frozen=True)
class Change:
    """A change in one sentence, with old and new values by dotted key."""

    sentence: str
    old: Mapping[str, Value | Row] = field(default_factory=dict)
    """Without added rows."""
    new: Mapping[str, Value | Row] = field(default_factory=dict)
    """Without removed rows."""


def changes(before: Components, after: Components, schema: Schema) -> list[Change]:
    """Return the differences between two sets of components, in the order of the schema.

    Provenance and remarks are no rules and do not count.
    """
    all_changes = [
        _change_of(parameter, before.values[parameter.name], after.values[parameter.name])
        for parameter in schema.parameters
        if before.values[parameter.name] != after.values[parameter.name]
    ]
    for table in schema.tables:
        rows = (_by_key(table, components.tables[table.name]) for components in (before, after))
        all_changes += _TableChange(table, *rows).changes()
    return all_changes


def subject_of(table: Table) -> str:
    """Return what a table lists, as a sentence begins: `Soldier cards`."""
    return _capital(re.split("[,;:]", table.meaning)[0].removeprefix("the "))


def _change_of(parameter: Parameter, old: Value, new: Value) -> Change:
    rule = f" [{parameter.rule}]" if parameter.rule else ""
    sentence = f"{_capital(_difference(parameter, old, new))}{rule}."
    return Change(sentence, {parameter.name: old}, {parameter.name: new})


def _difference(parameter: Parameter, old: Value, new: Value) -> str:
    meaning = _with_aside(parameter.meaning)
    if isinstance(new, bool):
        return _describe_switch(meaning, new)
    if parameter.table:
        return f"{meaning}: {new} instead of {old}"
    return f"{meaning}: {_numbers_with_unit(_word(new), _word(old), _unit(parameter))}"


def _describe_switch(meaning: str, is_on: bool) -> str:
    if not meaning.startswith(_WHETHER):
        return f"{meaning}: {'on instead of off' if is_on else 'off instead of on'}"
    return f"{'now' if is_on else 'no longer'}: {meaning.removeprefix(_WHETHER)}"


def _unit(parameter: Parameter) -> str:
    """Return the unit of a number, unless the meaning names it already."""
    return "" if parameter.unit in parameter.meaning else parameter.unit


def _numbers_with_unit(new: str, old: str, unit: str) -> str:
    """Return two numbers with the unit beside one that is not 1, since units are plural."""
    if not unit:
        return f"{new} instead of {old}"
    return f"{new} instead of {old} {unit}" if new == "1" else f"{new} {unit} instead of {old}"


def _with_aside(meaning: str) -> str:
    """Return a meaning with the explanation after a colon put in brackets."""
    return re.sub(r"[;:] (.*)", r" (\1)", meaning)


def _by_key(table: Table, rows: list[Row]) -> Rows:
    return {str(row[table.key]): row for row in rows}


class _TableChange:
    """The rows of one table before and after."""

    def __init__(self, table: Table, old: Rows, new: Rows) -> None:
        self.table = table
        self.old = old
        self.new = new
        self.labels = _labels(table, new | old)
        self.subject = subject_of(table)

    def changes(self) -> list[Change]:
        columns = (self.column(column) for column in self.table.columns if _is_rule(column))
        return [
            *self.rows_out(),
            *self.rows_in(),
            *(c for column_changes in columns for c in column_changes),
        ]

    def rows_out(self) -> Iterator[Change]:
        removed_rows = {key: row for key, row in self.old.items() if key not in self.new}
        if removed_rows:
            names = _list_names([self.labels[key] for key in removed_rows])
            yield Change(
                f"Removed from {self.table.meaning}: {names}.",
                old=self.with_full_keys(removed_rows),
            )

    def rows_in(self) -> Iterator[Change]:
        added = {key: row for key, row in self.new.items() if key not in self.old}
        if added:
            names = _list_names(
                [f"{self.labels[key]}{self.cells(row)}" for key, row in added.items()]
            )
            yield Change(f"Added to {self.table.meaning}: {names}.", new=self.with_full_keys(added))

    def cells(self, row: Row) -> str:
        """Return the cells of a new row that differ from blank ones, in brackets."""
        filled = [
            f"{_word(column.name)} {_word(row[column.name])}"
            for column in self.table.columns
            if _is_rule(column) and column.name != _NAME and row[column.name] != column.blank
        ]
        return f" ({', '.join(filled)})" if filled else ""

    def column(self, column: Column) -> Iterator[Change]:
        """Yield the change of a column's cells, with equal changes of rows grouped."""
        cells = self.cells_that_differ(column.name)
        if cells:
            wording = self.exchange(cells) or self.replacements(cells)
            yield Change(
                f"{self.heading(column.name)}: {wording}.",
                {self.full_key(key, column.name): old for key, (old, _) in cells.items()},
                {self.full_key(key, column.name): new for key, (_, new) in cells.items()},
            )

    def exchange(self, cells: ChangedCells) -> str:
        """Return in words which two rows have exchanged their cells; empty if none have."""
        if len(cells) != 2 or len({frozenset(old_and_new) for old_and_new in cells.values()}) > 1:
            return ""
        (first_key, (old, new)), (second_key, (old_of_second, _)) = cells.items()
        if old == old_of_second:
            return ""
        rows = _list_names([self.labels[first_key], self.labels[second_key]])
        return f"{_word(old)} and {_word(new)} exchanged between {rows}"

    def replacements(self, cells: ChangedCells) -> str:
        """Return each new value with the one that it replaces, and the rows in which it does."""
        rows: dict[str, list[str]] = {}
        for key, (old, new) in cells.items():
            rows.setdefault(f"{_word(new)} instead of {_word(old)}", []).append(self.labels[key])
        return "; ".join(
            _shorten_list(
                [f"{change} for {_list_names(labels)}" for change, labels in rows.items()]
            )
        )

    def cells_that_differ(self, column: str) -> ChangedCells:
        shared_keys = [key for key in self.old if key in self.new]
        cells = {key: (self.old[key][column], self.new[key][column]) for key in shared_keys}
        return {
            key: old_and_new
            for key, old_and_new in cells.items()
            if old_and_new[0] != old_and_new[1]
        }

    def heading(self, column: str) -> str:
        """Return table and column, or only the table if its name contains the column."""
        is_said = column in self.subject.lower().split()
        return self.subject if is_said else f"{self.subject}, {_word(column)}"

    def with_full_keys(self, rows: Rows) -> Rows:
        return {self.full_key(key): row for key, row in rows.items()}

    def full_key(self, *path: str) -> str:
        return join_key(self.table.name, *path)


def _is_rule(column: Column) -> bool:
    return column.name != NOTE.name and column.choices != PROVENANCES


def _labels(table: Table, rows: Rows) -> dict[str, str]:
    """Return the label of each row: its name if unique, else its key."""
    names = {key: str(row.get(_NAME, "")) for key, row in rows.items()}
    n_called = Counter(names.values())
    return {
        key: name if name and n_called[name] == 1 else _row_label(table, key)
        for key, name in names.items()
    }


def _row_label(table: Table, key: str) -> str:
    return f"{_word(table.key)} {key}" if key.isdigit() else _word(key)


def _word(value: object) -> str:
    """Return a value as a word of a sentence."""
    return str(value).replace("_", " ") or "nothing"


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def _list_names(names: list[str]) -> str:
    """Return `a, b and c`, or `a, b and 5 more` for a long list."""
    *most, last = _shorten_list(names)
    return f"{', '.join(most)} and {last}" if most else last


def _shorten_list(names: list[str]) -> list[str]:
    """Return a list whose end is replaced by a count if it is long."""
    if len(names) <= MOST_LISTED:
        return names
    return [*names[: MOST_LISTED - 1], f"{len(names) - MOST_LISTED + 1} more"]
