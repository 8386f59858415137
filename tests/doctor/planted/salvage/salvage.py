"""Salvage: sealed bids for wrecks, which are worth more to one diver than to another.

- S1. Each diver knows what a wreck is worth to it: from 1 to `best` coins.
- S2. All bid at the same time. The highest bid pays and has the worth; of equal ones, chance
  decides, or the first seat if `first_wins`. If nobody bids, the wreck is lost.
- S3. The first wreck counts `first` times, the last `last` times. After `lots` wrecks, the most
  coins win.
"""

from simlab.parts import Simultaneous
from simlab.plain import Parameter, PlainGame, define, policy


class Salvage(PlainGame):
    title = "Salvage"
    players = (2, 4)
    parameters = (
        Parameter("lots", "wrecks of a game", "S3", 2, 150, unit="wrecks"),
        Parameter("first", "times that the first wreck counts", "S3", 1, 60, unit="times"),
        Parameter("last", "times that the last wreck counts", "S3", 1, 60, unit="times"),
        Parameter("best", "coins of the best wreck", "S1", 1, 40, unit="coins"),
        Parameter("first_wins", "whether the first seat has the lot of equal bids", "S2"),
    )
    bids = Simultaneous()
    sources = ("wrecks", "draws")
    kinds = ("low", "high")
    events = {"rounds": ""}

    def setup(self, players, chance):
        self.coins, self.n_lots = [0] * players, 0
        self.show_wreck()

    def show_wreck(self):
        self.worth = [self.chance["wrecks"].die(self.rules.best) for _ in self.coins]
        self.bids.begin()

    def seat(self):
        return self.bids.seat()

    def choices(self):
        return [*(("low", n) for n in range(10)), *(("high", n) for n in range(10, 17))]

    def play(self, choice):
        self.bids.put(choice)
        if self.bids.seat() is None:
            self.sell([bid[1] for bid in self.bids.reveal()])

    def sell(self, bids):
        if max(bids) > 0:
            highest = [seat for seat, bid in enumerate(bids) if bid == max(bids)]
            seat = highest[0] if self.rules.first_wins else self.chance["draws"].pick(highest)
            self.coins[seat] += self.times() * (self.worth[seat] - bids[seat])
        self.n_lots += 1
        self.log("rounds")
        if self.n_lots < self.rules.lots:
            self.show_wreck()

    def times(self):
        if self.n_lots == 0:
            return self.rules.first
        return self.rules.last if self.n_lots + 1 == self.rules.lots else 1

    def scores(self):
        return list(self.coins)

    def hide(self, seat, chance):
        super().hide(seat, chance)
        for rival in range(len(self.coins)):
            if rival != seat:
                self.worth[rival] = chance["wrecks"].die(self.rules.best)


def bid_near(choices, n):
    """Return the bid that is nearest to a number of coins."""
    return min(choices, key=lambda choice: abs(choice[1] - n))


@policy()
def honest(view, choices, chance):
    """Bids what the wreck is worth less a coin."""
    return bid_near(choices, view.worth[view.me] - 1)


@policy()
def diver(view, choices, chance):
    """Bids the part of the worth that is best against divers like itself."""
    n_players = len(view.coins)
    return bid_near(choices, view.worth[view.me] * (n_players - 1) // n_players)


GAME = define(Salvage, honest, diver)
