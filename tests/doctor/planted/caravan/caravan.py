"""Caravan: which good to carry, and on which of two roads.

- K1. In turn, a merchant sees `stalls` goods, each worth up to `goods` coins, and the tolls of the
  road in the north and of that in the south, each up to `toll` coins.
- K2. It carries a good on a road and has its worth without the toll, and 10 coins.
- K3. After each round, bandits end the trade with `bandits` in a hundred, and in any case after
  `rounds` rounds. The most coins win; with secret purses, they are counted at the end only.
"""

from simlab.plain import Parameter, PlainGame, define, policy


class Caravan(PlainGame):
    title = "Caravan"
    players = (2, 4)
    parameters = (
        Parameter("rounds", "rounds of a game", "K3", 1, 300, unit="rounds"),
        Parameter("bandits", "chance in a hundred that bandits come", "K3", 0, 60),
        Parameter("secret", "whether purses are secret", "K3"),
        Parameter("toll", "highest toll", "K1", 0, 40, unit="coins"),
        Parameter("goods", "worth of the best good", "K1", 1, 200, unit="coins"),
        Parameter("stalls", "goods to choose from", "K1", 1, 5, unit="goods"),
    )
    sources = ("goods", "tolls", "bandits")
    kinds = ("north", "south")
    events = {"rounds": ""}

    def setup(self, players, chance):
        self.coins, self.turn, self.is_over = [0] * players, 0, False
        self.open_stalls()

    def open_stalls(self):
        goods, tolls = self.chance["goods"], self.chance["tolls"]
        self.goods = [goods.die(self.rules.goods) for _ in range(self.rules.stalls)]
        self.north = tolls.below(self.rules.toll + 1)
        self.south = tolls.below(self.rules.toll + 1)

    def seat(self):
        return None if self.is_over else self.turn % len(self.coins)

    def choices(self):
        stalls = range(len(self.goods))
        return [*(("north", stall) for stall in stalls), *(("south", stall) for stall in stalls)]

    def worth(self, choice):
        road, stall = choice
        return 10 + self.goods[stall] - (self.north if road == "north" else self.south)

    def play(self, choice):
        self.coins[self.seat()] += self.worth(choice)
        self.turn += 1
        self.open_stalls()
        if self.turn % len(self.coins) == 0:
            self.log("rounds")
            has_bandits = self.chance["bandits"].below(100) < self.rules.bandits
            self.is_over = has_bandits or self.turn == len(self.coins) * self.rules.rounds

    def scores(self):
        is_shown = self.is_over or not self.rules.secret
        return [coins if is_shown else 0 for coins in self.coins]


@policy()
def hasty(view, choices, chance):
    """Carries the first good on the road that is cheaper."""
    return max([choice for choice in choices if choice[1] == 0], key=view.worth)


@policy()
def merchant(view, choices, chance):
    """Carries what brings most, on either road by chance if they cost the same."""
    most = max(view.worth(choice) for choice in choices)
    return chance.pick([choice for choice in choices if view.worth(choice) == most])


GAME = define(Caravan, hasty, merchant)
