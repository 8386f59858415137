"""stdin, stdout and stderr where they are closed, full, or know few letters."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any


class Forgiving(io.FileIO):
    """A file that takes what it can: what is said while a run goes on must not end it."""

    def write(self, data: Any) -> int:
        """Write, or let go where the disk is full or nobody reads."""
        with suppress(OSError):
            super().write(data)
        return len(data)


@contextmanager
def prepared() -> Iterator[None]:
    """Make the streams fit to write to; what a stream cannot spell is written as `\\u2013`.

    A closed one is opened on nothing, so that no file of a run takes its number: then stdout
    refuses what is written to it, as it should, and stderr swallows it.
    """
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is None:
            is_heard = name == "stderr"
            os.open(os.devnull, os.O_WRONLY if is_heard else os.O_RDONLY)
            opened = io.TextIOWrapper(io.FileIO(number, mode, closefd=False), encoding="utf-8")
            setattr(sys, name, opened)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    before = sys.stderr
    try:
        sys.stderr = forgiving(before)
        yield
    finally:
        sys.stderr = before


def forgiving(stream: Any) -> Any:
    """Return a stream on the same file that never raises."""
    try:
        number = stream.fileno()
    except (OSError, ValueError):
        return stream
    return io.TextIOWrapper(
        Forgiving(number, "w", closefd=False),
        encoding=stream.encoding,
        errors="backslashreplace",
        line_buffering=True,
        write_through=True,
    )


def flush() -> str | None:
    """Write out what is still buffered for stdout; return why that fails, if it does.

    A reader who has left is no failure.
    """
    try:
        sys.stdout.flush()
    except OSError as error:
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return None if isinstance(error, BrokenPipeError) else f"stdout: {error.strerror}"
    return None
