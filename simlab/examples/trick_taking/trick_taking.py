"""Oh Hell: say how many tricks you will take, then take that many.

- R1. All have one card in the first deal, two in the second, and so on. The next card of the 52 is
  turned up; its suit is trump.
- R2. In turn, from the left of the dealer, all bid a number of tricks. The dealer, who bids last,
  must not bring the sum of the bids to the number of tricks.
- R3. The player to the left of the dealer leads. Follow suit if you can. The highest trump takes
  the trick, else the highest card of the suit that was led; who takes it leads to the next one.
- R4. A bid that is met has 10 points and 1 for each trick. The most points of all deals win.

A folk game, also called Nomination Whist. No average is published, but in the deal of one card, the
chance of the leader can be counted: of four players, it takes the trick in 37.0 %.
"""

from dataclasses import dataclass
from pathlib import Path

from simlab.parts import Deck, Hands
from simlab.plain import Parameter, PlainGame, define, policy

SUITS = ("clubs", "diamonds", "hearts", "spades")
COURT = {11: "jack", 12: "queen", 13: "king", 14: "ace"}


@dataclass(frozen=True)
class Card:
    """A card, from 2 to 14, which is the ace."""

    rank: int
    suit: str

    def __str__(self):
        return f"{COURT.get(self.rank, self.rank)} of {self.suit}"


class OhHell(PlainGame):
    """The rules."""

    title = "Oh Hell"
    players = (3, 5)
    parameters = (
        Parameter("deals", "deals of a game", "R1", 1, 10, unit="deals"),
        Parameter("hook", "whether the bids must not add up to the tricks", "R2"),
    )
    deck = Deck()
    hands = Hands(deck)
    kinds = ("bid", "play")
    events = {
        "trump": "The {card} is turned up: {suit} are trump.",
        "hands_draws": "",
        "tricks_bid": "{seat} bids {n}.",
        "plays": "{seat} plays the {card}.",
        "tricks": "{seat} takes the trick.",
        "points_gained": "{seat} has met the bid and scores {n} points.",
        "rounds": "",
    }

    def setup(self, players, chance):
        self.points, self.n_cards = [0] * players, 0
        self.deal()

    def deal(self):
        self.leader = self.n_cards % len(self.points)
        self.n_cards += 1
        self.deck.set_up(Card(rank, suit) for suit in SUITS for rank in range(2, 15))
        self.hands.deal(self.n_cards)
        self.trump = self.deck.draw()
        self.log("trump", card=self.trump, suit=self.trump.suit)
        self.bids: list[int | None] = [None] * len(self.points)
        self.taken = [0] * len(self.points)
        self.trick: dict[int, Card] = {}  # the card of each seat, in the order of play

    def seat(self):
        n_before = sum(bid is not None for bid in self.bids) + len(self.trick)
        return (self.leader + n_before) % len(self.points) if any(self.hands) else None

    def choices(self):
        if None in self.bids:
            is_dealer = self.rules.hook and self.bids.count(None) == 1
            forbidden = self.n_cards - sum(bid or 0 for bid in self.bids) if is_dealer else None
            return [("bid", n) for n in range(self.n_cards + 1) if n != forbidden]
        hand = self.hands[self.seat()]
        following = [card for card in hand if card.suit == self.led()]
        return [("play", card) for card in following or hand]

    def led(self):
        return self.trick[self.leader].suit if self.trick else None

    def strength(self, card):
        if card.suit == self.trump.suit:
            return card.rank + 100
        return card.rank if self.led() in (card.suit, None) else 0

    def play(self, choice):
        seat, (kind, chosen) = self.seat(), choice
        if kind == "bid":
            self.bids[seat] = chosen
            self.log("tricks_bid", seat=seat, n=chosen)
        else:
            self.trick[seat] = self.hands.remove(seat, chosen)
            self.log("plays", seat=seat, card=chosen)
            if len(self.trick) == len(self.points):
                self.end_trick()

    def end_trick(self):
        self.leader = max(self.trick, key=lambda seat: self.strength(self.trick[seat]))
        self.taken[self.leader] += 1
        self.log("tricks", seat=self.leader)
        self.trick = {}
        if not any(self.hands):
            self.end_deal()

    def end_deal(self):
        for seat, bid in enumerate(self.bids):
            if bid == self.taken[seat]:
                self.points[seat] += 10 + bid
                self.log("points_gained", seat=seat, n=10 + bid)
        self.log("rounds")
        if self.n_cards < self.rules.deals:
            self.deal()

    def scores(self):
        return list(self.points)


def meet_bid(view, choices, estimate):
    """Bid what is nearest to an estimate; then take tricks until it is met."""
    if None in view.bids:
        return min(choices, key=lambda bid: abs(bid[1] - estimate))
    cards = sorted((card for _, card in choices), key=view.strength)
    best = max((view.strength(card) for card in view.trick.values()), default=-1)
    is_wanted = view.taken[view.me] < view.bids[view.me]
    useful = [card for card in cards if (view.strength(card) > best) == is_wanted]
    return ("play", useful[-1] if useful else cards[0])


@policy()
def even(view, choices, chance):
    """Bids its share of the tricks, and takes tricks until the bid is met."""
    return meet_bid(view, choices, view.n_cards / len(view.bids))


@policy()
def counter(view, choices, chance):
    """Bids its aces, kings and trumps from the 7, and takes tricks until the bid is met."""
    hand, least = view.hands[view.me], {view.trump.suit: 7}  # strong from here, else from the king
    return meet_bid(view, choices, sum(c.rank >= least.get(c.suit, 13) for c in hand))


GAME = define(OhHell, even, counter, data=Path(__file__).parent / "data")
