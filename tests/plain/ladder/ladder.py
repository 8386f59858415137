"""A race up a ladder, played by policies that remember."""

from collections.abc import Hashable
from dataclasses import dataclass, field

from simlab.plain import Parameter, PlainGame, Trait, define, policy

STEPS = 6
JUMP = ("jump", 2, "left")


class Ladder(PlainGame):
    """Climb first."""

    players = (2, 3)
    parameters = (Parameter("top", "rungs of the ladder", rule="L1", low=10, high=60),)
    sources = ("dice",)
    kinds = ("rest", "climb", "jump")
    events = {"climbed": "{seat} climbs {n:rung}.", "turns": ""}

    def setup(self, players, chance):
        self.heights = [0] * players
        self.strength = [3] * players
        self.to_move = 0

    def seat(self):
        return None if max(self.heights) >= self.rules.top else self.to_move

    def choices(self):
        strong = self.strength[self.to_move]
        return ["rest", *(("climb", n) for n in range(1, min(strong, 4) + 1)), JUMP]

    def play(self, choice):
        match choice:
            case "rest":
                self.strength[self.to_move] = min(9, self.strength[self.to_move] + 3)
            case ("climb", n):
                self.strength[self.to_move] -= n
                self.climb(n)
            case ("jump", n, _):
                self.climb(self.chance["dice"].below(n + 1))
        self.to_move = (self.to_move + 1) % len(self.heights)
        self.log("turns")

    def climb(self, n):
        self.heights[self.to_move] += n
        self.log("climbed", seat=self.to_move, n=n)

    def scores(self):
        return self.heights


@dataclass
class Board:
    """A position that is tried."""

    height: int = 0
    strength: int = 0
    hand: list[int] = field(default_factory=list)
    worth: float = 0.0

    def copy_from(self, other):
        self.height = other.height
        self.strength = other.strength
        self.hand = list(other.hand)
        self.worth = other.worth


@dataclass
class Plan:
    """What the planner remembers."""

    boards: list[Board] = field(default_factory=list)
    tried: list[Hashable] = field(default_factory=list)
    best: list[Hashable] = field(default_factory=list)
    untried: list[Hashable] = field(default_factory=list)
    depths: list[int] = field(default_factory=list)
    best_value: float = -1e9
    done: int = 0
    mood: str = "calm"
    last: int | None = None
    shares: list[float] = field(default_factory=list)
    n_rated: int = 0


@policy(
    traits={
        "push": Trait(1.3, 0, 4, "worth of a rung"),
        "rests": Trait(0.4, 0, 4, "worth of strength"),
        "depth": Trait(3, 1, 5, "steps that it plans", whole=True),
    },
    memory=Plan,
)
def planner(view, choices, chance, traits, memory):
    """Plans some choices ahead."""
    if memory.done < len(memory.best):
        choice = memory.best[memory.done]
        memory.done += 1
        if choice in choices:
            return choice
    memory.best = []
    memory.done = 0
    memory.last = view.heights[view.me]
    return first_step(view, choices, memory, traits)


def first_step(view, choices, memory, traits):
    """Plan, and return the first step of the plan."""
    if view.heights[view.me] > view.rules.top - 2 and memory.mood == "calm":
        return JUMP
    find(view, memory, traits)
    if not memory.best:
        memory.mood = "bored"
        return choices[0]
    memory.done = 1
    return memory.best[0]


def find(view, memory, traits):
    """Find the best plan."""
    if not memory.boards:
        memory.boards = [Board() for _ in range(STEPS + 1)]
        memory.tried = ["rest"] * (STEPS + 1)
        memory.shares = [1.0 / (n + 1) for n in range(STEPS)]
    first = memory.boards[0]
    first.height = view.heights[view.me]
    first.strength = view.strength[view.me]
    first.hand = [1, 2]
    first.worth = 0.0
    memory.best_value = -1e9
    memory.n_rated = 0
    list_steps(memory, 0, traits)
    while memory.untried:
        step, depth = memory.untried.pop(), memory.depths.pop()
        carry_out(memory, depth, step, traits)
        rate(memory, depth + 1, traits)
        list_steps(memory, depth + 1, traits)


def list_steps(memory, depth, traits):
    """List what may be tried next; what is listed last is tried first."""
    if depth < traits.depth:
        board = memory.boards[depth]
        if board.height % 5 == 0:
            add_step(memory, depth, JUMP)
        for n in range(1, min(board.strength, 4) + 1):
            add_step(memory, depth, ("climb", n))
        add_step(memory, depth, "rest")


def add_step(memory, depth, step):
    """List one."""
    memory.untried.append(step)
    memory.depths.append(depth)


def carry_out(memory, depth, step, traits):
    """Carry out a step on the next board."""
    after = memory.boards[depth + 1]
    after.copy_from(memory.boards[depth])
    memory.tried[depth] = step
    if step == "rest":
        after.strength = min(9, after.strength + 3)
    elif step[0] == "climb":
        n = step[1]
        after.strength -= n
        after.height += n
        after.worth += memory.shares[depth] * traits.push * n
    else:
        after.height += 1


def rate(memory, depth, traits):
    """Keep the best plan."""
    board = memory.boards[depth]
    memory.n_rated += 1
    value = board.worth + traits.rests * board.strength + 0.01 * len(board.hand)
    if value > memory.best_value:
        memory.best_value = value
        memory.best = memory.tried[:depth]


@policy()
def steady(view, choices, chance):
    """Climbs the most."""
    return choices[-2]


GAME = define(Ladder, steady, planner)
