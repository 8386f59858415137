"""Hot dice: keep dice that score and roll the others again, or bank before nothing scores."""

from simlab.parts import Bank, Dice
from simlab.plain import Parameter, PlainGame, Trait, define, policy

POINTS = {1: 10, 5: 5}
STOP = "stop"


class HotDice(PlainGame):
    """The rules."""

    title = "Hot dice"
    players = (2, 5)
    parameters = (
        Parameter("target", "points at which the last round begins", "H4", 20, 500, unit="points"),
        Parameter("dice", "dice of a roll", "H1", 2, 8, unit="dice"),
        Parameter("last_roll", "whether the others of the round have a last turn", "H4"),
    )
    kinds = ("keep", STOP)
    events = {
        "busts": "{seat} rolls nothing that scores and loses {n} points.",
        "hot": "{seat} has kept all dice and may roll all of them again.",
        "points_gained": "{seat} banks {n} points.",
        "rounds": "",
    }
    dice = Dice()
    points = Bank()

    def setup(self, players, chance):
        self.dice.set_up(self.rules.dice)
        self.points.set_up()
        self.to_move, self.at_stake = 0, 0
        self.begin_turn()

    def begin_turn(self):
        self.dice.gather()
        self.at_stake = 0
        self.roll()

    def roll(self):
        self.dice.roll(self.to_move)
        if not self.choices_to_keep():
            self.log("busts", seat=self.to_move, n=self.at_stake)
            self.end_turn()

    def choices_to_keep(self):
        return [("keep", face) for face in POINTS if face in self.dice.loose]

    def is_over(self):
        is_reached = max(self.points) >= self.rules.target
        return is_reached and (self.to_move == 0 or not self.rules.last_roll)

    def seat(self):
        return None if self.is_over() else self.to_move

    def choices(self):
        return [*self.choices_to_keep(), *([STOP] if self.at_stake else [])]

    def play(self, choice):
        if choice == STOP:
            self.points.gain(self.to_move, self.at_stake)
            self.end_turn()
            return
        self.dice.keep(choice[1])
        self.at_stake += POINTS[choice[1]]
        if not self.dice.n_loose:
            self.log("hot", seat=self.to_move)
            self.dice.gather()
        self.roll()

    def end_turn(self):
        self.to_move = (self.to_move + 1) % len(self.points)
        if self.to_move == 0:
            self.log("rounds")
        if not self.is_over():
            self.begin_turn()

    def scores(self):
        return list(self.points)


@policy(traits={"at": Trait(25, 5, 100, "points of a turn at which it stops", whole=True)})
def steady(view, choices, chance, at):
    """Keeps the best die and stops as soon as enough is at stake, or few dice are left."""
    if STOP in choices and (view.at_stake >= at or view.dice.n_loose <= 2):
        return STOP
    return choices[0]


GAME = define(HotDice, steady)
