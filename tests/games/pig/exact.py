"""Exact chances in Pig for two players who race to 100, by recursion, from the rules alone.

How a player plays is an array `rolls[own, rival, total]`: whether to roll again with these points,
the rival's and the points of the turn.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

TARGET = 100
MOST = TARGET + 5
"""Most points that a turn can reach."""
CLEARLY = 1e-12

Flags = npt.NDArray[np.bool_]
Chances = npt.NDArray[np.float64]


def hold_at(points: int) -> Flags:
    """Roll until the turn total reaches a number of points or wins."""
    own, rival, total = np.indices((TARGET, TARGET, TARGET), sparse=True)
    rolls: Flags = total + 0 * rival < np.minimum(points, TARGET - own)
    return rolls


def turn_totals(rolls: Flags) -> Chances:
    """Return the chance of each total at the end of a turn; 0 is also that of a lost turn."""
    ended = np.zeros((TARGET, TARGET, MOST + 1))
    ended[:, :, 0] = 1
    lost = np.zeros((TARGET, TARGET))
    for total in range(TARGET):
        by_face = ended[:, :, total] * rolls[:, :, total] / 6
        ended[:, :, total] -= 6 * by_face
        lost += by_face
        for face in range(2, 7):
            ended[:, :, total + face] += by_face
    ended[:, :, 0] += lost
    return ended


def win_chances(one: Flags, other: Flags) -> tuple[Chances, Chances]:
    """Return the chance to win of either at the start of their own turn, by own and rival's score.

    Pairs of scores are solved from the highest sum down: the chances of the two at a pair depend
    on one another through turns that gain nothing, two linear equations, and else on solved pairs.
    """
    turns_of_one, turns_of_other = turn_totals(one), turn_totals(other)
    a, b = np.zeros((TARGET, TARGET)), np.zeros((TARGET, TARGET))
    for i, j in sorted(np.ndindex(TARGET, TARGET), key=sum, reverse=True):
        idle_one, gain_one = after_turn(turns_of_one[i, j], b[j, i:])
        idle_other, gain_other = after_turn(turns_of_other[j, i], a[i, j:])
        # x = gain_one + idle_one (1 - y) and y = gain_other + idle_other (1 - x)
        x = (gain_one + idle_one * (1 - gain_other - idle_other)) / (1 - idle_one * idle_other)
        a[i, j], b[j, i] = x, gain_other + idle_other * (1 - x)
    return a, b


def after_turn(totals: Chances, rival_wins: Chances) -> tuple[float, float]:
    """Return the chances of a turn to gain nothing, and to gain something and win in the end.

    `rival_wins` are the rival's chances after each total that does not win at once.
    """
    lost_later = totals[1 : len(rival_wins)] @ rival_wins[1:]
    return totals[0], totals[1:].sum() - lost_later


def worth_rolling(rival_wins: Chances) -> Chances:
    """Return by how much rolling beats holding for a player whose later choices are the best.

    `rival_wins` are the rival's chances at the start of a turn. Not a number where holding wins.
    """
    gain = np.full((TARGET, TARGET, TARGET), np.nan)
    best = np.ones((TARGET, TARGET, MOST + 1))
    for own in range(TARGET):
        for total in range(TARGET - own - 1, -1, -1):
            faces = sum(best[own, :, total + face] for face in range(2, 7))
            roll = (1 - rival_wins[:, own] + faces) / 6
            hold = 1 - rival_wins[:, own + total]
            gain[own, :, total] = roll - hold
            best[own, :, total] = np.maximum(roll, hold)
    return gain


def best_reply(other: Flags) -> Flags:
    """Return the best way to play against another player, by policy iteration."""
    rolls, better = ~other, other
    while (rolls != better).any():
        rolls = better
        better = worth_rolling(win_chances(rolls, other)[1]) > CLEARLY
    return rolls
