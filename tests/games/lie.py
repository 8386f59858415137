"""Lies about a recorded game, for referees to see through."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

Event = dict[str, Any]
Edit = Callable[[list[Event]], list[Event] | None]
Test = Callable[[Event], bool]


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


def plus_one(number: int) -> int:
    return number + 1


def less_one(number: int) -> int:
    return number - 1


def put(number: int) -> Callable[[int], int]:
    """Return a change to this number, whatever it was."""
    return lambda _: number


def number_of(breach: str) -> str:
    """Return the number of the event that a breach is about."""
    return breach.split("(event ")[1].split(":")[0]
