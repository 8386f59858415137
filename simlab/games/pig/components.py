"""The rules of Pig as data: the target, and the table of optimal play that follows from it."""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from simlab.components import Components, Parameter, Schema, fill_values, value_fields
from simlab.engine.kernel import kernel
from simlab.engine.record import Row, byte, real, record, short, whole
from simlab.games.pig.state import MOST_PLAYERS

HIGHEST_TARGET = 100
ALL = 65_535
"""A chance of 1 within a turn; a hundred-thousandth is small against the luck of a die."""
TOLERANCE = 1e-9
"""Change of a chance below which value iteration ends."""

HEAD_STARTS = [f"head_start_{seat}" for seat in range(1, MOST_PLAYERS + 1)]
"""Names of the points at the start, by seat."""

SCHEMA = Schema(
    parameters=(
        Parameter(
            "target",
            "points that win the game",
            rule="P5",
            low=10,
            high=HIGHEST_TARGET,
            unit="points",
        ),
        *(
            Parameter(
                name,
                f"points of seat {seat} at the start",
                rule="P1",
                low=0,
                high=HIGHEST_TARGET - 1,
                unit="points",
                default=0,
            )
            for seat, name in enumerate(HEAD_STARTS, 1)
        ),
    )
)

RULES = record(
    **value_fields(SCHEMA, without=HEAD_STARTS),
    head_start=whole("points at the start, by seat", "points", MOST_PLAYERS),
    should_roll=byte(
        "1 where the better of two players rolls: by own score, rival's score and turn total",
        shape=(HIGHEST_TARGET,) * 3,
    ),
    chance=real(
        "chance to win, about to begin a turn, of the better of two: by own and rival's score",
        shape=(HIGHEST_TARGET,) * 2,
    ),
    chance_in_turn=short(
        "the same within a turn, in parts of ALL: by own score, rival's score and turn total",
        shape=(HIGHEST_TARGET,) * 3,
    ),
)


def fill(components: Components, rules: Row) -> None:
    """Fill the rules record from checked components."""
    fill_values(components, rules)
    rules.head_start = [components.values[name] for name in HEAD_STARTS]
    play = optimal_play(rules.target)
    rules.should_roll = play.should_roll
    rules.chance[: rules.target, : rules.target] = play.chance
    rules.chance_in_turn[: rules.target, : rules.target, : rules.target] = play.chance_in_turn


class OptimalPlay(NamedTuple):
    """Optimal play of two, by own score, rival's score and turn total."""

    should_roll: Any
    """Shape (HIGHEST_TARGET,) * 3."""
    chance: Any
    """At the start of a turn; shape (target, target)."""
    chance_in_turn: Any
    """In parts of ALL; shape (target, target, target)."""


@lru_cache(maxsize=4)  # 10 MB; head starts change nothing in it
def optimal_play(target: int) -> OptimalPlay:
    """Return optimal play of two to a target."""
    should_roll = np.zeros((HIGHEST_TARGET,) * 3, np.uint8)
    win = np.full((target,) * 3, 0.5)
    solve(win, target, should_roll)
    return OptimalPlay(should_roll, win[:, :, 0].copy(), np.rint(ALL * win).astype(np.uint16))


@kernel
def solve(win: Any, target: int, should_roll: Any) -> None:
    """Find optimal two-player play by value iteration.

    `win[i, j, k]` is the chance to win for a player about to decide with i points, k more in the
    turn total, against a rival's j. Source: T. Neller and C. Presser, "Optimal play of the dice
    game Pig", The UMAP Journal 25 (2004).
    """
    for total in range(2 * (target - 1), -1, -1):
        for i in range(max(0, total - target + 1), total // 2 + 1):
            change = 1.0
            while change > TOLERANCE:
                change = sweep(win, target, should_roll, i, total - i)
                change = max(change, sweep(win, target, should_roll, total - i, i))


@kernel
def sweep(win: Any, target: int, should_roll: Any, i: int, j: int) -> float:
    """Improve the chances for all turn totals at one pair of scores; return the largest change."""
    change = 0.0
    for k in range(target - i - 1, -1, -1):
        hold = 1.0 - (win[j, i + k, 0] if i + k < target else 0.0)
        roll = 1.0 - win[j, i, 0]
        for face in range(2, 7):
            roll += 1.0 if i + k + face >= target else win[i, j, k + face]
        roll /= 6.0
        better = max(hold, roll)
        change = max(change, abs(better - win[i, j, k]))
        win[i, j, k] = better
        should_roll[i, j, k] = roll > hold
    return change
