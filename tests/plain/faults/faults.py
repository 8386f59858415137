"""A game that asks for what is not there, or counts from the end, in a way that a rule names."""

from dataclasses import dataclass

from simlab.plain import Column, Parameter, PlainGame, Table, define, policy

MIDDLE = 100_000
PRICES = (2, 3, 5, 7)
WORTH = {"tea": 4, "oil": 9}
FLAG, LIMIT, NONE = 3, 0, ()
SHIFTED = [[1, 2], [3, 4]]


@dataclass
class Ship:
    load: int


class Faults(PlainGame):
    title = "Faults"
    players = (2, 2)
    parameters = (
        Parameter("on", "what is asked for", "F1", 0, 99),
        Parameter("by", "how far, from MIDDLE on", "F2", 0, 2 * MIDDLE),
    )
    tables = (Table("cards", "cards", "card", (Column("points", "points", 0, 20),)),)
    kinds = ("go", "bid", "to")
    events = {"counted": "", "gained": "{seat} gains."}

    def setup(self, players, chance):
        self.points = [0] * players
        self.hand = [3, 1, 4, 1, 5]
        self.rows = [[1, 2, 3], [4, 5, 6]]
        self.ships = [Ship(2), Ship(6)]
        self.held = {"tea": 1, "oil": 2}
        self.cards = list(self.table("cards"))
        self.last = None
        self.rest = self.hand[3:]
        self.turn = 0

    @property
    def by(self):
        return self.rules.by - MIDDLE

    def seat(self):
        if self.turn == 3 and self.rules.on == 1:
            return self.by
        return self.turn % 2 if self.turn < 6 else None

    def choices(self):
        if self.rules.on == 2:
            return [("bid", self.by), ("go", 0)]
        by = self.by if self.rules.on == 67 else 7
        return [("bid", 7), ("to", (1, 2), (3, by)), ("go", self.turn)]

    def play(self, choice):
        self.points[self.turn % 2] += self.value(
            self.rules.on, self.by, 7 if choice[0] == "to" else choice[1]
        )
        if self.rules.on == 46 and choice == ("bid", self.by):
            self.points[0] += self.hand[self.by]
        if self.rules.on == 47 and choice[0] == "bid":
            self.points[0] += self.hand[9]
        self.last = self.cards[0] if self.turn > 2 else None
        self.turn += 1

    def value(self, on, by, detail):
        if on == 10:
            return self.hand[by]
        if on == 11:
            self.hand[by] = 9
            self.hand[by] += 2
            return sum(self.hand)
        if on == 12:
            return self.rows[by][by]
        if on == 13:
            return PRICES[by] * 10 + SHIFTED[by % 2][by]
        if on == 14:
            return self.table("cards")[by].points
        if on == 15:
            return [detail, 8, 9][by] + [each + 1 for each in self.hand][by]
        if on == 16:
            return self.ships[by].load
        if on == 17:
            return sum(self.hand[by:]) * 100 + sum(self.hand[:by]) + sum(self.hand[by:4])
        if on == 18:
            self.hand.insert(by, 9)
            ordered = sorted(self.hand)
            ordered.insert(by, 2)
            return self.hand[0] * 100 + self.hand[-1] * 10 + ordered[1]
        if on == 19:
            self.hand.pop(by)
            return sum(self.hand)
        if on == 20:
            del self.hand[by]
            return sum(self.hand)
        if on == 21:
            return self.hand.index(by)
        if on == 22:
            self.hand.remove(by)
            return len(self.hand)
        if on == 23:
            return WORTH[self.cards[by].card]
        if on == 24:
            return self.held[self.cards[by].card]
        if on == 25:
            return self.held.pop(self.cards[by].card, 30)
        if on == 26:
            return self.held.pop(self.cards[by].card)
        if on == 27:
            self.held[self.cards[by].card] += 2
            return sum(self.held.values())
        if on == 28:
            return 7 // by + 7 % by
        if on == 29:
            self.points[0] //= by
            return 1
        if on == 30:
            return self.checked(by)
        if on == 31:
            assert by > 3, "by is small"
            return by
        if on == 32:
            while self.hand[by] != 99:
                by += 1
            return by
        if on == 33:
            return self.chance.below(by) + self.chance.die(by)
        if on == 34:
            return self.chance.pick([each for each in self.hand if each < by])
        if on == 35:
            return max(each for each in self.hand if each < by)
        if on == 36:
            return 2**by
        if on == 37:
            return by * 3_000_000_000 * by % 1000
        if on == 38:
            return (1 << by) % 1000 + (-5 >> by)
        if on == 39:
            return [3, 4][detail > by]
        if on == 40:
            self.log("counted", n=by * 30_000)
            self.log("gained", seat=by % 2)
            return 0
        if on == 41:
            self.log("gained", seat=by)
            return 0
        if on == 42:
            self.rest = self.hand[by:]
            first, second, third = self.rest
            return first * 100 + second * 10 + third
        if on == 43:
            return self.last.points
        if on == 44:
            return by * 30_000
        if on == 45:
            return self.of_a_branch(by)
        if on == 50:
            return (by, 1) == (7, self.hand[by])
        if on == 51:
            return by in (by, self.hand[by])
        if on == 52:
            return (1, by, self.hand[by]) == (2, by)
        if on == 53:
            _, twice = self.hand[by], by * 2
            return twice
        if on == 54:
            return (by, self.rows[by]) != (7, [1, 2, 3])
        if on == 55:
            self.hand[by]
            self.rows[by % 2][by // 2]
        if on == 56 and self.hand[by] > 2 and self.rules.on == FLAG and LIMIT:
            return 2
        if on == 57:
            return 5 if self.hand[by] is None else 6
        if on == 58:
            return 5 if self.rows[by] is not None else 6
        if on == 59:
            return self.hand[by] in NONE
        if on == 60:
            return (lambda n, m: m * 2)(self.hand[by], by)
        if on == 61:
            return self.of_second(self.hand[by], by)
        if on == 62:
            worth = {1: self.hand[by], 2: by}
            return worth[2]
        if on == 63 and (self.ships[by] or by > 3):
            return 5
        if on == 65:
            self.rows[by]
            return 3
        if on == 66:
            return min(5, 7, key=lambda n: n + 0 * self.hand[by])
        if on == 48:
            return int(by * 1e15 * by) % 1000 + round(by * 2e14 * by) % 10
        if on == 49:
            return round(by * 1e15 * by) % 1000
        return 1

    def of_second(self, one, other):
        return other * 3

    def checked(self, by):
        for place, each in enumerate(self.hand):
            if each == by:
                return place
        raise ValueError(f"there is no {by}")

    def of_a_branch(self, by):
        if by > 5:
            raise ValueError("by is large")
        return by * 2

    def scores(self):
        if self.rules.on == 3:
            return self.points[: self.by]
        if self.rules.on == 4:
            return [self.hand[self.by] for _ in self.points]
        return self.points


@policy()
def last(view, choices, chance):
    """Takes the choice that a rule names."""
    if view.rules.on == 5:
        return choices[view.rules.by - MIDDLE]
    if ("bid", view.rules.by - MIDDLE) in choices:
        return ("bid", view.rules.by - MIDDLE)
    return choices[-1]


GAME = define(Faults, last)
