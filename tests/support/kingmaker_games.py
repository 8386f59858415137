"""Three games whose kingmaking and influence are known exactly."""

from __future__ import annotations

from pathlib import Path

KINGMAKER = '''
"""A game of three: the third player cannot win and may decide between the other two.

In half of the games, as a coin on the table shows, it names the winner; in the others, a die does.
The first two players choose before, which changes nothing.
"""

from simlab.plain import PlainGame, define


class Kingmaker(PlainGame):
    players = (3, 3)

    def setup(self, players, chance):
        self.is_asked = chance.below(2) == 1
        self.turn, self.king = 0, None

    def seat(self):
        return self.turn if self.turn < 3 else None

    def choices(self):
        return [0, 1]

    def play(self, choice):
        if self.turn == 2:
            self.king = choice if self.is_asked else self.chance.below(2)
        self.turn += 1

    def winner(self):
        return self.king

    def kind(self, choice):
        return "name"


GAME = define(Kingmaker)
'''
SOLITAIRE = '''
"""Three players roll for themselves: a choice changes nobody else's points. The most points win."""

from simlab.plain import PlainGame, define


class Solitaire(PlainGame):
    players = (3, 3)

    def setup(self, players, chance):
        self.points, self.turn = [0] * players, 0

    def seat(self):
        return self.turn % 3 if self.turn < 9 else None

    def choices(self):
        return ["safe", "risky"]

    def play(self, choice):
        die = self.chance.die()
        self.points[self.turn % 3] += 4 if choice == "safe" else 8 * (die > 2)
        self.turn += 1

    def scores(self):
        return self.points


GAME = define(Solitaire)
'''
DUEL = '''
"""The first of two players names the winner; the second one passes."""

from simlab.plain import PlainGame, define


class Duel(PlainGame):
    players = (2, 2)

    def setup(self, players, chance):
        self.turn, self.king = 0, None

    def seat(self):
        return self.turn if self.turn < 2 else None

    def choices(self):
        return [0, 1] if self.turn == 0 else ["pass"]

    def play(self, choice):
        self.king = choice if self.turn == 0 else self.king
        self.turn += 1

    def winner(self):
        return self.king

    def kind(self, choice):
        return "name"


GAME = define(Duel)
'''


def written(folder: Path, code: str) -> str:
    """Write a game into a folder and return its path."""
    file = folder / "own_game.py"
    file.write_text(code, encoding="utf-8")
    return str(file)
