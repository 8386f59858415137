"""Caravans: load goods and go to the city; a game of dataclasses."""

from dataclasses import dataclass, field

from simlab.plain import Parameter, PlainGame, Trait, define, policy

GOODS = ("dates", "salt")


@dataclass
class Camel:
    """One camel, with what it carries."""

    load: int = 0
    way: int = 0


@dataclass
class Task:
    """What pays a premium."""

    good: str
    premium: int = 1


@dataclass
class Player:
    """What a player has."""

    coins: int
    camels: list[Camel] = field(default_factory=list)
    goods: dict[str, int] = field(default_factory=dict)
    tasks: list[Task] = field(default_factory=list)
    sold: list[int] = field(default_factory=list)

    def pay(self, n):
        self.coins -= n

    def n_goods(self):
        return sum(self.goods.values())

    def lightest(self):
        return min(range(len(self.camels)), key=lambda place: (self.camels[place].load, -place))


class Caravans(PlainGame):
    """The rules."""

    title = "Caravans"
    players = (2, 4)
    parameters = (
        Parameter("turns", "turns of each player", "C1", 2, 40),
        Parameter("way", "steps to the city", "C3", 1, 6),
    )
    kinds = ("buy", "go", "hire")
    events = {"buys": "{seat} buys {good}.", "arrives": "{seat} sells for {n}.", "rounds": ""}

    def setup(self, players, chance):
        self.seats = [Player(5 + seat) for seat in range(players)]
        for player in self.seats:
            player.camels.append(Camel())
        self.market = Player(coins=40, goods=dict.fromkeys(GOODS, 3))
        self.tasks = [Task(good, n) for n in range(1, 5) for good in GOODS]
        self.chance.shuffle(self.tasks)
        for player in self.seats:
            player.tasks.append(self.tasks.pop())
            player.tasks.append(self.tasks.pop(0))
        self.turn = 0

    def seat(self):
        return (
            None if self.turn == self.rules.turns * len(self.seats) else self.turn % len(self.seats)
        )

    def choices(self):
        player = self.seats[self.seat()]
        for good in GOODS:
            if self.market.goods[good] and player.coins > 1:
                yield ("buy", good)
        for place, camel in enumerate(player.camels):
            if camel.load or place == 0:
                yield ("go", place)
        if player.coins >= 4 and len(player.camels) < 3:
            yield "hire"

    def play(self, choice):
        player = self.seats[self.seat()]
        if choice == "hire":
            player.pay(4)
            player.camels.append(Camel(way=1))
        elif choice[0] == "buy":
            self.buy(player, choice[1])
        else:
            self.go(player, player.camels[choice[1]])
        self.turn += 1
        if self.turn % len(self.seats) == 0:
            self.market.goods[GOODS[0]] += self.chance.below(2)
            self.log("rounds")

    def buy(self, player, good):
        player.pay(2)
        player.goods[good] = player.goods.get(good, 0) + 1
        self.market.goods[good] -= 1
        player.camels[player.lightest()].load += 1
        self.log("buys", seat=self.seat(), good=good)

    def go(self, player, camel):
        camel.way += 1 + (camel.load < 2)
        if camel.way < self.rules.way:
            return
        gain = min(camel.load, player.n_goods())
        for _ in range(gain):
            best = max(player.goods, key=lambda good: player.goods[good])
            player.goods[best] -= 1
            self.market.goods[best] += 1
        player.sold.append(gain)
        player.coins += gain * 3
        if gain and player.tasks:
            done = player.tasks.pop(0 if player.tasks[0].good == GOODS[gain % 2] else -1)
            player.coins += done.premium
            self.tasks.append(done)
        camel.load, camel.way = 0, 0
        self.log("arrives", seat=self.seat(), n=gain * 3)

    def scores(self):
        return [player.coins + max(player.sold, default=0) for player in self.seats]


@policy(traits={"most": Trait(2, 1, 6, "goods with which it goes", whole=True)})
def trader(view, choices, chance, most):
    """Buys until it has enough, then goes."""
    own = view.seats[view.me]
    bought = [choice for choice in choices if choice[0] == "buy"]
    if bought and own.n_goods() < most:
        return bought[0]
    gone = [choice for choice in choices if choice[0] == "go"]
    return max(gone, key=lambda choice: own.camels[choice[1]].load)


GAME = define(Caravans, trader)
