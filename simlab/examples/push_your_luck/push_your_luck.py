"""Can't Stop: roll once more, or keep what you have climbed?

- R1. Roll four dice and make two pairs of them. For each pair, a runner climbs a step in the column
  of its sum, if it can: you have three runners, and nobody climbs in a column that is claimed.
- R2. Then roll again or stop. If you stop, your camps move up to the runners.
- R3. If no pair fits a roll, the steps of this turn are lost.
- R4. You claim a column when your camp reaches its top. Three columns win.

By Sid Sackson, 1980. With runners in columns 6, 7 and 8, a roll fits in 92 % of cases, 1192 of
1296. The player `rule_of_28` is Michael Keller's rule of thumb (World Game Review 6, 1986).
"""

from itertools import permutations
from pathlib import Path

from simlab.plain import Parameter, PlainGame, Trait, define, policy

HEIGHTS = {2: 3, 3: 5, 4: 7, 5: 9, 6: 11, 7: 13, 8: 11, 9: 9, 10: 7, 11: 5, 12: 3}


class CantStop(PlainGame):
    """The rules."""

    title = "Can't Stop"
    players = (2, 4)
    parameters = (
        Parameter("runners", "runners of a turn", "R1", 2, 5, unit="runners"),
        Parameter("columns", "columns that win the game", "R4", 1, 5, unit="columns"),
    )
    sources = ("dice",)
    kinds = ("climb", "roll", "stop")
    events = {
        "rolls": "{seat} rolls {dice}.",
        "climbs": "{seat} climbs in column {column} to step {step} of {height}.",
        "busts": "{seat} can climb nowhere and loses {n} steps.",
        "stops": "{seat} stops and keeps {n} steps.",
        "claims": "{seat} claims column {column}.",
        "turns": "",
    }

    def setup(self, players, chance):
        self.camps = [dict.fromkeys(HEIGHTS, 0) for _ in range(players)]
        self.owners: dict[int, int] = {}  # of the columns that are claimed
        self.runners: dict[int, int] = {}  # the step of each runner, by column
        self.dice: list[int] = []
        self.turn = 0

    def seat(self):
        is_won = max(self.scores()) >= self.rules.columns
        return None if is_won else self.turn % len(self.camps)

    def choices(self):
        if self.dice:
            return self.climbs()
        return ["roll", "stop"] if self.runners else ["roll"]

    def climbs(self):
        pairings = [(a + b, c + d) for a, b, c, d in permutations(self.dice)]
        climbs = [self.climbable(columns) for columns in pairings]
        return list(dict.fromkeys(("climb", *sorted(columns)) for columns in climbs if columns))

    def climbable(self, columns):
        """Those columns in which runners can climb, one after the other."""
        runners, climbed = dict(self.runners), []
        for column in columns:
            has_runner = column in runners or len(runners) < self.rules.runners
            step = runners.get(column, self.camps[self.seat()][column])
            if has_runner and column not in self.owners and step < HEIGHTS[column]:
                runners[column] = step + 1
                climbed.append(column)
        return climbed

    def play(self, choice):
        if choice == "roll":
            self.roll()
        elif choice == "stop":
            self.stop()
        else:
            self.climb(choice[1:])

    def roll(self):
        seat = self.seat()
        self.dice = [self.chance["dice"].die() for _ in range(4)]
        self.log("rolls", seat=seat, dice=", ".join(map(str, self.dice)))
        if not self.climbs():
            self.log("busts", seat=seat, n=self.steps())
            self.end_turn()

    def climb(self, columns):
        seat = self.seat()
        for column in columns:
            step = self.runners.get(column, self.camps[seat][column]) + 1
            self.runners[column] = step
            self.log("climbs", seat=seat, column=column, step=step, height=HEIGHTS[column])
        self.dice = []

    def stop(self):
        seat = self.seat()
        self.log("stops", seat=seat, n=self.steps())
        self.camps[seat].update(self.runners)
        for column, step in self.runners.items():
            if step == HEIGHTS[column]:
                self.owners[column] = seat
                self.log("claims", seat=seat, column=column)
        self.end_turn()

    def steps(self):
        """The steps of the runners in this turn."""
        camps = self.camps[self.seat()]
        return sum(step - camps[column] for column, step in self.runners.items())

    def end_turn(self):
        self.runners, self.dice = {}, []
        self.turn += 1
        self.log("turns")

    def scores(self):
        owners = list(self.owners.values())
        return [owners.count(seat) for seat in range(len(self.camps))]


def best_climb(choices):
    """The climb that brings most of a way to the top."""
    return max(choices, key=lambda choice: sum(1 / HEIGHTS[column] for column in choice[1:]))


@policy(traits={"steps": Trait(5, 1, 20, "steps of a turn with which it stops", whole=True)})
def careful(view, choices, chance, steps):
    """Stops after some steps."""
    if view.dice:
        return best_climb(choices)
    return "stop" if "stop" in choices and view.steps() >= steps else "roll"


@policy(traits={"at": Trait(28, 5, 60, "sum with which it stops", whole=True)})
def rule_of_28(view, choices, chance, at):
    """Counts a step as more in a rarer column, a new runner twice, and stops at a sum of 28."""
    if view.dice:
        return best_climb(choices)
    camps, columns = view.camps[view.me], list(view.runners)
    total = sum((1 + abs(7 - c)) * (view.runners[c] - camps[c] + 1) for c in columns)
    if len(columns) == view.rules.runners:
        n_even = sum(column % 2 == 0 for column in columns)
        total += {0: 2, 3: -2}.get(n_even, 0)
        total += 4 * (max(columns) < 7 or min(columns) > 7)
    is_top = any(view.runners[column] == HEIGHTS[column] for column in columns)
    return "stop" if "stop" in choices and (total >= at or is_top) else "roll"


GAME = define(CantStop, careful, rule_of_28, data=Path(__file__).parent / "data")
