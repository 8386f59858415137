"""Assumed rules and tables of a game, each with patches that give it other values.

A rule takes the values that its entry lists; unless it lists any, a number takes those a step away,
a switch and a choice all their other values. A table takes the other files that may replace it and
the shipped patches that change nothing else, then other values of its assumed cells, by which a
column keeps what is known of it. What a patch of the user sets is not assumed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, islice, pairwise, zip_longest
from pathlib import Path
from typing import Any

from simlab.errors import InputError
from simlab.experiment.patch import find_shipped_patches, patch_hash, rules_under, stack
from simlab.game.components import Column, Parameter, Row, Table, Value, files_to_choose
from simlab.game.components.change import changes, subject_of
from simlab.game.components.key import join_key
from simlab.game.components.table import PROVENANCES, TOTAL, VALUES, is_assumed
from simlab.game.definition import Game, Rules

MOST_PER_TABLE = 4
"""Variations of a table: enough to see whether it matters, few enough to play them all."""
MOST_TRIED = 4
"""Cells tried per column; a column of names or of places on a map has none that matters."""
STEP_PART = 4
"""A number changes by this part of it: 17 becomes 13 and 21; small numbers change by 1."""


@dataclass(frozen=True)
class Variation:
    """Another value of an assumed rule or table."""

    patch: Mapping[str, object]
    changes: tuple[str, ...]
    """What it changes, in rulebook sentences."""
    title: str = ""
    """Title of the shipped patch that makes the same change; empty if there is none."""


@dataclass(frozen=True)
class Assumption:
    """A rule value or a table without a source, with other values for it."""

    title: str
    names: tuple[str, ...]
    """The rule or the file, and for a file also the rule that chooses it."""
    variations: tuple[Variation, ...]


def assumptions(game: Game, data: Path | None, patch: Mapping[str, object]) -> list[Assumption]:
    """Return what a game assumes under a patch, in the order of its schema.

    Variations that the checks of the components refuse, and those that no kernel can notice, are
    left out.

    Raises:
        InputError: all problems of the data folder, the patch or the shipped patches.
    """
    return list(_Assumptions(game, data, patch).all())


class _Assumptions:
    """The assumed values of one set of rules."""

    def __init__(self, game: Game, data: Path | None, patch: Mapping[str, object]) -> None:
        self.game, self.data, self.patch = game, data, patch
        self.base = self.rules({})
        self.seen = {self.base.row.tobytes()}
        self.shipped = find_shipped_patches(game, data)
        self.titles = {
            patch_hash(shipped_patch.values): shipped_patch.title for shipped_patch in self.shipped
        }

    def rules(self, values: Mapping[str, object]) -> Rules:
        return rules_under(stack([self.patch, values]), self.game, self.data)

    def all(self) -> Iterator[Assumption]:
        schema = self.game.schema
        for parameter in schema.parameters:
            if not parameter.table and self.is_assumed(parameter.name):
                values = ({parameter.name: level} for level in self.levels(parameter))
                yield Assumption(
                    _capital(parameter.meaning), (parameter.name,), tuple(self.variations(values))
                )
        for table in schema.tables:
            rows = self.rows_with_assumptions(table)
            if rows:
                yield Assumption(
                    subject_of(table), self.names(table), tuple(self.of_table(table, rows))
                )

    def is_assumed(self, name: str) -> bool:
        """Return whether no source settles a rule value and the patch does not set it."""
        return name in self.base.components.assumed_parameters and name not in self.patch

    def levels(self, parameter: Parameter) -> list[Value]:
        """Return the other values of a rule."""
        listed = self.base.components.other_values.get(parameter.name)
        if listed is not None:
            return listed
        value = self.base.components.values[parameter.name]
        if parameter.choices:
            return [choice for choice in parameter.choices if choice != value]
        return [not value] if isinstance(value, bool) else _steps(parameter, value)

    def rows_with_assumptions(self, table: Table) -> dict[str, Row]:
        """Return the rows of a table with an assumed cell, unless the patch chooses its file."""
        if table.parameter in self.patch:
            return {}
        rows = {str(row[table.key]): row for row in self.base.components.tables[table.name]}
        return {
            key: row
            for key, row in rows.items()
            if any(is_assumed(row, column.name) for column in table.columns)
            and not self.is_patched(f"{join_key(table.name, key)}.")
        }

    def is_patched(self, row: str) -> bool:
        return any(f"{key}.".startswith(row) for key in self.patch)

    def names(self, table: Table) -> tuple[str, ...]:
        file = self.base.components.sources[table.name]
        return (file, table.parameter) if self.may_replace(table) else (file,)

    def may_replace(self, table: Table) -> bool:
        """Return whether the file of a table is assumed."""
        return bool(table.parameter) and self.is_assumed(table.parameter)

    def of_table(self, table: Table, rows: Mapping[str, Row]) -> Iterator[Variation]:
        """Return variations of a table, whole files and patches first."""
        whole_patches = chain(self.files(table), self.patches(table, rows))
        columns = [self.variations(cells) for cells in _cells(table, rows)]
        cells = (
            variation
            # in turn, so that a table with many columns is not judged by its first
            for one_per_column in zip_longest(*columns)
            for variation in one_per_column
            if variation
        )
        return islice(chain(self.variations(whole_patches), cells), MOST_PER_TABLE)

    def files(self, table: Table) -> Iterator[dict[str, object]]:
        """Yield the patches that choose another file."""
        if self.may_replace(table):
            folder, tables = self.data or self.game.folder, self.game.schema.tables
            for file in files_to_choose(folder, tables):
                yield {table.parameter: file}

    def patches(self, table: Table, rows: Mapping[str, Row]) -> Iterator[Mapping[str, object]]:
        """Yield the shipped patches that change nothing but the assumed cells of a table."""
        cells = {
            join_key(table.name, key, column.name)
            for key, row in rows.items()
            for column in table.columns
            if is_assumed(row, column.name)
        }
        for patch in self.shipped:
            if patch.values.keys() <= cells:
                yield patch.values

    def variations(self, patches: Iterator[Mapping[str, object]]) -> Iterator[Variation]:
        """Yield those of some patches that make valid rules not met before."""
        for values in patches:
            try:
                rules = self.rules(values)
            # a number in its range may still be at odds with other rules
            except InputError:
                continue
            # kernels read nothing but the row: rules with the same one play alike
            if rules.row.tobytes() not in self.seen:
                self.seen.add(rules.row.tobytes())
                title = self.titles.get(patch_hash(values), "")
                yield Variation(values, tuple(self.sentences(rules)), title)

    def sentences(self, rules: Rules) -> Iterator[str]:
        """Yield the changes of the base; what another file holds says more than its name."""
        files = {parameter.name for parameter in self.game.schema.parameters if parameter.table}
        for change in changes(self.base.components, rules.components, self.game.schema):
            if not change.new.keys() & files:
                yield change.sentence


def _steps(number: Parameter | Column, value: Any) -> list[Value]:
    """Return the numbers a step below and above, as far as they are in range."""
    step = max(1, value // STEP_PART)
    low, high = number.low or 0, number.high or 0
    return [neighbour for neighbour in (value - step, value + step) if low <= neighbour <= high]


def _cells(table: Table, rows: Mapping[str, Row]) -> Iterator[Iterator[dict[str, object]]]:
    """Yield for each column of numbers, then of words, patches of a few assumed cells."""
    numbers = [column for column in table.columns if column.low is not None]
    word_columns = [
        column
        for column in table.columns
        if column.table or (column.choices and column.choices != PROVENANCES)
    ]
    for column in (*numbers, *word_columns):
        assumed = {key: row for key, row in rows.items() if is_assumed(row, column.name)}
        yield islice(_other_cells(table, column, assumed), MOST_TRIED)


def _other_cells(
    table: Table, column: Column, rows: Mapping[str, Row]
) -> Iterator[dict[str, object]]:
    """Yield other values of a column, which keep what is known of it."""
    if column.low is None or column.known == VALUES:
        return _exchanges(table, column, rows)
    return (_transfers if column.known == TOTAL else _other_numbers)(table, column, rows)


def _other_numbers(
    table: Table, column: Column, rows: Mapping[str, Row]
) -> Iterator[dict[str, object]]:
    """Yield a step down and up for each row, the largest number first."""
    for key in sorted(rows, key=lambda key: -int(rows[key][column.name])):
        for neighbour in _steps(column, rows[key][column.name]):
            yield {join_key(table.name, key, column.name): neighbour}


def _transfers(
    table: Table, column: Column, rows: Mapping[str, Row]
) -> Iterator[dict[str, object]]:
    """Yield transfers of a step between rows, from the largest number on, which keep the total."""
    keys = sorted(rows, key=lambda key: -int(rows[key][column.name]))
    for first_key, next_key in pairwise(keys):
        cells = {key: int(rows[key][column.name]) for key in (first_key, next_key)}
        step = max(1, cells[first_key] // STEP_PART)
        for transfer in (-step, step):
            levels = {first_key: cells[first_key] + transfer, next_key: cells[next_key] - transfer}
            if all((column.low or 0) <= level <= (column.high or 0) for level in levels.values()):
                yield {
                    join_key(table.name, key, column.name): level for key, level in levels.items()
                }


def _exchanges(
    table: Table, column: Column, rows: Mapping[str, Row]
) -> Iterator[dict[str, object]]:
    """Yield exchanges of a value between neighbouring rows, which keep the number of each."""
    for first_key, next_key in pairwise(rows):
        values = [rows[key][column.name] for key in (first_key, next_key)]
        if values[0] != values[1]:
            keys = [join_key(table.name, key, column.name) for key in (first_key, next_key)]
            yield dict(zip(keys, reversed(values), strict=True))


def _capital(meaning: str) -> str:
    return meaning[:1].upper() + meaning[1:]
