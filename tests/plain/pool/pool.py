"""Pool: tokens that are drawn from a bag, and dice that are kept or rolled again."""

from simlab.parts import Bag, Dice
from simlab.plain import PlainGame, Trait, define, policy

WORTH = {"red": 3, "blue": 1, "black": 0}
TURNS = 5


class Pool(PlainGame):
    """The rules."""

    title = "Pool"
    players = (2, 3)
    kinds = ("keep", "again", "draw", "stop")
    events = {"rounds": "", "wins": "{seat} wins {n} with {faces}."}
    bag = Bag()
    dice = Dice()

    def setup(self, players, chance):
        self.bag.set_up({"red": 2 * players, "blue": 9, "black": 3})
        self.dice.set_up(5)
        self.points = [0] * players
        self.to_move = self.turns = 0
        self.drawn = []
        self.dice.roll(self.to_move)

    def seat(self):
        return None if self.turns == TURNS * len(self.points) else self.to_move

    def pairs(self):
        """The faces that at least two dice show, the highest first."""
        faces = sorted(set_of(self.dice.faces), reverse=True)
        return [face for face in faces if self.dice.faces.count(face) > 1]

    def choices(self):
        loose = self.dice.loose
        options = [("keep", face) for face in self.pairs() if face in loose]
        options += [("again", face) for face in (1, 2) if face in loose]
        if len(self.bag) and len(self.drawn) < 3:
            options.append("draw")
        options.append("stop")
        return options

    def play(self, choice):
        if choice == "stop":
            self.end_turn()
        elif choice == "draw":
            self.drawn.append(self.bag.draw())
            if self.drawn[-1] == "black":
                self.drawn.clear()
                self.end_turn()
        elif choice[0] == "keep":
            self.dice.keep(choice[1])
            if not self.dice.n_loose:
                self.end_turn()
        else:
            new = self.dice.reroll(self.to_move, choice[1])
            self.points[self.to_move] += new[0] > 5

    def end_turn(self):
        pairs = self.pairs()
        won = sum(pairs) + sum(WORTH[token] for token in self.drawn)
        if won:
            faces = ", ".join(map(str, self.dice.faces))
            self.log("wins", seat=self.to_move, n=won, faces=faces)
        self.points[self.to_move] += won
        for token in self.drawn:
            self.bag.put(token)
        self.drawn = []
        self.turns += 1
        self.to_move = (self.to_move + 1) % len(self.points)
        if self.to_move == 0:
            self.log("rounds")
        self.dice.gather()
        self.dice.roll(self.to_move)

    def scores(self):
        return list(self.points)


def set_of(items):
    """Return items, each once."""
    return list(dict.fromkeys(items))


@policy(traits={"tokens": Trait(1, 0, 3, "tokens that it draws", whole=True)})
def keeper(view, choices, chance, tokens):
    """Keeps pairs, draws some tokens, then stops."""
    if choices[0][0] == "keep":
        return choices[0]
    return "draw" if "draw" in choices and len(view.drawn) < tokens else "stop"


GAME = define(Pool, keeper)
