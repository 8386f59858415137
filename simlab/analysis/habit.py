"""Habits of players that a person would call silly: shares of turns and games, with limits.

Each estimate comes from the counts of some games in which one policy has all seats. The unit is the
game: what its seats and turns do depends on each other. METHODS.md has the formulas.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from simlab.analysis.intervals import Interval, clopper_pearson, mean_t, wilson
from simlab.analysis.moments import moments_of
from simlab.game.habit_limits import LIMITS, Limits

IN_A_ROW = 4
"""Times that a seat makes the same move until it counts as a habit: twice may be a coincidence."""
OFTEN_OFFERED = 0.05
"""Share of the games in which an option must be on the menu to count as one that is never taken."""
FEWEST_OFFERS = 10
"""Games that must offer it: fewer say little of how often it is taken."""
HARDLY_EVER = 0.01
"""An option that is taken in a smaller share of the games that offer it counts as never taken."""
SHARE, TURNS, TIMES = "share", "turns", "times"
COLUMNS = ["policy", "players", "habit", "option", "unit", "estimate", "low", "high"]
COLUMNS += ["n_games", "limit", "is_beyond"]


@dataclass(frozen=True)
class GameHabits:
    """What is counted in a game of one policy, over all seats."""

    n_turns: int
    n_open_turns: int
    """Turns with choices of several kinds: the seat could do something or leave it."""
    n_idle_turns: int
    """Of these, turns after which the position is as before; drawn chance is part of it."""
    n_to_spend: int
    """What turns had to spend, such as actions; 0 where the game does not count it."""
    n_unspent: int
    """Of this, what was left over."""
    n_returns: int
    """Turns that begin in a position that the seat has met before, though it changed since."""
    most_repeats: int
    """Turns in a row in which a seat makes the same choices in the same position, idle turns left
    out."""
    drought: int | None
    """Longest stretch of turns of a seat without a point gained; None in a game without points."""
    drought_share: float
    """The same as a share of the turns of this seat."""
    n_wins_in_sight: int
    """Turns in which a choice would have won at once, whatever chance brings and the seat cannot
    see."""
    n_wins_passed: int
    """Of these, turns that end without this win."""
    offered: frozenset[str] = frozenset()
    """Options that were on a menu with others."""
    chosen: frozenset[str] = frozenset()
    """Options that were chosen."""


@dataclass(frozen=True)
class Habit:
    """A habit: what it is, how much of it is too much, and its estimate from games."""

    key: str
    """Its name on a command line and in `habit_limits` of a game."""
    name: str
    meaning: str
    """What is counted, as a sentence."""
    verb: str
    """What a policy does that has it, with its `{value}`."""
    unit: str
    estimate: Callable[[Sequence[GameHabits]], Interval[float] | None]
    least: float = 0
    """The value of a policy without the habit."""


def _ratio(part: str, whole: str) -> Callable[[Sequence[GameHabits]], Interval[float] | None]:
    """Return the estimate of a ratio of two counts, with the game as unit."""

    def estimate(games: Sequence[GameHabits]) -> Interval[float] | None:
        counts = np.array([(getattr(game, part), getattr(game, whole)) for game in games], float)
        if not counts[:, 1].any():
            return None
        rates = moments_of([counts]).ratios([0], [1]).rates(int(counts[:, 1].max()))
        low, high = float(rates.low[0]), float(rates.high[0])
        return Interval(float(rates.estimate[0]), low, high, len(games))

    return estimate


def _games_with_repeats(games: Sequence[GameHabits]) -> Interval[float]:
    return wilson(sum(game.most_repeats >= IN_A_ROW for game in games), len(games))


def _most_repeats(games: Sequence[GameHabits]) -> Interval[float]:
    return mean_t([game.most_repeats for game in games], low=0)


def _drought(games: Sequence[GameHabits]) -> Interval[float] | None:
    turns = [game.drought for game in games if game.drought is not None]
    return mean_t(turns, low=0) if turns else None


def _drought_share(games: Sequence[GameHabits]) -> Interval[float] | None:
    shares = [game.drought_share for game in games if game.drought is not None]
    return mean_t(shares, low=0, high=1) if shares else None


IDLE = Habit(
    "idle",
    "turns without effect",
    "Share of the turns in which a seat can do something or leave it, and after which all is as"
    " before: it passes, or takes back what it did. A turn in which chance is drawn has an effect.",
    "does nothing in {value} of the turns in which it could do something",
    SHARE,
    _ratio("n_idle_turns", "n_open_turns"),
)
UNSPENT = Habit(
    "unspent",
    "left unspent",
    "Share of what turns have to spend, such as actions or action points, that is left over when"
    " they end.",
    "leaves {value} of what its turns have to spend unspent",
    SHARE,
    _ratio("n_unspent", "n_to_spend"),
)
REPEATS = Habit(
    "repeats",
    "the same move again",
    f"Share of the games in which a seat makes the same choices {IN_A_ROW} turns in a row or more,"
    " each time from the same position, so that nothing has come of them. Turns without effect do"
    " not count.",
    f"makes the same move {IN_A_ROW} times or more in a row, each time from the same position, in"
    " {value} of the games",
    SHARE,
    _games_with_repeats,
)
MOST_REPEATS = Habit(
    "most_repeats",
    "the same move in a row",
    "Most turns in a row in which a seat makes the same choices, each time from the same position:"
    " a mean over games.",
    "makes the same move {value} times in a row",
    TIMES,
    _most_repeats,
    least=1,
)
RETURNS = Habit(
    "undone",
    "moves undone",
    "Share of the turns that begin in a position that the seat has met before, though something"
    " moved in between and no chance was drawn: one player undoes what another does.",
    "begins {value} of its turns where it was before, as moves are undone",
    SHARE,
    _ratio("n_returns", "n_turns"),
)
DROUGHT = Habit(
    "drought",
    "longest stretch without a point",
    "Most turns in a row after which a seat has no more points than before, a mean over games. A"
    " game that counts points at the end only has long ones.",
    "gains no point for {value} turns",
    TURNS,
    _drought,
)
DROUGHT_SHARE = Habit(
    "drought_share",
    "this stretch as a share of the game",
    "The same as a share of the turns of this seat.",
    "gains no point in {value} of its turns in a row",
    SHARE,
    _drought_share,
)
MISSED_WINS = Habit(
    "missed_wins",
    "missed wins",
    "Share of the turns that could have won the game with a single choice, whatever chance has in"
    " store and the seat cannot see, and did not.",
    "misses {value} of the wins that are one choice away",
    SHARE,
    _ratio("n_wins_passed", "n_wins_in_sight"),
)
HABITS = (IDLE, UNSPENT, REPEATS, MOST_REPEATS, RETURNS, DROUGHT, DROUGHT_SHARE, MISSED_WINS)
BY_NAME = {habit.name: habit for habit in HABITS}
BY_KEY = {habit.key: habit for habit in HABITS}
NEVER_CHOSEN = "options never chosen"
OPTIONS_MEANING = (
    "Kinds of choices, and cards, that are on the menu in 5 % of the games or more and are chosen"
    " in less than 1 % of these."
)


def habit_table(
    policy: str, players: int, games: Sequence[GameHabits], limits: Limits = LIMITS
) -> pd.DataFrame:
    """Return a row for each habit that these games can show, and for each option never chosen.

    `limits` has the limit of each habit by its key.

    A habit is beyond its limit if its whole interval is. What an option lacks is not an excess: it
    is listed if it is chosen in less than HARDLY_EVER of the games that offer it.
    """
    rows = [
        (policy, players, habit.name, "", habit.unit, *measured, limit, is_beyond)
        for habit in HABITS
        if (measured := habit.estimate(games)) is not None
        for limit in [limits[habit.key]]
        for is_beyond in [limit is not None and measured.low > limit]
    ]
    rows += [
        (policy, players, NEVER_CHOSEN, option, SHARE, *chosen, HARDLY_EVER, True)
        for option, chosen in never_chosen(games)
    ]
    return pd.DataFrame(rows, columns=COLUMNS)


def never_chosen(games: Sequence[GameHabits]) -> Iterator[tuple[str, Interval[float]]]:
    """Yield options that are often on the menu and hardly ever chosen, and how often they are."""
    # sorted: the order of a set of words differs from process to process
    for option in sorted(frozenset().union(*(game.offered for game in games))):
        offering = [game for game in games if option in game.offered]
        n_chosen = sum(option in game.chosen for game in offering)
        is_often_offered = len(offering) >= max(FEWEST_OFFERS, OFTEN_OFFERED * len(games))
        if is_often_offered and n_chosen < HARDLY_EVER * len(offering):
            yield option, clopper_pearson(n_chosen, len(offering))
