"""Rows of several scenarios for one figure, each with the name of its scenario."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pandas as pd


@dataclass(frozen=True, eq=False)
class Line:
    """One scenario's rows of a table, with what it is called."""

    name: str
    table: pd.DataFrame


def lines_of(frame: pd.DataFrame, names: Mapping[str, str]) -> list[Line]:
    """Return a line per scenario that has rows, in the order of `names`: what each is called."""
    tables = [frame[frame["scenario"] == scenario] for scenario in names]
    return [
        Line(called, table)
        for called, table in zip(names.values(), tables, strict=True)
        if len(table)
    ]
