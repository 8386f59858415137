"""Regatta: a race of ships; sail now, or trim the sails for the next wind.

- R1. The wind is a number from 1 to 10 that all see, another one for each turn. Who sails moves as
  many spaces, twice as many with sails that were trimmed before. Who trims does not move.
- R2. A wind of 1 throws the ship back by `reef` spaces after its turn.
- R3. After a round, the current carries each ship by a space with `current` in a hundred.
- R4. The race ends with the round in which a ship reaches the goal, or in which the last one does
  if all must arrive. Each ship that arrives has 30 points for each that was on its way, the others
  a point for each space. The most points win.
"""

from simlab.plain import Parameter, PlainGame, define, policy


class Regatta(PlainGame):
    title = "Regatta"
    players = (2, 4)
    parameters = (
        Parameter("goal", "spaces to the goal", "R4", 5, 900, unit="spaces"),
        Parameter("reef", "spaces that a wind of 1 throws back", "R2", 0, 90, unit="spaces"),
        Parameter("current", "chance in a hundred that the current carries a ship", "R3", 0, 99),
        Parameter("all_arrive", "whether the race goes on until all arrive", "R4"),
    )
    sources = ("wind", "current")
    kinds = ("sail", "trim")
    events = {"rounds": ""}
    decision_limit = 600

    def setup(self, players, chance):
        self.spaces, self.bonus = [0] * players, [0] * players
        self.is_trimmed = [False] * players
        self.turn, self.is_over = 0, False
        self.wind = self.chance["wind"].die(10)

    def seat(self):
        return None if self.is_over else self.turn % len(self.spaces)

    def choices(self):
        return ["sail", "trim"]

    def way(self):
        return self.wind * 2 if self.is_trimmed[self.seat()] else self.wind

    def play(self, choice):
        seat = self.seat()
        if choice == "sail":
            self.spaces[seat] += self.way()
        self.is_trimmed[seat] = choice == "trim"
        if self.wind == 1:
            self.spaces[seat] = max(0, self.spaces[seat] - self.rules.reef)
        self.next_turn()

    def next_turn(self):
        """Pass over ships that have arrived."""
        self.wind = self.chance["wind"].die(10)
        for _ in self.spaces:
            self.turn += 1
            if self.turn % len(self.spaces) == 0:
                self.end_round()
            if not self.bonus[self.turn % len(self.spaces)]:
                break

    def end_round(self):
        self.log("rounds")
        n_sailing = self.bonus.count(0)
        for seat, bonus in enumerate(self.bonus):
            is_carried = self.chance["current"].below(100) < self.rules.current
            self.spaces[seat] += is_carried and not bonus
            if self.spaces[seat] >= self.rules.goal and not bonus:
                self.bonus[seat] = 30 * n_sailing
        n_sailing = self.bonus.count(0)
        self.is_over = n_sailing == 0 or (n_sailing < len(self.bonus) and not self.rules.all_arrive)

    def scores(self):
        return [n + bonus for n, bonus in zip(self.spaces, self.bonus, strict=True)]


@policy()
def impatient(view, choices, chance):
    """Trims in the weakest winds only."""
    return choices[0] if view.wind > 2 else choices[-1]


@policy()
def skipper(view, choices, chance):
    """Sails if the wind brings more than an average turn, or home."""
    is_home = view.spaces[view.me] + view.way() >= view.rules.goal
    return choices[0] if view.way() > 5 or is_home else choices[-1]


GAME = define(Regatta, impatient, skipper)
