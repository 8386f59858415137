"""Positions of a plain game, decision by decision: its scene, who decides, and the choices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from simlab.engine.build import PolicyLike
from simlab.game.definition import Rules
from simlab.game.scene import Scene, Seat, Value, join_scenes
from simlab.plain.engine import Deal, Session
from simlab.plain.game import PlainGame, deal_again, parts_of, players_at
from simlab.plain.seat_attributes import number_in_words, turn_attribute
from simlab.plain.visible import attributes_of

HIDDEN = "hidden"
"""What stands for an attribute that not every seat sees."""


def positions(
    definition: Any,
    rules: Rules,
    lineup: Sequence[PolicyLike],
    seed: int,
    deal: int,
    rotation: int,
    names: Sequence[str],
) -> Iterator[tuple[Scene, int | None, list[str]]]:
    """Yield scene, seat and choices in words before each decision; at the end no seat.

    `names` are those of the seats.
    """
    session = Session.for_readers(definition, rules, lineup, seed, rotation)
    table = Deal(session, deal)
    for seat, choices in table.decisions():
        scene = scene_of(table.game, seed, names)
        yield scene, seat, [table.game.describe(choice) for choice in choices]
    yield scene_of(table.game, seed, names), None, []


def scene_of(game: PlainGame, seed: int, names: Sequence[str]) -> Scene:
    """Return the scene of a game, or else its parts and the attributes that all seats see.

    `names` are those of the seats.
    """
    return game.scene() or join_scenes(
        [table_of_attributes(game, seed, names), *(part.scene() for part in parts_of(game))]
    )


def table_of_attributes(game: PlainGame, seed: int, names: Sequence[str]) -> Scene:
    """Return the attributes of a game as a scene without a board; a list by seat goes to the seats.

    An attribute that `hide` changes for any seat is hidden. Numbers of seats and of entries are in
    words, and whose turn it is goes without, as the scene says so.
    """
    players, attributes = players_at(game), attributes_of(game)
    wording = {name: _in_words(value) for name, value in attributes.items()}
    for seat in range(players):
        # what another deal could change is what the seat cannot see
        redealt = attributes_of(deal_again(game, seat, seed, seat))
        changed = [
            name for name in wording if _in_words(redealt.get(name)) != _in_words(attributes[name])
        ]
        wording |= {name: _size_only(attributes[name]) for name in changed}
    by_seat = [
        name
        for name, value in attributes.items()
        if wording[name] == _in_words(value) and isinstance(value, list) and len(value) == players
    ]
    seats = (
        tuple(Value(_title(name), _in_words(attributes[name][seat])) for name in by_seat)
        for seat in range(players)
    )
    numbered = {
        name: number_in_words(game, name, names)
        for name, value in attributes.items()
        if wording[name] == _in_words(value)
    }
    rest = (
        Value(_title(name), numbered.get(name) or wording[name])
        for name in attributes
        if name not in by_seat and name != turn_attribute(game)
    )
    return Scene(seats=tuple(map(Seat, seats)), turn=game.seat(), values=tuple(rest))


def _title(name: str) -> str:
    return name.replace("_", " ")


def _in_words(value: Any) -> str:
    match value:
        case None:
            return "–"
        case bool():
            return "yes" if value else "no"
        case list() | tuple():
            return ", ".join(_in_words(item) for item in value) or "–"
        case dict():
            return ", ".join(f"{_in_words(key)} {_in_words(entry)}" for key, entry in value.items())
        case _:
            return str(value)


def _size_only(value: Any) -> str:
    """Return what is known of a hidden value: how many entries it has, if any."""
    return f"{len(value)} {HIDDEN}" if isinstance(value, list | tuple | dict) else HIDDEN
