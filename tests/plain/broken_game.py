"""A small plain game whose parts a test replaces by broken ones, as the text of a file."""

from __future__ import annotations

from pathlib import Path

from simlab.catalog import find_game
from simlab.game import Game

TEXT = '''"""Take one or two of the stones; the last one wins."""

import random

from simlab.plain import PlainGame, define, policy


class Nim(PlainGame):
    """Nim."""

    events = {"took": "{seat} takes {n}."}
    kinds = ("take",)

    def setup(self, players, chance):
        self.stones = 7 + chance.below(3)
        self.to_move = 0

    def seat(self):
        return self.to_move if self.stones else None

    def choices(self):
        return [("take", n) for n in (1, 2) if n <= self.stones]

    def play(self, choice):
        self.stones -= choice[1]
        self.log("took", seat=self.to_move, n=choice[1])
        if self.stones:
            self.to_move = 1 - self.to_move

    def winner(self):
        return self.to_move


@policy()
def greedy(view, choices, chance):
    """Takes all it can."""
    return choices[-1]


GAME = define(Nim, greedy)
'''


def written(folder: Path, *replaced: tuple[str, str]) -> Path:
    """Write the game with some of its lines replaced; return its file."""
    text = TEXT
    for line, other in replaced:
        assert line in text
        text = text.replace(line, other)
    file = folder / "nim.py"
    file.write_text(text, encoding="utf-8")
    return file


def game_in(folder: Path, *replaced: tuple[str, str]) -> Game:
    """Return the game with some of its lines replaced."""
    return find_game(str(written(folder, *replaced)))
