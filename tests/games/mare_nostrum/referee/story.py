"""The events of a game read one by one, and the breaches found on the way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from simlab.games.mare_nostrum.events import KINDS
from simlab.games.mare_nostrum.state import (
    MARKER,
    MOST_PLAYERS,
    NOBODY,
    NOTHING,
    TILES,
    TOKENS,
    TRACKS,
)

Event = Mapping[str, Any]

FIELDS = {kind.name: kind.fields for kind in KINDS.values()}
MAY_BE_NOBODY = {("game_over", "seat"), ("title_taken", "decider")}


class StoryLostError(Exception):
    """The events make no sense: nothing can be judged after them."""


class Story:
    """The events of a game, read from its beginning."""

    def __init__(
        self, events: Sequence[Event], players: int, provinces: set[int], seas: set[int]
    ) -> None:
        self.events = events
        self.n_read = 0
        self.breaches: list[str] = []
        self.known = known_things(players, provinces, seas)

    @property
    def next(self) -> str:
        """The name of the event that comes next; nothing at the end."""
        return self.events[self.n_read]["event"] if self.n_read < len(self.events) else ""

    def is_next(self, name: str, **fields: int) -> bool:
        """Say whether an event of this name and with these numbers comes next."""
        return self.next == name and fields.items() <= self.events[self.n_read].items()

    @property
    def last(self) -> Event:
        """The event that was read last."""
        return self.events[self.n_read - 1] if self.n_read else {}

    def take(self, rule: str, name: str) -> Event:
        """Read the next event, which must be of this name.

        Raises:
            StoryLostError: it is something else, or points at things that do not exist.
        """
        is_due = self.next == name
        self.n_read += self.next != ""
        if not is_due:
            self.lose(rule, f"{name} is due")
        if not self.is_readable(self.last):
            self.lose(rule, "such things do not exist")
        return self.last

    def expect(self, rule: str, name: str, **fields: int) -> Event:
        """Read the next event, which must be this one with these numbers."""
        event = self.take(rule, name)
        for field, value in fields.items():
            self.demand(event[field] == value, rule, f"{field} is {value}")
        return event

    def demand(self, is_right: bool, rule: str, sentence: str) -> None:
        """Write down a breach unless all is right."""
        if not is_right:
            self.breaches.append(f"{rule}: {sentence} (event {self.n_read}: {dict(self.last)}).")

    def lose(self, rule: str, sentence: str) -> NoReturn:
        """Write down a breach after which nothing can be judged."""
        self.demand(False, rule, sentence)
        raise StoryLostError

    def is_readable(self, event: Event) -> bool:
        """Say whether there is such an event, and whether all it points at exists."""
        name, fields = event["event"], FIELDS.get(event["event"])
        return (
            fields is not None
            and event.keys() == {"event", *fields}
            and all(self.is_known(name, field, event[field]) for field in fields)
        )

    def is_known(self, name: str, field: str, value: int) -> bool:
        """Say whether a field of an event of this name can hold a number."""
        if value == NOBODY and (name, field) in MAY_BE_NOBODY:
            return True
        is_way = name == "legion_moved" and field in ("from", "to")
        return value in self.known.get("province" if is_way else field, {value})


def known_things(players: int, provinces: set[int], seas: set[int]) -> dict[str, Any]:
    """Return the numbers that each field may hold."""
    seats, slots = range(players), range(NOTHING, MARKER + 1)
    return {
        **dict.fromkeys(("seat", "victim", "leader", "opponent", "owner", "decider"), seats),
        **{"previous": range(MOST_PLAYERS), "track": range(len(TRACKS))},
        **{"token": range(NOTHING, TOKENS), "for": range(TOKENS), "tile": range(len(TILES))},
        **{"province": provinces, "sea": seas, "from_sea": seas, "to_sea": seas, "slot": slots},
    }
