"""Events of Les Taxis de la Marne put together for readers; the state of the game in a line."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from simlab.game.definition import Rules
from simlab.games.taxis.events import BY_BONUS, TO_RESERVE
from simlab.games.taxis.names import hand_name
from simlab.games.taxis.state import COLOUR_NAMES, RESERVE

Event = Mapping[str, Any]

ALIKE = {
    "dealt": ("hand",),
    "drew": ("seat", "means"),
    "discarded": ("seat", "reason"),
    "officer_moved": ("seat", "officer", "means"),
}
"""Kinds of events that are combined if several follow in a row and agree in these fields."""
LEADS_TO = {
    "loaded": ("loaded", "sent"),
    "bonus_played": ("drew", "officer_moved", "token_removed"),
}
"""Kinds that share the line of the next event, if that is one of these."""
FOLLOWS = {"taxi_placed": ("token_placed", "overtaken", "next_back")}
"""Kinds that share the line of the event before."""
STATE = "Points: {points}. Taxis waiting: {taxis} ({tokens} with a token). Cards: {cards}."
NEXT_TAXI = " Next taxi: {colour}."


def fold(events: Sequence[Event]) -> Iterator[Event]:
    """Yield the events of a game for readers: an action in one, what follows by itself left out."""
    arranged = sort_deal(event for event in events if not is_silent_end(event))
    alike = (join_events(list(run)) for _, run in groupby(arranged, likeness))
    yield from with_followers(with_leaders(alike))


def is_silent_end(event: Event) -> bool:
    """Say whether a turn ends although nobody chose to leave an action."""
    return bool(event["event"] == "turn_ended" and event["actions_left"] == 0)


def sort_deal(events: Iterable[Event]) -> Iterator[Event]:
    """Yield the events with the cards of the deal by hand."""
    for kind, run in groupby(events, key=lambda event: event["event"]):
        several = list(run)
        yield from sorted(several, key=lambda e: int(e["hand"])) if kind == "dealt" else several


def likeness(event: Event) -> tuple[object, ...]:
    """Return what equals that of other events in a row that share its sentence."""
    kind = event["event"]
    return (kind, *(event[name] for name in ALIKE[kind])) if kind in ALIKE else (id(event),)


def join_events(events: list[Event]) -> Event:
    """Return several events as one; an officer goes from the first place to the last."""
    if len(events) == 1:
        return events[0]
    if events[0]["event"] == "officer_moved":
        return {**events[0], "to": events[-1]["to"], "all": events}
    return {**events[0], "all": events}


def with_leaders(events: Iterable[Event]) -> Iterator[Event]:
    """Yield a taxi with the cards that boarded it, and the effect of a bonus card with the card."""
    before: list[Event] = []
    for event in events:
        if before and not leads_to(before[-1], event):
            yield from before
            before = []
        if event["event"] in LEADS_TO:
            before.append(event)
        elif before:
            seat = before[0]["seat"]
            yield {"seat": seat, **event, "all": [*before, *event.get("all", [event])]}
            before = []
        else:
            yield event
    yield from before


def leads_to(event: Event, following: Event) -> bool:
    """Say whether an event shares the line of the next one; only an effect of a bonus card does."""
    is_effect = event["event"] != "bonus_played" or following.get("means", BY_BONUS) == BY_BONUS
    return is_effect and following["event"] in LEADS_TO[event["event"]]


def with_followers(events: Iterable[Event]) -> Iterator[Event]:
    """Yield a taxi that arrives with the tokens that it brings and the back of the next one."""
    group: list[Event] = []
    for event in events:
        if group and event["event"] in FOLLOWS[group[0]["event"]]:
            group.append(event)
            continue
        if group:
            yield join_events(group)
        group = [event] if event["event"] in FOLLOWS else []
        if not group:
            yield event
    if group:
        yield join_events(group)


def standing(events: Sequence[Event], players: int, rules: Rules) -> str:
    """Return points, taxis and tokens, the cards of each hand, and the back of the next taxi."""
    words = rules.words
    streets: dict[int, bool] = {}
    hands: Counter[int] = Counter()
    points, colour = 0, None
    for event in events:
        hands.update(cards_won(event))
        match event:
            case {"event": "taxi_placed", "street": street}:
                streets[street], colour = False, None
            case {"event": "token_placed", "street": street}:
                streets[street] = True
            case {"event": "token_removed", "street": street}:
                streets[street] = False
            case {"event": "sent", "street": street, "value": value}:
                points += value
                del streets[street]
            case {"event": "next_back", "colour": colour}:
                pass
    owners = [*range(players), *([RESERVE] if players == 1 else [])]
    cards = ", ".join(f"{hand_name(hand, words)} ({hands[hand]})" for hand in owners)
    sentence = words(STATE).format(
        points=points, taxis=len(streets), tokens=sum(streets.values()), cards=cards
    )
    if colour is None:
        return sentence
    return sentence + words(NEXT_TAXI).format(colour=words(COLOUR_NAMES[colour]))


def cards_won(event: Event) -> dict[int, int]:
    """Return by how many cards an event changes each hand."""
    match event:
        case {"event": "dealt", "hand": hand}:
            return {hand: 1}
        case {"event": "drew", "seat": seat, "means": means}:
            return {RESERVE if means == TO_RESERVE else seat: 1}
        case {"event": "loaded" | "bonus_played" | "discarded", "seat": seat}:
            return {seat: -1}
    return {}
