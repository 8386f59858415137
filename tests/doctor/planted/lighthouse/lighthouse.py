"""Lighthouse: bring the ships home together, with a steady hand or with one of the few flares.

- L1. The ships come from a shuffled deck, one in each turn; one that comes only `after` a number of
  ships goes back before. The player in turn guides it, which needs a die of at least its number,
  or burns a flare, and then it always comes home.
- L2. With a strict keeper, only the first player may burn flares; those of others do not burn.
- L3. With `storm` in a hundred, the last three ships all wreck.
- L4. Each wreck costs a life. All lose without lives, and win after `arrivals` ships.
"""

from simlab.plain import Column, Parameter, PlainGame, Table, define, policy


class Lighthouse(PlainGame):
    title = "Lighthouse"
    players = (1, 4)
    cooperative = True
    parameters = (
        Parameter("arrivals", "ships that come", "L1", 4, 150, unit="ships"),
        Parameter("lives", "wrecks that lose the game", "L4", 1, 90, unit="wrecks"),
        Parameter("flares", "flares", "L1", 0, 99, unit="flares"),
        Parameter("keeper", "whether the keeper is strict", "L2"),
        Parameter("storm", "chance in a hundred of a storm", "L3", 0, 99),
    )
    tables = (
        Table(
            "ships",
            "ships of the deck",
            "ship",
            (
                Column("need", "lowest die that brings it home", 1, 9),
                Column("after", "ships before it", 0, 150),
                Column("copies", "of this ship", 1, 30),
            ),
        ),
    )
    sources = ("sea", "storms")
    kinds = ("guide", "burn")
    ends = ("the ships are home", "too many wrecks")
    events = {"turns": ""}

    def setup(self, players, chance):
        self.n_players, self.turn = players, 0
        self.fleet = [ship for ship in self.table("ships") for _ in range(ship.copies)]
        self.lives, self.flares = self.rules.lives, self.rules.flares
        self.is_storm = chance["storms"].below(100) < self.rules.storm
        self.come()

    def come(self):
        """Let a ship come that may come now."""
        self.ship = self.chance["sea"].pick(self.fleet)
        while self.ship.after > self.turn:
            self.ship = self.chance["sea"].pick(self.fleet)

    def seat(self):
        is_over = self.lives <= 0 or self.turn == self.rules.arrivals
        return None if is_over else self.turn % self.n_players

    def choices(self):
        guide, burn = ("guide", self.ship), ("burn", self.ship)
        return [guide, burn] if self.flares else [guide]

    def play(self, choice):
        is_first = self.turn % self.n_players == 0
        if choice[0] == "burn" and (is_first or not self.rules.keeper):
            self.flares -= 1
            is_home = True
        else:
            is_home = self.chance["sea"].die() >= self.ship.need
        if self.is_storm and self.turn >= self.rules.arrivals - 3:
            is_home = False
        self.lives -= not is_home
        self.turn += 1
        self.log("turns")
        self.come()

    def ended_by(self):
        return "the ships are home" if self.lives > 0 else "too many wrecks"

    def scores(self):
        return int(self.lives > 0)


@policy()
def spendthrift(view, choices, chance):
    """Burns flares as long as there are some."""
    return choices[-1]


@policy()
def keeper(view, choices, chance):
    """Burns a flare for ships that need a five or a six."""
    return choices[-1] if view.ship.need > 4 or choices[0][0] == "burn" else choices[0]


GAME = define(Lighthouse, spendthrift, keeper)
