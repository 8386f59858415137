"""Goofspiel: everyone bids a card for each prize, all at the same time.

- R1. Each player has the cards 1 to 13. The prizes 1 to 13 are shuffled.
- R2. Each round, the next prize is turned up. All choose a card of their hands, unseen, and reveal
  it. The highest card wins the prize; of tied ones none does.
- R3. The cards that were played are gone. After the last prize, the most points win.

Sheldon M. Ross, "Goofspiel: The Game of Pure Strategy", Journal of Applied Probability 8 (1971):
against a player by chance, it is best to match each prize with its own card. With n cards, this
wins by (n * n - 1) / 6 points on average: 28 with 13 cards. Who knows that you match bids one more,
gives up the highest prize for the lowest card, and wins 78 to 13.
"""

from pathlib import Path

from simlab.parts import Simultaneous
from simlab.plain import Parameter, PlainGame, Trait, define, policy


class Goofspiel(PlainGame):
    """The rules."""

    title = "Goofspiel"
    players = (2, 4)
    parameters = (Parameter("cards", "cards of each player", "R1", 3, 20, unit="cards"),)
    sources = ("prizes",)
    bids = Simultaneous()
    kinds = ("bid",)
    events = {
        "turned": "The prize is {prize}.",
        "bids_revealed": "{seat} plays {choice}.",
        "points_won": "{seat} wins the prize of {n}.",
        "ties": "The highest cards are tied: nobody wins the prize.",
        "rounds": "",
    }

    def setup(self, players, chance):
        cards = range(1, self.rules.cards + 1)
        self.hands = [list(cards) for _ in range(players)]
        self.prizes = list(cards)
        chance["prizes"].shuffle(self.prizes)
        self.points = [0] * players
        self.turn_up()

    def turn_up(self):
        self.prize = self.prizes.pop()
        self.log("turned", prize=self.prize)
        self.bids.begin()

    def seat(self):
        return self.bids.seat()

    def choices(self):
        return [("bid", card) for card in self.hands[self.seat()]]

    def play(self, choice):
        self.bids.put(choice)
        if self.bids.seat() is None:
            self.award([card for _, card in self.bids.reveal()])

    def award(self, cards):
        for hand, card in zip(self.hands, cards, strict=True):
            hand.remove(card)
        highest = max(cards)
        if cards.count(highest) > 1:
            self.log("ties")
        else:
            winner = cards.index(highest)
            self.points[winner] += self.prize
            self.log("points_won", seat=winner, n=self.prize)
        self.log("rounds")
        if self.prizes:
            self.turn_up()

    def scores(self):
        return list(self.points)

    def describe(self, choice):
        return f"card {choice[1]}"

    def hide(self, seat, chance):
        super().hide(seat, chance)
        chance["prizes"].shuffle(self.prizes)


@policy()
def matcher(view, choices, chance):
    """Bids the card of the prize."""
    return min(choices, key=lambda choice: abs(choice[1] - view.prize))


@policy()
def one_above(view, choices, chance):
    """Bids one more than the prize, and its lowest card for the highest prize."""
    return next((bid for bid in choices if bid[1] > view.prize), choices[0])


@policy(traits={"most": Trait(2, 1, 6, "how much more than the prize it bids at most", whole=True)})
def bluffer(view, choices, chance, most):
    """Bids somewhat more than the prize by chance, or else its lowest card."""
    above = [bid for bid in choices if 0 < bid[1] - view.prize <= most]
    return chance.pick(above) if above else choices[0]


GAME = define(Goofspiel, matcher, one_above, bluffer, data=Path(__file__).parent / "data")
