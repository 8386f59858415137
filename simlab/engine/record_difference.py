"""Where two records of the same type differ, field by field."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

SHOWN = 3
"""Fields that a message names at most."""


@dataclass(frozen=True)
class Difference:
    """A number that is not the same in two records."""

    path: str
    """Such as `players[1].score`."""
    one: Any
    other: Any

    def __str__(self) -> str:
        return f"{self.path} from {self.one} to {self.other}"


def differences(one: Any, other: Any, path: str = "") -> Iterator[Difference]:
    """Yield each number in which two records, or fields of them, differ."""
    if one.tobytes() == other.tobytes():
        return
    if one.ndim:
        for i in range(len(one)):
            yield from differences(one[i], other[i], f"{path}[{i}]")
    elif one.dtype.names:
        for name in one.dtype.names:
            yield from differences(one[name], other[name], f"{path}.{name}" if path else name)
    else:
        yield Difference(path, one.item(), other.item())


def changes(one: Any, other: Any, path: str) -> str:
    """Return `rules.target from 100 to 10`, the first few changes, or nothing."""
    first = list(islice(differences(one, other, path), SHOWN + 1))
    return _list([str(change) for change in first])


def fields(one: Any, other: Any, path: str) -> str:
    """Return `state.turns, state.winner`: the first few fields that differ, or nothing."""
    first = list(islice(differences(one, other, path), SHOWN + 1))
    return _list([change.path for change in first])


def _list(items: list[str]) -> str:
    return ", ".join([*items[:SHOWN], *(["..."] if len(items) > SHOWN else [])])
