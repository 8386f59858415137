"""Arena: spar or trip; a cursed fighter cannot win, but may decide who does.

- A1. In turn, a fighter spars for what two dice show beforehand, or trips another one for `wage`,
  who loses `trip` points. The crowd brings up to `luck` points more.
- A2. At the start, chance curses a fighter, who begins with `curse` points fewer.
- A3. After `rounds` rounds, the most points win.
"""

from simlab.plain import Parameter, PlainGame, define, policy


class Arena(PlainGame):
    title = "Arena"
    players = (2, 4)
    parameters = (
        Parameter("rounds", "rounds of a game", "A3", 1, 40, unit="rounds"),
        Parameter("wage", "points for a trip", "A1", 0, 13, unit="points"),
        Parameter("luck", "most points of the crowd", "A1", 0, 90, unit="points"),
        Parameter("curse", "points less of the cursed fighter", "A2", 0, 900, unit="points"),
        Parameter("trip", "points lost by a trip", "A1", 0, 60, unit="points"),
    )
    sources = ("dice", "crowd", "curses")
    kinds = ("spar", "trip")
    events = {"rounds": ""}

    def setup(self, players, chance):
        self.points, self.turn = [1000] * players, 0
        self.points[chance["curses"].below(players)] -= self.rules.curse
        self.roll()

    def roll(self):
        self.offer = self.chance["dice"].die() + self.chance["dice"].die()

    def seat(self):
        n_players = len(self.points)
        return self.turn % n_players if self.turn < n_players * self.rules.rounds else None

    def choices(self):
        n_players = len(self.points)
        seat = self.turn % n_players
        trips = [("trip", rival) for rival in range(n_players) if rival != seat]
        return [("spar", seat), *trips]

    def play(self, choice):
        kind, rival = choice
        seat = self.turn % len(self.points)
        if kind == "trip":
            self.points[rival] -= self.rules.trip
        self.points[seat] += self.rules.wage if kind == "trip" else self.offer
        self.points[seat] += self.chance["crowd"].below(self.rules.luck + 1)
        self.turn += 1
        self.roll()
        if self.turn % len(self.points) == 0:
            self.log("rounds")

    def scores(self):
        return list(self.points)


@policy()
def sparrer(view, choices, chance):
    """Spars unless the dice are bad, trips the next fighter."""
    return choices[0] if view.offer > 4 else choices[-1]


@policy()
def fighter(view, choices, chance):
    """Spars if that brings more, else trips any other one."""
    spars = [choice for choice in choices if choice[0] == "spar"]
    trips = [choice for choice in choices if choice[0] == "trip"]
    if spars and (view.offer > view.rules.wage or not trips):
        return spars[0]
    return chance.pick(trips)


GAME = define(Arena, sparrer, fighter)
