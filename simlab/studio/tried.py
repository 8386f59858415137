"""Questions that were tried, with their answers, kept as JSON files in a folder."""

from __future__ import annotations

import threading
import time
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from simlab.errors import InputError, RunError
from simlab.files.checksum import CHECKSUM, check, read_json, seal_json
from simlab.files.paths import obstacle
from simlab.files.writing import printable, write_whole

Content = dict[str, Any]

LONGEST_NAME = 80
MOST_ROWS = 500
"""Rows that are kept; the oldest without star and name are dropped first."""
SAVE_SECONDS = 2.0
"""A growing answer is written at most this often."""


@dataclass(frozen=True)
class TriedRow:
    """A question, what it changes in words, and its last answer."""

    id: str
    question: Content
    changes: list[str]
    players: str
    """Number of players and policies in words."""
    answer: Content
    asked: float = 0.0
    """Time of the question, in seconds since 1970."""
    name: str = ""
    starred: bool = False
    command: str = ""

    @property
    def is_marked(self) -> bool:
        """Whether it has a star or a name."""
        return self.starred or bool(self.name)


@dataclass(eq=False)
class Tried:
    """All rows, and the folder that holds them; without one they are kept in memory alone."""

    folder: Path | None
    rows: dict[str, TriedRow] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Read the rows that are there; damaged files are left alone."""
        self._lock = threading.Lock()
        self._saved: dict[str, float] = {}
        if self.folder is not None and self.folder.is_dir():
            rows = map(_read, sorted(self.folder.glob("*.json")))
            self.rows = {row.id: row for row in rows if row is not None}

    def list(self) -> list[TriedRow]:
        """Return all rows, the latest first."""
        with self._lock:
            return sorted(self.rows.values(), key=lambda row: row.asked, reverse=True)

    def row(self, row_id: str) -> TriedRow:
        """Return the row of an id.

        Raises:
            InputError: there is none.
        """
        with self._lock:
            if row_id not in self.rows:
                raise InputError("there is no such question", "tried")
            return self.rows[row_id]

    def keep(self, row: TriedRow, *, is_last: bool) -> None:
        """Keep a row, whose star and name stay; write it if it is the last look or time has passed.

        Raises:
            RunError: it cannot be written.
        """
        with self._lock:
            before = self.rows.get(row.id)
            if before is not None:
                row = replace(row, name=before.name, starred=before.starred)
            self.rows[row.id] = row
            # the default is in the past of any clock: a first look is due at once
            is_due = time.monotonic() - self._saved.get(row.id, -SAVE_SECONDS) >= SAVE_SECONDS
        if is_last or is_due:
            self._write(row)

    def mark(self, row_id: str, *, starred: bool | None, name: str | None) -> TriedRow:
        """Give a row a star or a name.

        Raises:
            InputError: there is no such row.
            RunError: it cannot be written.
        """
        row = self.row(row_id)
        if starred is not None:
            row = replace(row, starred=starred)
        if name is not None:
            row = replace(row, name=printable(name).strip()[:LONGEST_NAME])
        with self._lock:
            self.rows[row.id] = row
        self._write(row)
        return row

    def drop(self, row_id: str) -> None:
        """Delete a row.

        Raises:
            InputError: there is no such row.
        """
        self.row(row_id)
        with self._lock:
            self._drop(row_id)

    def _drop(self, row_id: str) -> None:
        del self.rows[row_id]
        if self.folder is not None:
            with suppress(OSError):
                (self.folder / f"{row_id}.json").unlink(missing_ok=True)

    def _write(self, row: TriedRow) -> None:
        with self._lock:
            self._saved[row.id] = time.monotonic()
            plain = sorted(
                (tried_row for tried_row in self.rows.values() if not tried_row.is_marked),
                key=lambda r: r.asked,
            )
            for old in plain[: max(0, len(self.rows) - MOST_ROWS)]:
                self._drop(old.id)
            if self.folder is None:
                return
            try:
                self.folder.mkdir(parents=True, exist_ok=True)
                write_whole(self.folder / f"{row.id}.json", seal_json(asdict(row), indent=1))
            except OSError as error:
                raise RunError(f"{self.folder}: cannot be written: {error.strerror}") from error


def read_tried(folder: Path) -> Tried:
    """Return the rows of a folder, which need not exist yet.

    Raises:
        RunError: it cannot be written.
    """
    if problem := obstacle(str(folder)):
        raise RunError(f"{folder}: cannot be written: {problem}")
    return Tried(folder)


def _read(file: Path) -> TriedRow | None:
    """Return the row in a file; None if it is damaged or belongs to something else."""
    try:
        raw = file.read_bytes()
        content = read_json(raw)
        if CHECKSUM in content:  # earlier simlabs wrote none
            check(raw)
            del content[CHECKSUM]
        row = TriedRow(**content)
    except (OSError, ValueError, TypeError):
        return None
    is_whole = isinstance(row.question, dict) and isinstance(row.answer, dict)
    return row if row.id == file.stem and is_whole else None
