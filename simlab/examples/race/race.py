"""Chutes and Ladders: a race that chance alone decides.

- R1. In your turn, spin 1 to 6 and move on that many squares.
- R2. At the foot of a ladder you climb, at the top of a chute you slide down.
- R3. The first player on square 100 wins; a spin that leads beyond it is lost.

The board is that of Milton Bradley (United States, 1943). One player needs 39.2 turns on average:
S. C. Althoen, L. King and K. Schilling, "How Long Is a Game of Snakes and Ladders?", The
Mathematical Gazette 77 (1993).
"""

from pathlib import Path

from simlab.plain import Column, Parameter, PlainGame, Table, define, policy

LAST_SQUARE = 100


class ChutesAndLadders(PlainGame):
    """The rules; the board is in data/jumps.csv."""

    title = "Chutes and Ladders"
    players = (1, 4)
    parameters = (Parameter("exact", "whether a spin beyond the last square is lost", "R3"),)
    tables = (
        Table(
            "jumps",
            "chutes and ladders of the board",
            "jump",
            (
                Column("start", "square where it begins", 1, 99),
                Column("end", "square where it ends", 1, LAST_SQUARE),
            ),
        ),
    )
    sources = ("spinner",)
    kinds = ("spin",)
    events = {
        "moves": "{seat} spins {number} and moves to {square}.",
        "climbs": "{seat} climbs a ladder to {square}.",
        "slides": "{seat} slides down a chute to {square}.",
        "waits": "{seat} spins {number}, which is too much, and stays on {square}.",
        "turns": "",
    }

    def setup(self, players, chance):
        self.jumps = {jump.start: jump.end for jump in self.table("jumps")}
        self.squares = [0] * players
        self.turn = 0

    def seat(self):
        return None if LAST_SQUARE in self.squares else self.turn % len(self.squares)

    def choices(self):
        return ["spin"]

    def play(self, choice):
        seat = self.seat()
        self.move(seat, self.chance["spinner"].die())
        self.turn += 1
        self.log("turns")

    def move(self, seat, number):
        square = self.squares[seat] + number
        if square > LAST_SQUARE and self.rules.exact:
            self.log("waits", seat=seat, number=number, square=self.squares[seat])
            return
        square = min(square, LAST_SQUARE)
        self.log("moves", seat=seat, number=number, square=square)
        end = self.jumps.get(square, square)
        if end > square:
            self.log("climbs", seat=seat, square=end)
        elif end < square:
            self.log("slides", seat=seat, square=end)
        self.squares[seat] = end

    def scores(self):
        return list(self.squares)


@policy()
def spinner(view, choices, chance):
    """Spins; there is nothing to decide."""
    return choices[0]


GAME = define(ChutesAndLadders, spinner, data=Path(__file__).parent / "data")
