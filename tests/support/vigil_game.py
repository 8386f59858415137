"""A game whose length is a trait of its player, and whose winner is not: the higher die wins."""

from __future__ import annotations

from pathlib import Path

from tests.support.own_game import write_game

RULES = """
    players = (2, 2)
    events = {"rounds": ""}

    def setup(self, players, chance):
        self.points = [chance.die() for _ in range(players)]
        self.moves, self.is_over = 0, False

    def seat(self):
        return None if self.is_over else self.moves % 2

    def choices(self):
        return ["wait", "leave"]

    def play(self, choice):
        if self.moves % 2 == 0:
            self.log("rounds")
        self.moves += 1
        self.is_over = choice == "leave"

    def scores(self):
        return self.points
"""
POLICIES = """
from simlab.plain import Trait

IDLE = {f"idle_{i}": Trait(1, 0, 10, "nothing at all") for i in range(6)}
PATIENCE = {"patience": Trait(8, 1, 100, "rounds that it stays")}


@policy(traits={**IDLE, **PATIENCE})
def guard(view, choices, chance, traits):
    \"\"\"Leaves once it has stayed long enough.\"\"\"
    return "leave" if view.moves >= 2 * traits.patience + chance.below(2) else "wait"


@policy(traits=PATIENCE)
def sentry(view, choices, chance, patience):
    \"\"\"The same with one trait.\"\"\"
    return "leave" if view.moves >= 2 * patience else "wait"


@policy()
def passer(view, choices, chance):
    \"\"\"Leaves at once.\"\"\"
    return "leave"
"""


def write_vigil(folder: Path) -> str:
    """Write the game with its policies `guard`, `sentry` and `passer`; return its path."""
    path = write_game(folder, RULES, POLICIES, name="vigil")
    file = Path(path)
    file.write_text(file.read_text().replace("define(Game)", "define(Game, passer, sentry, guard)"))
    return path
