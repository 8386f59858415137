"""A plain game with a mandatory, a wasteful, a useless and an unavoidable kind of choice."""

from simlab.plain import PlainGame, define, policy


class Napping(PlainGame):
    """Six turns each: gather what a die shows, whistle or nap; most points win, then the seat."""

    title = "Napping"
    players = (2, 3)
    sources = ("dice",)
    kinds = ("gather", "whistle", "nap", "leave")
    events = {"turns": ""}  # noqa: RUF012

    def setup(self, players, chance):
        self.points = [0] * players
        self.n_turns = 0

    def seat(self):
        players = len(self.points)
        return self.n_turns % players if self.n_turns < 7 * players else None

    def choices(self):
        is_last = self.n_turns >= 6 * len(self.points)
        return ["leave"] if is_last else ["gather", "whistle", "nap"]

    def play(self, choice):
        if choice == "gather":
            self.points[self.seat()] += self.chance["dice"].die()
        self.n_turns += 1
        self.log("turns")

    def scores(self):
        return self.points


@policy()
def idler(view, choices, chance):
    """Whistles every third turn, else gathers."""
    turn = view.n_turns // len(view.points)
    return "whistle" if "whistle" in choices and turn % 3 == 2 else choices[0]


GAME = define(Napping, idler)
