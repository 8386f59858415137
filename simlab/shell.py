"""Commands to copy and paste: their words, quoted for the shells of this system."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Iterable

NEEDS_NO_QUOTES = re.compile(r"[\w./\\:=+-]+", re.ASCII)
"""What cmd and PowerShell read as it is; a comma would make two words in PowerShell."""


def join(arguments: Iterable[str]) -> str:
    """Return words as a command that a shell of this system splits into these words again."""
    return " ".join(map(quote, arguments))


def quote(word: str) -> str:
    """Return a word, in quotes if a shell of this system would read it otherwise.

    On Windows, cmd and PowerShell read it alike: a quote inside is doubled, and backslashes before
    a quote are too, as programs there split their own command line. Limitation: `$` and a backtick
    keep their meaning in PowerShell, `%NAME%` in cmd, and PowerShell starts a program whose name is
    in quotes only after `& `.
    """
    if sys.platform != "win32":
        return shlex.quote(word)
    if NEEDS_NO_QUOTES.fullmatch(word):
        return word
    return '"{}"'.format(re.sub(r'(\\*)("|$)', lambda end: end[1] * 2 + end[2] * 2, word))
