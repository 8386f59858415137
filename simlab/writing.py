"""Atomic file writing, and removal of control characters from text."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

CONTROL = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)
TEMPORARY = "_*.tmp"
"""Pattern of temporary file names."""


@contextmanager
def whole(path: Path) -> Iterator[Path]:
    """Yield a temporary path; after the block, flush it to disk and rename it to `path`.

    The name holds the process id, so two processes do not share a file. After an exception the
    file is removed. An error of the operating system, such as that of a full disk, names `path`.
    """
    temporary = path.with_name(f"_{path.name}.{os.getpid()}.tmp")
    try:
        yield temporary
        with temporary.open("rb") as file:
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as error:
        error.filename = error.filename or str(path)
        raise
    finally:
        temporary.unlink(missing_ok=True)


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
