"""Pig in plain Python, with the streams and the policies of the compiled game."""

from simlab.plain import Parameter, PlainGame, Trait, define, policy

HOLD, ROLL = "hold", "roll"


class Pig(PlainGame):
    """Roll as often as you like; a 1 loses the points of the turn."""

    title = "Pig in plain Python"
    players = (2, 4)
    parameters = (
        Parameter("target", "points that win the game", rule="P5", low=10, high=100, unit="points"),
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

    def setup(self, players, chance):
        self.points = [0] * players
        self.turn_total = 0
        self.to_move = 0

    def seat(self):
        return None if max(self.points) >= self.rules.target else self.to_move

    def choices(self):
        return [HOLD, ROLL]

    def play(self, choice):
        if choice == HOLD:
            self.bank()
        else:
            self.roll()

    def bank(self):
        seat, gain = self.to_move, self.turn_total
        self.points[seat] += gain
        self.log("banked", seat=seat, n=gain, score=self.points[seat])
        self.end_turn()

    def roll(self):
        face = self.chance["dice"].die()
        self.log("rolled", seat=self.to_move, face=face)
        if face > 1:
            self.turn_total += face
        else:
            self.log("busted", seat=self.to_move, n=self.turn_total)
            self.end_turn()

    def end_turn(self):
        self.turn_total = 0
        self.to_move = (self.to_move + 1) % len(self.points)
        self.log("turns")

    def scores(self):
        return self.points


@policy(traits={"at": Trait(20, 1, 100, "turn total at which to hold, in points")})
def hold(view, choices, chance, at):
    """Holds as soon as the turn total reaches a number, or wins."""
    enough = min(at, view.rules.target - view.points[view.me])
    return HOLD if view.turn_total >= enough else ROLL


GAME = define(Pig, hold)
