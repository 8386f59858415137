"""Rule values and component tables as a plain game reads them: by name, and unchangeable."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.errors import Misuse, did_you_mean
from simlab.game.components import Components, Schema, Value
from simlab.game.components.key import key_parts
from simlab.game.components.relative import without_step
from simlab.game.components.spreadsheet import COPIES
from simlab.game.language import Words

Cells = Mapping[str, int | str]
NAME = "name"
"""The column of a table by which its rows are called in sentences."""
ROWS_OF = "rows of "
"""How messages begin to name the rows of a table."""


class Named:
    """Values that are read by attribute, as `rules.hand_limit`, and cannot be changed."""

    def __init__(self, of: str, values: Mapping[str, Any]) -> None:
        vars(self).update(values)
        vars(self)["_of"] = of

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # asked for by Python, for instance when it copies
            raise AttributeError(name)
        names = [attribute for attribute in vars(self) if not attribute.startswith("_")]
        near = did_you_mean(name, names) or f" They have {', '.join(names) or 'nothing'}."
        raise Misuse(f'{self._of} have no "{name}".{near}')

    def __setattr__(self, name: str, value: object) -> None:
        raise Misuse(f"{self._of} cannot be changed; keep {name} in an attribute of the game")

    def __deepcopy__(self, memo: object) -> Named:
        # a search makes thousands of copies of a game, which may share what nobody can change
        return self

    def __setstate__(self, values: Mapping[str, Any]) -> None:
        # pickle would set attributes one by one, which is refused
        vars(self).update(values)


class TableRow(Named):
    """A row of a component table: `row.cost`; equal to the row of the same table and key.

    It has no method that a column could hide, or that could hide a column.
    """

    def __init__(self, of: str, key: str, cells: Cells, named_by: str = "") -> None:
        super().__init__(of, cells)
        vars(self)["_name"] = str(cells[key])
        vars(self)["_named"] = str(cells[named_by or key])

    def __str__(self) -> str:
        return str(self._name)

    def __repr__(self) -> str:
        return str(self._name)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TableRow):
            return False
        return self is other or (self._name, self._of) == (other._name, other._of)

    def __hash__(self) -> int:
        return hash(self._name)


def table_of(row: TableRow) -> str:
    """Return the name of the table of a row."""
    return str(row._of).removeprefix(ROWS_OF)


def row_name(row: TableRow) -> str:
    """Return what sentences call a row."""
    return str(row._named)


def numbers_of(row: TableRow) -> dict[str, int]:
    """Return the numbers of a row without its copies, by column."""
    cells = vars(row).items()
    return {name: cell for name, cell in cells if isinstance(cell, int) and name != COPIES}


class RulesInForce:
    """The rule values, the rows of each component table, and the words of the reader's language."""

    def __init__(
        self,
        schema: Schema,
        values: Mapping[str, Value],
        tables: Mapping[str, Sequence[Cells]],
        words: Words | None = None,
        seats: Sequence[str] = (),
    ) -> None:
        self.values = Named("the rules", values)
        self.words = words or Words()
        self._seats = seats
        keys = {table.name: table.key for table in schema.tables}
        self._tables = {
            name: tuple(
                TableRow(ROWS_OF + name, keys[name], cells, naming_column(keys[name], rows))
                for cells in rows
            )
            for name, rows in tables.items()
        }

    def __deepcopy__(self, memo: object) -> RulesInForce:
        return self

    def table(self, name: str) -> Sequence[TableRow]:
        """Return the rows of a table in the order of its file.

        Raises:
            Misuse: the game declares no such table.
        """
        if name not in self._tables:
            raise Misuse(f'there is no table "{name}".{did_you_mean(name, self._tables)}')
        return self._tables[name]

    def seat(self, seat: int) -> str:
        """Return the name of a seat: that of the game if it has any, else `Player 1` and so on."""
        if seat < len(self._seats):
            return self.words(self._seats[seat])
        return self.words("Player {n}").format(n=seat + 1)


def naming_column(key: str, rows: Sequence[Cells]) -> str:
    """Return the column by which sentences call rows: `name`, unless two have the same, or key."""
    names = [cells.get(NAME) for cells in rows]
    return NAME if all(names) and len(set(names)) == len(names) else key


def encode_rules(components: Components) -> npt.NDArray[Any]:
    """Return rule values, tables and patched keys as bytes: JSON."""
    content = [components.values, components.tables, components.patched]
    return np.frombuffer(json.dumps(content).encode(), np.uint8)


def components_in(row: npt.NDArray[Any]) -> Components:
    """Return the rule values and the tables in such bytes."""
    values, tables, patched = json.loads(row.tobytes())
    return Components(values=values, tables=tables, patched=patched)


def decode_rules(row: npt.NDArray[Any], schema: Schema) -> tuple[RulesInForce, list[str]]:
    """Return the rules in such bytes, and the patch that makes them, as words of a command."""
    components = components_in(row)
    return RulesInForce(schema, components.values, components.tables), [
        f"{key}={_spoken(_value_at(key, components.values, components.tables, schema))}"
        for key in components.patched
    ]


def _value_at(
    key: str, values: Mapping[str, Any], tables: Mapping[str, Any], schema: Schema
) -> object:
    """Return the value that a key of a patch names; off for a row that it removes."""
    match key_parts(key):
        case [table, row, column]:
            name = next(declared.key for declared in schema.tables if declared.name == table)
            return next(cells[column] for cells in tables[table] if cells[name] == row)
        case [_, _]:
            return False
        case _:
            return values[key]


def _spoken(value: object) -> str:
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else without_step(value)
