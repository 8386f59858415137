"""Goods: take goods from the supply and sell what one has; a game of dictionaries."""

from simlab.plain import Parameter, PlainGame, define, policy

GOODS = ("salt", "wool", "silk")
PRICE = {"salt": 1, "wool": 2, "silk": 4}


class Goods(PlainGame):
    """The rules."""

    title = "Goods"
    players = (2, 4)
    parameters = (Parameter("rounds", "rounds", "G1", 1, 30),)
    kinds = ("take", "sell", "pass")
    events = {"takes": "{seat} takes {good}.", "sells": "{seat} sells {good} for {n}."}

    def setup(self, players, chance):
        self.supply = dict.fromkeys(GOODS, 2 * players)
        self.goods: list[dict[str, int]] = [{} for _ in range(players)]
        self.seen = {"salt": 0, "wool": 0}
        self.piles: dict[str, list[int]] = {good: [] for good in GOODS}
        self.coins = [0] * players
        self.turn = 0

    def seat(self):
        return (
            None
            if self.turn >= self.rules.rounds * len(self.coins)
            else self.turn % len(self.coins)
        )

    def choices(self):
        own = self.goods[self.seat()]
        options = [("take", good) for good, n in self.supply.items() if n > 0]
        options += [("sell", good) for good in own if own[good] > 1 or sum(own.values()) > 3]
        return options or ["pass"]

    def play(self, choice):
        seat = self.seat()
        own = self.goods[seat]
        if choice != "pass":
            good = choice[1]
            if choice[0] == "take":
                self.supply[good] -= 1
                own[good] = own.get(good, 0) + 1
                self.piles[good].append(seat)
                self.log("takes", seat=seat, good=good)
            else:
                n = own.pop(good) if self.chance.die() > 2 else own[good]
                self.coins[seat] += n * PRICE[good] + len(self.piles[good]) // 4
                self.log("sells", seat=seat, good=good, n=n)
                if good in self.seen:
                    self.seen[good] += 1
                if good in own and own[good] > 4:
                    del own[good]
        best = max(self.supply, key=lambda good: (self.supply[good], -PRICE[good]))
        self.supply[best] += 1 if self.turn % 3 == 0 else 0
        self.turn += 1

    def scores(self):
        return [coins + len(own) for coins, own in zip(self.coins, self.goods, strict=True)]


@policy()
def seller(view, choices, chance):
    """Sells the dearest good, else takes the one of which most are left."""
    sold = [choice for choice in choices if choice[0] == "sell"]
    if sold:
        return max(sold, key=lambda choice: PRICE[choice[1]])
    if "pass" in choices:
        return "pass"
    return max(choices, key=lambda choice: view.supply[choice[1]])


GAME = define(Goods, seller)
