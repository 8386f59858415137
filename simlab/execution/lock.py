"""Lock file of a folder of a run, a training or a study: one process at a time writes to it."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from simlab.errors import FolderError
from simlab.files.lock import IS_KEPT_WHILE_OPEN, lock
from simlab.files.writing import TEMPORARY

LOCK = "_lock"
"""Holds the id of the process that writes the folder; removed when it ends."""


@contextmanager
def lock_folder(
    folder: Path, patience: float = 0.0, way_on: str = "wait for it, or choose another --out"
) -> Iterator[None]:
    """Keep other processes from writing a folder; wait up to `patience` seconds for them.

    The lock ends with the process in any case; a file that is left behind locks nothing. There is
    no lock on file systems without locks.

    Raises:
        FolderError: another process writes it.
        OSError: the folder cannot be written.
    """
    path = folder / LOCK
    file = _take_lock(path, time.monotonic() + patience, way_on)
    try:
        # a process that was killed leaves its number
        os.ftruncate(file, 0)
        os.lseek(file, 0, os.SEEK_SET)
        os.write(file, str(os.getpid()).encode())
        yield
    finally:
        with suppress(PermissionError):  # Windows removes no file that is open
            path.unlink(missing_ok=True)
        os.close(file)
        if IS_KEPT_WHILE_OPEN:
            with suppress(PermissionError):  # another process has just opened it
                path.unlink(missing_ok=True)


def _take_lock(path: Path, deadline: float, way_on: str) -> int:
    """Return the lock file, open and locked."""
    while True:
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            if not lock(file, deadline - time.monotonic()):
                raise FolderError(
                    f"{path.parent}: another simlab is writing this folder{_writer(file)}; {way_on}"
                )
            if _is_there(file, path):
                return file
        except BaseException:
            os.close(file)
            raise
        os.close(file)  # the process that had it has just removed it


def _writer(file: int) -> str:
    """Return which process writes, as far as the lock file says it."""
    os.lseek(file, 0, os.SEEK_SET)
    number = os.read(file, 20).decode()
    return f", process {number}" if number else ""


def _is_there(file: int, path: Path) -> bool:
    """Return whether an open file is the one that has this name now."""
    try:
        return os.path.samestat(os.fstat(file), path.stat())
    except FileNotFoundError:
        return False


def holds_something(folder: Path) -> bool:
    """Return whether there is a folder with anything but a lock and temporary files in it."""
    return folder.exists() and any(
        path.name != LOCK and not path.match(TEMPORARY) for path in folder.iterdir()
    )
