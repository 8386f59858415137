"""Prepares stdin, stdout and stderr that are closed, full or limited to a few letters."""

from __future__ import annotations

import codecs
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

SPELLED_OUT = "spelled out"
"""Name of the error handler that writes a sign in letters that every terminal has."""
SIGNS = {
    "\N{NO-BREAK SPACE}": " ",
    "\N{NARROW NO-BREAK SPACE}": " ",
    "\N{EN DASH}": "-",
    "\N{MINUS SIGN}": "-",
    "\N{HORIZONTAL ELLIPSIS}": "...",
    "\N{RIGHT SINGLE QUOTATION MARK}": "'",
    "\N{LEFT DOUBLE QUOTATION MARK}": '"',
    "\N{RIGHT DOUBLE QUOTATION MARK}": '"',
    "\N{LEFT-POINTING DOUBLE ANGLE QUOTATION MARK}": '"',
    "\N{RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK}": '"',
    "\N{PLUS-MINUS SIGN}": "+-",
    "\N{MULTIPLICATION SIGN}": "x",
    "\N{MIDDLE DOT}": ".",
    "\N{SUPERSCRIPT TWO}": "^2",
    "\N{SQUARE ROOT}": "sqrt",
    "\N{LESS-THAN OR EQUAL TO}": "<=",
    "\N{GREATER-THAN OR EQUAL TO}": ">=",
    "\N{RIGHTWARDS ARROW}": "->",
    "\N{BLACK UP-POINTING TRIANGLE}": "^",
    "\N{BLACK DOWN-POINTING TRIANGLE}": "v",
    "\N{INFINITY}": "inf",
    "\N{CHECK MARK}": "ok",
    "\N{BALLOT X}": "!!",
    "\N{BOX DRAWINGS LIGHT HORIZONTAL}": "-",
    "\N{BOX DRAWINGS LIGHT VERTICAL}": "|",
    "\N{BOX DRAWINGS LIGHT VERTICAL AND RIGHT}": "+",
    "\N{BOX DRAWINGS LIGHT UP AND RIGHT}": "+",
}


class Forgiving(io.FileIO):
    """A file whose writes never fail, so that a progress line cannot end a run."""

    def write(self, data: Any) -> int:
        """Write; do nothing if the disk is full or the pipe is closed."""
        with suppress(OSError):
            super().write(data)
        return len(data)


@contextmanager
def prepare_streams() -> Iterator[None]:
    """Prepare the streams; signs outside their encoding are spelled out, `-` for a minus sign.

    Letters outside it become `\\xe9`, so that the name of a file stays recognisable. A closed
    stream is opened on /dev/null, so that no file of a run gets its descriptor. Writing to such a
    stdout fails, as it should; writing to such a stderr does nothing.
    """
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is None:
            is_writable = name == "stderr"
            # takes the free number, else the next file that is opened would get what is printed;
            # stdout can only be read, so that lost output is an error
            os.open(os.devnull, os.O_WRONLY if is_writable else os.O_RDONLY)
            opened = io.TextIOWrapper(io.FileIO(number, mode, closefd=False), encoding="utf-8")
            setattr(sys, name, opened)
    codecs.register_error(SPELLED_OUT, spell_out)
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace" if stream is sys.stdin else SPELLED_OUT)
    before = sys.stderr
    try:
        sys.stderr = lenient_stream(before)
        yield
    finally:
        sys.stderr = before


def spell_out(error: UnicodeError) -> tuple[str, int]:
    """Handle characters that a stream cannot encode: spell signs out, write the rest as escapes."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    characters = error.object[error.start : error.end]
    escapes = (character.encode("ascii", "backslashreplace").decode() for character in characters)
    return "".join(map(SIGNS.get, characters, escapes)), error.end


def has_all_letters(stream: Any) -> bool:
    """Return whether a stream can write every character."""
    return codecs.lookup(stream.encoding or "utf-8").name.startswith("utf")


def lenient_stream(stream: Any) -> Any:
    """Return a stream on the same file that never raises."""
    try:
        number = stream.fileno()
    except (OSError, ValueError):
        return stream
    return io.TextIOWrapper(
        Forgiving(number, "w", closefd=False),
        encoding=stream.encoding,
        errors=SPELLED_OUT,
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
        # else Python would flush once more as it ends, and complain
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return None if isinstance(error, BrokenPipeError) else f"stdout: {error.strerror}"
    return None
