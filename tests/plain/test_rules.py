"""Rows of component tables: read by attribute, and written down by reference."""

from __future__ import annotations

import pytest

from simlab.errors import Misuse
from simlab.game.components import Column, Schema, Table
from simlab.plain.engine import Snapshots
from simlab.plain.rules import RulesInForce, TableRow, numbers_of

TEXT = "a page of text " * 100


def rules_of(n_rows: int) -> RulesInForce:
    schema = Schema((), (Table("cards", "cards", "card", (Column("text", "text"),)),))
    rows = [{"card": f"card {i}", "text": TEXT} for i in range(n_rows)]
    return RulesInForce(schema, {}, {"cards": rows})


def test_a_row_has_no_name_that_a_column_could_hide() -> None:
    assert [name for name in vars(TableRow) if not name.startswith("_")] == []
    cells = {"card": "Rope", "numbers": 7, "self": 1, "of": 2, "key": 3, "cells": 4, "copies": 5}
    row = TableRow("rows of cards", "card", cells)
    assert {name: getattr(row, name) for name in cells} == cells
    assert numbers_of(row) == {"numbers": 7, "self": 1, "of": 2, "key": 3, "cells": 4}
    with pytest.raises(Misuse):
        row.numbers = 8


def test_a_table_is_written_down_without_the_text_of_its_cards() -> None:
    rules = rules_of(300)
    snapshots = Snapshots(rules)
    deck = list(rules.table("cards"))
    state = snapshots.state({"deck": deck, "rules": rules})
    assert len(state) < 10 * len(deck)
    assert snapshots.state({"deck": deck, "rules": rules}) == state
    assert snapshots.state({"deck": deck[::-1], "rules": rules}) != state
    assert snapshots.state({"deck": deck[1:], "rules": rules}) != state
