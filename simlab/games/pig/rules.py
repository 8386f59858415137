"""The rules of Pig; the numbers in brackets are those of RULES.md beside this file."""

from simlab.games.pig.odds import HIGHEST_TARGET, chance_to_win
from simlab.plain import Handicap, Parameter, PlainGame

HOLD, ROLL = "hold", "roll"
HEAD_STARTS = ("head_start_1", "head_start_2", "head_start_3", "head_start_4")


class Pig(PlainGame):
    """Roll as often as you like; a 1 loses the points of the turn."""

    title = "Pig"
    players = (2, 4)
    parameters = (
        Parameter("target", "points that win the game", "P5", 10, HIGHEST_TARGET, unit="points"),
        *(
            Parameter(
                name,
                f"points of seat {seat} at the start",
                rule="P1",
                low=0,
                high=HIGHEST_TARGET - 1,
                unit="points",
                default=0,
            )
            for seat, name in enumerate(HEAD_STARTS, 1)
        ),
    )
    handicaps = (
        Handicap(
            name="points",
            label="points at the start",
            unit="points",
            keys=HEAD_STARTS,
            most=HIGHEST_TARGET - 1,
        ),
    )
    sources = ("dice",)
    kinds = (HOLD, ROLL)
    events = {
        "rolled": "{seat} rolls a {face}.",
        "busted": "{seat} loses {n:point}.",
        "banked": "{seat} banks {n:point} and stands at {score}.",
        "turns": "",
    }
    decision_limit = 100_000
    horizon = 0  # a search plays to the end, which is near

    def setup(self, players, chance):
        """Start with the points of each seat, none unless a patch gives some, and seat 0 [P1]."""
        rules = self.rules
        starts = [rules.head_start_1, rules.head_start_2, rules.head_start_3, rules.head_start_4]
        self.points = starts[:players]
        self.turn_total = 0
        self.to_move = 0
        self.winning_seat = None

    def seat(self):
        """The player of the turn decides until somebody has won."""
        return self.to_move if self.winning_seat is None else None

    def choices(self):
        """Roll or hold [P2]."""
        return [HOLD, ROLL]

    def play(self, choice):
        """Hold, or roll once."""
        if choice == HOLD:
            self.bank()
        else:
            self.roll()

    def roll(self):
        """A 1 loses the turn total and the turn; other faces add to the total [P3]."""
        face = self.chance["dice"].die()
        self.log("rolled", seat=self.to_move, face=face)
        if face > 1:
            self.turn_total += face
            return
        self.log("busted", seat=self.to_move, n=self.turn_total)
        self.end_turn()

    def bank(self):
        """Add the turn total to the score; the target wins at once [P4, P5]."""
        seat, gain = self.to_move, self.turn_total
        self.points[seat] += gain
        self.log("banked", seat=seat, n=gain, score=self.points[seat])
        if self.points[seat] >= self.rules.target:
            self.winning_seat = seat
        self.end_turn()

    def end_turn(self):
        """Pass the die to the left [P2]."""
        self.turn_total = 0
        self.to_move = (self.to_move + 1) % len(self.points)
        self.log("turns")

    def scores(self):
        """Points that were banked."""
        return self.points

    def winner(self):
        """The player who held with the target [P5]."""
        return self.winning_seat

    def evaluate(self, seat):
        """Return the chance of a seat to win, exact between the best of two.

        Of more players each has its chances against every rival alone, multiplied, as odds.
        """
        odds = [self.product_of_chances(each) for each in range(len(self.points))]
        return odds[seat] / sum(odds)

    def product_of_chances(self, seat):
        """Multiply the chances of a seat against each rival alone, whose turn may come earlier."""
        product = 1.0
        for rival in range(len(self.points)):
            if self.turns_to_wait(seat) < self.turns_to_wait(rival):
                product *= self.chance_of_first(seat, rival)
            elif rival != seat:
                product *= 1 - self.chance_of_first(rival, seat)
        return product

    def chance_of_first(self, seat, rival):
        """Return the chance of a seat against a rival whose turn comes later."""
        total = self.turn_total if seat == self.to_move else 0
        if self.points[seat] + total >= self.rules.target:
            return 1.0
        return chance_to_win(self.rules)[self.points[seat], self.points[rival], total]

    def turns_to_wait(self, seat):
        """Return how many turns of others come before the next of a seat."""
        return (seat - self.to_move) % len(self.points)
