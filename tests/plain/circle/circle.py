"""Circle: up to twelve players take chips from a pot in turn, and roll for what they dare."""

from simlab.plain import PlainGame, Trait, define, policy

GOAL = 12


class Circle(PlainGame):
    """The rules."""

    title = "Circle"
    players = (2, 12)
    kinds = ("safe", "dare")
    events = {"gains": "{seat} gets {n} chips.", "rounds": ""}

    def setup(self, players, chance):
        self.chips = [0] * players
        self.misses = [0] * players
        self.turn = 0

    def seat(self):
        is_over = max(self.chips) >= GOAL and self.turn % len(self.chips) == 0
        return None if is_over else self.turn % len(self.chips)

    def choices(self):
        return ["safe", "dare"]

    def play(self, choice):
        seat = self.turn % len(self.chips)
        gain = 1
        if choice == "dare":
            gain = 3 if self.chance.die() > 3 else 0
        if gain == 0:
            self.misses[seat] += 1
        else:
            self.chips[seat] += gain
            self.log("gains", seat=seat, n=gain)
        self.turn += 1
        if self.turn % len(self.chips) == 0:
            self.log("rounds")

    def scores(self):
        return list(self.chips)


@policy(traits={"dare": Trait(0.5, 0, 1, "how often it rolls")})
def daring(view, choices, chance, dare):
    """Rolls in some of its turns."""
    return "dare" if chance.uniform() < dare else "safe"


GAME = define(Circle, daring)
