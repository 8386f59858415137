"""Dike: all hold three dikes against the water.

- H1. In turn, a player lowers the water at a dike by up to `mend`, the other players by up to
  `helpers`; or raises a dike by 1 for good. Each does `shovels` such things in a row.
- H2. Then the water rises at a dike that chance names, by up to `surge`.
- H3. With `spring` in a hundred, a spring tide in the middle of the game floods all.
- H4. All lose if the water is above a dike, and win after `turns` turns.
"""

from simlab.plain import Parameter, PlainGame, define, policy


class Dike(PlainGame):
    title = "Dike"
    players = (1, 4)
    cooperative = True
    parameters = (
        Parameter("turns", "turns of the game", "H4", 4, 200, unit="turns"),
        Parameter("height", "height of the dikes at the start", "H4", 1, 60),
        Parameter("surge", "highest surge", "H2", 1, 99),
        Parameter("mend", "what the first player lowers the water by", "H1", 0, 20),
        Parameter("helpers", "what the other players lower the water by", "H1", 0, 20),
        Parameter("spring", "chance in a hundred of a spring tide", "H3", 0, 99),
        Parameter("shovels", "things to do in a turn", "H1", 1, 60),
    )
    sources = ("sea", "tides")
    kinds = ("mend", "raise")
    ends = ("the dikes hold", "the land is flooded")
    events = {"turns": ""}

    def setup(self, players, chance):
        self.n_players = players
        self.heights, self.water = [self.rules.height] * 3, [0] * 3
        self.is_spring = chance["tides"].below(100) < self.rules.spring
        self.turn = self.n_done = 0

    def seat(self):
        is_over = self.is_flooded() or self.turn == self.rules.turns
        return None if is_over else self.turn % self.n_players

    def is_flooded(self):
        return any(self.water[dike] > self.heights[dike] for dike in range(3))

    def choices(self):
        return [*(("mend", dike) for dike in range(3)), *(("raise", dike) for dike in range(3))]

    def play(self, choice):
        kind, dike = choice
        if kind == "mend":
            n = self.rules.helpers if self.turn % self.n_players else self.rules.mend
            self.water[dike] = max(0, self.water[dike] - self.chance["sea"].below(n + 1))
        elif self.turn % self.n_players == 0 or self.rules.helpers:
            self.heights[dike] += 1
        self.n_done += 1
        if self.n_done % self.rules.shovels == 0:
            self.rise()

    def rise(self):
        self.turn += 1
        self.log("turns")
        self.water[self.chance["sea"].below(3)] += self.chance["sea"].die(self.rules.surge)
        if self.is_spring and self.turn == self.rules.turns // 2:
            self.water[0] += 99

    def ended_by(self):
        return "the land is flooded" if self.is_flooded() else "the dikes hold"

    def scores(self):
        return int(not self.is_flooded())


@policy()
def raiser(view, choices, chance):
    """Raises the dike that is nearest to a flood."""
    raises = [choice for choice in choices if choice[0] == "raise"] or choices
    return min(raises, key=lambda choice: view.heights[choice[1]] - view.water[choice[1]])


@policy()
def dikegrave(view, choices, chance):
    """Lowers the water where it is nearest to a flood, or raises a dike where there is little."""
    dike = min(range(3), key=lambda dike: view.heights[dike] - view.water[dike])
    if view.water[dike] > 1:
        best = [choice for choice in choices if choice[0] == "mend" and choice[1] == dike]
    else:
        best = [choice for choice in choices if choice[0] == "raise" and choice[1] == dike]
    return best[0] if best else choices[dike]


GAME = define(Dike, raiser, dikegrave)
