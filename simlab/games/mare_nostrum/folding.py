"""Events of Mare Nostrum put together for readers, in two steps.

First, like events in a row and those that follow from others: a folded event has the fields of the
first of its events, and all of them under `all`. A purchase has its payment under `paid`, a count
of points its dice under `rolled`. Then a line for each part of a round: the production, the offers,
the picks, what a seat buys, where it moves, a battle, a conquest, the titles.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from simlab.game.definition import Rules
from simlab.games.mare_nostrum.names import empire_name
from simlab.games.mare_nostrum.state import NOBODY, TRACKS

Event = Mapping[str, Any]

ALIKE: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("collected", "drew_legendary"), ("seat", "cause")),
    **dict.fromkeys(("offered", "paid", "kept", "returned", "rolled", "city_held"), ("seat",)),
    "seat_lost": ("seat", "province"),
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


PARTS = {
    **dict.fromkeys(("production", "collected", "lacked", "drew_legendary"), "production"),
    **dict.fromkeys(("chip_used", "offered"), "offers"),
    **dict.fromkeys(("picked", "handed_over"), "picks"),
    **dict.fromkeys(("bought", "bought_nothing", "kept"), "purchases"),
    **dict.fromkeys(("order_named", "turn_idle"), "order"),
    **dict.fromkeys(("converted", "sea_named", "trireme_moved", "legion_moved"), "war"),
    **dict.fromkeys(("battle", "occupying", "seated", "pillaged"), "war"),
    **dict.fromkeys(("converting", "stepped_off"), "war"),
    "title_taken": "titles",
}
"""Kinds of events that share a line, by the part of a round that it is about."""
BY_ONE_SEAT = {"purchases", "war"}
"""Parts of a round that each seat has for itself."""
IMPLIED = {"buyer_named", "turn_began", "trade_ended", "returned", "levels"}
"""Kinds without a line: another line or the state of the game has what they say."""
AT_THE_START = 4
"""The cause of what is collected before the first round."""


def fold(events: Sequence[Event]) -> Iterator[Event]:
    """Yield the events of a game for readers: a line for each part of a round."""
    shown = with_battles(with_early_idlers(filter(is_shown, combine_events(events))))
    for part, run in groupby(in_parts(shown), key=lambda pair: pair[0]):
        several = [event for _, event in run]
        if part[0] == "picks" and len(several) > 1:
            yield {**several[0], "event": "picks", "all": several}
        elif part[0] == "purchases":
            yield {**several[0], "event": "purchases", "all": several}
        elif len(several) > 1:
            yield {"event": "together", "all": list(by_kind(several))}
        else:
            yield from several


def is_shown(event: Event) -> bool:
    """Say whether an event has a line, or a part of one."""
    if event["event"] == "title_taken":
        return bool(event["seat"] != event["previous"] or event["decider"] != NOBODY)
    return event["event"] not in IMPLIED


def in_parts(events: Iterable[Event]) -> Iterator[tuple[tuple[object, ...], Event]]:
    """Yield each event with what equals that of the events that share its line."""
    for event in with_productions(events):
        kind = event["event"]
        if kind not in PARTS or event.get("cause") == AT_THE_START:
            yield (id(event),), event
        else:
            part = PARTS[kind]
            yield (part, event["seat"] if part in BY_ONE_SEAT else None), event


def with_productions(events: Iterable[Event]) -> Iterator[Event]:
    """Yield each production as one event, with the seats whose share is as before."""
    before: dict[int, list[tuple[int, int]]] = {}
    for is_production, run in groupby(events, is_produced):
        if not is_production:
            yield from run
            continue
        several = list(run)
        collected = [event for event in several if event["event"] == "collected"]
        shares = {event["seat"]: share_of(event) for event in collected}
        same = {seat for seat, share in shares.items() if before.get(seat) == share}
        is_same = shares == before
        before = shares
        yield {"event": "production", "same": same, "is_same": is_same, "all": collected}
        yield from (event for event in several if event["event"] == "lacked")


def with_early_idlers(events: Iterable[Event]) -> Iterator[Event]:
    """Yield those who do nothing in their military turns right after the military order."""
    for _, run in groupby(events, key=lambda event: event["event"] == "round_began"):
        several = list(run)
        idle = [event for event in several if event["event"] == "turn_idle"]
        if not any(event["event"] == "order_named" for event in several):
            yield from several
            continue
        for event in several:
            if event["event"] != "turn_idle":
                yield event
            if event["event"] == "order_named":
                yield from idle
                idle = []


def with_battles(events: Iterable[Event]) -> Iterator[Event]:
    """Yield each battle, which ends with an event of its own, as one event."""
    battle: list[Event] = []
    for event in events:
        if battle or event["event"] == "battle_began":
            battle.append(event)
        else:
            yield event
        if event["event"] == "battle_ended":
            yield {**event, "event": "battle", "all": battle}
            battle = []
    yield from battle


def is_produced(event: Event) -> bool:
    """Say whether an event is a share of a production, or what was missing for one."""
    return bool(event["event"] in BY_SEAT and event["cause"] == 0)


def share_of(event: Event) -> list[tuple[int, int]]:
    """Return the tokens that a seat collects, by kind."""
    return [(part["token"], part["tokens"]) for part in all_of(event)]


def by_kind(events: Iterable[Event]) -> Iterator[Event]:
    """Yield the events of a line, those of a list as one."""
    for kind, run in groupby(events, key=lambda event: event["event"]):
        several = list(run)
        if kind in ("offered", "turn_idle") and len(several) > 1:
            yield {**several[0], "event": f"{kind} by several", "all": several}
        else:
            yield from several


def combine_events(events: Sequence[Event]) -> Iterator[Event]:
    """Yield the events of a game, the fewer the better: like ones in a row as one.

    The collections of a production go by empire, and the ranks begin with the winner. Turns in
    which somebody does nothing, and how battles end, are events of their own.
    """
    arranged = with_endings(with_idle_turns(in_reading_order(events)))
    together = (join_events(list(run)) for _, run in groupby(arranged, likeness))
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
    """Say whether a turn has ended without an event of the kind that is needed, or without any."""
    for event in later:
        if event["event"] in ENDS_A_TURN:
            return True
        if event["event"] == needed or not needed:
            return False
    return False


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


def join_events(events: list[Event]) -> Event:
    """Return several events as one."""
    return events[0] if len(events) == 1 else {**events[0], "all": events}


def with_causes(events: Iterable[Event]) -> Iterator[Event]:
    """Yield purchases with what was paid, and points with the dice that were rolled."""
    paid: list[Event] = []
    rolled: dict[int, Event] = {}
    for event in events:
        match event["event"]:
            case "paid":
                paid = [event]
            case "rolled":
                rolled[event["seat"]] = event
            case "bought" if paid and len(all_of(paid[0])) == event["price"]:
                yield {**event, "paid": payment(paid[0]), "all": [*paid, event]}
                paid = []
            case "counted" if event["seat"] in rolled:
                dice = rolled.pop(event["seat"])
                faces = [die["face"] for die in all_of(dice)]
                yield {**event, "rolled": faces, "all": [dice, event]}
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


def standing(events: Sequence[Event], players: int, rules: Rules) -> str:
    """Return the levels of all empires and the titles held."""
    words = rules.words
    levels: dict[int, str] = {}
    titles: dict[int, int] = {}
    for event in events:
        match event:
            case {"event": "levels", "seat": seat}:
                levels[seat] = ", ".join(str(event[track]) for track in TRACKS)
            case {"event": "title_taken", "track": track, "seat": seat}:
                titles[track] = seat
    each = "; ".join(f"{empire_name(seat, rules)} {three}" for seat, three in levels.items())
    held = ", ".join(
        f"{words(TRACKS[track].title())} {empire_name(seat, rules)}"
        for track, seat in sorted(titles.items())
    )
    sentence = words("Levels of Trade, Culture and Military: {all}.").format(all=each)
    return sentence + (words(" Titles: {held}.").format(held=held) if held else "")
