"""Stone Age in small: place workers, roll for what they bring, feed them, build huts.

- R1. All have 5 workers and 12 food. Four huts lie open.
- R2. In turn, put any number of workers on a space on which you have none: the hunt has room for
  any number, a hut for one, each other space for 7. Who finds none sends the others to the hunt.
- R3. When all are placed, all take their workers back, the first player first. Roll a die for each
  worker: every 2 pips bring a food from the hunt, 3 a wood, 4 a clay, 5 a stone, 6 a gold. A hut is
  built if its player can pay its goods.
- R4. Each worker eats a food in each round. If there is not enough, the player loses 10 points.
- R5. A hut has as many points as pips its goods need. After eight rounds, the most points win.

After Stone Age by Bernd Brunnhofer, 2008. What workers bring can be counted: one 5/6 of a wood.
"""

from pathlib import Path

from simlab.parts import Deck, Market, Spaces
from simlab.plain import Column, Parameter, PlainGame, Table, define, policy

PIPS = {"food": 2, "wood": 3, "clay": 4, "stone": 5, "gold": 6}
GOODS = tuple(PIPS)[1:]
SPACES = {"food": "hunt", "wood": "forest", "clay": "clay pit", "stone": "quarry", "gold": "river"}
COSTS = tuple(Column(good, f"{good} to pay", 0, 5) for good in GOODS)


class StoneAge(PlainGame):
    """The rules; the huts are in data/huts.csv."""

    title = "Stone Age in small"
    players = (2, 4)
    parameters = (
        Parameter("rounds", "rounds of a game", "R5", 1, 12, unit="rounds"),
        Parameter("workers", "workers of each player", "R1", 2, 8, unit="workers"),
        Parameter("hunger", "points lost if food is missing", "R4", 0, 30, unit="points"),
    )
    tables = (Table("huts", "huts for sale", "hut", COSTS),)
    sources = ("dice",)
    deck = Deck()
    market = Market(deck)
    spaces = Spaces()
    events = {
        "spaces_placed": "{seat} sends {n} to the {space}.",
        "market_refills": "The {card} is for sale now.",
        "brings": "{seat} brings {number} {good} from the {space}.",
        "builds": "{seat} builds the {hut} for {points} points.",
        "hungers": "{seat} lacks {number} food and loses {points} points.",
        "rounds": "",
    }

    def setup(self, players, chance):
        self.deck.set_up("huts")
        self.market.set_up(4)
        self.goods = [{"food": 12, **dict.fromkeys(GOODS, 0)} for _ in range(players)]
        self.points, self.n_rounds = [0] * players, 0
        self.begin_round()

    def begin_round(self):
        huts = {str(hut): 1 for hut in self.market}
        room = {**dict.fromkeys(SPACES.values(), 7), "hunt": None, **huts}
        self.spaces.set_up(room, self.rules.workers)
        self.turn = self.n_rounds

    def seat(self):
        return None if self.n_rounds == self.rules.rounds else self.turn % len(self.points)

    def choices(self):
        seat, spaces, n_workers = self.seat(), self.spaces, self.spaces.workers[self.seat()]
        unused = [name for name in spaces.open_to(seat) if not spaces.count(name, seat)] or ["hunt"]
        most = {space: min(n_workers, spaces.free(space) or n_workers) for space in unused}
        return [("place", space, n) for space in unused for n in range(1, most[space] + 1)]

    def play(self, choice):
        self.spaces.place(self.seat(), choice[1], choice[2])
        self.turn += 1
        if not any(self.spaces.workers):
            self.end_round()
        while not self.spaces.workers[self.turn % len(self.points)]:
            self.turn += 1

    def end_round(self):
        seats = range(len(self.points))
        for seat in sorted(seats, key=lambda seat: (seat - self.n_rounds) % len(seats)):
            for space in [space for space, n in self.spaces.placed.items() if n[seat]]:
                self.resolve(seat, space, self.spaces.take_back(seat, space))
            self.feed(seat)
        self.n_rounds += 1
        self.log("rounds")
        self.begin_round()

    def resolve(self, seat, space, workers):
        goods, good = self.goods[seat], next((g for g in PIPS if SPACES[g] == space), None)
        if good:
            number = sum(self.chance["dice"].die() for _ in range(workers)) // PIPS[good]
            goods[good] += number
            self.log("brings", seat=seat, number=number, good=good, space=space)
            return
        hut = next(hut for hut in self.market if str(hut) == space)
        if self.can_pay(seat, hut):
            for good in GOODS:
                goods[good] -= getattr(hut, good)
            self.points[seat] += self.value(hut)
            self.log("builds", seat=seat, hut=hut, points=self.value(hut))
            self.market.take(hut)

    def can_pay(self, seat, hut):
        return all(self.goods[seat][good] >= getattr(hut, good) for good in GOODS)

    def value(self, hut):
        return sum(getattr(hut, good) * PIPS[good] for good in GOODS)

    def feed(self, seat):
        food = self.goods[seat]["food"] - self.rules.workers
        self.goods[seat]["food"] = max(food, 0)
        if food < 0:
            self.points[seat] -= self.rules.hunger
            self.log("hungers", seat=seat, number=-food, points=self.rules.hunger)

    def scores(self):
        return list(self.points)


def placement(view, choices, wishes):
    """For a hut that one can pay, else for missing food, else for goods that are wished for."""
    most = {space: n for _, space, n in choices}
    huts = [hut for hut in view.market if str(hut) in most and view.can_pay(view.me, hut)]
    if huts:
        return ("place", str(max(huts, key=view.value)), 1)
    missing = view.rules.workers - view.goods[view.me]["food"]
    if missing > 0 and "hunt" in most:
        return ("place", "hunt", min(1 + missing // 2, most["hunt"]))
    spaces = [SPACES[good] for good in (*wishes, *reversed(GOODS))]
    space = next((space for space in spaces if space in most), choices[-1][1])
    return ("place", space, most[space])


@policy()
def gatherer(view, choices, chance):
    """Builds what it can pay, feeds its workers, and fetches the goods of which it has least."""
    goods = view.goods[view.me]
    return placement(view, choices, sorted(GOODS, key=lambda good: goods[good] * PIPS[good]))


@policy()
def builder(view, choices, chance):
    """Builds what it can pay, feeds its workers, and fetches what the dearest hut still needs."""
    hut, goods = max(view.market, key=view.value), view.goods[view.me]
    return placement(view, choices, [good for good in GOODS if getattr(hut, good) > goods[good]])


GAME = define(StoneAge, gatherer, builder, data=Path(__file__).parent / "data")
