"""Duel: strike or study; three hits win by arms, eight books by learning."""

from simlab.plain import PlainGame, Trait, define, policy


class Duel(PlainGame):
    """The rules."""

    title = "Duel"
    kinds = ("strike", "study")
    ways_to_win = ("arms", "learning")
    events = {"hits": "{seat} hits.", "reads": "{seat} reads {n} books."}

    def setup(self, players, chance):
        self.hits = [0] * players
        self.books = [0] * players
        self.turn = 0

    def seat(self):
        is_over = max(self.hits) >= 3 or max(self.books) >= 8
        return None if is_over else self.turn % 2

    def choices(self):
        return ["strike", "study"]

    def play(self, choice):
        seat, die = self.turn % 2, self.chance.die()
        if choice == "study":
            self.books[seat] += 1 + die % 2
            self.log("reads", seat=seat, n=1 + die % 2)
        elif die > 3:
            self.hits[seat] += 1
            self.log("hits", seat=seat)
        self.turn += 1

    def winner(self):
        return 1 - self.turn % 2

    def won_by(self):
        return "arms" if max(self.hits) >= 3 else "learning"


@policy(traits={"strike": Trait(0.5, 0.0, 1.0, "share of its turns in which it strikes")})
def duellist(view, choices, chance, strike):
    """Strikes in some of its turns."""
    return "strike" if chance.uniform() < strike else "study"


GAME = define(Duel, duellist)
