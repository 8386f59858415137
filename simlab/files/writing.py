"""Atomic file writing, patience with files in use, and removal of control characters from text."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

CONTROL = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)
RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
"""Names that no file and no folder has on Windows."""
TEMPORARY = "_*.tmp"
"""Pattern of temporary file names."""
PATIENCE_SECONDS = 1.0
"""Windows neither replaces nor removes a file that another process has open, such as a reader or a
virus scanner; most close it after some milliseconds."""
TICK_SECONDS = 0.01


@contextmanager
def whole(path: Path) -> Iterator[Path]:
    """Yield a temporary path; after the block, flush it to disk and rename it to `path`.

    The name holds the process id, so two processes do not share a file. After an exception the
    file is removed. An error of the operating system, such as that of a full disk, names `path`.
    """
    temporary = path.with_name(f"_{path.name}.{os.getpid()}.tmp")
    try:
        yield temporary
        # before it has its name: after a power cut, what has that name is whole
        with temporary.open("rb+") as file:  # Windows flushes only what may be written
            os.fsync(file.fileno())
        patiently(lambda: temporary.replace(path))
    except OSError as error:
        error.filename = error.filename or str(path)
        raise
    finally:
        patiently(lambda: temporary.unlink(missing_ok=True))


def patiently(step: Callable[[], object]) -> None:
    """Replace or remove files; while permission is denied, try again for `PATIENCE_SECONDS`.

    Raises:
        OSError: they cannot be replaced or removed.
    """
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            step()
        except PermissionError:
            if time.monotonic() >= deadline:
                raise
            time.sleep(TICK_SECONDS)
        else:
            return


def write_whole(path: Path, content: str | bytes) -> None:
    """Write bytes, or a text in UTF-8 with plain line ends."""
    with whole(path) as temporary:
        temporary.write_bytes(content.encode() if isinstance(content, str) else content)


def printable(text: str) -> str:
    """Return a text without characters that steer a terminal, turn text around or break XML."""
    return CONTROL.sub("", text)


def printable_all(content: Any) -> Any:
    """Return JSON content with all texts and keys made printable."""
    if isinstance(content, str):
        return printable(content)
    if isinstance(content, dict):
        return {printable(key): printable_all(value) for key, value in content.items()}
    if isinstance(content, list | tuple):
        return [printable_all(value) for value in content]
    return content
