"""Line numbers of keys in a TOML file."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_WORD = r"""(?:[\w-]+|"[^"]*"|'[^']*')"""
_PATH = rf"{_WORD}(?:\s*\.\s*{_WORD})*"
_TABLE = re.compile(rf"\s*(\[\[?)\s*({_PATH})\s*\]")
_ENTRY = re.compile(rf"\s*({_PATH})\s*=")


@dataclass(frozen=True)
class Key:
    """A key as written, with its tables."""

    line: int
    path: tuple[str, ...]
    is_table: bool
    """Whether it is a table header, which is no place for a missing key."""

    def agreement(self, path: Sequence[str]) -> tuple[int, int]:
        """Return how many words of a path this key matches, and minus the words before them."""
        for start in range(len(self.path)):
            tail = self.path[start:]
            n = min(len(tail), len(path))
            if tail[:n] == tuple(path[:n]) and (n == len(path) or not self.is_table):
                return n, -start
            if tail[0].isdigit():
                break
        return 0, 0


def place_of(source: str, toml_text: str, key: str) -> tuple[str, ...]:
    """Return the place of a key in a file, `experiment.toml:3`; of none without a file.

    A key that a scenario lacks is looked up at the top of the file.
    """
    if not source:
        return ()
    path = key.split(".")
    # a scenario without the key has that of the whole experiment
    line = _line_of(toml_text, path) or _line_of(toml_text, path[2:])
    return (f"{source}:{line}" if line else source,)


def _line_of(toml_text: str, path: Sequence[str]) -> int:
    """Return the first line that matches most of a path, or 0."""
    matches = [(key.agreement(path), -key.line) for key in keys_of(toml_text)]
    # of lines that match as many words, that with fewest words before them, then the first one
    (n_words, _), line = max(matches, default=((0, 0), 0))
    return -line if n_words else 0


def keys_of(toml_text: str) -> Iterator[Key]:
    """Yield all keys at the beginning of lines; `[[scenario]]` entries count from 1."""
    table: tuple[str, ...] = ()
    n_entries: Counter[str] = Counter()
    for line, written in enumerate(toml_text.splitlines(), start=1):
        if head := _TABLE.match(written):
            first, *subkeys = _words(head[2])
            n_entries[first] += head[1] == "[["
            number = [str(n_entries[first])] if n_entries[first] else []
            table = (first, *number, *subkeys)
            yield Key(line, table, is_table=True)
        elif entry := _ENTRY.match(written):
            yield Key(line, (*table, *_words(entry[1])), is_table=False)


def _words(path: str) -> list[str]:
    """Return the words of a dotted key; quotes around some or all of it do not count."""
    return [word.strip(" \t\"'") for word in path.split(".")]
