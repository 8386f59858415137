"""Games in plain Python without chance, in which players who never vary repeat the same few."""

from __future__ import annotations

from pathlib import Path

NIM = '''
"""Two take one to three stones in turn; who takes the last wins."""

from simlab.plain import PlainGame, define, policy

FEWEST, MOST = {stones}


class Nim(PlainGame):
    players = (2, 2)
    kinds = ("take",)

    def setup(self, players, chance):
        self.stones = FEWEST + chance.below(MOST - FEWEST + 1)
        self.turn = 0

    def seat(self):
        return self.turn % 2 if self.stones else None

    def choices(self):
        return [("take", n) for n in range(1, min(self.stones, 3) + 1)]

    def play(self, choice):
        self.stones -= choice[1]
        self.turn += 1

    def scores(self):
        last = (self.turn - 1) % 2
        return [int(seat == last) for seat in range(2)]


@policy()
def timid(view, choices, chance):
    """Takes one stone."""
    return choices[0]


@policy()
def greedy(view, choices, chance):
    """Takes as many stones as it can."""
    return choices[-1]


GAME = define(Nim, timid, greedy)
'''


def write_nim(folder: Path, fewest: int = 11, most: int = 13) -> str:
    """Write a game whose chance ends with the setup, and return its path."""
    file = folder / "nim.py"
    file.write_text(NIM.replace("{stones}", f"{fewest}, {most}"), encoding="utf-8")
    return str(file)
