"""Small games in plain Python, written to a folder: a body under a class, and its policies."""

from __future__ import annotations

from pathlib import Path

HEAD = '''"""A game."""

from simlab.plain import Parameter, PlainGame, define, policy


class Game(PlainGame):
    """The rules."""

'''
DICE = """
    players = ({fewest}, {most})
    decision_limit = 50
    events = {{"turns": "", {events}}}

    def setup(self, players, chance):
        self.points, self.turn = [0] * players, 0

    def seat(self):
        return None if {is_over} else self.turn % len(self.points)

    def choices(self):
        return {choices}

    def play(self, choice):
        self.points[self.turn % len(self.points)] += {roll}
        self.turn += 1
        self.log("turns")

    def scores(self):
        return self.points
"""
DICE_RULES = {
    "fewest": 2,
    "most": 2,
    "events": "",
    "is_over": "self.turn == len(self.points)",
    "choices": '["roll"]',
    "roll": "self.chance.die()",
}


def write_game(folder: Path, rules: str, policies: str = "", name: str = "own") -> str:
    """Write a game of these rules; return its path."""
    file = folder / f"{name}.py"
    file.write_text(f"{HEAD}{rules}\n\n{policies}\nGAME = define(Game)\n", encoding="utf-8")
    return str(file)


def write_dice(folder: Path, **changes: object) -> str:
    """Write a game in which each seat rolls once, with these changes; return its path."""
    return write_game(folder, DICE.format(**{**DICE_RULES, **changes}))
