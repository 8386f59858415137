"""Tables for readers: numbers with their intervals, and the same numbers as CSV."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from simlab.analysis.tables import Scenario
from simlab.report.wording import Row, Spoken, n_of

Cell = str | Spoken


@dataclass(frozen=True, eq=False)
class Sheet:
    """A table on the page; `frame` holds its numbers, and perhaps more, for the CSV file."""

    slug: str
    heads: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    method: str
    frame: pd.DataFrame
    labels: int = 1
    """How many columns, from the left, name the row."""

    @property
    def csv(self) -> str:
        """The numbers as CSV text."""
        return self.frame.to_csv(index=False, float_format="%.10g", lineterminator="\n")


def across(
    slug: str,
    frame: pd.DataFrame,
    key: str,
    scenarios: Sequence[Scenario],
    cell: Callable[[Row], Cell],
    method: str,
    more: Sequence[str] = (),
) -> Sheet:
    """Return a table with a row for each value of `key` and a column for each scenario.

    With `more` keys there is a row for each combination of values.
    """
    keys = [key, *more]
    cells = {(*_values(row, keys), row["scenario"]): cell(row) for row in records(frame)}
    names = [scenario.name for scenario in scenarios]
    found = [_values(row, keys) for row in records(frame[frame["scenario"].isin(names)])]
    rows = [
        [*map(str, values), *(cells.get((*values, name), "") for name in names)]
        for values in dict.fromkeys(found)
    ]
    heads = [*(name.replace("_", " ") for name in keys), *heads_of(scenarios)]
    return Sheet(slug, heads, rows, method, frame, labels=len(keys))


def _values(row: Row, keys: Sequence[str]) -> tuple[Any, ...]:
    return tuple(row[key] for key in keys)


def heads_of(scenarios: Sequence[Scenario]) -> list[str]:
    """Return what sets each scenario apart from the others: players, entry or both."""
    has_entries = len({scenario.entry for scenario in scenarios}) > 1
    return [
        f"{s.entry}, {n_of(s.players, 'player')}" if has_entries else n_of(s.players, "player")
        for s in scenarios
    ]


def rows_of(frame: pd.DataFrame, scenario: Scenario) -> pd.DataFrame:
    """Return the rows of one scenario."""
    return frame[frame["scenario"] == scenario.name]


def records(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """Return rows as dictionaries."""
    found: list[dict[str, Any]] = frame.to_dict("records")  # type: ignore[assignment]
    return found
