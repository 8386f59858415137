"""A replay for readers: headed blocks of numbered lines, and sentences on how the game ended.

Nothing here prints: the terminal and pages show the same blocks.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from simlab.experiment.resolve import Scenario
from simlab.explain.replay import Event
from simlab.game.definition import DECIDED, OMITTED, Game, Rules

ORIGIN = "@origin"
"""The key of the `Origin` of an event; no field can be called like this."""


class Origin(NamedTuple):
    """Position of an event among those of its game, and number of the decision it comes from."""

    position: int
    decision: int | None
    after: int | None
    """Number of the last decision before it."""


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
    # yielded before an error, or Ctrl-C, too: it may show the reason
    except BaseException:
        yield from blocks(scenario.game, scenario.rules, scenario.players, happened, long=long)
        raise
    yield from blocks(scenario.game, scenario.rules, scenario.players, happened, long=long)


def blocks(
    game: Game, rules: Rules, players: int, happened: Sequence[Event], *, long: bool = False
) -> Iterator[Block]:
    """Yield the blocks of some events and decisions of a game."""
    numbered = _blocks_by_turn(game, rules, players, happened, long=long)
    if game.headings:
        yield from (block for _, block in numbered)
    else:
        yield from _with_short_turns_joined(numbered, rules)


def _blocks_by_turn(
    game: Game, rules: Rules, players: int, happened: Sequence[Event], *, long: bool
) -> Iterator[tuple[int, Block]]:
    """Yield the blocks, each with the number of its turn, which is 0 before the first one."""
    raw = list(with_origins(happened, game.headings, game.reveals))
    is_folded = game.fold is not None and game.tell is not None and not long
    told_events = [dict(event) for event in game.fold(raw)] if game.fold and is_folded else raw
    groups = list(with_headings(game, rules, players, happened, told_events))
    if not groups:
        return
    ends = [_start(group) for _, group in groups[1:]]
    numbers: set[int] = set()
    state = ""
    first = 0 if groups[0][0] == rules.words("Setup") else 1
    for number, ((heading, group), end) in enumerate(
        zip(groups, [*ends, len(raw)], strict=True), first
    ):
        now = game.standing(raw[:end], players, rules) if game.standing else ""
        lines = tuple(_lines(game, rules, group, numbers))
        if lines or now != state:
            yield number, Block(heading, lines, now if now != state else "")
        state = now


def _with_short_turns_joined(
    numbered: Iterable[tuple[int, Block]], rules: Rules
) -> Iterator[Block]:
    """Yield the blocks, those of one line each that follow each other as one.

    Their lines name the seat, so that a heading above each would say it again.
    """
    heading = rules.words("Turns {first} to {last}")
    for is_short, run in groupby(numbered, key=_is_short_turn):
        blocks_of_run = list(run)
        if not is_short or len(blocks_of_run) == 1:
            yield from (block for _, block in blocks_of_run)
        else:
            lines = tuple(line for _, block in blocks_of_run for line in block.lines)
            yield Block(heading.format(first=blocks_of_run[0][0], last=blocks_of_run[-1][0]), lines)


def _is_short_turn(numbered: tuple[int, Block]) -> bool:
    number, block = numbered
    _, _, seat = block.heading.partition(", ")
    is_short = number > 0 and len(block.lines) == 1 and not block.state
    return is_short and seat in block.lines[0].text


def headings(
    game: Game, rules: Rules, players: int, happened: Sequence[Event]
) -> Iterator[tuple[str, int]]:
    """Yield the heading of each block of a game, folded, and the position of its first event."""
    raw = list(with_origins(happened, game.headings, game.reveals))
    told_events = [dict(event) for event in game.fold(raw)] if game.fold and game.tell else raw
    for number, (heading, group) in enumerate(
        with_headings(game, rules, players, happened, told_events)
    ):
        yield heading, _start(group) if number else 0


def sentences(game: Game, rules: Rules, happened: Iterable[Event]) -> Iterator[str]:
    """Yield the sentences of some events and decisions, folded, without headings of seats."""
    raw = list(with_origins(happened, game.headings, game.reveals))
    for event in game.fold(raw) if game.fold and game.tell else raw:
        sentence = (
            event.get("text") if event["event"] == OMITTED else _text(game, rules, dict(event))
        )
        if sentence:
            yield sentence


def with_origins(
    happened: Iterable[Event], headings: Collection[str], reveals: Collection[str] = ()
) -> Iterator[Event]:
    """Yield the events of a game without its decisions, each with its origin.

    An event of a seat comes from the first decision of this seat that has no event so far; one of
    no seat comes from the first decision of any. What follows the event of a heading comes from
    later decisions only. An event that `reveals` a choice comes from the last decision of its seat.
    """
    unanswered: list[Event] = []
    last: dict[int, int] = {}
    is_answered, position, after = False, 0, None
    for event in happened:
        if event["event"] == DECIDED.name:
            after = last[event["seat"]] = event["decision"]
            unanswered = [event] if is_answered else [*unanswered, event]
            is_answered = False
            continue
        seats = (
            [event["seat"]]
            if "seat" in event
            else [unanswered_decision["seat"] for unanswered_decision in unanswered]
        )
        seat_decisions = (
            unanswered_decision["decision"]
            for unanswered_decision in unanswered
            if unanswered_decision["seat"] in seats
        )
        decision = (
            last.get(event.get("seat", -1))
            if event["event"] in reveals
            else next(seat_decisions, None)
        )
        yield {**event, ORIGIN: Origin(position, decision, after)}
        is_answered, position = True, position + 1
        if event["event"] in headings:
            unanswered = []


def with_headings(
    game: Game, rules: Rules, players: int, happened: Iterable[Event], told_events: Iterable[Event]
) -> Iterator[tuple[str, list[Event]]]:
    """Yield heading and events of each block.

    A game without `headings` gets a block for each run of decisions of one seat that have lines,
    and one for choices of several seats that are revealed together.
    """
    events = [event for event in told_events if game.headings or _has_words(game, rules, event)]
    seats = {event["decision"]: event["seat"] for event in happened if _is_decision(event)}
    seats_together = _seats_together(events, seats)
    names = seat_names(game, rules, players)
    heading, group = rules.words("Setup"), list[Event]()
    n_turns, on_turn = 0, tuple[int, ...]()
    for event in events:
        following = ""
        if event["event"] in game.headings and game.tell:
            following = game.tell(event, rules).removesuffix(".")
        elif not game.headings and (decisions := decisions_of(event)):
            after = next(parts(event))[ORIGIN].after
            turn = (
                (after, *seats_together[after])
                if after in seats_together
                else (seats[min(decisions)],)
            )
            if turn != on_turn:
                n_turns, on_turn = n_turns + 1, turn
                seat_list = rules.words.join_list(
                    [names[seat] for seat in seats_together.get(after, turn)]
                )
                following = rules.words("Turn {n}, {name}").format(n=n_turns, name=seat_list)
        if following:
            if group:
                yield heading, group
            heading, group = following, []
        group.append(event)
    if group:
        yield heading, group


def _seats_together(
    events: Iterable[Event], seats: Mapping[int, int]
) -> dict[int | None, tuple[int, ...]]:
    """Return the seats whose choices are revealed together, by the last decision before that."""
    seats_by_decision: dict[int | None, set[int]] = {}
    for event in events:
        for part in parts(event):
            if ORIGIN in part and part[ORIGIN].decision is not None:
                after, decision = part[ORIGIN].after, part[ORIGIN].decision
                seats_by_decision.setdefault(after, set()).add(seats[decision])
    return {
        after: tuple(sorted(decision_seats))
        for after, decision_seats in seats_by_decision.items()
        if len(decision_seats) > 1
    }


def _is_decision(event: Event) -> bool:
    return bool(event["event"] == DECIDED.name)


def _lines(game: Game, rules: Rules, events: Iterable[Event], numbers: set[int]) -> Iterator[Line]:
    """Yield the lines of a block; `numbers` collects the decisions that have a line."""
    for event in events:
        if event["event"] in game.headings:
            continue
        sentence = event.get("text") if event["event"] == OMITTED else _text(game, rules, event)
        if sentence:
            decisions = decisions_of(event)
            yield Line(sentence, min(decisions - numbers, default=None))
            numbers |= decisions


def _has_words(game: Game, rules: Rules, event: Event) -> bool:
    return bool(event["event"] == OMITTED or _text(game, rules, event))


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
    if own_names := game.facts_under(rules).seats.names:
        return [words(name) for name in own_names[:players]]
    return [words("Player {n}").format(n=n) for n in range(1, players + 1)]
