"""Cards of a cooperative game in plain Python: what replaces the rows of its component tables.

A row is replaced by that of its table whose numbers are nearest to the average, so that the deck
stays as large as it is; where rows differ in no number, it is taken out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean, pstdev

from simlab.experiment.resolve import Scenario
from simlab.game.components.key import join_key
from simlab.game.components.spreadsheet import COPIES
from simlab.game.components.table import Table
from simlab.game.facts import Replacement

FEWEST_ROWS = 3
"""Of two rows neither is average."""
OFF = "off"
NOTHING = "nothing"
"""What replaces a row that is taken out."""

TableCells = Mapping[str, int | str]


def replacements_of_rows(scenario: Scenario) -> list[Replacement]:
    """Return what replaces each row of the tables of cards, in their order.

    These are the tables with copies, or all tables if none has them.
    """
    schema, tables = scenario.game.schema, scenario.rules.components.tables
    with_copies = [table for table in schema.tables if _has_copies(table)]
    names: dict[str, Replacement] = {}
    for table in with_copies or schema.tables:
        for replacement in _replacements(table, tables[table.name]):
            names.setdefault(str(replacement.card), replacement)
    return list(names.values())


def _has_copies(table: Table) -> bool:
    return any(column.name == COPIES for column in table.columns)


def _replacements(table: Table, rows: Sequence[TableCells]) -> Iterator[Replacement]:
    """Yield what replaces each row of a table."""
    if len(rows) < FEWEST_ROWS:
        return
    numbers = [
        column.name
        for column in table.columns
        if column.name != COPIES and all(isinstance(row[column.name], int) for row in rows)
    ]
    for row in rows:
        name = str(row[table.key])
        different_rows = [
            different_row
            for different_row in rows
            if any(different_row[column_name] != row[column_name] for column_name in numbers)
        ]
        if not different_rows:
            yield Replacement(card=name, by=NOTHING, patch={join_key(table.name, name): OFF})
            continue
        average = min(
            different_rows, key=lambda different_row: _distance(different_row, rows, numbers)
        )
        yield Replacement(
            card=name,
            by=str(average[table.key]),
            patch={
                join_key(table.name, name, column_name): str(average[column_name])
                for column_name in numbers
                if average[column_name] != row[column_name]
            },
        )


def _distance(row: TableCells, rows: Sequence[TableCells], numbers: Sequence[str]) -> float:
    """Return how far a row is from the average of all copies, in standard deviations."""
    distance = 0.0
    for name in numbers:
        values = [
            float(table_row[name])
            for table_row in rows
            for _ in range(int(table_row.get(COPIES, 1)))
        ]
        spread = pstdev(values)
        if spread:
            distance += ((float(row[name]) - fmean(values)) / spread) ** 2
    return distance
