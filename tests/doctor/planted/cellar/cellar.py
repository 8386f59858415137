"""Cellar: taste one more bottle, or carry home what you have; push your luck.

- C1. In a turn, a player draws bottles. A bottle is spoiled with `spoiled` in a hundred, which
  breaks those of this turn; else it is worth from 1 to `best` coins.
- C2. Who stops keeps the bottles of the turn. All have as many turns.
- C3. The first player begins with some coins. A point are `crate` coins; the most points win.
"""

from simlab.plain import Parameter, PlainGame, Trait, define, policy


class Cellar(PlainGame):
    title = "Cellar"
    players = (2, 4)
    parameters = (
        Parameter("turns", "turns of each player", "C2", 1, 60, unit="turns"),
        Parameter("spoiled", "spoiled bottles in a hundred", "C1", 1, 90),
        Parameter("start_1", "coins of the first player at the start", "C3", 0, 90, unit="coins"),
        Parameter("best", "coins of the best bottle", "C1", 2, 20, unit="coins"),
        Parameter("crate", "coins of a point", "C3", 1, 60, unit="coins"),
    )
    sources = ("bottles",)
    kinds = ("draw", "stop")
    events = {"spoils": "{seat} draws a spoiled bottle.", "turns": ""}
    decision_limit = 6000

    def setup(self, players, chance):
        self.coins = [self.rules.start_1] + [0] * (players - 1)
        self.turn = self.drawn = 0

    def seat(self):
        n_players = len(self.coins)
        return self.turn % n_players if self.turn < n_players * self.rules.turns else None

    def choices(self):
        return ["draw", "stop"]

    def play(self, choice):
        if choice == "stop":
            self.coins[self.seat()] += self.drawn
            self.end_turn()
        elif self.chance["bottles"].below(100) < self.rules.spoiled:
            self.log("spoils", seat=self.seat())
            self.end_turn()
        else:
            self.drawn += self.chance["bottles"].die(self.rules.best)

    def end_turn(self):
        self.drawn = 0
        self.turn += 1
        self.log("turns")

    def scores(self):
        return [coins // self.rules.crate for coins in self.coins]


@policy(traits={"at": Trait(16, 1, 300, "coins at which it stops", whole=True)})
def bold(view, choices, chance, at):
    """Stops late."""
    return choices[-1] if view.drawn >= at else choices[0]


@policy(traits={"at": Trait(9, 1, 300, "coins at which it stops", whole=True)})
def taster(view, choices, chance, at):
    """Stops where the next bottle of the usual cellar loses as much as it brings."""
    return choices[-1] if view.drawn >= at else choices[0]


@policy()
def butler(view, choices, chance):
    """Stops where the next bottle loses as much as it brings."""
    spoiled, mean = view.rules.spoiled, (view.rules.best + 1) / 2
    return choices[-1] if view.drawn * spoiled >= mean * (100 - spoiled) else choices[0]


GAME = define(Cellar, bold, butler, taster)
