"""Games in plain Python with planted faults, one of them cooperative, and policies that fail."""

from __future__ import annotations

from pathlib import Path

QUARRY = '''
"""Each seat has two turns; the most points win, and seat 1 has some from the start."""

from simlab.plain import Column, Parameter, PlainGame, Table, define, policy


class Quarry(PlainGame):
    players = (2, 3)
    parameters = (
        Parameter("lead", "points of seat 1 at the start", "Q1", 0, 20),
        Parameter("toll", "points that the third player pays", "Q2", 0, 5),
        Parameter("rain", "a number that nothing reads", "Q3", 0, 5),
    )
    tables = (Table("tools", "tools", "tool", (Column("points", "points", 0, 9),)),)
    sources = ("dice",)
    kinds = ("dig", "rest", "use")

    def setup(self, players, chance):
        self.points = [0] * players
        self.points[0] = self.rules.lead
        self.points[players - 1] -= self.rules.toll if players == 3 else 0
        self.turn = 0

    def seat(self):
        return self.turn % len(self.points) if self.turn < 2 * len(self.points) else None

    def choices(self):
        return ["dig", "rest", *(("use", tool) for tool in self.table("tools"))]

    def play(self, choice):
        gain = self.chance["dice"].die() if choice == "dig" else 0
        if choice not in ("dig", "rest"):
            gain = choice[1].points
        self.points[self.turn % len(self.points)] += gain
        self.turn += 1

    def scores(self):
        return self.points


@policy()
def digger(view, choices, chance):
    """Digs, then uses its best tool."""
    tools = [choice for choice in choices if choice not in ("dig", "rest")]
    if tools and view.turn >= len(view.points):
        return max(tools, key=lambda choice: choice[1].points)
    return {fallback}


GAME = define(Quarry, digger)
'''
TOOLS = "tool,points\npick,5\nspoon,1\n"
SOUND = "choices[0]"
FRAGILE = 'choices[choices.index("dig")]'
"""A policy that relies on a choice which it may not always make."""
DIKE = '''
"""Players build or pray; the dike holds against a flood of a random height, or it does not."""

from simlab.plain import Parameter, PlainGame, define, policy


class Dike(PlainGame):
    players = (1, 3)
    cooperative = True
    parameters = (Parameter("flood", "heights of the flood", "D1", 1, 60),)
    sources = ("flood",)
    kinds = ("build", "pray")

    def setup(self, players, chance):
        self.n_players, self.turn, self.height = players, 0, 0
        self.flood = chance["flood"].below(self.rules.flood)

    def seat(self):
        return self.turn % self.n_players if self.turn < 6 else None

    def choices(self):
        return ["build", "pray"]

    def play(self, choice):
        self.height += choice == "build"
        self.turn += 1

    def scores(self):
        return max(self.height - self.flood, 0)


@policy()
def builder(view, choices, chance):
    """Builds."""
    return choices[0]


GAME = define(Dike, builder)
'''

GRAB = '''
"""Each of two seats takes gems or rests, twice; a gem is worth 1, a fake as much less."""

from simlab.plain import Column, PlainGame, Table, define, policy


class Grab(PlainGame):
    players = (2, 2)
    tables = (Table("gems", "gems", "gem", (Column("worth", "worth", -5, 5),)),)
    kinds = ("take", "rest")

    def setup(self, players, chance):
        self.worths, self.turn = [0, 0], 0

    def seat(self):
        return self.turn % 2 if self.turn < 2 else None

    def choices(self):
        return ["rest", *(("take", gem) for gem in self.table("gems"))]

    def play(self, choice):
        self.worths[self.turn % 2] += 0 if choice == "rest" else choice[1].worth
        self.turn += 1

    def scores(self):
        return self.worths


@policy()
def knower(view, choices, chance):
    """Takes the best gem."""
    return max(choices[1:], key=lambda choice: choice[1].worth, default="rest")


@policy()
def fool(view, choices, chance):
    """Takes the worst gem."""
    return min(choices[1:], key=lambda choice: choice[1].worth, default="rest")


GAME = define(Grab, knower, fool)
'''

TUG = '''
"""Two seats pull a rope to and fro, or rest; who has more of it at the end wins."""

from simlab.plain import PlainGame, define, policy


class Tug(PlainGame):
    players = (2, 2)
    kinds = ("pull", "rest")

    def setup(self, players, chance):
        self.rope, self.turn = 0, 0

    def seat(self):
        return self.turn % 2 if self.turn < 20 else None

    def choices(self):
        return ["pull", "rest"]

    def play(self, choice):
        if choice == "pull":
            self.rope += 1 if self.turn % 2 == 0 else -1
        self.turn += 1

    def scores(self):
        return [self.rope, -self.rope]


@policy()
def puller(view, choices, chance):
    """Pulls."""
    return "pull"


@policy()
def rester(view, choices, chance):
    """Rests."""
    return "rest"


GAME = define(Tug, puller, rester)
'''


def write_quarry(folder: Path, fallback: str = SOUND, *, lead: int = 0) -> str:
    """Write the competitive game with its tools, and return its path."""
    file = folder / "quarry.py"
    file.write_text(QUARRY.replace("{fallback}", fallback), encoding="utf-8")
    rules = f"[lead]\nvalue = {lead}\n[toll]\nvalue = 2\n[rain]\nvalue = 1\n"
    (folder / "rules.toml").write_text(rules, encoding="utf-8")
    (folder / "tools.csv").write_text(TOOLS, encoding="utf-8")
    return str(file)


def write_dike(folder: Path) -> str:
    """Write the cooperative game, and return its path."""
    file = folder / "dike.py"
    file.write_text(DIKE, encoding="utf-8")
    (folder / "rules.toml").write_text("[flood]\nvalue = 12\n", encoding="utf-8")
    return str(file)


def write_grab(folder: Path) -> str:
    """Write a game without chance, of a fool and one who knows, and return its path."""
    file = folder / "grab.py"
    file.write_text(GRAB, encoding="utf-8")
    (folder / "gems.csv").write_text("gem,worth\nruby,3\nglass,-3\n", encoding="utf-8")
    return str(file)


def write_tug(folder: Path) -> str:
    """Write a game in which nothing lasts, and return its path."""
    file = folder / "tug.py"
    file.write_text(TUG, encoding="utf-8")
    return str(file)
