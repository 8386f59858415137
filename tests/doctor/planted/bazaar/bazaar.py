"""Bazaar: earn coins, or buy a ware of the open row.

- B1. In turn, a player earns coins or buys a ware of the row. It earns the wage, or with `dice` on
  the table twice up to `luck` coins. The bank pays them as long as it has some.
- B2. After each turn, the ware that has been there longest, or the one that was bought, is
  replaced by any of the wares, the likelier the more copies it has.
- B3. The round in which `to_sell` wares have been sold, and `each` to each player, is the last.
  Thieves then take some points of each ware. The first player begins with some points. A coin that
  is left is a third of a point. The most points win.
"""

from simlab.plain import Column, Parameter, PlainGame, Table, define, policy


class Bazaar(PlainGame):
    title = "Bazaar"
    players = (2, 4)
    parameters = (
        Parameter("to_sell", "wares that are sold", "B3", 1, 40, unit="wares"),
        Parameter("each", "wares that each player has to buy", "B3", 0, 9, unit="wares"),
        Parameter("row", "open wares", "B1", 1, 5, unit="wares"),
        Parameter("bank", "coins of the bank", "B1", 10, 900, unit="coins"),
        Parameter("wage", "coins for work", "B1", 0, 9, unit="coins"),
        Parameter("luck", "most coins of one of two dice", "B1", 0, 20, unit="coins"),
        Parameter("dice", "whether there are dice to earn with", "B1"),
        Parameter("purse", "coins of each player at the start", "B1", 0, 30, unit="coins"),
        Parameter("start_1", "points of the first player at the start", "B3", 0, 60, unit="points"),
    )
    tables = (
        Table(
            "wares",
            "wares",
            "ware",
            (
                Column("cost", "coins", 0, 90),
                Column("points", "points", 0, 60),
                Column("thieves", "points that thieves take at the end", 0, 60),
                Column("copies", "of this ware", 1, 99),
            ),
        ),
    )
    sources = ("wares", "dice")
    kinds = ("earn", "buy")
    events = {"rounds": ""}
    decision_limit = 300

    def setup(self, players, chance):
        self.wares = [ware for ware in self.table("wares") for _ in range(ware.copies)]
        self.open = [chance["wares"].pick(self.wares) for _ in range(self.rules.row)]
        self.coins, self.stolen = [self.rules.purse] * players, [0] * players
        self.points = [self.rules.start_1] + [0] * (players - 1)
        self.n_bought = [0] * players
        self.bank, self.turn, self.n_sold = self.rules.bank, 0, 0
        self.is_over = False

    def seat(self):
        return None if self.is_over else self.turn % len(self.coins)

    def choices(self):
        coins = self.coins[self.turn % len(self.coins)]
        ways = [("earn", 0), ("earn", 1)] if self.rules.dice else [("earn", 0)]
        return [*ways, *(("buy", w) for w in dict.fromkeys(self.open) if w.cost <= coins)]

    def play(self, choice):
        seat = self.turn % len(self.coins)
        if choice[0] == "buy":
            self.sell(seat, choice[1])
        else:
            n = self.rules.wage if choice[1] == 0 else self.roll() + self.roll()
            n = min(n, self.bank)
            self.bank -= n
            self.coins[seat] += n
            self.open.pop(0)
        self.open.append(self.chance["wares"].pick(self.wares))
        self.turn += 1
        if self.turn % len(self.coins) == 0:
            self.end_round()

    def roll(self):
        return self.chance["dice"].below(self.rules.luck + 1)

    def sell(self, seat, ware):
        self.coins[seat] -= ware.cost
        self.points[seat] += ware.points
        self.stolen[seat] += ware.thieves
        self.n_bought[seat] += 1
        self.n_sold += 1
        self.open.remove(ware)

    def end_round(self):
        self.log("rounds")
        is_each_served = min(self.n_bought) >= self.rules.each
        self.is_over = self.n_sold >= self.rules.to_sell and is_each_served
        if self.is_over:
            for seat, n in enumerate(self.stolen):
                self.points[seat] -= n

    def scores(self):
        return [3 * points + coins for points, coins in zip(self.points, self.coins, strict=True)]


@policy()
def spender(view, choices, chance):
    """Buys the cheapest ware at once, else works."""
    buys = [choice for choice in choices if choice[0] == "buy"]
    return min(buys, key=lambda buy: buy[1].cost) if buys else choices[0]


@policy()
def dealer(view, choices, chance):
    """Buys the best ware if it brings three points for two coins, any at the end, or earns."""
    buys = [choice for choice in choices if choice[0] == "buy"]
    is_late = view.n_sold + len(view.coins) >= view.rules.to_sell
    good = [buy for buy in buys if is_late or 2 * buy[1].points >= 3 * buy[1].cost]
    if good:
        return max(good, key=lambda buy: buy[1].points)
    earns = [choice for choice in choices if choice[0] == "earn"] or choices
    return earns[-1] if view.rules.luck > view.rules.wage else earns[0]


GAME = define(Bazaar, spender, dealer)
