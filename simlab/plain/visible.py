"""What a seat sees of a plain game, in lines: its attributes without hidden information."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from simlab.game.scene_lines import board_lines, table_lines
from simlab.plain.game import PlainGame, deal_again, parts_of, players_at
from simlab.plain.rules import TableRow, numbers_of
from simlab.plain.seat_attributes import number_in_words, turn_attribute

# fixed, so that a table is shown alike each time
SEED = 1
REDEALS = 8
"""Redeals that are compared: what all of them leave as it is can be seen."""
OWN = ("rules", "chance")
"""Attributes that every game has and that are no part of the table."""


class Hidden:
    """Replaces what a seat cannot see."""


HIDDEN = Hidden()


def lines_for_seat(game: PlainGame, seat: int) -> Iterator[str]:
    """Yield what a seat sees: the lines of the game's `visible`, or its attributes and parts.

    Numbers of seats and of entries are in words.
    """
    written = game.visible(seat)
    if written is not None:
        yield from [written] if isinstance(written, str) else written
        return
    redealt = [vars(deal_again(game, seat, SEED, number)) for number in range(REDEALS)]
    names = [f"Player {number}" for number in range(1, players_at(game) + 1)]
    for part in parts_of(game):
        yield from table_lines(part.scene(), seat, names)
        yield from board_lines(part.scene(), names)
    for name, value in attributes_of(game).items():
        if name == turn_attribute(game):
            continue  # who decides is said anyway
        visible = mask_hidden(value, [attributes[name] for attributes in redealt])
        number = "" if visible is HIDDEN else number_in_words(game, name, names)
        yield f"{name.replace('_', ' ')}: {number or in_words(visible)}"


def attributes_of(game: PlainGame) -> dict[str, Any]:
    """Return the attributes that the author gave to a game, by name."""
    excluded = {*OWN, *(part.name for part in parts_of(game))}
    named = vars(game).items()
    return {
        name: value for name, value in named if name not in excluded and not name.startswith("_")
    }


def mask_hidden(value: Any, redealt_values: Sequence[Any]) -> Any:
    """Return a value with HIDDEN in each place where it differs from one of the others."""
    if all(redealt_value == value for redealt_value in redealt_values):
        return value
    if any(type(redealt_value) is not type(value) for redealt_value in redealt_values):
        return HIDDEN
    match value:
        case list() | tuple() if all(
            len(redealt_value) == len(value) for redealt_value in redealt_values
        ):
            columns = zip(*redealt_values, strict=True)
            return [mask_hidden(item, column) for item, column in zip(value, columns, strict=True)]
        case dict() if all(
            redealt_value.keys() == value.keys() for redealt_value in redealt_values
        ):
            return {
                key: mask_hidden(entry, [redealt_value[key] for redealt_value in redealt_values])
                for key, entry in value.items()
            }
        case _:
            return HIDDEN


def in_words(value: Any) -> str:
    """Return a value in short, with the number of hidden items in a row."""
    match value:
        case Hidden():
            return "hidden"
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case TableRow():
            numbers = ", ".join(f"{name} {number}" for name, number in numbers_of(value).items())
            return f"{value} ({numbers})" if numbers else str(value)
        case Mapping():
            return (
                ", ".join(f"{key} {_in_brackets(entry)}" for key, entry in value.items()) or "none"
            )
        case list() | tuple():
            return ", ".join(_runs(value)) or "none"
        case _:
            return str(value)


def _runs(items: Sequence[Any]) -> Iterator[str]:
    for is_hidden, run in groupby(items, lambda item: item is HIDDEN):
        members = list(run)
        if is_hidden:
            yield f"{len(members)} hidden"
        else:
            yield from (_in_brackets(member) for member in members)


def _in_brackets(value: Any) -> str:
    is_group = isinstance(value, list | tuple | Mapping)
    return f"({in_words(value)})" if is_group else in_words(value)
