"""Duel of houses: the sword or the book.

- D1. In its turn, a house sees a die, its opening, and strikes or studies. A strike hits if another
  die is below the opening, which brings `sword` glory and what that die shows; study brings `pen`.
- D2. The round in which a house has `goal` glory is the last; the most glory wins.
- D3. It is a win by arms if the winner has hit `feat` times or more, else by learning.
- D4. The red house begins with the glory of its veterans.
"""

from dataclasses import replace

from simlab.game.facts import Seats
from simlab.plain import Parameter, PlainGame, define, policy


class Duel(PlainGame):
    title = "Duel"
    players = (2, 3)
    parameters = (
        Parameter("goal", "glory that ends the duel", "D2", 2, 900, unit="glory"),
        Parameter("sword", "glory of a hit", "D1", 0, 60, unit="glory"),
        Parameter("pen", "glory of study", "D1", 0, 9, unit="glory"),
        Parameter("feat", "hits of a win by arms", "D3", 0, 12, unit="hits"),
        Parameter("veterans", "glory of the red house at the start", "D4", 0, 30, unit="glory"),
    )
    sources = ("openings", "strikes")
    kinds = ("strike", "study")
    ways_to_win = ("arms", "learning")
    events = {"hits": "{seat} hits.", "rounds": ""}
    decision_limit = 2000

    def setup(self, players, chance):
        self.glory, self.hits = [0] * players, [0] * players
        self.glory[0] = self.rules.veterans
        self.turn = 0
        self.opening = self.chance["openings"].die()

    def seat(self):
        is_over = self.turn % len(self.glory) == 0 and max(self.glory) >= self.rules.goal
        return None if is_over else self.turn % len(self.glory)

    def choices(self):
        return ["strike", "study"]

    def play(self, choice):
        seat = self.turn % len(self.glory)
        if choice == "study":
            self.glory[seat] += self.rules.pen
        else:
            self.strike(seat, self.chance["strikes"].die())
        self.turn += 1
        self.opening = self.chance["openings"].die()
        if self.turn % len(self.glory) == 0:
            self.log("rounds")

    def strike(self, seat, die):
        if die < self.opening:
            self.glory[seat] += self.rules.sword + die
            self.hits[seat] += 1
            self.log("hits", seat=seat)

    def scores(self):
        return list(self.glory)

    def won_by(self):
        most = max(self.glory)
        hits = max(n for n, glory in zip(self.hits, self.glory, strict=True) if glory == most)
        return "arms" if hits >= self.rules.feat else "learning"

    @staticmethod
    def facts(known, rules):
        return replace(
            known, seats=Seats(one="house", many="houses", names=("red", "white", "blue"))
        )


@policy()
def brawler(view, choices, chance):
    """Strikes at almost any opening."""
    return choices[0] if view.opening > 2 else choices[-1]


@policy()
def fencer(view, choices, chance):
    """Strikes where this brings more glory than study on average."""
    mean = sum(view.rules.sword + die for die in range(1, view.opening)) / 6
    return choices[0] if mean > view.rules.pen else choices[-1]


GAME = define(Duel, brawler, fencer)
