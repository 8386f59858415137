"""Siesta: two actions a turn, and who rests most wins; so a good player leaves all unspent."""

from dataclasses import replace

from simlab.game.facts import SeatGroup
from simlab.plain import PlainGame, Trait, define, policy

ACTIONS, TURNS = 2, 3


class Siesta(PlainGame):
    """The rules."""

    title = "Siesta"
    kinds = ("work", "rest")
    events = {"worked": "{seat} works.", "rested": "{seat} rests."}
    habit_limits = {"idle": None, "unspent": 0.4}

    def setup(self, players, chance):
        self.rests = [0] * players
        self.actions = 0
        self.luck = chance.below(2)

    def seat(self):
        n_turns = self.actions // ACTIONS
        return None if n_turns >= TURNS * len(self.rests) else n_turns % len(self.rests)

    def choices(self):
        return ["work", "rest"]

    def play(self, choice):
        seat = self.seat()
        if choice == "work":
            self.log("worked", seat=seat)
        else:
            self.log("rested", seat=seat)
            self.rests[seat] += 1
        self.actions += 1

    def scores(self):
        return [rests + (self.luck == seat) for seat, rests in enumerate(self.rests)]

    @staticmethod
    def facts(known, rules):
        spent = SeatGroup(
            name="actions",
            title="Actions",
            unit="actions",
            columns={"worked": "work", "rested": "rest"},
            unspent="rested",
        )
        return replace(known, seat_groups=(*known.seat_groups, spent))


@policy(traits={"rests": Trait(0.2, 0.0, 1.0, "how often it rests")})
def worker(view, choices, chance, rests):
    """Rests at times."""
    return "rest" if chance.uniform() < rests else "work"


GAME = define(Siesta, worker)
