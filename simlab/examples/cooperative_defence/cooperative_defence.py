"""Hold the wall: shoot the orcs that come near, or mend the wall behind you.

- R1. Three roads lead to a castle, each through a forest and a meadow to a gate in a wall of 2
  stones. In each turn, an orc comes out of the forest of a road, which chance decides; 14 come.
- R2. The player in turn shoots or mends. A shot hits an orc in the forest with a die of at least 5,
  in the meadow with at least 4, at the gate with at least 3. The die of the archer, who is the
  first player, counts one more.
- R3. Mending adds a stone to a wall, up to 2. There are 3 spare stones.
- R4. Then all orcs advance. One that was at the gate tears down a stone and is gone. If there is no
  stone left, it comes in, and the castle falls.
- R5. All win if no orc is left. The score is the number of stones in the walls.

A game of the kind of Castle Panic by Justin De Witt, 2009, without cards, so that the best play can
be computed: exact dynamic programming over all positions gives two players 3.90 stones.
"""

from dataclasses import dataclass
from pathlib import Path

from simlab.plain import Parameter, PlainGame, define, policy

ROADS = ("north road", "east road", "west road")
NEEDED = {"in the forest": 5, "in the meadow": 4, "at the gate": 3}  # of a die, to hit
PLACES = tuple(NEEDED)
ARCHER = 0


@dataclass
class Orc:
    """An orc on its way."""

    road: str
    place: str


class HoldTheWall(PlainGame):
    """The rules."""

    title = "Hold the wall"
    players = (1, 4)
    cooperative = True
    parameters = (
        Parameter("orcs", "orcs that come", "R1", 1, 40, unit="orcs"),
        Parameter("stones", "stones of each wall", "R1", 1, 4, unit="stones"),
        Parameter("spare", "spare stones for mending", "R3", 0, 20, unit="stones"),
    )
    sources = ("roads", "shots")
    kinds = ("shoot", "mend")
    ends = ("the castle stands", "the castle falls")
    events = {
        "comes": "An orc comes out of the forest of the {road}.",
        "hits": "{seat} rolls {die} and hits the orc {place} of the {road}.",
        "misses": "{seat} rolls {die} and misses the orc {place} of the {road}.",
        "mends": "{seat} mends the wall of the {road}; spare stones left: {spare}.",
        "breaks": "An orc tears down a stone of the wall of the {road}.",
        "falls": "An orc comes in from the {road}: the castle falls.",
        "turns": "",
    }

    def setup(self, players, chance):
        self.n_players = players
        self.walls, self.spare = dict.fromkeys(ROADS, self.rules.stones), self.rules.spare
        self.orcs: list[Orc] = []
        self.turn, self.has_fallen = 0, False
        self.come_out()

    def come_out(self):
        if self.turn < self.rules.orcs:
            road = self.chance["roads"].pick(ROADS)
            self.orcs.append(Orc(road, PLACES[0]))
            self.log("comes", road=road)

    def seat(self):
        return self.turn % self.n_players if self.orcs and not self.has_fallen else None

    def choices(self):
        targets = dict.fromkeys((orc.road, orc.place) for orc in self.orcs)
        broken = [road for road in ROADS if self.spare and self.walls[road] < self.rules.stones]
        return [
            *(("shoot", road, place) for road, place in targets),
            *(("mend", road) for road in broken),
        ]

    def play(self, choice):
        seat, (kind, road, *places) = self.seat(), choice
        if kind == "shoot":
            self.shoot(seat, road, places[0])
        else:
            self.walls[road] += 1
            self.spare -= 1
            self.log("mends", seat=seat, road=road, spare=self.spare)
        self.advance()
        self.turn += 1
        self.log("turns")
        if not self.has_fallen:
            self.come_out()

    def shoot(self, seat, road, place):
        die = self.chance["shots"].die()
        is_hit = die + (seat == ARCHER) >= NEEDED[place]
        if is_hit:
            self.orcs.remove(Orc(road, place))
        self.log("hits" if is_hit else "misses", seat=seat, die=die, place=place, road=road)

    def advance(self):
        for orc in self.orcs:
            if orc.place == PLACES[-1]:
                self.attack(orc.road)
        self.orcs = [
            Orc(orc.road, PLACES[PLACES.index(orc.place) + 1])
            for orc in self.orcs
            if orc.place != PLACES[-1]
        ]

    def attack(self, road):
        if self.walls[road]:
            self.walls[road] -= 1
            self.log("breaks", road=road)
        else:
            self.has_fallen = True
            self.log("falls", road=road)

    def ended_by(self):
        return "the castle falls" if self.has_fallen else "the castle stands"

    def scores(self):
        return 0 if self.has_fallen else sum(self.walls.values())


@policy()
def shooter(view, choices, chance):
    """Shoots the orc that is nearest, of equal ones the first that came."""
    shots = [choice for choice in choices if choice[0] == "shoot"]
    return max(shots, key=lambda shot: PLACES.index(shot[2]))


@policy()
def guard(view, choices, chance):
    """Mends if it is no archer, unless a wall is gone with an orc at its gate; else shoots."""
    shots = [choice for choice in choices if choice[0] == "shoot"]
    shot = max(shots, key=lambda shot: (PLACES.index(shot[2]), -view.walls[shot[1]]))
    mends = [choice for choice in choices if choice[0] == "mend"]
    is_urgent = shot[2] == PLACES[-1] and not view.walls[shot[1]]
    if view.me == ARCHER or is_urgent or not mends:
        return shot
    return min(mends, key=lambda mend: view.walls[mend[1]])


GAME = define(HoldTheWall, shooter, guard, data=Path(__file__).parent / "data")
