"""Play log: results of real plays from a CSV or XLSX file, one row per play."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

from simlab.errors import ComponentError, InputError, Problem, not_one_of
from simlab.game.components.spreadsheet import Sheet, read_sheet, whole_number
from simlab.game.definition import Game
from simlab.game.facts import Facts

PLAYERS, SCORE, WINNER, MINUTES = "players", "score", "winner", "minutes"
CLOCKS = ("rounds", "turns")
"""Columns of the length of a play, if the game counts them."""
FEWEST, MOST = 5, 10_000
"""Plays that a log may have; fewer say nothing of skill."""
LONGEST, HIGHEST = 100_000, 100_000_000
"""Largest length and score of a play."""
Value = TypeVar("Value")
_NUMBER = re.compile(r"[+-]?\d{1,9}([.,]\d{1,6})?")


@dataclass(frozen=True)
class Play:
    """One play; what was not written down is None or missing."""

    players: int
    scores: tuple[float, ...] | None
    """The score of each seat, or the shared score alone."""
    winner: int | None
    """The place of the seat that won, from 0."""
    lengths: Mapping[str, float]
    """Rounds or turns."""
    minutes: float | None

    @property
    def says_how_it_went(self) -> bool:
        """Whether a skill can be fitted to it: its scores or its length are known."""
        return self.scores is not None or bool(self.lengths)


@dataclass(frozen=True, eq=False)
class PlayLog:
    """The plays of a file, and remarks on what of it is not used."""

    plays: tuple[Play, ...]
    remarks: tuple[str, ...]

    @property
    def players(self) -> list[int]:
        """The numbers of players, in increasing order."""
        return sorted({play.players for play in self.plays})


def read_play_log(file: Path, game: Game, facts: Facts) -> PlayLog:
    """Return the plays in a file.

    Raises:
        InputError: it cannot be read, or all cells that are not allowed, with row and column.
    """
    try:
        return play_log_of(read_sheet(file.read_bytes(), "plays"), game, facts)
    except OSError as error:
        raise InputError(f"not readable ({error.strerror or error})", str(file)) from None
    except ComponentError as error:
        raise InputError(error.problems, str(file)) from None


def play_log_of(sheet: Sheet, game: Game, facts: Facts) -> PlayLog:
    """Return the plays in a sheet.

    Raises:
        ComponentError: all columns and cells that are not allowed.
    """
    if sheet.problems:
        raise ComponentError(sheet.problems)
    known_names = columns_of_log(game)
    if PLAYERS not in sheet.columns:
        raise ComponentError(
            f'a column "{PLAYERS}" is missing; allowed are {", ".join(known_names)}.'
        )
    fitted = [name for name in known_names if name.startswith(SCORE) or name in CLOCKS]
    if not set(sheet.columns) & set(fitted):
        raise ComponentError(f"no column says how a play went; allowed are {', '.join(fitted)}.")
    reader = _Reader(sheet, game, facts)
    plays = [reader.play(*row) for row in sheet.rows.items()]
    if reader.problems:
        raise ComponentError(reader.problems)
    n_fitted = sum(play.says_how_it_went for play in plays)
    if not FEWEST <= n_fitted <= MOST:
        raise ComponentError(
            f"plays with a score or a length: {n_fitted}; {FEWEST} to {MOST:,} are allowed."
        )
    ignored = [
        f"{label} is not used; used are {', '.join(known_names)}."
        for name, label in sheet.columns.items()
        if name not in known_names
    ]
    return PlayLog(tuple(plays), (*sheet.remarks, *ignored))


def columns_of_log(game: Game) -> list[str]:
    """Return the columns that a log of a game may have."""
    clocks = [clock for clock in CLOCKS if clock in (game.outcome_row.names or ())]
    if game.cooperative:
        return [PLAYERS, SCORE, *clocks, MINUTES]
    scores = [f"{SCORE}_{seat}" for seat in range(1, game.players[1] + 1)]
    return [PLAYERS, *scores, WINNER, *clocks, MINUTES]


class _Reader:
    """Reads the rows of a sheet and collects all problems."""

    def __init__(self, sheet: Sheet, game: Game, facts: Facts) -> None:
        self.sheet, self.game, self.facts = sheet, game, facts
        self.clocks = [clock for clock in columns_of_log(game) if clock in CLOCKS]
        self.problems: list[Problem] = []

    def play(self, row: int, cells: Mapping[str, str]) -> Play:
        """Return the play in a row; what is not allowed in it becomes a problem."""
        low, high = self.game.players
        players = self.cell(row, cells, PLAYERS, partial(whole_number, low=low, high=high))
        if not cells[PLAYERS]:
            self.add(row, PLAYERS, f"is empty; a whole number from {low} to {high} is needed.")
        players = players or low
        length = partial(_number, low=0, high=LONGEST)
        lengths = {name: self.cell(row, cells, name, length) for name in self.clocks}
        return Play(
            players,
            self.scores(row, cells, players),
            self.cell(row, cells, WINNER, partial(self.seat, players=players)),
            {name: value for name, value in lengths.items() if value is not None},
            self.cell(row, cells, MINUTES, length),
        )

    def scores(self, row: int, cells: Mapping[str, str], players: int) -> tuple[float, ...] | None:
        """Return the scores of a play, if all of them are there."""
        is_shared = self.game.cooperative
        names = [SCORE] if is_shared else score_columns(players)
        read = partial(_number, low=-HIGHEST, high=HIGHEST)
        scores = [self.cell(row, cells, name, read) for name in names]
        beyond = [] if is_shared else score_columns(self.game.players[1])[players:]
        for name in beyond:
            if cells.get(name):
                self.add(row, name, f"is filled, but {players} played.")
        read_scores = tuple(score for score in scores if score is not None)
        return read_scores if len(read_scores) == len(names) else None

    def seat(self, label: str, players: int) -> int:
        """Return the place of a seat, by its number from 1 or its name."""
        names = self.facts.seat_names(players)
        seat_by_label = {str(number): number - 1 for number in range(1, players + 1)}
        numbers = list(seat_by_label)
        seat_by_label |= {name.lower(): seat for seat, name in enumerate(names)}
        if label.lower() not in seat_by_label:
            raise ComponentError(not_one_of(label, numbers))
        return seat_by_label[label.lower()]

    def cell(
        self, row: int, cells: Mapping[str, str], name: str, read: Callable[[str], Value]
    ) -> Value | None:
        """Return what a cell holds, None if it is empty, wrong or has no column."""
        cell_text = cells.get(name, "")
        if not cell_text:
            return None
        try:
            return read(cell_text)
        except ComponentError as error:
            for problem in error.problems:
                self.add(row, name, problem.sentence)
            return None

    def add(self, row: int, name: str, sentence: str) -> None:
        self.problems.append(Problem(sentence, (f"row {row}, {self.sheet.columns[name]}",)))


def score_columns(players: int) -> list[str]:
    """Return the columns of the scores of this number of seats."""
    return [f"{SCORE}_{seat}" for seat in range(1, players + 1)]


def _number(cell_text: str, low: float, high: float) -> float:
    """Return the number in a cell, with a decimal point or comma."""
    if not _NUMBER.fullmatch(cell_text):
        raise ComponentError(f'"{cell_text}" is not a number from {low:g} to {high:g}.')
    value = float(cell_text.replace(",", "."))
    if not low <= value <= high:
        raise ComponentError(f"{cell_text} is out of range {low:g} to {high:g}.")
    return value


def counts_of(plays: Sequence[Play]) -> dict[int, int]:
    """Return the number of plays by number of players."""
    numbers = [play.players for play in plays]
    return {players: numbers.count(players) for players in sorted(set(numbers))}
