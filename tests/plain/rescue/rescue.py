"""Rescue: dig before the water rises; a cooperative game without a data folder."""

from simlab.plain import PlainGame, define, policy


class Rescue(PlainGame):
    """The rules."""

    title = "Rescue"
    players = (1, 3)
    cooperative = True
    kinds = ("dig", "rest")
    ends = ("all saved", "flooded")
    events = {"digs": "{seat} digs {n}.", "floods": "The water rises."}

    def setup(self, players, chance):
        self.n_seats = players
        self.saved = self.water = self.turn = 0
        self.energy = [3] * players

    def seat(self):
        return None if self.water > 6 or self.saved > 20 else self.turn % self.n_seats

    def choices(self):
        return ["dig", "rest"] if self.energy[self.seat()] else ["rest"]

    def play(self, choice):
        seat = self.seat()
        if choice == "dig":
            n = self.chance.die()
            self.energy[seat] -= 1
            self.saved += n
            self.log("digs", seat=seat, n=n)
        else:
            self.energy[seat] += 2
        if self.chance.die() > 4:
            self.water += 1
            self.log("floods")
        self.turn += 1

    def ended_by(self):
        return "all saved" if self.saved > 20 else "flooded"

    def scores(self):
        return self.saved


@policy()
def digger(view, choices, chance):
    """Digs while it can."""
    return choices[0]


GAME = define(Rescue, digger)
