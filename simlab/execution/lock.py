"""Lock file of a folder of a run, a training or a study: one process at a time writes to it."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from simlab.errors import FolderError
from simlab.writing import TEMPORARY

LOCK = "_lock"
"""Holds the id of the process that writes the folder; removed when it ends."""
TICK_SECONDS = 0.1


@contextmanager
def locked(
    folder: Path, patience: float = 0.0, way_on: str = "wait for it, or choose another --out"
) -> Iterator[None]:
    """Keep other processes from writing a folder; wait up to `patience` seconds for them.

    The lock ends with the process in any case; a file that is left behind locks nothing. There is
    no lock on Windows and on file systems without locks.

    Raises:
        FolderError: another process writes it.
        OSError: the folder cannot be written.
    """
    if sys.platform == "win32":
        yield
        return
    file = _taken(folder, time.monotonic() + patience, way_on)
    try:
        os.truncate(file, 0)
        os.pwrite(file, str(os.getpid()).encode(), 0)
        yield
    finally:
        (folder / LOCK).unlink(missing_ok=True)
        os.close(file)


def _taken(folder: Path, deadline: float, way_on: str) -> int:
    """Return the lock file, open and locked."""
    while True:
        file = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            _lock(file, folder, deadline, way_on)
            if _is_there(file, folder / LOCK):
                return file
        except BaseException:
            os.close(file)
            raise
        os.close(file)  # the process that had it has just removed it


def _lock(file: int, folder: Path, deadline: float, way_on: str) -> None:
    import fcntl  # not on Windows

    while True:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            if time.monotonic() >= deadline:
                number = os.pread(file, 20, 0).decode()
                raise FolderError(
                    f"{folder}: another simlab is writing this folder"
                    f"{f', process {number}' * bool(number)}; {way_on}"
                ) from None
            time.sleep(TICK_SECONDS)
        except OSError:
            return  # a file system without locks


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
