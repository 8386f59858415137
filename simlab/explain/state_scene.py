"""Scene of a compiled game without one of its own: a table of the fields of its state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from simlab.execution.stepper import Stepper
from simlab.game.definition import Game
from simlab.game.scene import Scene, Seat, Value

HIDDEN = "hidden"
"""What stands for a field that not every seat sees."""
MOST_NUMBERS = 12
"""Numbers of an array that are shown."""


def state_scene(table: Stepper) -> Scene:
    """Return the fields of a state as a scene without a board; records by seat go to the seats.

    A field that `hide` changes for any seat is hidden.
    """
    seen_fields = _fields(table)
    redealt_fields = [_fields(redealt_table) for redealt_table in _redealt(table)]
    visible_fields = {
        key: field_text
        if all(redealt.get(key) == field_text for redealt in redealt_fields)
        else HIDDEN
        for key, field_text in seen_fields.items()
    }
    seats = (
        tuple(
            Value(name, field_text)
            for (seat, name), field_text in visible_fields.items()
            if seat == number
        )
        for number in range(table.players)
    )
    seat = table.next_seat()
    return Scene(
        seats=tuple(map(Seat, seats)),
        turn=seat if seat >= 0 else None,
        values=tuple(
            Value(name, field_text)
            for (number, name), field_text in visible_fields.items()
            if number is None
        ),
    )


def _fields(table: Stepper) -> dict[tuple[int | None, str], str]:
    """Return the fields of a state by seat and name; no seat: they belong to all."""
    fields: dict[tuple[int | None, str], str] = {}
    for name in table.state.dtype.names or ():
        value = table.state[0][name]
        if _is_by_seat(value, table.game):
            for seat in range(table.players):
                fields |= {
                    (seat, field_name): field_text
                    for field_name, field_text in _flat(value[seat], "")
                }
        else:
            fields |= {
                (None, field_name): field_text for field_name, field_text in _flat(value, name)
            }
    return fields


def _is_by_seat(value: Any, game: Game) -> bool:
    return value.dtype.names is not None and value.shape == (game.players[1],)


def _flat(value: Any, name: str) -> Iterator[tuple[str, str]]:
    """Yield name and text of each number or array of numbers in a record."""
    if value.dtype.names is None:
        numbers = value.ravel().tolist()
        listed = ", ".join(f"{number:g}" for number in numbers[:MOST_NUMBERS])
        yield name.replace("_", " "), f"{listed}, …" if len(numbers) > MOST_NUMBERS else listed
    elif value.shape == ():
        for field_name in value.dtype.names:
            yield from _flat(value[field_name], f"{name} {field_name}".strip())
    else:
        for number, record in enumerate(value.ravel()):
            yield from _flat(record, f"{name} {number}".strip())


def _redealt(table: Stepper) -> Iterator[Stepper]:
    """Yield a copy of the table for each seat, in which what it cannot see is dealt again."""
    for seat in range(table.players):
        copied_table = table.independent_copy()
        copied_table.hide(seat, seat)
        yield copied_table
