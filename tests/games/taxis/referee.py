"""A slow, obvious referee: reads the events of a whole game and names every breach of the rules.

It keeps a table of its own, follows the events move by move, and counts the result again. It
shares nothing with the game but the names of events, cards and columns. After a breach it goes on
from the events, so that one breach may bring others with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, NamedTuple

from simlab.engine.record import NOT_APPLICABLE
from simlab.games.taxis.events import KINDS

Event = Mapping[str, Any]
Cards = Counter[int]

FIELDS = {kind.name: kind.fields for kind in KINDS.values()}
BY_ACTION, BY_BONUS, INTO_RESERVE = 0, 1, 2
FOR_EVENT, FOR_LIMIT = 1, 2
DECK_EMPTY, JAM = 1, 2
RESERVE = 5
"""The hand that the reserve of a solo game is."""
TAXI_VALUES = range(1, 7)
COUNTED = (
    *("turns", "arrivals", "tokens_placed", "most_streets", "draws", "moves", "exchanges"),
    *("sends", "wasted_actions", "overloaded", "discarded_by_limit", "discarded_by_event"),
    "reshuffles",
)
NOT_JUDGED = {"deal", "rotation", "decisions"}
"""Columns that say which game it was and how often somebody was asked, not what happened."""


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
    table = Table(rules, legend, players)
    for event in events:
        table.see(event)
    return [*table.breaches, *differences(table.outcome(), outcome)]


def differences(expected: Mapping[str, int], actual: Mapping[str, int]) -> list[str]:
    """Return a sentence for each column that does not hold what the referee counted."""
    columns = [name for name in {**expected, **actual} if name not in NOT_JUDGED]
    return [
        f"Row: {name} is {actual.get(name)} instead of {expected.get(name)}."
        for name in columns
        if actual.get(name) != expected.get(name)
    ]


class Stage(NamedTuple):
    """A moment of the game: the rule that makes it, what it is, and the events it can bring."""

    rule: str
    moment: str
    events: tuple[str, ...]


PLACE_OFFICERS = Stage("T1", "the officers are placed", ("officer_placed",))
DEAL = Stage("T3", "the hands are dealt", ("dealt",))
SHOW_BACK = Stage("T2", "the back of the next taxi is due to be shown", ("next_back",))
ARRIVE = Stage("T6", "a taxi is due", ("taxi_placed", "game_over"))
BEGIN_TURN = Stage("T17", "a turn is about to begin", ("turn_began",))
BEGIN = Stage("T14", "a turn begins", (*ARRIVE.events, "bonus_played"))
OVERTAKE = Stage("T6", "overtaken taxis get tokens", ("token_placed", "overtaken"))
MEET_EVENT = Stage("T8", "the event of a taxi is due", ("event_met",))
DISCARD_FOR_EVENT = Stage("T8", "an event costs a card", ("discarded",))
ACTIONS = ("drew", "reshuffled", "officer_moved", "exchanged", "loaded")
ACT = Stage("T10–T17", "the player is free to act", (*ACTIONS, "bonus_played", "turn_ended"))
DRAW = Stage("T10", "the new pile waits for the draw it was made for", ("drew",))
LOAD = Stage("T13", "a taxi is loaded", ("loaded", "sent"))
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


class Table:
    """What lies on the table as far as the events tell, and the breaches so far."""

    def __init__(self, rules: Mapping[str, Any], legend: Mapping[str, Any], players: int) -> None:
        self.rules, self.players = rules, players
        self.cards, self.taxis, self.tiers = legend["cards"], legend["taxis"], legend["tiers"]
        self.kinds_of_event, self.effects = legend["events"], legend["effects"]
        self.colours = legend["colours"]
        self.colour_of_street = [street["colour"] for street in legend["streets"]]
        self.event: Event = {}
        self.n_seen = 0
        self.breaches: list[str] = []
        self.counts: Counter[str] = Counter()
        self.lay_out()
        self.begin_turn(0)
        self.stage = PLACE_OFFICERS
        self.ranges = self.known_things()

    def lay_out(self) -> None:
        """Put everything where it is before the first event."""
        self.pile = Counter({card: kind["copies"] for card, kind in enumerate(self.cards)})
        self.hands = [Cards() for _ in range(1 + RESERVE if self.is_solo else self.players)]
        self.discards, self.boarding, self.in_effect = Cards(), Cards(), Cards()
        self.deck = Counter(range(len(self.taxis)))
        self.standing: dict[int, Taxi] = {}
        self.sent = Cards()
        self.all_soldiers, self.all_taxis = self.soldiers_on_the_table(), self.taxis_on_the_table()
        self.officers: dict[int, int] = {}
        self.still_to_deal = self.deal_order()
        self.back = ""
        self.newest: int | None = None
        self.loading = 0
        self.draws_due = 0
        self.end = NOT_APPLICABLE

    def known_things(self) -> dict[str, range]:
        """Return the numbers that each field may hold."""
        seats, hands, cards = range(self.players), range(len(self.hands)), range(len(self.cards))
        streets = range(len(self.colour_of_street))
        return {
            **{"seat": seats, "hand": hands, "other": hands, "card": cards, "other_card": cards},
            **{"street": streets, "from": streets, "to": streets, "taxi": range(len(self.taxis))},
            "officer": range(self.rules["officers"]),
            "colour": range(len(self.colours)),
            "means": range(1 + INTO_RESERVE),
            "kind_of_event": range(1, 1 + len(self.kinds_of_event)),
        }

    @property
    def is_solo(self) -> bool:
        return self.players == 1

    @property
    def hand(self) -> Cards:
        """The hand of the player whose turn it is."""
        return self.hands[self.seat]

    # Judging.

    def see(self, event: Event) -> None:
        """Judge one event and let it happen."""
        self.event = event
        self.n_seen += 1
        if not self.is_readable(event):
            self.demand(False, self.stage.rule, "no such event exists")
            return
        name, stage = event["event"], self.stage
        self.demand(name in stage.events, stage.rule, f"no {name} while {stage.moment}")
        self.demand(
            event.get("seat", self.seat) == self.seat, "T17", f"seat {self.seat} has the turn"
        )
        getattr(self, f"on_{name}")(event)
        self.demand_that_nothing_is_lost()

    def is_readable(self, event: Event) -> bool:
        """Say whether there is such an event, and whether all it points at exists."""
        fields = FIELDS.get(event["event"])
        return (
            fields is not None
            and set(event) == {"event", *fields}
            and all(event[name] in self.ranges.get(name, (event[name],)) for name in fields)
        )

    def demand(self, is_right: bool, rule: str, sentence: str) -> None:
        """Write down a breach unless all is right."""
        if not is_right:
            self.breaches.append(f"{rule}: {sentence} (event {self.n_seen}: {dict(self.event)}).")

    def demand_that_nothing_is_lost(self) -> None:
        """Demand that everything is in one place; what has come or gone has one event."""
        soldiers = self.soldiers_on_the_table()
        self.demand(soldiers == self.all_soldiers, "T3", "soldier cards have come or gone")
        self.all_soldiers = soldiers
        taxis = self.taxis_on_the_table()
        self.demand(taxis == self.all_taxis, "T2", "taxi cards have come or gone")
        self.all_taxis = taxis
        n_tokens = len(self.colour_of_street) - 1
        self.demand(len(self.bearing_a_token()) <= n_tokens, "T6", f"more than {n_tokens} tokens")

    def soldiers_on_the_table(self) -> list[int]:
        places = (self.pile, self.discards, self.boarding, self.in_effect, *self.hands)
        return sorted(card for place in places for card in place.elements())

    def taxis_on_the_table(self) -> list[int]:
        standing = [taxi.card for taxi in self.standing.values()]
        return sorted([*self.deck.elements(), *standing, *self.sent.elements()])

    def move_card(self, card: int, source: Cards, target: Cards, rule: str, place: str) -> None:
        """Move a card, demanding that it was where it is said to come from."""
        self.demand(source[card] > 0, rule, f"that card is not in {place}")
        source[card] -= min(1, source[card])
        target[card] += 1

    # Setup.

    def deal_order(self) -> list[int]:
        """Return the hand that each card is for: one by one; alone, first the hand [T3, T4]."""
        n_cards = self.rules["initial_cards"]
        if not self.is_solo:
            return [i % self.players for i in range(n_cards)]
        n_reserve = min(self.rules["solo_reserve_limit"], n_cards // 2)
        return [0] * (n_cards - n_reserve) + [RESERVE] * n_reserve

    def on_officer_placed(self, event: Event) -> None:
        self.demand(event["officer"] == len(self.officers), "T1", "officers are placed in order")
        self.officers[event["officer"]] = event["street"]
        if len(self.officers) == self.rules["officers"]:
            self.judge_first_spots()
            self.go_on_dealing()

    def judge_first_spots(self) -> None:
        """Demand whole colours two by two, and a further colour for an odd officer [T1]."""
        pairs, odd = divmod(self.rules["officers"], 2)
        spots = set(self.officers.values())
        per_colour = Counter(self.colour_of_street[spot] for spot in spots)
        is_right = sorted(per_colour.values()) == [1] * odd + [2] * pairs
        self.demand(is_right, "T1", f"officers cannot begin at {spots}")

    def on_dealt(self, event: Event) -> None:
        rule = "T4" if self.is_solo else "T3"
        hand = self.still_to_deal.pop(0) if self.still_to_deal else None
        self.demand(event["hand"] == hand, rule, f"this card is for hand {hand}")
        self.move_card(event["card"], self.pile, self.hands[event["hand"]], rule, "the pile")
        self.go_on_dealing()

    def go_on_dealing(self) -> None:
        self.stage = DEAL
        if not self.still_to_deal:
            self.show_back()

    # Step 1: a taxi arrives.

    def begin_turn(self, seat: int) -> None:
        self.seat = seat
        self.actions_left = self.rules["actions_per_turn"]
        self.has_arrived = self.is_bonus_forbidden = self.is_exchange_forbidden = False
        self.overtaken: list[int] = []
        self.stage = BEGIN_TURN

    def on_turn_began(self, event: Event) -> None:
        number = 1 + self.counts["turns"] // self.players
        self.demand(event["number"] == number, "T17", f"this is round {number}")
        self.stage = BEGIN if self.rules["bonus_before_arrival"] else ARRIVE

    def due_end(self) -> int | None:
        """Return why no taxi can arrive; the deck is looked at first [T7]."""
        if not self.deck.total():
            return DECK_EMPTY
        return JAM if len(self.standing) == len(self.colour_of_street) else None

    def on_token_placed(self, event: Event) -> None:
        taxi = self.pass_taxi(event)
        self.demand(taxi is not None and not taxi.has_token, "T6", "this taxi has a token already")
        if taxi:
            taxi.has_token = True
        self.counts["tokens_placed"] += 1

    def on_overtaken(self, event: Event) -> None:
        taxi = self.pass_taxi(event)
        self.demand(taxi is not None and taxi.has_token, "T6", "this taxi has no token yet")

    def pass_taxi(self, event: Event) -> Taxi | None:
        """Return the taxi that is overtaken next, demanding that it is the one told of [T6]."""
        due = self.overtaken.pop(0) if self.overtaken else None
        self.demand(event["street"] == due, "T6", f"the taxi at street {due} is overtaken")
        if not self.overtaken:
            self.show_back()
        return None if due is None else self.standing[due]

    def on_taxi_placed(self, event: Event) -> None:
        card, street = event["taxi"], event["street"]
        self.demand(self.due_end() is None, "T7", "the game is due to end")
        self.overtaken = self.judge_way(self.taxis[card]["street"], street)
        self.judge_back(card)
        self.demand(self.deck[card] == 1, "T6", "that taxi is not in the deck")
        self.deck[card] = 0
        self.standing[street] = Taxi(card)
        self.count_arrival()
        self.newest = card
        self.stage = OVERTAKE
        if not self.overtaken:
            self.show_back()

    def judge_way(self, wanted: int, street: int) -> list[int]:
        """Demand the first free street; return those of the taxis on the way [T6]."""
        way = self.way_from(wanted)
        passed = list(takewhile(self.standing.__contains__, way))
        free = next((stop for stop in way if stop not in self.standing), None)
        self.demand(street == free, "T6", f"this taxi stops at street {free}")
        return passed

    def way_from(self, wanted: int) -> list[int]:
        """Return all streets in the order in which an arriving taxi comes by [T6]."""
        step = -1 if self.rules["arrival_direction"] == "counter_clockwise" else 1
        n_streets = len(self.colour_of_street)
        return [(wanted + step * i) % n_streets for i in range(n_streets)]

    def judge_back(self, card: int) -> None:
        colour = self.back_of(card)
        self.demand(colour == self.back, "T2", f"the back of this taxi was said to be {self.back}")

    def back_of(self, card: int) -> str:
        return str(self.colour_of_street[self.taxis[card]["street"]])

    def count_arrival(self) -> None:
        self.counts["arrivals"] += 1
        self.counts["turns"] += not self.has_arrived
        self.counts["most_streets"] = max(self.counts["most_streets"], len(self.standing))
        self.has_arrived = True

    def show_back(self) -> None:
        """Wait for the next back to be shown, if there is a next taxi [T2]."""
        self.stage = SHOW_BACK
        if not self.deck.total():
            self.after_showing_back()

    def on_next_back(self, event: Event) -> None:
        self.back = self.colours[event["colour"]]
        backs = {self.back_of(card) for card in self.deck.elements()}
        self.demand(self.back in backs, "T2", f"no taxi with a {self.back} back is left")
        self.after_showing_back()

    def after_showing_back(self) -> None:
        if self.newest is None:
            self.begin_turn(0)
        elif self.rules["events"] and self.taxis[self.newest]["event"] != "none":
            self.stage = MEET_EVENT
        else:
            self.stage = ACT

    def on_event_met(self, event: Event) -> None:
        kind = self.kinds_of_event[event["kind_of_event"] - 1]
        due = None if self.newest is None else self.taxis[self.newest]["event"]
        self.demand(kind == due, "T8", f"the event of this taxi is {due}")
        has_effect = kind != "silence" or self.is_silence_strict
        self.demand(event["has_effect"] == has_effect, "T8", f"the event of this taxi is {due}")
        self.counts[f"event_{kind}" if has_effect else "event_without_effect"] += 1
        self.stage = self.stage_after(kind)

    @property
    def is_silence_strict(self) -> bool:
        """Whether silence bans exchanges: alone, or where the rules say so [T8]."""
        return self.is_solo or self.rules["silence_forbids_exchange"]

    def stage_after(self, kind: str) -> Stage:
        """Let an event take effect and return what comes then [T8]."""
        if kind == "no_bonus":
            self.is_bonus_forbidden = True
        if kind == "silence":
            self.is_exchange_forbidden = self.is_exchange_forbidden or self.is_silence_strict
        if kind == "discard" and self.hand.total():
            return DISCARD_FOR_EVENT
        return ARRIVE if kind == "another_taxi" else ACT

    def on_discarded(self, event: Event) -> None:
        is_for_event = self.stage is DISCARD_FOR_EVENT
        reason = FOR_EVENT if is_for_event else FOR_LIMIT
        self.demand(event["reason"] == reason, self.stage.rule, f"the reason is {reason}")
        self.move_card(event["card"], self.hand, self.discards, self.stage.rule, "the hand")
        self.counts["discarded_by_event" if is_for_event else "discarded_by_limit"] += 1
        if is_for_event:
            self.stage = ACT
        else:
            self.pass_turn()

    # Step 2: actions.

    def take_action(self, column: str) -> None:
        """Count an action as taken [T10–T13]."""
        self.demand(self.actions_left > 0, "T15", "no action is left")
        self.actions_left -= 1
        self.counts[column] += 1
        self.stage = ACT

    def on_reshuffled(self, event: Event) -> None:
        n_cards = self.discards.total()
        self.demand(not self.pile.total(), "T10", "the pile is not empty")
        self.demand(event["cards"] == n_cards > 0, "T10", f"{n_cards} cards are discarded")
        self.pile, self.discards = self.pile + self.discards, Cards()
        self.counts["reshuffles"] += 1
        if self.stage is not DRAW_BY_BONUS:
            self.stage = DRAW

    def on_drew(self, event: Event) -> None:
        is_by_bonus = self.stage is DRAW_BY_BONUS
        is_right = is_by_bonus == (event["means"] == BY_BONUS)
        self.demand(is_right, "T14", "this card is drawn by other means")
        self.move_card(event["card"], self.pile, self.place_for_draw(event), "T10", "the pile")
        if not is_by_bonus:
            self.take_action("draws")
        elif self.draws_due > 1:
            self.draws_due -= 1
        else:
            self.finish_bonus()

    def place_for_draw(self, event: Event) -> Cards:
        """Return where a drawn card goes: to the hand, or alone to a reserve with room [T10]."""
        if event["means"] != INTO_RESERVE or not self.is_solo:
            self.demand(event["means"] in (BY_ACTION, BY_BONUS), "T10", "there is no reserve")
            return self.hand
        reserve = self.hands[RESERVE]
        has_room = reserve.total() < self.rules["solo_reserve_limit"]
        self.demand(has_room, "T10", "the reserve is full")
        return reserve

    def on_officer_moved(self, event: Event) -> None:
        is_by_bonus = self.stage is PLACE_BY_BONUS
        means = BY_BONUS if is_by_bonus else BY_ACTION
        self.demand(event["means"] == means, "T14", "this officer moves by other means")
        self.judge_move(event, is_by_bonus)
        self.officers[event["officer"]] = event["to"]
        if is_by_bonus:
            self.finish_bonus()
        else:
            self.take_action("moves")

    def judge_move(self, event: Event, is_anywhere_allowed: bool) -> None:
        """Demand another spot than the officer's own, adjacent and free as far as need be [T11]."""
        start, goal = event["from"], event["to"]
        around = (goal - start) % len(self.colour_of_street)
        is_adjacent = around in (1, len(self.colour_of_street) - 1)
        self.demand(self.officers.get(event["officer"]) == start, "T11", "the officer is elsewhere")
        self.demand(start != goal, "T11", "the officer does not move")
        self.demand(is_adjacent or is_anywhere_allowed, "T11", "that spot is not adjacent")
        is_free = goal not in self.officers.values() or self.rules["officers_may_share"]
        self.demand(is_free, "T11", "another officer stands there")

    def on_exchanged(self, event: Event) -> None:
        card, other_card, other = event["card"], event["other_card"], self.hands[event["other"]]
        self.demand(not self.is_exchange_forbidden, "T8", "an event forbids exchanges")
        self.demand(event["other"] != self.seat, "T12", "the other hand is the player's own")
        self.demand(card != other_card, "T12", "an exchange of like cards has no effect")
        self.move_card(card, self.hand, other, "T12", "the hand")
        self.move_card(other_card, other, self.hand, "T12", "the other hand")
        self.take_action("exchanges")

    def on_loaded(self, event: Event) -> None:
        street, colour = event["street"], self.cards[event["card"]]["colour"]
        if self.stage is not LOAD:
            self.loading = street
        self.demand(self.actions_left > 0, "T15", "no action is left to send this taxi")
        self.demand(street == self.loading, "T13", f"the taxi at {self.loading} is loaded")
        self.demand(street in self.standing, "T13", "no taxi stands there")
        self.demand(street in self.officers.values(), "T13", "no officer stands there")
        is_paying = colour in ("joker", self.colour_of_street[street])
        self.demand(is_paying, "T13", f"{colour} cards cannot pay there")
        self.move_card(event["card"], self.hand, self.boarding, "T13", "the hand")
        self.stage = LOAD

    def on_sent(self, event: Event) -> None:
        street = event["street"]
        self.demand(street == self.loading, "T13", f"the taxi at {self.loading} is loaded")
        taxi = self.standing.pop(street, None)
        self.demand(taxi is not None, "T13", "no taxi stands there")
        if taxi:
            self.judge_load(event, taxi)
            self.sent[taxi.card] += 1
        self.discards, self.boarding = self.discards + self.boarding, Cards()
        self.take_action("sends")

    def judge_load(self, event: Event, taxi: Taxi) -> None:
        """Demand enough soldiers, of the right kind, and the truth about the taxi [T13]."""
        value = self.taxis[taxi.card]["value"]
        needed = value + self.rules["token_penalty"] * taxi.has_token
        loaded = [self.cards[card] for card in self.boarding.elements()]
        soldiers = sum(card["value"] for card in loaded)
        stated = (event["taxi"], event["value"], event["soldiers"], event["token"])
        true = (taxi.card, value, soldiers, int(taxi.has_token))
        self.demand(stated == true, "T13", f"taxi, value, soldiers and token are {true}")
        self.demand(soldiers >= needed, "T13", f"this taxi needs {needed} soldiers")
        has_soldier = any(card["colour"] != "joker" for card in loaded)
        are_jokers_welcome = has_soldier or self.rules["joker_any_street"]
        self.demand(are_jokers_welcome, "T13", "jokers need a soldier of the street's colour")
        self.counts["overloaded"] += soldiers - needed

    def on_turn_ended(self, event: Event) -> None:
        left = self.actions_left
        self.demand(event["actions_left"] == left, "T15", f"actions left are {left}")
        can_go_on = left > 0 or self.has_playable_bonus()
        self.demand(event["is_by_choice"] == can_go_on, "T15", "the turn ends in another way")
        self.counts["wasted_actions"] += left
        self.pass_turn()

    def has_playable_bonus(self) -> bool:
        """Say whether the player holds a bonus card that would do something [T14]."""
        effects = {self.cards[card]["effect"] for card in self.hand.elements()} - {"none"}
        if not self.bearing_a_token():
            effects.discard("remove_token")
        if not self.pile.total() + self.discards.total():
            effects.discard("draw_two")
        return bool(effects) and not self.is_bonus_forbidden

    def pass_turn(self) -> None:
        """Wait until the surplus of the hand is discarded; then the next seat plays [T16, T17]."""
        self.stage = DISCARD_SURPLUS
        if self.hand.total() <= self.rules["hand_limit"]:
            self.begin_turn((self.seat + 1) % self.players)

    # Bonus cards.

    def on_bonus_played(self, event: Event) -> None:
        effect = self.cards[event["card"]]["effect"]
        self.demand(not self.is_bonus_forbidden, "T8", "an event forbids bonus cards")
        self.move_card(event["card"], self.hand, self.in_effect, "T14", "the hand")
        self.counts[f"bonus_{effect}"] += 1
        match effect:
            case "place_officer":
                self.stage = PLACE_BY_BONUS
            case "draw_two":
                self.draws_due = min(2, self.pile.total() + self.discards.total())
                self.demand(self.draws_due > 0, "T14", "no card can be drawn")
                self.stage = DRAW_BY_BONUS
            case "remove_token":
                self.demand(bool(self.bearing_a_token()), "T14", "no taxi bears a token")
                self.stage = REMOVE_BY_BONUS
            case "extra_action":
                self.actions_left += 1
                self.finish_bonus()
            case _:
                self.demand(False, "T14", "that is no bonus card")

    def on_token_removed(self, event: Event) -> None:
        taxi = self.standing.get(event["street"])
        self.demand(taxi is not None and taxi.has_token, "T14", "no token is there")
        if taxi:
            taxi.has_token = False
        self.finish_bonus()

    def bearing_a_token(self) -> list[int]:
        return [street for street, taxi in self.standing.items() if taxi.has_token]

    def finish_bonus(self) -> None:
        """Discard the bonus card now that its effect is done [T14]."""
        self.discards, self.in_effect = self.discards + self.in_effect, Cards()
        self.stage = ACT if self.has_arrived else BEGIN

    # End and result.

    def on_game_over(self, event: Event) -> None:
        reason = self.due_end()
        self.demand(reason is not None, "T7", "the game is not due to end")
        self.demand(event["reason"] == reason, "T7", f"the reason is {reason}")
        self.demand(event["score"] == self.score, "T21", f"the score is {self.score}")
        self.end = reason or NOT_APPLICABLE
        self.stage = OVER

    @property
    def score(self) -> int:
        """The values of the taxis sent [T21]."""
        return sum(self.taxis[card]["value"] for card in self.sent.elements())

    def outcome(self) -> dict[str, int]:
        """Return the columns to report of the game, as far as it went."""
        colours = Counter(self.back_of(card) for card in self.sent.elements())
        values = Counter(self.taxis[card]["value"] for card in self.sent.elements())
        return {
            "finished": int(self.stage is OVER),
            "score": self.score,
            "tier": sum(self.score >= bound for bound in self.tiers),
            "end_reason": self.end,
            "rounds": -(-self.counts["turns"] // self.players),
            "sent": self.sent.total(),
            "left_standing": len(self.standing),
            "left_undrawn": self.deck.total(),
            **{f"sent_{colour}": colours[colour] for colour in self.colours},
            **{f"sent_value_{value}": values[value] for value in TAXI_VALUES},
            **{column: self.counts[column] for column in COUNTED},
            **{f"bonus_{effect}": self.counts[f"bonus_{effect}"] for effect in self.effects},
            **{f"event_{kind}": self.counts[f"event_{kind}"] for kind in self.kinds_of_event},
            "event_without_effect": self.counts["event_without_effect"],
        }
