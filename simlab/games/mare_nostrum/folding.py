"""Events of Mare Nostrum put together for readers: like ones in a row, and what follows from them.

A folded event has the fields of the first of its events, and all of them under `all`. A purchase
has its payment under `paid`, a count of points its dice under `rolled`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

Event = Mapping[str, Any]

ALIKE: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("collected", "drew_legendary"), ("seat", "cause")),
    **dict.fromkeys(("offered", "paid", "kept", "returned", "rolled", "city_held"), ("seat",)),
    **dict.fromkeys(("tile_revealed", "levels", "ranked"), ()),
    "order_named": ("leader",),
    "trireme_moved": ("seat", "from_sea", "to_sea"),
    "legion_moved": ("seat", "from", "to", "slot", "by_sea"),
    "seated": ("seat", "province"),
}
"""Kinds of events that are combined if several follow in a row and agree in these fields."""
BY_SEAT = {"collected", "lacked"}
IN_ORDER = ("kept", "returned")
TURNS = {"buyer_named": "bought", "turn_began": ""}
"""Kinds that begin a turn, and the one without which it counts as idle; any, if none is named."""
ENDS_A_TURN = {"buyer_named", "turn_began", "levels", "game_over", "order_named", "tile_revealed"}


def fold(events: Sequence[Event]) -> Iterator[Event]:
    """Yield the events of a game for readers, the fewer the better.

    The collections of a production go by empire, and the ranks begin with the winner. Turns in
    which somebody does nothing, and how battles end, are events of their own.
    """
    arranged = with_endings(with_idle_turns(in_reading_order(events)))
    together = (joined(list(run)) for _, run in groupby(arranged, likeness))
    return with_causes(together)


def in_reading_order(events: Sequence[Event]) -> Iterator[Event]:
    """Yield collections by empire, what is kept before what is returned, ranks from the first."""
    for _, run in groupby(events, family):
        yield from sorted(run, key=place_in_run)


def family(event: Event) -> tuple[object, ...]:
    """Return what events that may change places have in common."""
    kind = event["event"]
    if kind in BY_SEAT:
        return ("collected",)
    return ("kept", event["seat"]) if kind in IN_ORDER else (kind,)


def place_in_run(event: Event) -> int:
    """Return a number by which events that may change places are put in order."""
    kind = event["event"]
    if kind in BY_SEAT:
        return int(event["seat"])
    if kind in IN_ORDER:
        return IN_ORDER.index(kind)
    return int(event["rank"]) if kind == "ranked" else 0


def with_idle_turns(events: Iterable[Event]) -> Iterator[Event]:
    """Yield an event more for each buyer who buys nothing; mark empty military turns."""
    told = list(events)
    for i, event in enumerate(told):
        needed = TURNS.get(event["event"])
        if needed is None or not is_idle(told[i + 1 :], needed):
            yield event
        elif needed:
            yield event
            yield {"event": "bought_nothing", "seat": event["seat"]}
        else:
            yield {"event": "turn_idle", "seat": event["seat"]}


def is_idle(later: Iterable[Event], needed: str) -> bool:
    """Say whether a turn ends without an event of the kind that is needed, or without any."""
    for event in later:
        if event["event"] in ENDS_A_TURN:
            return True
        if event["event"] == needed or not needed:
            return False
    return True


def with_endings(events: Iterable[Event]) -> Iterator[Event]:
    """Yield the end of each battle after its last event."""
    battle: dict[str, Any] = {}
    for event in events:
        match event:
            case {"event": "legion_converted" | "rolled" | "counted" | "lost" | "seat_lost"}:
                count_units(battle, event)
            case _:
                if battle:
                    yield battle
                battle = battle_of(event) if event["event"] == "battle_began" else {}
        yield event
    if battle:
        yield battle


def battle_of(event: Event) -> dict[str, Any]:
    """Return the end of a battle in which nothing has been lost yet."""
    units = {event["seat"]: event["attackers"], event["opponent"]: event["defenders"]}
    if event["fortress"] in units:
        units[event["fortress"]] += 1
    fields = {name: event[name] for name in ("seat", "opponent", "place", "at_sea")}
    return {"event": "battle_ended", **fields, "left": units}


def count_units(battle: Mapping[str, Any], event: Event) -> None:
    """Keep count of the units left on both sides of a battle."""
    match event:
        case {"event": "legion_converted", "seat": seat, "legions": legions} if battle:
            battle["left"][seat] += legions
        case {"event": "lost", "seat": seat, "units": units} if battle:
            battle["left"][seat] -= units


def likeness(event: Event) -> tuple[object, ...]:
    """Return what equals that of other events in a row that share its sentence."""
    kind = event["event"]
    if kind not in ALIKE:
        return (id(event),)
    return (kind, *(event[name] for name in ALIKE[kind]))


def joined(events: list[Event]) -> Event:
    """Return several events as one."""
    return events[0] if len(events) == 1 else {**events[0], "all": events}


def with_causes(events: Iterable[Event]) -> Iterator[Event]:
    """Yield purchases with what was paid, and points with the dice that were rolled."""
    paid: list[Event] = []
    rolled: dict[int, list[int]] = {}
    for event in events:
        match event["event"]:
            case "paid":
                paid = payment(event)
            case "rolled":
                rolled[event["seat"]] = [die["face"] for die in all_of(event)]
            case "bought" if paid:
                yield {**event, "paid": paid}
                paid = []
            case "counted" if event["seat"] in rolled:
                yield {**event, "rolled": rolled.pop(event["seat"])}
            case _:
                yield event


def payment(event: Event) -> list[Event]:
    """Return the tokens paid, each kind once with its number."""
    tokens = Counter(token["token"] for token in all_of(event))
    return [{"event": "paid together", "token": token, "tokens": n} for token, n in tokens.items()]


def all_of(event: Event) -> Sequence[Event]:
    """Return the events that one stands for."""
    each: Sequence[Event] = event.get("all", [event])
    return each
