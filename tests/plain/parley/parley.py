"""Parley: everybody may end the talks or wait, so that a game lasts as long as the most patient."""

from __future__ import annotations

from simlab.plain import Parameter, PlainGame, Trait, define, policy


class Parley(PlainGame):
    """A game without a length of its own."""

    players = (2, 3)
    parameters = (Parameter("talks", "points for the player who ends the talks", "P1", 1, 9),)
    sources = ("dice",)
    kinds = ("wait", "end")
    events = {"waited": "{seat} waits.", "rounds": ""}

    def setup(self, players, chance):
        self.points = [chance["dice"].die() for _ in range(players)]
        self.turns = 0
        self.is_over = False

    def seat(self):
        return None if self.is_over or self.turns > 200 else self.turns % len(self.points)

    def choices(self):
        return ["wait", "end"]

    def play(self, choice):
        seat = self.turns % len(self.points)
        if seat == 0:
            self.log("rounds")
        if choice == "wait":
            self.log("waited", seat=seat)
        else:
            self.points[seat] += self.rules.talks
            self.is_over = True
        self.turns += 1

    def scores(self):
        return self.points

    def hide(self, seat, chance):
        pass


@policy(traits={"calm": Trait(20, 0, 60, "rounds that it waits", whole=True, sets_length=True)})
def patient(view, choices, chance, calm):
    """Waits for some rounds, then ends the talks soon."""
    waits = view.turns < calm * len(view.points) or chance.below(2)
    return "wait" if waits else "end"


@policy()
def hasty(view, choices, chance):
    """Ends the talks sooner or later."""
    return "end" if chance.below(4) == 0 else "wait"


GAME = define(Parley, hasty, patient)
