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
    first_value: Any
    second_value: Any

    def __str__(self) -> str:
        return f"{self.path} from {self.first_value} to {self.second_value}"


def differences(first_record: Any, second_record: Any, path: str = "") -> Iterator[Difference]:
    """Yield each number in which two records, or fields of them, differ."""
    if first_record.tobytes() == second_record.tobytes():
        return
    if first_record.ndim:
        for i in range(len(first_record)):
            yield from differences(first_record[i], second_record[i], f"{path}[{i}]")
    elif first_record.dtype.names:
        for name in first_record.dtype.names:
            yield from differences(
                first_record[name], second_record[name], f"{path}.{name}" if path else name
            )
    else:
        yield Difference(path, first_record.item(), second_record.item())


def changes(first_record: Any, second_record: Any, path: str) -> str:
    """Return `rules.target from 100 to 10`, the first few changes, or nothing."""
    first = list(islice(differences(first_record, second_record, path), SHOWN + 1))
    return _list([str(change) for change in first])


def fields(first_record: Any, second_record: Any, path: str) -> str:
    """Return `state.turns, state.winner`: the first few fields that differ, or nothing."""
    first = list(islice(differences(first_record, second_record, path), SHOWN + 1))
    return _list([change.path for change in first])


def _list(items: list[str]) -> str:
    return ", ".join([*items[:SHOWN], *(["..."] if len(items) > SHOWN else [])])
