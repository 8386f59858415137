"""Result of a command: the answer in words, frames with intervals, JSON and HTML."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

import pandas as pd

from simlab.report.more_games import NextStep
from simlab.report.page_table import PageTable

Content = dict[str, Any]

MOST_ROWS = 20
"""Rows of a frame that a notebook or a terminal shows; longer frames are shortened."""
MOST_COLUMNS = 9
"""Columns that are shown: the first ones, which are the keys and the estimate."""
MOST_DIGITS = 10_000
"""Numbers from here on are written without decimals."""
WIDTH = 100
"""Characters of a line of text."""


class Result(ABC):
    """What a command found out.

    A notebook shows the answer and the main frame; so does `print`.
    """

    @property
    @abstractmethod
    def sentences(self) -> Sequence[str]:
        """The sentences that answer the question of the command."""

    @property
    @abstractmethod
    def frames(self) -> Mapping[str, pd.DataFrame]:
        """All frames by name, the main one first."""

    @abstractmethod
    def to_dict(self) -> Content:
        """Return what the command prints with `--json`."""

    @property
    def next_steps(self) -> Sequence[NextStep]:
        """Undecided numbers, each with the command that decides it; at most three."""
        return []

    @property
    def answer(self) -> str:
        """The answer in words, as the terminal prints it."""
        return " ".join(self.sentences)

    @property
    def frame(self) -> pd.DataFrame:
        """The main frame: estimates with `low`, `high` and, where games were played, `n`."""
        return next(iter(self.frames.values()), pd.DataFrame())

    def __repr__(self) -> str:
        """Return the answer and the main frame as text."""
        table = self._shown.to_string(
            index=False, max_rows=MOST_ROWS, line_width=WIDTH, float_format=_number, na_rep="–"
        )
        return "\n".join([*self.sentences, *([] if self.frame.empty else ["", table])])

    def _repr_html_(self) -> str:
        """Return the answer and the main frame as HTML, in the colours of the notebook."""
        return "\n".join(["<div>", *self._html(), "</div>"])

    @property
    def _shown(self) -> pd.DataFrame:
        return self.frame.iloc[:, :MOST_COLUMNS]

    def _html(self) -> Iterator[str]:
        yield from (f"<p>{escape(sentence)}</p>" for sentence in self.sentences)
        if not self.frame.empty:
            yield self._shown.to_html(
                index=False, border=0, max_rows=MOST_ROWS, float_format=_number, na_rep="–"
            )


class TableResult(Result):
    """A result with tables and further sentences, which the terminal prints as a page has them."""

    @property
    def findings(self) -> Mapping[str, str]:
        """Further sentences by their topics."""
        return {}

    @property
    def tables(self) -> Mapping[str, PageTable]:
        """The tables that the terminal shows, by title."""
        return {}


def drop_empty(frames: Mapping[str, pd.DataFrame]) -> dict[str, pd.DataFrame]:
    """Return the frames that have rows."""
    return {name: frame for name, frame in frames.items() if not frame.empty}


def frame_of(rows: Sequence[Mapping[str, Any]]) -> pd.DataFrame:
    """Return rows of JSON as a frame; a nested estimate becomes `estimate`, `low` and `high`."""
    return pd.DataFrame([dict(_cells(row)) for row in rows])


def _cells(row: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, cell in row.items():
        is_estimate = isinstance(cell, Mapping) and "estimate" in cell
        yield from cell.items() if is_estimate else [(name, cell)]


def _number(value: float) -> str:
    value += 0.0  # no minus before zero
    return f"{value:,.4g}" if abs(value) < MOST_DIGITS else f"{value:,.0f}"
