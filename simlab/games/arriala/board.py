"""Rows of the components: the canal in its order, by number of players."""

from collections.abc import Sequence

from simlab.game.components import Components, Table
from simlab.game.components.table import Row as TableRow
from simlab.games.arriala.schema import FEWEST_PLAYERS, STRETCH_TABLE


def in_order(components: Components, table: Table) -> list[TableRow]:
    """Return towns or stretches along the canal, from Grisolles."""
    return sorted(components.tables[table.name], key=lambda row: int(row["position"]))


def by_number(components: Components, table: Table, names: Sequence[str]) -> list[TableRow]:
    """Return cards or vineyards in the order of the names that number them."""
    return sorted(components.tables[table.name], key=lambda row: names.index(str(row[table.key])))


def stretches_in_play(components: Components, players: int) -> dict[str, int]:
    """Return the stretches in play, by number of players: name and place along the canal."""
    return {
        str(row["stretch"]): place
        for place, row in enumerate(in_order(components, STRETCH_TABLE))
        if int(row["min_players"]) <= players
    }


def n_blue_cells(components: Components, players: int) -> int:
    """Count the blue cells in play, by number of players."""
    stretches = stretches_in_play(components, players)
    return sum(row["stretch"] in stretches for row in components.tables["blue_cells"])


def n_workers(components: Components, players: int) -> int:
    """Count the workers in play, neutral ones included, by number of players."""
    of_players = players * int(components.values["workers_per_player"])
    if players > FEWEST_PLAYERS or not components.values["neutral_workers"]:
        return of_players
    return of_players + len(stretches_in_play(components, players)) + 1


def longest(components: Components, players: int) -> TableRow:
    """Return the longest stretch in play, by number of players."""
    stretches = stretches_in_play(components, players)
    rows = [row for row in components.tables["stretches"] if row["stretch"] in stretches]
    return max(rows, key=lambda row: int(row["cells"]))


def row_of(components: Components, table: Table, key: str) -> TableRow:
    """Return the row of a table with this key."""
    return next(row for row in components.tables[table.name] if row[table.key] == key)
