"""A slow, obvious referee: reads the events of a whole game and names every breach of the rules.

It keeps a table of its own, follows what it is told move by move, and counts the result again. It
shares nothing with the game but the names of events, cards and columns. After a breach it goes on
from what was told, so one breach may bring others with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from simlab.game import NOT_APPLICABLE
from simlab.games.taxis.events import KINDS

Event = Mapping[str, Any]
Cards = Counter[int]

FIELDS = {kind.name: kind.fields for kind in KINDS.values()}
BY_ACTION, BY_BONUS, INTO_RESERVE = 0, 1, 2
FOR_EVENT, FOR_LIMIT = 1, 2
DECK_EMPTY, JAM = 1, 2
RESERVE = 1
TOKENS = 7
TAXI_VALUES = range(1, 7)

COUNTED = (
    *("turns", "arrivals", "tokens_placed", "most_streets", "draws", "moves", "exchanges"),
    *("sends", "wasted_actions", "overloaded", "discarded_by_limit", "discarded_by_event"),
    "reshuffles",
)
NOT_JUDGED = {"deal", "rotation", "decisions"}
"""Columns that say which game it was and how often somebody was asked, not what happened."""


class Stage(NamedTuple):
    """A moment of the game: the rule that makes it, what it is, and the events it can bring."""

    rule: str
    moment: str
    events: tuple[str, ...]


PLACE_OFFICERS = Stage("T1", "officers are placed", ("officer_placed",))
DEAL = Stage("T3", "hands are dealt", ("dealt",))
SHOW_BACK = Stage("T2", "the back of the next taxi is to be shown", ("next_back",))
ARRIVE = Stage("T6", "a taxi is due", ("token_placed", "taxi_placed", "game_over"))
BEGIN = Stage("T14", "a turn begins", (*ARRIVE.events, "bonus_played"))
OVERTAKE = Stage("T6", "a taxi overtakes others", ("token_placed", "taxi_placed"))
MEET_EVENT = Stage("T8", "the taxi brings an event", ("event_met",))
DISCARD_FOR_EVENT = Stage("T8", "an event costs a card", ("discarded",))
ACT = Stage(
    "T10–T17",
    "the player is free to act",
    (
        *("drew", "reshuffled", "officer_moved", "exchanged", "loaded", "bonus_played"),
        "turn_ended",
    ),
)
DRAW = Stage("T10", "the new pile waits for the draw it was made for", ("drew",))
LOAD = Stage("T13", "a taxi is being loaded", ("loaded", "sent"))
PLACE_BY_BONUS = Stage("T14", "a bonus card places an officer", ("officer_moved",))
DRAW_BY_BONUS = Stage("T14", "a bonus card draws cards", ("drew", "reshuffled"))
REMOVE_BY_BONUS = Stage("T14", "a bonus card removes a token", ("token_removed",))
DISCARD_SURPLUS = Stage("T16", "the surplus is discarded", ("discarded",))
OVER = Stage("T7", "the game is over", ())


@dataclass
class Taxi:
    """A taxi that stands at a street."""

    card: int
    has_token: bool = False


def referee(
    events: Sequence[Event],
    rules: Mapping[str, Any],
    legend: Mapping[str, Any],
    players: int,
    outcome: Mapping[str, int],
) -> list[str]:
    """Return every breach of the rules in a game and every wrong column of its outcome.

    Args:
        events: what happened, in order, each with its name under `event` and its fields.
        rules: the rule values in force, by name.
        legend: what the numbers in events stand for.
        players: seats at the table.
        outcome: the columns reported of the game; those of a list are columns of their own.
    """
    table = Referee(rules, legend, players)
    for event in events:
        table.see(event)
    table.judge_end(is_finished=outcome.get("finished") == 1)
    return [*table.breaches, *differences(table.outcome(), outcome)]


def differences(expected: Mapping[str, int], found: Mapping[str, int]) -> list[str]:
    """Return a sentence for each column that does not hold what the referee counted."""
    columns = [name for name in {**expected, **found} if name not in NOT_JUDGED]
    return [
        f"row: {name} is {found.get(name)} instead of {expected.get(name)}."
        for name in columns
        if found.get(name) != expected.get(name)
    ]


class Referee:
    """The table as far as the events tell, and the breaches so far."""

    def __init__(self, rules: Mapping[str, Any], legend: Mapping[str, Any], players: int) -> None:
        self.rules, self.players = rules, players
        self.cards, self.taxis = legend["cards"], legend["taxis"]
        self.event_names, self.tiers = legend["events"], legend["tiers"]
        self.effects, self.colours = legend["effects"], legend["colours"]
        self.street_colours = [street["colour"] for street in legend["streets"]]
        self.lay_out()
        self.begin_turn(0)
        self.stage = PLACE_OFFICERS if rules["officers"] else DEAL
        self.breaches: list[str] = []
        self.event: Event = {}
        self.n_seen = 0
        self.counts: Counter[str] = Counter()
        self.ranges = {
            "seat": range(players),
            "hand": range(len(self.hands)),
            "other": range(len(self.hands)),
            "card": range(len(self.cards)),
            "other_card": range(len(self.cards)),
            "taxi": range(len(self.taxis)),
            "officer": range(rules["officers"]),
            "colour": range(len(self.colours)),
            "kind_of_event": range(1, len(self.event_names) + 1),
            **dict.fromkeys(("street", "from", "to"), range(len(self.street_colours))),
        }

    def lay_out(self) -> None:
        """Put everything where it is before the first event."""
        self.pile = Counter({card: kind["copies"] for card, kind in enumerate(self.cards)})
        self.n_of_each = self.pile.copy()
        self.hands = [Cards() for _ in range(2 if self.is_solo else self.players)]
        self.discards, self.boarding, self.played = Cards(), Cards(), Cards()
        self.deck = Counter(range(len(self.taxis)))
        self.sent = Cards()
        self.standing: dict[int, Taxi] = {}
        self.officers: list[int] = []
        self.hands_to_deal = self.deal_order()
        self.back: str | None = None
        self.newest_taxi: int | None = None
        self.loading: int | None = None
        self.draws_due = 0
        self.end = NOT_APPLICABLE

    @property
    def is_solo(self) -> bool:
        return self.players == 1

    @property
    def hand(self) -> Cards:
        """The hand of the player whose turn it is."""
        return self.hands[self.seat]

    # What is seen, and what is said about it.

    def see(self, event: Event) -> None:
        """Judge one event and let it happen."""
        self.event = event
        self.n_seen += 1
        if not self.is_readable(event):
            self.demand(False, "T0", "there is no such event")
            return
        name = event["event"]
        self.demand(
            name in self.stage.events, self.stage.rule, f"{name} cannot come while {self.moment}"
        )
        self.demand(
            event.get("seat", self.seat) == self.seat, "T17", f"it is the turn of seat {self.seat}"
        )
        getattr(self, f"on_{name}")(event)
        self.demand_that_nothing_is_lost()

    @property
    def moment(self) -> str:
        return self.stage.moment

    def is_readable(self, event: Event) -> bool:
        """Say whether the event exists, has its fields, and points only at things that exist."""
        fields = FIELDS.get(event["event"])
        return (
            fields is not None
            and set(event) == {"event", *fields}
            and all(event[name] in self.ranges.get(name, [event[name]]) for name in fields)
        )

    def demand(self, is_right: bool, rule: str, sentence: str) -> None:
        """Write down a breach unless all is right."""
        if not is_right:
            self.breaches.append(f"{rule}: {sentence} (event {self.n_seen}: {dict(self.event)}).")

    def demand_that_nothing_is_lost(self) -> None:
        """Demand that every card is in one place; what is missing is then taken as gone."""
        places = [self.pile, self.discards, self.boarding, self.played, *self.hands]
        cards = sum(places, Cards())
        self.demand(cards == self.n_of_each, "T0", "soldier cards have come or gone")
        self.n_of_each = cards
        standing = Counter(taxi.card for taxi in self.standing.values())
        taxis = self.deck + standing + self.sent
        ...
