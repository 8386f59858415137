"""Tables of a page: estimates with intervals, and the same numbers as CSV."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd

from simlab.analysis.tables import Scenario
from simlab.files.writing import RESERVED
from simlab.report.wording import FormattedEstimate, Row, n_of

Cell = str | FormattedEstimate
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""First characters of a text that a spreadsheet reads as a formula."""
# file systems stop at 255 bytes, with folder, ending and letters of two bytes
LONGEST_SLUG = 100
PLAYERS = "players"
"""Head of a column with numbers of players."""


@dataclass(frozen=True, eq=False)
class PageTable:
    """A table on the page; `frame` holds its numbers, and perhaps more, for the CSV file.

    Its slug names files, so of what a game calls its columns it keeps letters and digits only.
    """

    slug: str
    heads: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    method: str
    frame: pd.DataFrame
    labels: int = 1
    """How many columns, from the left, name the row."""
    players: int | None = None
    """The number of players that all of it is about; None if about several."""

    def __post_init__(self) -> None:
        """Make the slug fit for a file."""
        slug = re.sub(r"[^\w.+-]+", "_", self.slug)[:LONGEST_SLUG]
        # Windows has no file called con or nul
        object.__setattr__(self, "slug", f"{slug}_" if RESERVED.fullmatch(slug) else slug)

    def players_of_row(self, row: Sequence[Cell]) -> str:
        """Return the number of players that a row is about, from its column of that name."""
        if PLAYERS not in self.heads[: self.labels]:
            return ""
        return str(row[self.heads.index(PLAYERS)]).partition(" ")[0]

    @staticmethod
    def players_of_head(head: str) -> str:
        """Return the number of players that the head of a column names, if it names one."""
        named = re.search(r"(?:^|, )(\d+) players?$", head)
        return named.group(1) if named else ""

    def with_frame(self, frame: pd.DataFrame) -> PageTable:
        """Return the same rows, with other numbers for the CSV file."""
        return replace(self, frame=frame)

    @property
    def csv(self) -> str:
        """The numbers as CSV text, in which no spreadsheet finds a formula.

        Bounds that are not known are left empty.
        """
        # spreadsheets take inf for a word
        frame = self.frame.rename(columns=_no_formula).replace([np.inf, -np.inf], np.nan)
        for name in frame.select_dtypes(exclude="number"):
            frame[name] = frame[name].map(_no_formula)
        # the same bytes on Windows, and without digits that are rounding error
        return frame.to_csv(index=False, float_format="%.10g", lineterminator="\n")


def _no_formula(cell: Any) -> Any:
    """Return a cell with an apostrophe before a text that a spreadsheet would carry out."""
    is_formula = isinstance(cell, str) and cell.startswith(FORMULA) and not _is_number(cell)
    return f"'{cell}" if is_formula else cell


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


def across(
    slug: str,
    frame: pd.DataFrame,
    key: str,
    scenarios: Sequence[Scenario],
    cell: Callable[[Row], Cell],
    method: str,
    more: Sequence[str] = (),
) -> PageTable:
    """Return a table with a row for each value of `key` and a column for each scenario.

    With `more` keys there is a row for each combination of values.
    """
    keys = [key, *more]
    cells = {(*_values(row, keys), row["scenario"]): cell(row) for row in records(frame)}
    names = [scenario.name for scenario in scenarios]
    keyed = [_values(row, keys) for row in records(frame[frame["scenario"].isin(names)])]
    rows = [
        [*map(str, values), *(cells.get((*values, name), "") for name in names)]
        for values in dict.fromkeys(keyed)
    ]
    heads = [*(name.replace("_", " ") for name in keys), *heads_of(scenarios)]
    return PageTable(slug, heads, rows, method, frame, labels=len(keys))


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
    rows: list[dict[str, Any]] = frame.to_dict("records")  # type: ignore[assignment]
    return rows
