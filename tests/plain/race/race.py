"""Race: the first at the end wins; a game without points and without a data folder."""

from simlab.plain import PlainGame, define, policy


class Race(PlainGame):
    """The rules."""

    title = "Race"
    players = (2, 3)
    kinds = ("go", "wait")
    ways_to_win = ("sprint", "marathon")

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

    def won_by(self):
        is_short = self.turn < 12 * len(self.way)
        return "sprint" if is_short else "marathon"


@policy()
def goer(view, choices, chance):
    """Goes."""
    return "go"


GAME = define(Race, goer)
