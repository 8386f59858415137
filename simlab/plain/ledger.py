"""Ledger: counts what happens in a plain game, and its OUTCOME columns and facts.

Each event of a game is a column: per seat if its sentence names one, else per game. Kinds of
choices are counted, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from string import Formatter
from typing import Any

import numpy as np

from simlab.engine.lead import (
    LEAD,
    LEAD_COLUMNS,
    QUARTERS,
    TENSION,
    TENSION_COLUMNS,
    TENSION_OF_SEATS,
)
from simlab.engine.menu_counts import MENU_COUNTS
from simlab.engine.record import small
from simlab.errors import Misuse, not_one_of
from simlab.game.definition import outcome_record, seat_record, timeline_record
from simlab.game.facts import (
    ECONOMY,
    LENGTH,
    OPTIONS,
    Ends,
    Facts,
    GameGroup,
    Lead,
    Measure,
    Score,
    SeatGroup,
    SeatMeasure,
    Timeline,
)
from simlab.game.nouns import plural

SEAT, AMOUNT = "seat", "n"
"""Fields of an event with a meaning: whose it is, and how much its column counts (1 without)."""
CHOICE = "chose"
"""The event of a choice of which the game reports nothing."""
REVEALED = "choice"
"""Field with a choice that was hidden, in the events that a part `reveals`."""
ROUNDS = "rounds"
CLOCKS = (ROUNDS, "turns")
MOST_ROUNDS = 100
"""Rounds of a game of which the timeline keeps the scores."""
CHOSE = "chosen_"
"""Beginning of the name of a column that counts a kind of choice."""
WINNER = "winner"
"""Column with the seat that won a game of seats that compete."""
END_REASON = "end_reason"
"""Column with the number of the end, from 1; null in a capped game."""
OF_EVERY_ROW = frozenset(
    [
        "deal",
        "rotation",
        "decisions",
        "finished",
        "seats",
        "score",
        "credit",
        "rank",
        "luck",
        WINNER,
    ]
)
"""Columns that no event can have."""
OF_EVERY_ROUND = frozenset(["deal", "rotation", ROUNDS, "score", "scores"])
"""Columns of a timeline that no event can have."""
COUNTED = "counted"
"""Table column unit of what is counted."""
NOUN = re.compile(r"[^\W\d_]{2}")
"""How a noun that is counted begins; a format of Python's has one letter."""

Event = dict[str, Any]


class Ledger:
    """Counts of one game, and its events where somebody listens."""

    __slots__ = ("by_game", "by_seat", "events", "fields", "players")

    def __init__(
        self, fields: Mapping[str, frozenset[str]], players: int, events: list[Event] | None
    ) -> None:
        self.fields, self.players, self.events = fields, players, events
        self.by_seat = {name: [0] * players for name, names in fields.items() if SEAT in names}
        self.by_game = {name: 0 for name, names in fields.items() if SEAT not in names}

    def log(self, name: str, details: Mapping[str, Any]) -> None:
        """Count an event.

        Raises:
            Misuse: the game declares no such event, or it has other fields.
        """
        if name not in self.fields:
            if not self.fields:
                raise Misuse(
                    f'log: the game declares no events; write events = {{"{name}": ...}} in its'
                    " class, with the sentence that replays tell"
                )
            raise Misuse(f"log: {not_one_of(name, sorted(self.fields))}")
        # `n` may be counted without a place in the sentence
        if details.keys() != self.fields[name] and details.keys() - {AMOUNT} != self.fields[name]:
            wanted = ", ".join(sorted(self.fields[name])) or "none"
            received = ", ".join(sorted(details)) or "none"
            raise Misuse(f"log: the sentence of {name} has the fields {wanted}, not {received}")
        amount = details.get(AMOUNT, 1)
        if not isinstance(amount, int | np.integer):
            raise Misuse(f"log: n of {name} must be a whole number, not {amount!r}")
        if SEAT in details:
            seat = details[SEAT]
            if not isinstance(seat, int | np.integer) or not 0 <= seat < self.players:
                last = self.players - 1
                raise Misuse(f"log: seat of {name} must be from 0 to {last}, not {seat!r}")
            self.by_seat[name][seat] += amount
        else:
            self.by_game[name] += amount
        if self.events is not None:
            self.events.append({"event": name, **details})


def fields_in(sentences: Mapping[str, str]) -> dict[str, frozenset[str]]:
    """Return the fields of each event: those that its sentence names in braces.

    Raises:
        ValueError: a sentence is no format string.
    """
    return {
        event: frozenset(fields_of_sentence(sentence))
        for event, sentence in sentences.items()
        if event != CHOICE
    }


def nouns_in(sentences: Mapping[str, str]) -> dict[str, str]:
    """Return what the column of an event counts, in the plural: `points` for `{n:point}`."""
    return {
        event: plural(form)
        for event, sentence in sentences.items()
        for _, name, form, _ in Formatter().parse(sentence)
        if name == AMOUNT and form and NOUN.match(form)
    }


def fields_of_sentence(sentence: str) -> list[str]:
    """Return the fields that a sentence names in braces, in their order, each once.

    Raises:
        ValueError: the sentence is no format string, or a field has no name.
    """
    try:
        fields = [name for _, name, _, _ in Formatter().parse(sentence) if name is not None]
    except ValueError as error:
        raise ValueError(f'"{sentence}": {error}; write {{{{ for a brace that is meant') from None
    names = list(dict.fromkeys(field.partition(".")[0] for field in fields))
    nameless = next((name for name in names if not name.isidentifier()), None)
    if nameless is not None:
        raise ValueError(
            f'"{sentence}" has a field {{{nameless}}}; a field is a name that log() gives a value,'
            " such as {seat} or {card}"
        )
    return names


def outcome_row(
    seats: int,
    cooperative: bool,
    has_lead: bool,
    events: Mapping[str, frozenset[str]],
    nouns: Mapping[str, str],
    kinds: Sequence[str],
    ends: Sequence[str],
) -> np.dtype[Any]:
    """Return the OUTCOME type of a plain game, with the columns of the lead if it has one.

    Raises:
        ValueError: a name is taken.
    """
    columns = {name: _column(name, nouns) for name in events}
    by_seat = {name: column for name, column in columns.items() if SEAT in events[name]}
    by_game = {name: column for name, column in columns.items() if SEAT not in events[name]}
    counted = {f"{CHOSE}{kind}": small(f"choices of kind {kind}", "choices") for kind in kinds}
    named = ", ".join(f"{number} {end}" for number, end in enumerate(ends, 1))
    by_end = {END_REASON: small(f"{named}, null in a capped game")} if ends else {}
    reserved = (
        OF_EVERY_ROW
        | MENU_COUNTS.keys()
        | (LEAD.keys() | LEAD_COLUMNS | TENSION_COLUMNS if has_lead else set())
    )
    taken = (reserved | counted.keys() | by_end.keys()) & events.keys()
    if taken:
        names = ", ".join(sorted(taken))
        raise ValueError(f"events: {names} is a column of every game; name it otherwise")
    if cooperative:
        score = small("shared points", "points")
        return outcome_record(seats, None, score=score, **by_end, **by_game, **by_seat, **counted)
    winner = small("seat that won alone, null if it was shared or the game was capped", "seat")
    lead, tension_of_seats = (LEAD | TENSION, TENSION_OF_SEATS) if has_lead else ({}, {})
    return outcome_record(
        seats,
        seat_record(**counted, **tension_of_seats, **by_seat),
        **{WINNER: winner},
        **by_end,
        **lead,
        **by_game,
    )


def timeline_row(
    seats: int,
    cooperative: bool,
    events: Mapping[str, frozenset[str]],
    nouns: Mapping[str, str],
    event_names: Sequence[str],
) -> np.dtype[Any]:
    """Return the timeline type of a plain game: points and counts at the end of each round."""
    by_seat = {} if cooperative else _by_seat(events, event_names)
    counts = {
        name: small(
            f"{_label(name)}, null where nobody sits",
            nouns.get(name, COUNTED),
            _seat_columns(name, seats),
        )
        if name in by_seat
        else small(f"{_label(name)} so far", nouns.get(name, COUNTED))
        for name in event_names
    }
    if cooperative:
        return timeline_record(score=small("points so far", "points"), **counts)
    columns = _seat_columns("score", seats)
    scores = small("points so far, null where nobody sits", "points", columns)
    return timeline_record(scores=scores, **counts)


def timeline_facts(
    seats: int,
    cooperative: bool,
    events: Mapping[str, frozenset[str]],
    nouns: Mapping[str, str],
    event_names: Sequence[str],
) -> Timeline:
    """Return what reports know of the timeline."""
    by_seat = {} if cooperative else _by_seat(events, event_names)
    of_all = {
        name: Measure(label=_label(name, nouns)) for name in event_names if name not in by_seat
    }
    title = "Points at the end of each round"
    if cooperative:
        score = Measure(label="points so far", unit="points")
        return Timeline(title=title, columns={"score": score, **of_all})
    return Timeline(
        title=title,
        columns=of_all,
        scores=SeatMeasure(label="points so far", columns=_seat_columns("score", seats)),
        seats=tuple(
            SeatMeasure(label=_label(name, nouns), columns=_seat_columns(name, seats))
            for name in by_seat
        ),
    )


def _by_seat(events: Mapping[str, frozenset[str]], event_names: Sequence[str]) -> dict[str, None]:
    return dict.fromkeys(name for name in event_names if SEAT in events[name])


def _seat_columns(name: str, seats: int) -> tuple[str, ...]:
    return tuple(f"{name}_seat_{seat}" for seat in range(1, seats + 1))


LEAD_FACTS = Lead(
    margin="margin",
    changes="lead_changes",
    of="of the turns",
    holders={f"leader_{percent}": f"after {percent} %" for percent in QUARTERS},
    decided="decided_at",
    drama="drama",
    behind="behind_at_half",
)


def _column(name: str, nouns: Mapping[str, str]) -> Any:
    if name in CLOCKS:
        return small(f"{name} that the game counts", name)
    noun = nouns.get(name)
    meaning = f"{noun} of all events together" if noun else "how often, or the sum of its n"
    return small(f"{name.replace('_', ' ')}: {meaning}", noun or COUNTED)


def facts_of(
    cooperative: bool,
    events: Mapping[str, frozenset[str]],
    nouns: Mapping[str, str],
    kinds: Sequence[str],
    ends: Sequence[str],
    are_ways_to_win: bool,
) -> Facts:
    """Return what reports know of a plain game: what its columns count."""
    chosen = {f"{CHOSE}{kind}": kind for kind in kinds}
    seat_events = {name: _label(name, nouns) for name, fields in events.items() if SEAT in fields}
    game_events = {
        name: _label(name, nouns)
        for name, fields in events.items()
        if SEAT not in fields and name not in CLOCKS
    }
    by_seat: list[tuple[Any, ...]] = [
        ("kinds", "What is chosen", OPTIONS, chosen, tuple(chosen)),
        ("events", "What happens", ECONOMY, seat_events, ()),
    ]
    by_game: list[tuple[Any, ...]] = [
        ("game_events", "What happens in a game", LENGTH, game_events, ())
    ]
    if cooperative:
        by_game, by_seat = by_game + by_seat, []
    labels = dict(enumerate(ends, 1))
    return Facts(
        score=Score(),
        ends=Ends(column=END_REASON, labels=labels, winning=are_ways_to_win) if ends else Ends(),
        groups=tuple(_groups(GameGroup, by_game)),
        seat_groups=tuple(_groups(SeatGroup, by_seat)),
    )


def _groups(kind: Any, groups: Iterable[tuple[Any, ...]]) -> Iterable[Any]:
    for name, title, about, columns, choices in groups:
        if columns:
            yield kind(
                name=name,
                title=title,
                unit="per seat" if kind is SeatGroup else "per game",
                about=about,
                columns=columns,
                choices=choices,
            )


def _label(name: str, nouns: Mapping[str, str] = {}) -> str:
    """Return what pages call the column of an event: `banked, points`."""
    return ", ".join([name.replace("_", " "), *([nouns[name]] if name in nouns else [])])
