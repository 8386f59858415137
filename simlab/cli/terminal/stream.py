"""Prepares stdin, stdout and stderr that are closed, full or limited to ASCII."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any


class Forgiving(io.FileIO):
    """A file whose writes never fail, so that a progress line cannot end a run."""

    def write(self, data: Any) -> int:
        """Write; do nothing if the disk is full or the pipe is closed."""
        with suppress(OSError):
            super().write(data)
        return len(data)


@contextmanager
def prepared() -> Iterator[None]:
    """Prepare the streams for writing; characters outside their encoding become `\\u2013`.

    A closed stream is opened on /dev/null, so that no file of a run gets its descriptor. Writing to
    such a stdout fails, as it should; writing to such a stderr does nothing.
    """
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is None:
            is_writable = name == "stderr"
            os.open(os.devnull, os.O_WRONLY if is_writable else os.O_RDONLY)
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
    """Flush stdout; return the reason if that fails.

    A closed pipe is no failure.
    """
    try:
        sys.stdout.flush()
    except OSError as error:
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return None if isinstance(error, BrokenPipeError) else f"stdout: {error.strerror}"
    return None
