"""Mill: grind for a wage, trade for what is offered, or build a mill that brings coins later.

- M1. In a turn, a player has `income` coins of each own mill, its talent, which is drawn from 0 to
  `talent` at the start, and a harvest from 0 to `harvest`.
- M2. Then it grinds for the wage, trades for two dice, which all see, if there is a market, in
  `market` of a hundred turns, or builds a mill for the price if it has as much.
- M3. After half of the rounds, the guild grants coins to who has most. At the end, the most coins
  win.
"""

from simlab.plain import Parameter, PlainGame, define, policy


class Mill(PlainGame):
    title = "Mill"
    players = (2, 4)
    parameters = (
        Parameter("rounds", "rounds of a game", "M3", 2, 40, unit="rounds"),
        Parameter("wage", "coins for grinding", "M2", 0, 13, unit="coins"),
        Parameter("price", "coins of a mill", "M2", 0, 200, unit="coins"),
        Parameter("income", "coins of a mill in each turn", "M1", 0, 60, unit="coins"),
        Parameter("talent", "highest talent", "M1", 0, 40, unit="coins"),
        Parameter("grant", "coins of the guild", "M3", 0, 90, unit="coins"),
        Parameter("market", "turns in a hundred with a market", "M2", 0, 100),
        Parameter("harvest", "coins of the best harvest", "M1", 0, 900, unit="coins"),
    )
    sources = ("offers", "harvests", "talents", "markets")
    kinds = ("grind", "trade", "build")
    events = {"rounds": ""}

    def setup(self, players, chance):
        self.coins, self.mills = [0] * players, [0] * players
        self.talents = [chance["talents"].below(self.rules.talent + 1) for _ in range(players)]
        self.turn = 0
        self.begin_turn()

    def begin_turn(self):
        seat = self.turn % len(self.coins)
        chance = self.chance
        self.coins[seat] += self.mills[seat] * self.rules.income + self.talents[seat]
        self.coins[seat] += chance["harvests"].below(self.rules.harvest + 1)
        self.offer = chance["offers"].die() + chance["offers"].die()
        self.is_market = chance["markets"].below(100) < self.rules.market

    def seat(self):
        n_players = len(self.coins)
        return self.turn % n_players if self.turn < n_players * self.rules.rounds else None

    def choices(self):
        choices = ["grind", "trade"] if self.is_market else ["grind"]
        return [*choices, "build"] if self.coins[self.seat()] >= self.rules.price else choices

    def play(self, choice):
        seat = self.seat()
        if choice == "build":
            self.coins[seat] -= self.rules.price
            self.mills[seat] += 1
        else:
            self.coins[seat] += self.rules.wage if choice == "grind" else self.offer
        self.turn += 1
        if self.turn % len(self.coins) == 0:
            self.end_round(self.turn // len(self.coins))
        if self.seat() is not None:
            self.begin_turn()

    def end_round(self, n_rounds):
        self.log("rounds")
        first = self.coins.index(max(self.coins))
        if n_rounds == self.rules.rounds // 2 and self.coins.count(max(self.coins)) == 1:
            self.coins[first] += self.rules.grant

    def scores(self):
        return list(self.coins)


@policy()
def day_labourer(view, choices, chance):
    """Trades if the offer is good, else grinds."""
    return "trade" if "trade" in choices and view.offer > 7 else choices[0]


@policy()
def miller(view, choices, chance):
    """Builds while a mill brings more until the end than it costs, else takes what brings most."""
    n_left = view.rules.rounds - 1 - view.turn // len(view.coins)
    best = max(view.rules.wage, view.offer)
    if "build" in choices and n_left * view.rules.income > view.rules.price + best:
        return "build"
    is_better = view.offer > view.rules.wage or "grind" not in choices
    return "trade" if "trade" in choices and is_better else choices[0]


GAME = define(Mill, day_labourer, miller)
