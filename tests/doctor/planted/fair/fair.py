"""Harbour fair: work for a wage, or trade for what the ships offer today.

- F1. In each round, each player in turn works or trades; there are `rounds` of them, and after each
  one the fair closes with `closing` in a hundred. A player plays `turns` turns in a row.
- F2. Two dice are the offer, which all see. Work brings the wage, trade the offer, and the feast
  as well if the offer is at least `feast_from`.
- F3. In one of three turns, chance also brings up to `windfall` coins, whatever was chosen.
- F4. The first player begins with some coins. A point are `unit` coins; the most points win.
"""

from simlab.plain import Parameter, PlainGame, define, policy


class Fair(PlainGame):
    title = "Harbour fair"
    players = (2, 4)
    parameters = (
        Parameter("rounds", "rounds of a game at most", "F1", 1, 400, unit="rounds"),
        Parameter("closing", "chance in a hundred that a round is the last", "F1", 0, 50),
        Parameter("turns", "turns in a row", "F1", 1, 80, unit="turns"),
        Parameter("wage", "coins for work", "F2", 0, 13, unit="coins"),
        Parameter("feast", "coins for a trade on a feast", "F2", 0, 20, unit="coins"),
        Parameter("feast_from", "lowest offer of a feast", "F2", 2, 13, unit="coins"),
        Parameter("windfall", "most coins that chance brings", "F3", 0, 900, unit="coins"),
        Parameter("start_1", "coins of the first player at the start", "F4", 0, 90, unit="coins"),
        Parameter("unit", "coins of a point", "F4", 1, 90, unit="coins"),
    )
    sources = ("offers", "windfalls", "weather")
    kinds = ("work", "trade")
    events = {"rounds": ""}
    decision_limit = 4000

    def setup(self, players, chance):
        self.coins = [self.rules.start_1] + [0] * (players - 1)
        self.turn, self.is_closed = 0, False
        self.post_offer()

    def post_offer(self):
        self.offer = self.chance["offers"].die() + self.chance["offers"].die()

    def seat(self):
        return None if self.is_closed else self.turn // self.rules.turns % len(self.coins)

    def choices(self):
        return ["work", "trade"]

    def worth(self, choice):
        feast = self.rules.feast if self.offer >= self.rules.feast_from else 0
        return self.rules.wage if choice == "work" else self.offer + feast

    def play(self, choice):
        luck = self.chance["windfalls"]
        windfall = luck.below(self.rules.windfall + 1) if luck.below(3) == 0 else 0
        self.coins[self.seat()] += self.worth(choice) + windfall
        self.turn += 1
        if self.turn % (len(self.coins) * self.rules.turns) == 0:
            self.end_round()
        self.post_offer()

    def end_round(self):
        self.log("rounds")
        n_rounds = self.turn // (len(self.coins) * self.rules.turns)
        is_stormy = self.chance["weather"].below(100) < self.rules.closing
        self.is_closed = is_stormy or n_rounds == self.rules.rounds

    def scores(self):
        return [coins // self.rules.unit for coins in self.coins]


@policy()
def worker(view, choices, chance):
    """Works, unless there is a feast."""
    return "trade" if "trade" in choices and view.offer >= view.rules.feast_from else choices[0]


@policy()
def trader(view, choices, chance):
    """Takes what brings most."""
    return max(choices, key=view.worth)


GAME = define(Fair, worker, trader)
