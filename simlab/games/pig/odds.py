"""Optimal play of Pig between two, and the chances to win by it, worked out from the target."""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from simlab.engine.kernel import kernel
from simlab.plain import lookup_table

HIGHEST_TARGET = 100
SHAPE = (HIGHEST_TARGET, HIGHEST_TARGET, HIGHEST_TARGET)
"""Own score, rival's score and turn total."""
TOLERANCE = 1e-9
"""Change of a chance below which value iteration ends."""


@lookup_table(*SHAPE, of=bool)
def should_roll(rules: Any) -> Any:
    """Whether rolling is better than holding."""
    return optimal_play(rules.target).should_roll


@lookup_table(*SHAPE, of=np.float32)  # a ten-millionth is small against the luck of a die
def chance_to_win(rules: Any) -> Any:
    """Chance to win of who is about to decide."""
    return optimal_play(rules.target).chance_to_win


class OptimalPlay(NamedTuple):
    """Optimal play to a target; beyond it, nothing."""

    should_roll: Any
    chance_to_win: Any


@lru_cache(maxsize=4)  # 9 MB each
def optimal_play(target: int) -> OptimalPlay:
    """Return optimal play to a target.

    By value iteration, from the highest sum of both scores down. Source: T. Neller and C. Presser,
    "Optimal play of the dice game Pig", The UMAP Journal 25 (2004).
    """
    play = OptimalPlay(np.zeros(SHAPE, np.bool_), np.full(SHAPE, 0.5))
    solve(*play, target)
    return play


@kernel
def solve(should_roll: Any, win: Any, target: int) -> None:
    """Fill in optimal play and its chances, by own score, rival's score and turn total."""
    for total in range(2 * (target - 1), -1, -1):
        # a pair of scores with its mirror image: turns pass between these two alone
        for i in range(max(0, total - target + 1), total // 2 + 1):
            change = 1.0
            while change > TOLERANCE:
                change = sweep(should_roll, win, target, i, total - i)
                change = max(change, sweep(should_roll, win, target, total - i, i))


@kernel
def sweep(should_roll: Any, win: Any, target: int, i: int, j: int) -> float:
    """Improve the chances for all turn totals at one pair of scores; return the largest change."""
    change = 0.0
    # from the highest turn total down: a roll leads to higher ones, whose chances are new already
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
