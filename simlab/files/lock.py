"""Lock on an open file, by which processes wait for each other: flock, and its like on Windows."""

from __future__ import annotations

import errno
import os
import sys
import time

# short against what another process does with the lock, such as compiling or storing a part
TICK_SECONDS = 0.1
FAR = 1 << 30
"""Byte that is locked on Windows, where nobody can read what is locked: beyond any content."""
IS_KEPT_WHILE_OPEN = sys.platform == "win32"
"""Whether a lock file cannot be removed while it is open; elsewhere it must be removed before it is
closed, as it may be the lock of the next process afterwards."""


def lock(file: int, patience: float = float("inf")) -> bool:
    """Lock an open file; return False if another process has it for more than `patience` seconds.

    The lock ends when the file is closed, and with the process in any case. A file system without
    locks locks nothing.
    """
    deadline = time.monotonic() + patience
    while not _is_taken(file):
        if time.monotonic() >= deadline:
            return False
        time.sleep(TICK_SECONDS)
    return True


def _is_taken(file: int) -> bool:
    """Lock a file if no other process has it; return whether this one has it then."""
    try:
        _take(file)
    except OSError as error:
        return error.errno not in (errno.EACCES, errno.EAGAIN)
    return True


if sys.platform == "win32":
    import msvcrt

    def _take(file: int) -> None:
        os.lseek(file, FAR, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _take(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
