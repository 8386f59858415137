"""How many points some dice roll, for policies that compute the odds of a battle [M23]."""

from collections.abc import Sequence

import numpy as np

from simlab.engine.record import Floats, Row

MOST_DICE = 10
"""Sums are known for at most this many dice."""
MOST_POINTS = 200
"""The most points that this many dice roll; a face shows at most 20."""


def fill_tails(rules: Row) -> None:
    """Fill in the chance of at least n points, for each kind of die and number of dice."""
    for kind in range(len(rules.die_faces)):
        faces = [int(face) for face in rules.die_faces[kind]]
        for dice in range(MOST_DICE + 1):
            sums = sums_of(faces, dice)
            rules.tails[kind, dice, : len(sums)] = sums[::-1].cumsum()[::-1]
            rules.tails[kind, dice, 0] = 1.0


def sums_of(faces: Sequence[int], dice: int) -> Floats:
    """Return the probability of each sum of some dice, from 0 on."""
    one = np.bincount(faces) / len(faces)
    total = np.ones(1)
    for _ in range(dice):
        total = np.convolve(total, one)
    return total
