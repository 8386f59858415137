"""Lies about a recorded game, for referees to see through."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

Event = dict[str, Any]
Edit = Callable[[list[Event]], list[Event] | None]
Test = Callable[[Event], bool]


class Record(Protocol):
    """A game that was played, whatever else is known of it."""

    @property
    def events(self) -> list[Event]: ...


Game = TypeVar("Game", bound=Record)


@dataclass(frozen=True)
class Lie:
    """Something untrue said of a game, and a rule that the referee names at the first bad event."""

    rule: str
    edit: Edit
    players: int = 3
    patch: Mapping[str, object] = field(default_factory=dict)


def anything(event: Event) -> bool:
    return True


def edit_at(
    name: str, splice: Callable[[Event], list[Event]], where: Test = anything, **wanted: int
) -> Edit:
    """Return an edit that puts other events in the place of the first one that is wanted."""
    sought = {"event": name, **wanted}.items()

    def edit(events: list[Event]) -> list[Event] | None:
        for i, event in enumerate(events):
            if sought <= event.items() and where(event):
                return [*events[:i], *splice(event), *events[i + 1 :]]
        return None

    return edit


def changed(
    name: str, field: str, change: Callable[[Any], Any], where: Test = anything, **wanted: int
) -> Edit:
    return edit_at(name, lambda e: [{**e, field: change(e[field])}], where, **wanted)


def dropped(name: str, where: Test = anything, **wanted: int) -> Edit:
    return edit_at(name, lambda event: [], where, **wanted)


def doubled(name: str, where: Test = anything, **wanted: int) -> Edit:
    return edit_at(name, lambda event: [event, event], where, **wanted)


def before(name: str, inserted: Event, **wanted: int) -> Edit:
    return edit_at(name, lambda event: [of_same_seat(inserted, event), event], **wanted)


def after(name: str, inserted: Event, **wanted: int) -> Edit:
    return edit_at(name, lambda event: [event, of_same_seat(inserted, event)], **wanted)


def of_same_seat(inserted: Event, event: Event) -> Event:
    is_of_a_seat = "seat" in inserted and "seat" in event
    return {**inserted, "seat": event["seat"]} if is_of_a_seat else inserted


def plus_one(number: int) -> int:
    return number + 1


def less_one(number: int) -> int:
    return number - 1


def put(number: int) -> Callable[[int], int]:
    """Return a change to this number, whatever it was."""
    return lambda _: number


def lied(lie: Lie, games: Iterable[Game]) -> tuple[Game, list[Event]]:
    """Return the first game that gives an occasion for a lie, and what the lie makes of it."""
    for game in games:
        events = lie.edit(game.events)
        if events is not None:
            return game, events
    raise LookupError("no game gives an occasion for this lie")


def rules_broken_first(breaches: list[str]) -> set[str]:
    """Return the rules that a referee names at the first bad event."""
    number = number_of(breaches[0])
    return {breach.split(":")[0] for breach in breaches if number_of(breach) == number}


def number_of(breach: str) -> str:
    """Return the number of the event that a breach is about."""
    return breach.split("(event ")[1].split(":")[0]
