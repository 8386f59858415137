"""Events and rows of one game as plain names and numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.engine.lead import TENSION_COLUMNS
from simlab.engine.menu_counts import MENU_COUNTS
from simlab.engine.record import fields_of
from simlab.game import Game

OF_THE_LOOP = MENU_COUNTS.keys() | TENSION_COLUMNS


def named(event: npt.NDArray[np.int64], game: Game) -> dict[str, Any]:
    """Return an event as its name and its numbers by field."""
    kind = game.events[int(event[0])]
    return {"event": kind.name, **dict(zip(kind.fields, event[1:].tolist(), strict=False))}


def by_column(row: npt.NDArray[Any], players: int) -> Iterator[tuple[str, float]]:
    """Yield the columns of an OUTCOME row, those of a seat as `column of seat N`.

    What the loop counts of menus and knows of tension is left out, since events do not tell it.
    """
    for name in row.dtype.names or ():
        if name != "seats" and name not in OF_THE_LOOP:
            yield from entries(row, name)
    for seat in range(players):
        for name in row["seats"].dtype.names or ():
            if name not in OF_THE_LOOP:
                yield from (
                    (f"{key} of seat {seat}", v) for key, v in entries(row["seats"][seat], name)
                )


def by_round(timeline: npt.NDArray[Any]) -> Iterator[tuple[str, float]]:
    """Yield the columns of TIMELINE rows as `column, round N`."""
    for row in timeline:
        for name in row.dtype.names or ():
            if name not in ("deal", "rotation", "rounds"):
                yield from ((f"{key}, round {row['rounds']}", v) for key, v in entries(row, name))


def entries(row: npt.NDArray[Any], name: str) -> Iterator[tuple[str, float]]:
    """Yield a column of a row, or those of the entries of an array."""
    each = fields_of(row.dtype)[name].each or (name,)
    yield from zip(each, np.ravel(row[name]).tolist(), strict=True)
