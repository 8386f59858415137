"""Race: the first at the end wins; a game without points and without a data folder."""

from simlab.plain import PlainGame, define, policy


class Race(PlainGame):
    """The rules."""

    title = "Race"
    players = (2, 3)
    kinds = ("go", "wait")

    def setup(self, players, chance):
        self.way = [0] * players
        self.turn = 0
        self.first = None

    def seat(self):
        return None if self.first is not None else self.turn % len(self.way)

    def choices(self):
        options = ["go"]
        if self.turn > 2:
            options.append("wait")
        return options

    def play(self, choice):
        seat = self.seat()
        if choice == "go":
            self.way[seat] += self.chance.below(3)
        if self.way[seat] > 9:
            self.first = seat
        self.turn += 1

    def winner(self):
        return self.first


@policy()
def goer(view, choices, chance):
    """Goes."""
    return "go"


GAME = define(Race, goer)
