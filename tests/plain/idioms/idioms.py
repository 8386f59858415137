"""A game without sense, written as one writes Python: copies, several winners, words as choices."""

from simlab.plain import Parameter, PlainGame, define, policy

NEIGHBOURS = {"hill": ("lake", "wood"), "lake": ("hill",), "wood": ("hill", "lake", "wood")}
PLACES = tuple(NEIGHBOURS)


class Idioms(PlainGame):
    """Roll dice, keep some, walk from place to place."""

    title = "Idioms"
    players = (2, 3)
    parameters = (Parameter("rounds", "rounds of a game", "I1", 1, 9),)
    sources = ("dice",)
    kinds = ("rest", "roll", "walk", "swap")
    events = {"rolled": "{seat} rolls and has {n} dice.", "rounds": ""}

    def setup(self, players, chance):
        self.kept: list[int] = []
        self.hands: list[list[int]] = [[1, 2] for _ in range(players)]
        self.points = [0] * players
        self.place = "hill"
        self.to_move = self.n_rounds = 0

    def seat(self):
        return None if self.n_rounds >= self.rules.rounds else self.to_move

    def choices(self):
        walks = [("walk", place) for place in NEIGHBOURS[self.place]]
        swaps = [("swap", number) for number in dict.fromkeys(self.hands[self.to_move])]
        return ["rest", "roll", *walks, *swaps]

    def play(self, choice):
        seat = self.to_move
        if choice == "roll":
            self.roll(seat)
        elif choice[0] == "walk":
            self.walk(seat, choice[1])
        elif choice[0] == "swap":
            self.swap(seat, choice[1])
        self.to_move = (seat + 1) % len(self.points)
        if self.to_move == 0:
            self.n_rounds += 1
            self.log("rounds")

    def roll(self, seat):
        thrown = self.kept + [self.chance["dice"].die() for _ in range(2)]
        before = list(self.kept)
        self.kept = []
        for die in thrown:
            if die > 3:
                self.points[seat] += die - len(before)
            elif len(self.kept) < 4:
                self.kept.append(die)
        old = self.hands[seat]
        self.hands[seat] = [die for die in thrown if die % 2][:3] or [3]
        self.points[seat] += sum(old) - sum(before)
        for number in list(self.hands[seat]):
            if number == 1:
                self.hands[seat].remove(number)
        self.log("rolled", seat=seat, n=len(thrown))

    def walk(self, seat, place):
        def worth(where, bonus):
            total = bonus
            for other in NEIGHBOURS[where]:
                total += 1 + (other == place)
            return total

        self.points[seat] += worth(place, 2) - worth(self.place, 0)
        self.place = place

    def swap(self, seat, number):
        mine = self.hands[seat].copy()
        mine.append(number + 1)
        if len(mine) < 5 and mine[0] < 7:
            self.points[seat] -= len(self.hands[seat])
            self.hands[seat] = mine
        rest = self.kept[1:]
        self.kept = [number] if number < 4 else []
        self.points[seat] += len(rest)

    def scores(self):
        return self.points

    def winner(self):
        most = max(self.points)
        return [seat for seat, points in enumerate(self.points) if points >= most - 1]


def first_of(choices, kind):
    """Return the first choice of a kind, or resting."""
    for choice in choices:
        if choice[0] == kind:
            return choice
    return "rest"


@policy()
def walker(view, choices, chance):
    """Takes the best of some choices, and sometimes another one."""
    best, best_value = "rest", 0
    for choice in choices:
        value = 2 if choice == "roll" else 0
        if choice[0] == "walk":
            value = len(NEIGHBOURS[choice[1]])
        if value > best_value:
            best, best_value = choice, value
    if chance.uniform() < 0.2:
        return first_of(choices, "swap")
    if chance.uniform() < 0.1:
        swaps = [choice for choice in choices if choice[0] == "swap" and choice[1] > 2]
        return max(swaps, key=lambda choice: choice[1], default="rest")
    other = best if view.n_rounds % 2 else "roll"
    return other if chance.uniform() < 0.5 else best


GAME = define(Idioms, walker)
