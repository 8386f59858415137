"""Sealed bids: how much less than its value do you offer for a lot?

- R1. Each round, all players learn in secret what the lot is worth to them: a number from 0 to 100,
  each with the same chance.
- R2. All bid at the same time, unseen. The highest bid wins, of tied ones one by chance.
- R3. The winner pays the bid and gains what the lot is worth less its price. With `second_price`,
  the price is the highest bid of the others.
- R4. After the last round, the most coins gained win.

William Vickrey, "Counterspeculation, Auctions, and Competitive Sealed Tenders", The Journal of
Finance 16 (1961): among n players who want to gain most, all bid (n - 1) / n of the value, and the
price is (n - 1) / (n + 1) of the highest value on average: 50 with three players. It is the same
with second prices, where it is best to bid the value itself.
"""

from pathlib import Path

from simlab.parts import Auction
from simlab.plain import Parameter, PlainGame, Trait, define, policy


class SealedBids(PlainGame):
    """The rules."""

    title = "Sealed bids"
    players = (2, 6)
    parameters = (
        Parameter("rounds", "rounds of a game", "R1", 1, 50, unit="rounds"),
        Parameter("highest", "highest value of a lot", "R1", 10, 200, unit="coins"),
        Parameter("second_price", "whether the winner pays the second highest bid", "R3"),
    )
    sources = ("values",)
    auction = Auction("sealed", tied="chance")
    kinds = ("pass", "bid")
    events = {
        "auction_wins": "",
        "auction_unsold": "",
        "offers": "{seat} bids {bid} for lot {lot}, which is worth {value} to this player.",
        "prices": "{seat} wins lot {lot} and pays {n}.",
        "rounds": "",
    }

    def setup(self, players, chance):
        self.gains = [0] * players
        self.n_rounds = 0
        self.begin_round()

    def begin_round(self):
        values = range(self.rules.highest + 1)
        self.values = [self.chance["values"].pick(values) for _ in self.gains]
        self.auction.begin(self.n_rounds + 1, limits=[self.rules.highest] * len(self.gains))

    def seat(self):
        return self.auction.seat()

    def choices(self):
        return self.auction.choices()

    def play(self, choice):
        self.auction.play(choice)
        if self.auction.is_over:
            self.end_round()

    def end_round(self):
        for seat, bid in self.auction.bids.items():
            self.log("offers", seat=seat, lot=self.auction.lot, value=self.values[seat], bid=bid)
        winner = self.auction.winner
        if winner is not None:
            price = self.price()
            self.gains[winner] += self.values[winner] - price
            self.log("prices", seat=winner, lot=self.auction.lot, n=price)
        self.n_rounds += 1
        self.log("rounds")
        if self.n_rounds < self.rules.rounds:
            self.begin_round()

    def price(self):
        highest_bids = sorted(self.auction.bids.values())
        return highest_bids[-2] if self.rules.second_price else highest_bids[-1]

    def scores(self):
        return list(self.gains)

    def hide(self, seat, chance):
        super().hide(seat, chance)
        values = range(self.rules.highest + 1)
        for rival in range(len(self.values)):
            if rival != seat:
                self.values[rival] = chance["values"].pick(values)


def bid_of(choices, number):
    """A bid, or "pass" for nothing."""
    return ("bid", number) if ("bid", number) in choices else "pass"


@policy()
def truthful(view, choices, chance):
    """Bids the value."""
    return bid_of(choices, view.values[view.me])


def most_gainful(view):
    """The bid that gains most if the others bid so as well."""
    value, n_rivals = view.values[view.me], len(view.gains) - 1
    return value if view.rules.second_price else round(value * n_rivals / (n_rivals + 1))


@policy()
def equilibrium(view, choices, chance):
    """Bids what gains most against players who do the same."""
    return bid_of(choices, most_gainful(view))


@policy(traits={"extra": Trait(0.3, 0, 1, "share of its gain that it gives up")})
def rival(view, choices, chance, extra):
    """Bids somewhat more than what gains most, so that the others gain less."""
    bid = most_gainful(view)
    return bid_of(choices, bid + round(extra * (view.values[view.me] - bid)))


GAME = define(SealedBids, truthful, equilibrium, rival, data=Path(__file__).parent / "data")
