"""Auctions: lots of a table, sold in turn openly, once around and by sealed bids."""

from simlab.parts import Auction, Deck
from simlab.plain import Column, Parameter, PlainGame, Table, Trait, define, policy

LOTS = 9


class Auctions(PlainGame):
    """The rules."""

    title = "Auctions"
    players = (2, 4)
    kinds = ("pass", "bid")
    events = {"rounds": "", "gains": "{seat} gains {n} points."}
    parameters = (Parameter("coins", "coins of each player", "A1", 1, 50, unit="coins"),)
    tables = (
        Table(
            "lots",
            "lots for sale",
            "lot",
            (Column("points", "points", 0, 9), Column("copies", "of this lot", 1, 9)),
        ),
    )
    deck = Deck()
    open = Auction("open")
    once = Auction("once", tied="later")
    sealed = Auction("sealed", tied="chance")

    def setup(self, players, chance):
        self.deck.set_up("lots")
        self.coins = [self.rules.coins] * players
        self.points = [0] * players
        self.rounds = self.first = 0
        self.begin()

    def begin(self):
        self.lot = self.deck.draw()
        if self.rounds % 3 == 0:
            self.open.begin(self.lot, self.coins, self.first, least=2, step=2)
        elif self.rounds % 3 == 1:
            self.once.begin(self.lot, self.coins, self.first)
        else:
            self.sealed.begin(self.lot, self.coins, self.first)

    def seat(self):
        if self.rounds == LOTS:
            return None
        if not self.open.is_over:
            return self.open.seat()
        return self.sealed.seat() if self.once.is_over else self.once.seat()

    def choices(self):
        if not self.open.is_over:
            return self.open.choices()
        if not self.once.is_over:
            return self.once.choices()
        return self.sealed.choices()

    def play(self, choice):
        if not self.open.is_over:
            self.open.play(choice)
            if self.open.is_over:
                self.sell(self.open.winner, self.open.price)
        elif not self.once.is_over:
            self.once.play(choice)
            if self.once.is_over:
                self.sell(self.once.winner, self.once.price)
        else:
            self.sealed.play(choice)
            if self.sealed.is_over:
                self.sell(self.sealed.winner, self.sealed.price)

    def sell(self, winner, price):
        if winner is not None:
            self.coins[winner] -= price
            self.points[winner] += self.lot.points
            self.log("gains", seat=winner, n=self.lot.points)
            self.first = (winner + 1) % len(self.coins)
        self.rounds += 1
        self.log("rounds")
        if self.rounds < LOTS:
            self.begin()

    def scores(self):
        return self.points


@policy(traits={"greed": Trait(0.7, 0, 3, "coins that it bids for a point")})
def bidder(view, choices, chance, greed):
    """Bids what a lot is worth to it."""
    most = greed * view.lot.points
    bids = [choice for choice in choices if choice != "pass" and choice[1] <= most]
    return chance.pick(bids) if bids else "pass"


GAME = define(Auctions, bidder)
