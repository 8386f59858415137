"""Cards of a cooperative game in plain Python: what replaces the rows of its component tables.

A row is replaced by that of its table whose numbers are nearest to the average, so that the deck
stays as large as it is; where rows differ in no number, it is taken out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean, pstdev

from simlab.components.key import dotted_key
from simlab.components.spreadsheet import COPIES
from simlab.components.table import Table
from simlab.experiment.resolve import Scenario
from simlab.facts import Replacement

FEWEST_ROWS = 3
"""Of two rows neither is average."""
OFF = "off"
NOTHING = "nothing"
"""What replaces a row that is taken out."""

TableCells = Mapping[str, int | str]


def replaced_rows(scenario: Scenario) -> list[Replacement]:
    """Return what replaces each row of the tables of cards, in their order.

    These are the tables with copies, or all tables if none has them.
    """
    schema, tables = scenario.game.schema, scenario.rules.components.tables
    with_copies = [own for own in schema.tables if _has_copies(own)]
    names: dict[str, Replacement] = {}
    for own in with_copies or schema.tables:
        for each in _replacements(own, tables[own.name]):
            names.setdefault(str(each.card), each)
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
        others = [other for other in rows if any(other[each] != row[each] for each in numbers)]
        if not others:
            yield Replacement(card=name, by=NOTHING, patch={dotted_key(table.name, name): OFF})
            continue
        average = min(others, key=lambda other: _distance(other, rows, numbers))
        yield Replacement(
            card=name,
            by=str(average[table.key]),
            patch={
                dotted_key(table.name, name, each): str(average[each])
                for each in numbers
                if average[each] != row[each]
            },
        )


def _distance(row: TableCells, rows: Sequence[TableCells], numbers: Sequence[str]) -> float:
    """Return how far a row is from the average of all copies, in standard deviations."""
    distance = 0.0
    for name in numbers:
        values = [float(other[name]) for other in rows for _ in range(int(other.get(COPIES, 1)))]
        spread = pstdev(values)
        if spread:
            distance += ((float(row[name]) - fmean(values)) / spread) ** 2
    return distance
