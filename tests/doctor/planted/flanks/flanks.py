"""Flanks: on which side of the hill to attack, and with how many companies.

- A1. In turn, a general sees the slope, a number from 1 to `slope`, and attacks on the left or
  on the right with 1 to 4 companies: the slope for each, less their number squared, and 10 points.
- A2. It has `fatigue` points fewer on the side of its last attack. The fog brings up to `fog` more.
- A3. After half of the rounds, who has more points than all others takes the hill for `hill` more.
- A4. After `rounds` rounds, the most points win.
"""

from simlab.plain import Parameter, PlainGame, define, policy


class Flanks(PlainGame):
    title = "Flanks"
    players = (2, 4)
    parameters = (
        Parameter("rounds", "rounds of a game", "A4", 1, 300, unit="rounds"),
        Parameter("fatigue", "points less on the same side", "A2", 0, 20, unit="points"),
        Parameter("fog", "most points that the fog brings", "A2", 0, 900, unit="points"),
        Parameter("hill", "points for the hill", "A3", 0, 90, unit="points"),
        Parameter("slope", "steepest slope", "A1", 1, 8),
    )
    sources = ("slopes", "fog")
    kinds = ("left", "right")
    events = {"rounds": ""}

    def setup(self, players, chance):
        self.points, self.last = [0] * players, [""] * players
        self.turn = 0
        self.slope = self.chance["slopes"].die(self.rules.slope)

    def seat(self):
        n_players = len(self.points)
        return self.turn % n_players if self.turn < n_players * self.rules.rounds else None

    def choices(self):
        return [*(("left", n) for n in range(1, 5)), *(("right", n) for n in range(1, 5))]

    def worth(self, choice):
        side, n = choice
        fatigue = self.rules.fatigue if side == self.last[self.turn % len(self.points)] else 0
        return 10 + n * (self.slope - n) - fatigue

    def play(self, choice):
        seat = self.seat()
        self.points[seat] += self.worth(choice) + self.chance["fog"].below(self.rules.fog + 1)
        self.last[seat] = "left" if choice[0] == "left" else "right"
        self.turn += 1
        self.slope = self.chance["slopes"].die(self.rules.slope)
        if self.turn % len(self.points) == 0:
            self.end_round(self.turn // len(self.points))

    def end_round(self, n_rounds):
        self.log("rounds")
        first = self.points.index(max(self.points))
        if n_rounds == self.rules.rounds // 2 and self.points.count(max(self.points)) == 1:
            self.points[first] += self.rules.hill

    def scores(self):
        return list(self.points)


@policy()
def cautious(view, choices, chance):
    """Attacks with one company, on the side that brings more."""
    few = [choice for choice in choices if choice[1] == 1]
    return max(few, key=view.worth)


@policy()
def general(view, choices, chance):
    """Attacks where and as it brings most, on either side by chance."""
    most = max(view.worth(choice) for choice in choices)
    return chance.pick([choice for choice in choices if view.worth(choice) == most])


GAME = define(Flanks, cautious, general)
