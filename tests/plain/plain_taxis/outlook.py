"""What the planner sees and expects, and how good a table looks to it, in points.

The weights of all this are its traits, whose values were found by `simlab train --tune`.
"""

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any

from .rules import COLOURS, take_out

Card = Any
"""A row of the table of soldiers."""

COLOUR = {name: number for number, name in enumerate((*COLOURS, "joker", "bonus"))}
"""Soldiers are counted by these numbers, for a turn adds them up some thousand times."""
JOKER, COLUMNS = COLOUR["joker"], len(COLOUR)
NOBODY = -1
MOST_STEPS = 8
"""Most choices in a plan: four actions, of which an exchange takes two, and some bonus cards."""
MOST_SHORT = 3
"""Soldiers that may be missing for a taxi to count as within reach: about what a turn brings."""
PRINTED_CARDS, PRINTED_SOLDIERS = 27, 42
"""Of the shipped soldier deck, for which the worth of a card to be drawn was found."""


@dataclass
class Board:
    """What the steps of a plan change: each is tried on a copy of the board before."""

    hand: list[Card] = field(default_factory=list)
    soldiers: list[int] = field(default_factory=list)  # by colour, of one player after the other
    officers: list[int] = field(default_factory=list)
    values: list[int] = field(default_factory=list)  # of the taxi at each street, 0 for none
    has_token: list[bool] = field(default_factory=list)
    actions: int = 0
    gain: float = 0.0  # points won, less the worth of bonus cards spent

    def copy_from(self, other):
        """Become equal to another board."""
        self.hand = list(other.hand)
        self.soldiers = list(other.soldiers)
        self.officers = list(other.officers)
        self.values = list(other.values)
        self.has_token = list(other.has_token)
        self.actions, self.gain = other.actions, other.gain

    def add(self, seat, card):
        """Put a card into the hand of the player."""
        self.hand.append(card)
        self.soldiers[COLUMNS * seat + COLOUR[card.colour]] += card.value

    def remove(self, seat, card):
        """Take a card out of the hand, which is left in the order that it has in the game."""
        take_out(self.hand, self.hand.index(card))
        self.soldiers[COLUMNS * seat + COLOUR[card.colour]] -= card.value


@dataclass
class Outlook:
    """What the planner remembers: the plan under way, and room to think."""

    plan: list[Hashable] = field(default_factory=list)  # choices still to be made
    turn: int = 0
    n_refills: int = 0  # bonus cards played in this turn for an action or for cards
    unseen: list[int] = field(default_factory=list)  # taxis still to come of each row of the table
    may_be_next: list[int] = field(default_factory=list)  # those with the back on top of the deck
    n_drawable: int = 0  # cards in pile and discards
    may_play_bonus: bool = True
    may_exchange: bool = True
    turns_left: int = 0  # after this one
    waits: list[float] = field(default_factory=list)  # price of the turns until a player is on
    share: list[float] = field(default_factory=list)  # of its worth that a player's card has left
    draw: float = 0.0  # worth of a card not yet drawn
    worth: list[float] = field(default_factory=list)  # of a soldier by colour
    order: list[int] = field(default_factory=list)  # streets, those with the dearest taxis first
    arrivals: list[float] = field(default_factory=list)  # chance that the next taxi wants a street
    coming: list[int] = field(default_factory=list)  # value that it has if it does
    spare: list[int] = field(default_factory=list)  # soldiers not yet meant for a taxi
    boards: list[Board] = field(default_factory=list)  # the table, then after each choice tried
    tried: list[Hashable] = field(default_factory=list)  # the choices that led to these boards
    steps: list[Hashable] = field(default_factory=list)  # still to be tried, by their last choices
    depths: list[int] = field(default_factory=list)  # of the boards before them
    n_later: int = 0  # steps that are tried after those of the board at hand
    gives: list[Hashable] = field(default_factory=list)  # exchanges that plans begin with
    takes: list[Hashable] = field(default_factory=list)
    n_exchanged: int = 0  # of them that have been tried
    exchange_values: list[float] = field(default_factory=list)  # of the boards after them
    best_value: float = 0.0  # of the board after the best plan
    best_draws: int = 0  # cards to be drawn in it
    fewest_actions: int = 0  # actions left at which a plan looks no further
    n_rated: int = 0


# What is seen


def look(view, memory, traits):
    """Lay out the first board as the player sees the table, and what is known of turns to come."""
    if not memory.boards:
        memory.boards = [Board() for _ in range(MOST_STEPS + 1)]
        memory.tried = ["end_turn" for _ in range(MOST_STEPS)]
    board = memory.boards[0]
    board.hand, board.officers = list(view.hands[view.me]), list(view.officers)
    hands = view.hands[: view.n_players]
    board.soldiers = [soldiers_in(hand, colour) for hand in hands for colour in COLOUR]
    board.values = [0 if taxi is None else taxi.value for taxi in view.taxis]
    board.has_token = list(view.has_token)
    board.actions, board.gain = view.actions, 0.0
    memory.may_play_bonus = not view.is_bonus_forbidden
    memory.may_exchange = not view.is_exchange_forbidden
    memory.n_drawable = len(view.pile) + len(view.discards)
    taxis, top = view.table("taxis"), view.next_taxi
    memory.unseen = [view.taxi_deck.count(taxi) + (taxi == top) for taxi in taxis]
    memory.may_be_next = [
        n if top is None or view.back_of(taxi) == view.back_of(top) else 0
        for taxi, n in zip(taxis, memory.unseen, strict=True)
    ]
    foresee(view, memory, sum(memory.unseen) - (not view.has_arrived), traits)


def soldiers_in(hand, colour):
    """Return the soldiers of a colour in a hand."""
    return sum(card.value for card in hand if card.colour == colour)


# What is expected after this turn


def foresee(view, memory, n_coming, traits):
    """Work it out from the first board and the taxis still to come.

    A taxi that brings another one makes one turn fewer. Cards lose worth where their player has few
    turns left to use them; the weight was found at a table of three.
    """
    if view.rules.events:
        for n, taxi in zip(memory.unseen, view.table("taxis"), strict=True):
            n_coming -= n * (taxi.event == "another_taxi")
    memory.turns_left, n_players = n_coming, view.n_players
    delays = [(seat - view.me - 1) % n_players + 1 for seat in range(n_players)]
    memory.waits = [traits.delay * delay for delay in delays]
    n_turns = [(n_coming - delay) // n_players + 1 for delay in delays]
    memory.share = [min(1.0, max(0, n) * traits.horizon * n_players / 3.0) for n in n_turns]
    values = memory.boards[0].values
    memory.order = sorted(range(len(values)), key=lambda street: -values[street])
    foresee_arrival(view, memory)
    foresee_demand(view, memory, traits)


def foresee_arrival(view, memory):
    """Work out which street the next taxi may want, and its average value there, rounded."""
    n_wanted, values = [0 for _ in view.ring], [0 for _ in view.ring]
    for n, taxi in zip(memory.may_be_next, view.table("taxis"), strict=True):
        street = view.place_of[taxi.street]
        n_wanted[street] += n
        values[street] += n * taxi.value
    n_taxis = max(1, sum(n_wanted))
    memory.arrivals = [n / n_taxis for n in n_wanted]
    memory.coming = [
        (2 * value + n) // max(1, 2 * n) for value, n in zip(values, n_wanted, strict=True)
    ]


def foresee_demand(view, memory, traits):
    """Price a card to be drawn by those of the deck [T10], and the soldiers of each colour.

    They are worth less where hands hold more than taxis will need. All taxis to come count alike,
    the next one too: their sum does not tell which is on top.
    """
    cards, board, needed = view.table("soldiers"), memory.boards[0], [0 for _ in COLOURS]
    n_cards = sum(card.copies for card in cards)
    n_soldiers = sum(card.value * card.copies for card in cards)
    memory.draw = traits.draw * (n_soldiers * PRINTED_CARDS / (max(1, n_cards) * PRINTED_SOLDIERS))
    for street in range(len(view.ring)):
        needed[view.colours[street]] += need_at(view, board, street)
    for n, taxi in zip(memory.unseen, view.table("taxis"), strict=True):
        needed[COLOUR[view.back_of(taxi)]] += n * taxi.value
    memory.worth = [0.0 for _ in COLOUR]
    for colour, n_needed in enumerate(needed):
        held, wanted = sum(board.soldiers[colour::COLUMNS]), traits.demand * n_needed
        memory.worth[colour] = traits.soldier * (1.0 if held <= wanted else wanted / held)
    memory.worth[JOKER] = traits.joker


# What a board is worth


def evaluate(view, memory, board, n_draws, traits):
    """Return how good a board looks at the end of the turn after some draws, in points."""
    value = board.gain + worth_of_cards(view, memory, board, n_draws)
    surplus = max(0, len(board.hand) + n_draws - view.rules.hand_limit)
    value -= memory.share[view.me] * (surplus * traits.discard)
    value += worth_of_taxis(view, memory, board, traits)
    value -= memory.turns_left * price_of_jam(board, traits)
    return value - price_of_tokens(view, memory, board, traits)


def price_of_jam(board, traits):
    """Return what the risk of a jam costs in each turn left, by free streets [T7]."""
    n_free = board.values.count(0)
    if n_free > 2:
        return 0.0
    if n_free == 2:
        return traits.jam_6
    return traits.jam_7 if n_free == 1 else traits.jam_8


def worth_of_cards(view, memory, board, n_draws):
    """Return the worth of the soldiers in all hands and of the cards to be drawn."""
    value = memory.share[view.me] * n_draws * memory.draw
    for seat, share in enumerate(memory.share):
        worth = 0.0
        for colour, of_soldier in enumerate(memory.worth):  # sum() rounds otherwise
            worth += board.soldiers[COLUMNS * seat + colour] * of_soldier
        value += share * worth
    return value


def worth_of_taxis(view, memory, board, traits):
    """Return the worth of the taxis that wait, then that of the one that is expected.

    Each is meant for the hand that can best send it; the dearest come first.
    """
    memory.spare = list(board.soldiers)
    value = 0.0
    for street in memory.order:
        points = board.values[street]
        if points > 0:
            need = need_at(view, board, street)
            value += worth_of_taxi(view, memory, board, street, points, need, traits)
    for street, chance in enumerate(memory.arrivals):
        if chance > 0.0 and board.values[street] == 0:
            points = memory.coming[street]
            worth = worth_of_taxi(view, memory, board, street, points, points, traits)
            value += traits.coming * chance * worth
    return value


def worth_of_taxi(view, memory, board, street, points, need, traits):
    """Return the worth of a taxi to the hand that can best send it; set its soldiers aside."""
    colour = view.colours[street]
    gross = points - need * memory.worth[colour]
    n = len(board.values)
    steps = min(min(abs(street - spot), n - abs(street - spot)) for spot in board.officers)
    gross -= traits.action * (1 + steps)
    best, best_first, first = 0.0, NOBODY, 0
    for share, wait in zip(memory.share, memory.waits, strict=True):
        matching = memory.spare[first + colour]
        short = need - matching - memory.spare[first + JOKER]
        if not view.rules.joker_any_street and matching == 0:
            short = max(short, 1)
        if short <= MOST_SHORT and share > 0.0:
            worth = gross - wait
            if short > 0:
                worth *= share_when_short(short, traits)
            if worth > best:
                best, best_first = worth, first
        first += COLUMNS
    if best_first != NOBODY:
        set_aside(memory, best_first, colour, need)
    return best


def share_when_short(short, traits):
    """Return the share of a taxi's worth that is left while 1, 2 or 3 soldiers are missing."""
    if short == 1:
        return traits.short_1
    return traits.short_2 if short == 2 else traits.short_3


def set_aside(memory, first, colour, need):
    """Take the soldiers for a taxi from a player's spare ones, jokers last: they fit elsewhere."""
    matching = min(need, memory.spare[first + colour])
    memory.spare[first + colour] -= matching
    memory.spare[first + JOKER] -= min(need - matching, memory.spare[first + JOKER])


def price_of_tokens(view, memory, board, traits):
    """Return what the tokens cost that the next taxi is expected to place [T6]."""
    n_tokens = 0.0
    for wanted, chance in enumerate(memory.arrivals):
        street = wanted
        while chance > 0.0 and board.values[street] > 0:
            n_tokens += chance * (not board.has_token[street])
            street = view.next_to(street, view.rules.arrival_direction)
            if street == wanted:
                break
    return traits.token * view.rules.token_penalty * n_tokens


def worth_of_bonus(view, card, traits):
    """Return the worth of a card as a bonus card, 0 if it is none."""
    if card.effect == "place_officer":
        return traits.place_officer
    if card.effect == "draw_two":
        return traits.draw_two
    if card.effect == "remove_token":
        return traits.remove_token * view.rules.token_penalty
    return traits.extra_action if card.effect == "extra_action" else 0.0


# What a board shows


def need_at(view, board, street):
    """Return the soldiers that the taxi at a street takes, its token included [T13]."""
    return board.values[street] + view.rules.token_penalty * board.has_token[street]


def can_pay(view, board, street):
    """Return whether a taxi is at a street for which the player has the soldiers [T13]."""
    first = COLUMNS * view.me
    matching = board.soldiers[first + view.colours[street]]
    if board.values[street] == 0 or (matching == 0 and not view.rules.joker_any_street):
        return False
    return matching + board.soldiers[first + JOKER] >= need_at(view, board, street)
