"""Match log: results of matches played elsewhere, one row per match and player, CSV or XLSX."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from math import factorial, prod
from pathlib import Path

from simlab.errors import ComponentError, InputError, Problem
from simlab.game.components.spreadsheet import Sheet, read_sheet, whole_number

MATCH, PLAYER, PLACE, SCORE = "match", "player", "place", "score"
SYNONYMS = {
    MATCH: ("match", "match_id", "game", "game_id", "id"),
    PLAYER: ("player", "name"),
    PLACE: ("place", "rank", "position"),
    SCORE: ("score", "points"),
}
"""Headings of each column, the preferred one first; capitals and blanks do not matter."""
MOST_MATCHES, MOST_PLAYERS, MOST_SEATS = 10_000, 60, 12
MOST_ORDERS = factorial(6)
"""Orders that the ties of a match may allow: six may share a place. The likelihood has each one."""
# a comma, too, with which spreadsheets of many countries write decimals
_NUMBER = re.compile(r"[+-]?\d{1,9}([.,]\d{1,6})?")


@dataclass(frozen=True)
class Match:
    """Who played a match, and how it ended."""

    name: str
    players: tuple[str, ...]
    ranks: tuple[float, ...]
    """The lowest is the best, equal ones tie."""


@dataclass(frozen=True, eq=False)
class MatchLog:
    """The matches of a file, and remarks on what of it is not used."""

    matches: tuple[Match, ...]
    remarks: tuple[str, ...]

    @property
    def players(self) -> list[str]:
        """All players, in alphabetical order."""
        return sorted({player for match in self.matches for player in match.players})


def read_match_log(file: Path) -> MatchLog:
    """Return the matches in a file.

    Raises:
        InputError: it cannot be read, or all cells that are not allowed, with row and column.
    """
    try:
        return match_log_of(read_sheet(file.read_bytes(), "matches"))
    except OSError as error:
        raise InputError(f"not readable ({error.strerror or error})", str(file)) from None
    except ComponentError as error:
        raise InputError(error.problems, str(file)) from None


def match_log_of(sheet: Sheet) -> MatchLog:
    """Return the matches in a sheet.

    Raises:
        ComponentError: all columns, cells and matches that are not allowed.
    """
    if sheet.problems:
        raise ComponentError(sheet.problems)
    columns = _columns(sheet)
    reader = _Reader(sheet, columns)
    for row, cells in sheet.rows.items():
        reader.read(row, cells)
    matches = reader.matches()
    if reader.problems:
        raise ComponentError(reader.problems)
    log = MatchLog(matches, (*sheet.remarks, *_remarks_on_unused(sheet, columns)))
    for number, most, noun in (
        (len(log.matches), MOST_MATCHES, "matches"),
        (len(log.players), MOST_PLAYERS, "players"),
    ):
        if not 2 <= number <= most:
            raise ComponentError(f"{noun}: {number:,}; 2 to {most:,} are allowed.")
    return log


def _columns(sheet: Sheet) -> dict[str, str]:
    """Return the heading of each column that is used, by what it holds."""
    columns = {
        content: next((name for name in names if name in sheet.columns), "")
        for content, names in SYNONYMS.items()
    }
    missing = [
        f'a column "{content}" is missing.' for content in (MATCH, PLAYER) if not columns[content]
    ]
    if not columns[PLACE] and not columns[SCORE]:
        missing.append(f'a column "{PLACE}" or "{SCORE}" is missing.')
    if missing:
        headings = ", ".join(
            f"{names[0]} (or {', '.join(names[1:])})" for names in SYNONYMS.values()
        )
        raise ComponentError([*missing[:-1], f"{missing[-1]} Allowed are {headings}."])
    # a place says who won where points do not
    if columns[PLACE]:
        columns[SCORE] = ""
    return {content: name for content, name in columns.items() if name}


def _remarks_on_unused(sheet: Sheet, columns: Mapping[str, str]) -> list[str]:
    """Return a remark on each column that is not used."""
    return [
        f"{label} is not used; used are {', '.join(columns.values())}."
        for name, label in sheet.columns.items()
        if name not in columns.values()
    ]


def _n_players(count: int) -> str:
    return "1 player" if count == 1 else f"{count} players"


class _Reader:
    """Reads the rows of a sheet and collects all problems."""

    def __init__(self, sheet: Sheet, columns: Mapping[str, str]) -> None:
        self.sheet, self.columns = sheet, columns
        self.problems: list[Problem] = []
        self.ranks: dict[str, dict[str, float]] = {}
        self.first_rows: dict[str, int] = {}

    def read(self, row: int, cells: Mapping[str, str]) -> None:
        """Add the player of a row to its match; what is not allowed becomes a problem."""
        match, player = self.read_cell(row, cells, MATCH), self.read_cell(row, cells, PLAYER)
        rank = self.rank(row, cells)
        if not match or not player or rank is None:
            return
        ranks = self.ranks.setdefault(match, {})
        self.first_rows.setdefault(match, row)
        if player in ranks:
            self.add(row, PLAYER, f'"{player}" is in match {match} twice.')
        ranks[player] = rank

    def matches(self) -> tuple[Match, ...]:
        """Return the matches; one without an opponent, or with too many ties, is a problem."""
        if not self.problems:
            for name, ranks in self.ranks.items():
                self.check(name, ranks)
        return tuple(
            Match(name, tuple(ranks), tuple(ranks.values())) for name, ranks in self.ranks.items()
        )

    def check(self, name: str, ranks: Mapping[str, float]) -> None:
        row = self.first_rows[name]
        if not 2 <= len(ranks) <= MOST_SEATS:
            self.add(
                row,
                MATCH,
                f"match {name} has {_n_players(len(ranks))}; 2 to {MOST_SEATS} may play.",
            )
            return
        n_orders = prod(map(factorial, Counter(ranks.values()).values()))
        if n_orders > MOST_ORDERS:
            self.add(row, MATCH, f"match {name} has too many ties; 6 may share a place.")

    def read_cell(self, row: int, cells: Mapping[str, str], content: str) -> str:
        cell_text = cells.get(self.columns[content], "").strip()
        if not cell_text:
            self.add(row, content, "is empty.")
        return cell_text

    def rank(self, row: int, cells: Mapping[str, str]) -> float | None:
        """Return the place, or the score with its sign reversed; None if there is none."""
        content = PLACE if PLACE in self.columns else SCORE
        cell_text = self.read_cell(row, cells, content)
        if not cell_text:
            return None
        if content == SCORE and _NUMBER.fullmatch(cell_text):
            # the most points are the best place
            return -float(cell_text.replace(",", "."))
        if content == SCORE:
            self.add(row, content, f'"{cell_text}" is not a number such as 12 or -3.5.')
            return None
        try:
            return whole_number(cell_text, 1, MOST_SEATS)
        except ComponentError as error:
            self.add(row, content, error.problems[0].sentence)
            return None

    def add(self, row: int, content: str, sentence: str) -> None:
        label = self.sheet.columns[self.columns[content]]
        self.problems.append(Problem(sentence, (f"row {row}, {label}",)))
