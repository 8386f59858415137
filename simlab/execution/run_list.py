"""List of the runs in a folder, and deletion of runs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Literal

from simlab.errors import InputError, RunError, did_you_mean
from simlab.execution.lock import LOCK, lock_folder
from simlab.experiment.run_folder import (
    ASSUMPTIONS,
    EXPERIMENT,
    FORMAT,
    MANIFEST,
    OTHER_PLAYERS,
    RESOLVED,
    TABLES,
)
from simlab.files.checksum import check, read_json
from simlab.files.writing import patiently

MARKS = (RESOLVED, MANIFEST, EXPERIMENT)
"""Files that mark a folder as a run; any of them is enough."""
OWN = {*MARKS, *TABLES, "COLUMNS.md", "report.html", "full.html", "answer.md", "figures", "tables"}
"""Names that simlab writes into a run folder, besides those that begin with _ or a dot."""
DAMAGED = "damaged: {} cannot be read"

State = Literal["finished", "unfinished", "damaged"]


@dataclass(frozen=True)
class RunEntry:
    """A run in a list."""

    name: str
    game: str
    what: str
    """Question of its experiment, or its line-ups."""
    date: datetime
    """When it was begun or last described."""
    games: int
    size: int
    """Bytes on disk."""
    state: State


def runs_in(folder: Path) -> list[RunEntry]:
    """Return the runs directly in a folder, the latest first.

    Raises:
        InputError: there is no such folder.
        RunError: it cannot be read.
    """
    if not folder.is_dir():
        raise InputError(f"{folder}: no such folder")
    try:
        entries = [entry_of(path) for path in folder.iterdir() if is_run(path)]
    except OSError as error:
        raise RunError(f"{error.filename}: cannot be read: {error.strerror}") from error
    return sorted(entries, key=lambda entry: (entry.date, entry.name), reverse=True)


def is_run(folder: Path) -> bool:
    """Return whether a folder is a run, damaged or not."""
    return folder.is_dir() and any((folder / mark).is_file() for mark in MARKS)


def entry_of(folder: Path) -> RunEntry:
    """Return the list entry of a run; a damaged run has few details."""
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    marks = (folder / mark for mark in MARKS)
    date = datetime.fromtimestamp(min(path.stat().st_mtime for path in marks if path.is_file()))
    try:
        described = _read_description(folder / RESOLVED)
        game, games = str(described["game"]["title"]), _n_games(described)
        question = str(described["question"] or _line_ups(described))
    except (OSError, ValueError, TypeError, KeyError, AttributeError, IndexError):
        return RunEntry(folder.name, "", DAMAGED.format(RESOLVED), date, 0, size, "damaged")
    state: State = "finished" if (folder / MANIFEST).is_file() else "unfinished"
    return RunEntry(folder.name, game, question, date, games, size, state)


def delete_run(folder: Path, name: str) -> None:
    """Delete a run directly in a folder, with all its files.

    Raises:
        InputError: there is no such run, or it holds files that simlab did not write.
        FolderError: another process writes it.
        RunError: it cannot be removed.
    """
    check_deletable(folder, name)
    try:
        _remove(folder / name)
    except OSError as error:
        raise RunError(f"{error.filename}: cannot be deleted: {error.strerror}") from error


def _remove(run: Path) -> None:
    """Remove the files of a run while it is locked, then the folders with nothing else in them.

    Raises:
        FolderError: another process writes it.
        OSError: a file cannot be removed.
    """
    paths = sorted(run.rglob("*"), reverse=True)
    folders = [path for path in paths if path.is_dir() and not path.is_symlink()]
    with _lock_runs(run):
        for file in paths:
            if file not in folders and file.name != LOCK:
                patiently(file.unlink)
    for folder in (*folders, run):
        patiently(folder.rmdir)


def check_deletable(folder: Path, name: str) -> None:
    """Check that a run of this name exists, holds nothing else, and is not being written.

    Raises:
        InputError: there is none, or it holds files that simlab did not write.
        FolderError: another process writes it.
        RunError: it cannot be written.
    """
    path, names = folder / name, [entry.name for entry in runs_in(folder)]
    if name not in names or path.is_symlink():
        raise InputError(f"{path}: is no run.{did_you_mean(name, names)}")
    foreign = sorted(_foreign(path))
    if foreign:
        raise InputError(f"{path}: holds {', '.join(foreign)}, which simlab did not write")
    try:
        with _lock_runs(path):
            pass
    except OSError as error:
        raise RunError(f"{path}: cannot be deleted: {error.strerror}") from error


@contextmanager
def _lock_runs(run: Path) -> Iterator[None]:
    """Keep other processes from writing a run, and the runs within it.

    Raises:
        FolderError: another process writes one.
        OSError: a folder cannot be written.
    """
    folders = [run, *(run / name for name in (ASSUMPTIONS, OTHER_PLAYERS))]
    with ExitStack() as stack:
        for folder in folders:
            if folder.is_dir():
                stack.enter_context(lock_folder(folder, way_on="wait until it ends"))
        yield


def _foreign(folder: Path) -> Iterator[str]:
    for path in folder.iterdir():
        if path.name not in OWN and not path.name.startswith(("_", ".")):
            yield path.name


def _read_description(file: Path) -> dict[str, Any]:
    """Return the description of a run, that of an earlier format too, which has no checksum."""
    raw = file.read_bytes()
    described: dict[str, Any] = read_json(raw)
    if described["identity"]["format"] == FORMAT:
        check(raw)
    return described


def _n_games(described: dict[str, Any]) -> int:
    return sum(int(scenario["games"]) for scenario in described["scenarios"])


def _line_ups(described: dict[str, Any]) -> str:
    """Return the names of the scenarios, of many only the first, and the rules that all change."""
    first, *other_names = [str(scenario["name"]) for scenario in described["scenarios"]]
    patch, *other_patches = [scenario["patch"] for scenario in described["scenarios"]]
    names = f"{first} and {len(other_names)} more" if other_names else first
    changes = patch.items() if all(other_patch == patch for other_patch in other_patches) else ()
    return ", ".join([names, *(f"{key} = {value}" for key, value in changes)])
