"""Sushi Go!: take a card of your hand, pass the others on.

- R1. Each player has a hand: 10 cards if two play, and one card fewer for each further player.
- R2. All choose a card of their hands at the same time and lay it before them, then pass the others
  to the left, until no card is left. There are three rounds.
- R3. At the end of a round, each pair of tempura has 5 points, three sashimi have 10, and one to
  five dumplings 1, 3, 6, 10 and 15.
- R4. A nigiri has its own points, three times as many on a wasabi that was laid before it.
- R5. The most maki have 6 points, the second most 3; tied players share them, rounded down. The
  most points of all rounds win.

By Phil Walker-Harding, 2013; without puddings and chopsticks, and with all cards shuffled for each
round. No average of it is published.
"""

from collections import Counter
from pathlib import Path

from simlab.parts import Deck, Hands, Simultaneous
from simlab.plain import Column, Parameter, PlainGame, Table, Trait, define, policy

GROUPS = ("tempura", "sashimi", "dumpling", "nigiri", "wasabi", "maki")
DUMPLINGS = (0, 1, 3, 6, 10, 15)
MAKI = (6, 3)


class SushiGo(PlainGame):
    """The rules; the cards are in data/cards.csv."""

    title = "Sushi Go!"
    players = (2, 5)
    parameters = (
        Parameter("rounds", "rounds of a game", "R2", 1, 5, unit="rounds"),
        Parameter("tempura", "points of two tempura", "R3", 0, 20, unit="points"),
        Parameter("sashimi", "points of three sashimi", "R3", 0, 30, unit="points"),
        Parameter("wasabi", "times that a nigiri on a wasabi counts", "R4", 1, 5, unit="times"),
    )
    tables = (
        Table(
            "cards",
            "cards of the deck",
            "card",
            (
                Column("group", "what it is", choices=GROUPS),
                Column("value", "points of a nigiri, or number of maki", 0, 9),
                Column("copies", "of this card", 0, 30),
            ),
        ),
    )
    deck = Deck()
    hands = Hands(deck)
    picks = Simultaneous()
    kinds = GROUPS
    events = {
        "hands_draws": "",
        "picks_revealed": "{seat} lays down {choice}.",
        "points_gained": "{seat} scores {n} points in this round.",
        "rounds": "",
    }

    def setup(self, players, chance):
        self.points, self.n_rounds = [0] * players, 0
        self.deal()

    def deal(self):
        n_players = len(self.points)
        self.deck.set_up("cards")
        self.hands.set_up()
        self.hands.deal(12 - n_players)
        self.laid: list[list] = [[] for _ in range(n_players)]
        self.picks.begin()

    def seat(self):
        return self.picks.seat()

    def choices(self):
        return list(dict.fromkeys(self.hands[self.seat()]))

    def play(self, choice):
        self.picks.put(choice)
        if self.picks.seat() is None:
            self.lay_down(self.picks.reveal())

    def lay_down(self, cards):
        for seat, card in enumerate(cards):
            self.laid[seat].append(self.hands.remove(seat, card))
        if self.hands[0]:
            first, *later_hands = self.hands
            self.hands.hands = [*later_hands, first]
            self.picks.begin()
        else:
            self.end_round()

    def end_round(self):
        maki = [sum(c.value for c in cards if c.group == "maki") for cards in self.laid]
        for seat, cards in enumerate(self.laid):
            n = self.value(cards) + self.maki_points(maki, maki[seat])
            self.points[seat] += n
            self.log("points_gained", seat=seat, n=n)
        self.n_rounds += 1
        self.log("rounds")
        if self.n_rounds < self.rules.rounds:
            self.deal()

    def value(self, cards):
        """The points of the cards before a player, without maki."""
        numbers = Counter(card.group for card in cards)
        points = DUMPLINGS[min(numbers["dumpling"], 5)]
        points += numbers["tempura"] // 2 * self.rules.tempura
        points += numbers["sashimi"] // 3 * self.rules.sashimi
        n_wasabi = 0
        for card in cards:
            n_wasabi += card.group == "wasabi"
            if card.group == "nigiri":
                points += card.value * (self.rules.wasabi if n_wasabi else 1)
                n_wasabi = max(n_wasabi - 1, 0)
        return points

    def maki_points(self, maki, n_own):
        n_more, n_equal = sum(n > n_own for n in maki), maki.count(n_own)
        return sum(MAKI[n_more : n_more + n_equal]) // n_equal if n_own else 0

    def scores(self):
        return list(self.points)

    def kind(self, choice):
        return choice.group


@policy()
def collector(view, choices, chance):
    """Takes the card that adds most points at once, of equal ones what it has most of."""
    laid = view.laid[view.me]
    groups = [card.group for card in laid]
    return max(choices, key=lambda card: (view.value([*laid, card]), groups.count(card.group)))


HOPES = {"tempura": 2.4, "sashimi": 3, "dumpling": 1.5, "wasabi": 3.5, "nigiri": 0, "maki": 1.2}
"""What a card is worth for what may follow, a maki for each on the card."""


@policy(traits={"hope": Trait(0.7, 0, 1, "weight of what a card may still be worth")})
def taster(view, choices, chance, hope):
    """Takes the card that adds most points at once, and some for what it may become."""
    laid = view.laid[view.me]
    hopes = {card: hope * HOPES[card.group] * max(card.value, 1) for card in choices}
    return max(choices, key=lambda card: view.value([*laid, card]) + hopes[card])


GAME = define(SushiGo, collector, taster, data=Path(__file__).parent / "data")
