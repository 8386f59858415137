"""How many points some dice roll, for policies that compute the odds of a battle [M23]."""

from collections.abc import Sequence

import numpy as np

from simlab.engine.record import Floats, Ints

MOST_DICE = 10
"""Sums are known for at most this many dice."""
MOST_POINTS = 200
"""The most points that this many dice roll; a face shows at most 20."""


def fill_tails(die_faces: Ints, tails: Floats) -> None:
    """Fill in the chance of at least n points, for each kind of die and number of dice.

    Ways are counted in integers and divided once: sums of floats depend on the processor.
    """
    for kind in range(len(die_faces)):
        faces = [int(face) for face in die_faces[kind]]
        for dice in range(MOST_DICE + 1):
            ways = ways_of(faces, dice)
            at_least = ways[::-1].cumsum()[::-1]
            tails[kind, dice, : len(ways)] = at_least / len(faces) ** dice


def ways_of(faces: Sequence[int], dice: int) -> Ints:
    """Return in how many ways some dice roll each sum, from 0 on."""
    one = np.bincount(faces).astype(np.int64)
    total = np.ones(1, np.int64)
    for _ in range(dice):
        total = np.convolve(total, one)
    return total
