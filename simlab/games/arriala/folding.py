"""Events of Arriala put together for readers; the state of the game in a line."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from simlab.game.definition import Rules
from simlab.games.arriala.names import player_name

Event = Mapping[str, Any]

ALIKE = {"dealt": ("seat",), "drew": ("seat",)}
"""Kinds of events that are combined if several follow in a row and agree in these fields."""
PAIRS = {"section_built": "section_scored", "vineyard_counted": "vineyard_scored"}
"""Kinds that share a line with the event after them, if it is of this kind."""
IDLE = {"turn_began", "drew", "reshuffled", "turn_ended"}
"""Kinds of events of a round in which nobody changes anything on the board."""
FEWEST_IDLE_ROUNDS = 2
"""Idle rounds in a row that are worth combining."""


def fold(events: Sequence[Event]) -> Iterator[Event]:
    """Yield the events of a game for readers: draws in one, and rounds with nothing but draws."""
    for are_idle, several in groupby(rounds(events), is_idle):
        run = list(several)
        happened = [event for each in run for event in each]
        if are_idle and len(run) >= FEWEST_IDLE_ROUNDS:
            yield {**run[0][0], "until": run[-1][0]["number"]}
            yield only_drew(happened)
        else:
            yield from fold_events(happened)


def rounds(events: Iterable[Event]) -> Iterator[list[Event]]:
    """Yield the events of the setup, then those of each round."""
    number = 0
    group: list[Event] = []
    for event in events:
        if event["event"] == "turn_began" and event["number"] != number:
            if group:
                yield group
            number, group = event["number"], []
        group.append(event)
    if group:
        yield group


def is_idle(events: Sequence[Event]) -> bool:
    """Say whether all players only drew cards in a round."""
    return {event["event"] for event in events} <= IDLE and events[0]["event"] == "turn_began"


def only_drew(events: Sequence[Event]) -> Event:
    """Return rounds with nothing but draws as one event."""
    drawn = Counter(event["seat"] for event in events if event["event"] == "drew")
    return {"event": "only_drew", "drawn": drawn, "all": events}


def fold_events(events: Iterable[Event]) -> Iterator[Event]:
    """Yield events with draws in a row combined, scores with what they are for, ranks in order."""
    shown = (event for event in events if event["event"] != "turn_ended" or event["lost"])
    alike = [join_events(list(run)) for _, run in groupby(shown, likeness)]
    ranks = sorted((e for e in alike if e["event"] == "ranked"), key=lambda event: event["rank"])
    yield from pair_with_scores(event for event in alike if event["event"] != "ranked")
    yield from ranks


def likeness(event: Event) -> tuple[object, ...]:
    """Return what equals that of other events in a row that share its sentence."""
    kind = event["event"]
    return (kind, *(event[name] for name in ALIKE[kind])) if kind in ALIKE else (id(event),)


def join_events(events: list[Event]) -> Event:
    """Return several events as one, with the action points of all."""
    if len(events) == 1:
        return events[0]
    paid = {"paid": sum(event["paid"] for event in events)} if "paid" in events[0] else {}
    return {**events[0], **paid, "all": events}


def pair_with_scores(events: Iterable[Event]) -> Iterator[Event]:
    """Yield what is counted together with the score that it brings."""
    counted: Event | None = None
    for event in events:
        if counted is not None and event["event"] == PAIRS[counted["event"]]:
            yield {**counted, "all": [counted, event]}
            counted = None
            continue
        if counted is not None:
            yield counted
        counted = event if event["event"] in PAIRS else None
        if counted is None:
            yield event
    if counted is not None:
        yield counted


def standing(events: Sequence[Event], players: int, rules: Rules) -> str:
    """Return the points of all players, and how many sections are built."""
    words = rules.words
    scores = dict.fromkeys(range(players), 0)
    n_built = 0
    for event in events:
        n_built += event["event"] == "section_built"
        seat = event.get("colour", event.get("seat", -1))
        if "score" in event and seat in scores:
            scores[seat] = event["score"]
    points = ", ".join(f"{player_name(seat, words)} ({score})" for seat, score in scores.items())
    return words("Points: {points}. Sections built: {n}.").format(points=points, n=n_built)
