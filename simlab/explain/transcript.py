"""A replay for readers: headed blocks of numbered lines, and sentences on how the game ended.

Nothing here prints: the terminal and pages show the same blocks.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from simlab.experiment.resolve import Scenario
from simlab.explain.replay import Event
from simlab.game import DECIDED, OMITTED, Game, Rules

ORIGIN = "@origin"
"""The key of the `Origin` of an event; no field can be called like this."""


class Origin(NamedTuple):
    """Position of an event among those of its game, and number of the decision it comes from."""

    position: int
    decision: int | None


@dataclass(frozen=True)
class Line:
    """A sentence, and the number of the first decision that it is about.

    `explain-move --decision` takes this number. It is None before the first decision, and where
    an earlier line is about the same decision.
    """

    text: str
    decision: int | None = None


@dataclass(frozen=True)
class Block:
    """A turn or a round: its heading, its lines, and the state of the game after it.

    `state` is empty if the game has no words for it, or if it is as after the block before.
    """

    heading: str
    lines: tuple[Line, ...]
    state: str = ""


def transcript(
    scenario: Scenario, events: Iterable[Event], *, long: bool = False
) -> Iterator[Block]:
    """Yield the blocks of a replay; with `long`, each event has a line of its own.

    Events before an error are in the blocks, too.
    """
    happened: list[Event] = []
    try:
        happened.extend(event for event in events if event["event"] not in ("table", "result"))
    except BaseException:
        yield from blocks(scenario.game, scenario.rules, scenario.players, happened, long=long)
        raise
    yield from blocks(scenario.game, scenario.rules, scenario.players, happened, long=long)


def blocks(
    game: Game, rules: Rules, players: int, happened: Sequence[Event], *, long: bool = False
) -> Iterator[Block]:
    """Yield the blocks of some events and decisions of a game."""
    raw = list(with_origins(happened, game.headings))
    is_folded = game.fold is not None and game.tell is not None and not long
    shown = [dict(event) for event in game.fold(raw)] if game.fold and is_folded else raw
    groups = list(headed(game, rules, players, happened, shown))
    if not groups:
        return
    ends = [_start(group) for _, group in groups[1:]]
    numbers: set[int] = set()
    state = ""
    for (heading, group), end in zip(groups, [*ends, len(raw)], strict=True):
        now = game.standing(raw[:end], players, rules) if game.standing else ""
        lines = tuple(_lines(game, rules, group, numbers))
        if lines or now != state:
            yield Block(heading, lines, now if now != state else "")
        state = now


def headings(
    game: Game, rules: Rules, players: int, happened: Sequence[Event]
) -> Iterator[tuple[str, int]]:
    """Yield the heading of each block of a game, folded, and the position of its first event."""
    raw = list(with_origins(happened, game.headings))
    shown = [dict(event) for event in game.fold(raw)] if game.fold and game.tell else raw
    for number, (heading, group) in enumerate(headed(game, rules, players, happened, shown)):
        yield heading, _start(group) if number else 0


def sentences(game: Game, rules: Rules, happened: Iterable[Event]) -> Iterator[str]:
    """Yield the sentences of some events and decisions, folded, without headings of seats."""
    raw = list(with_origins(happened, game.headings))
    for event in game.fold(raw) if game.fold and game.tell else raw:
        text = event.get("text") if event["event"] == OMITTED else _text(game, rules, dict(event))
        if text:
            yield text


def with_origins(happened: Iterable[Event], headings: Collection[str]) -> Iterator[Event]:
    """Yield the events of a game without its decisions, each with its origin.

    An event of a seat comes from the first decision of this seat that has no event so far; one of
    no seat comes from the first decision of any. What follows the event of a heading comes from
    later decisions only.
    """
    unanswered: list[Event] = []
    is_answered, position = False, 0
    for event in happened:
        if event["event"] == DECIDED.name:
            unanswered = [event] if is_answered else [*unanswered, event]
            is_answered = False
            continue
        seats = [event["seat"]] if "seat" in event else [each["seat"] for each in unanswered]
        own = (each["decision"] for each in unanswered if each["seat"] in seats)
        yield {**event, ORIGIN: Origin(position, next(own, None))}
        is_answered, position = True, position + 1
        if event["event"] in headings:
            unanswered = []


def headed(
    game: Game, rules: Rules, players: int, happened: Iterable[Event], shown: Iterable[Event]
) -> Iterator[tuple[str, list[Event]]]:
    """Yield heading and events of each block.

    A game without `headings` gets a block for each run of decisions of one seat.
    """
    seats = {event["decision"]: event["seat"] for event in happened if _is_decision(event)}
    names = seat_names(game, rules, players)
    heading, group = rules.words("Setup"), list[Event]()
    n_turns, on_turn = 0, None
    for event in shown:
        following = ""
        if event["event"] in game.headings and game.tell:
            following = game.tell(event, rules).removesuffix(".")
        elif not game.headings and (decisions := decisions_of(event)):
            seat = seats[min(decisions)]
            if seat != on_turn:
                n_turns, on_turn = n_turns + 1, seat
                following = rules.words("Turn {n}, {name}").format(n=n_turns, name=names[seat])
        if following:
            if group:
                yield heading, group
            heading, group = following, []
        group.append(event)
    if group:
        yield heading, group


def _is_decision(event: Event) -> bool:
    return bool(event["event"] == DECIDED.name)


def _lines(game: Game, rules: Rules, events: Iterable[Event], numbers: set[int]) -> Iterator[Line]:
    """Yield the lines of a block; `numbers` collects the decisions that have a line."""
    for event in events:
        if event["event"] in game.headings:
            continue
        text = event.get("text") if event["event"] == OMITTED else _text(game, rules, event)
        if text:
            decisions = decisions_of(event)
            yield Line(text, min(decisions - numbers, default=None))
            numbers |= decisions


def _text(game: Game, rules: Rules, event: Event) -> str:
    return game.tell(event, rules) if game.tell else ""


def parts(event: Event) -> Iterator[Event]:
    """Yield the events that a folded event combines, or the event itself."""
    for part in event.get("all", ()):
        yield from parts(part)
    if "all" not in event:
        yield event


def decisions_of(event: Event) -> set[int]:
    """Return the numbers of the decisions that an event comes from."""
    origins = (part[ORIGIN] for part in parts(event) if ORIGIN in part)
    return {origin.decision for origin in origins if origin.decision is not None}


def _start(events: Sequence[Event]) -> int:
    """Return the position of the first event of a block."""
    origins = (part.get(ORIGIN) for event in events for part in parts(event))
    return min(origin.position for origin in origins if isinstance(origin, Origin))


def seat_names(game: Game, rules: Rules, players: int) -> list[str]:
    """Return the names of the seats: those of the game if it has any, else `Player 1` and so on."""
    words = rules.words
    if named := game.facts_under(rules).seats.names:
        return [words(name) for name in named[:players]]
    return [words("Player {n}").format(n=n) for n in range(1, players + 1)]
