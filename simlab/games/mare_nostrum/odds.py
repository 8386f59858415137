"""The exact odds of one roll on land, for players who weigh an attack [M23].

Fortresses count, powers of heroes and wonders do not.
"""

from collections.abc import Sequence

import numpy as np

from simlab.engine.record import Floats, Row

MOST_LEGIONS = 10
"""Odds are known for fewer legions than this on either side."""


def fill_odds(rules: Row) -> None:
    """Fill in the chance that attackers alone are left after one roll."""
    faces = [int(face) for face in rules.die_faces[0]]
    sums = [sums_of(faces, min(dice, int(rules.land_dice))) for dice in range(MOST_LEGIONS)]
    for attackers in range(1, MOST_LEGIONS):
        for legions in range(MOST_LEGIONS):
            for fortress in range(2):
                win = chance(
                    sums[attackers],
                    rules.hit_divisor * (legions + fortress * (1 + rules.fortress_cancels)),
                )
                points = rules.hit_divisor * attackers - fortress * rules.fortress_points
                rules.odds[attackers, legions, fortress] = win * (1 - chance(sums[legions], points))
    rules.odds[1:, 0, 0] = 1.0


def sums_of(faces: Sequence[int], dice: int) -> Floats:
    """Return the probability of each sum of some dice, from 0 on."""
    one = np.bincount(faces) / len(faces)
    total = np.ones(1)
    for _ in range(dice):
        total = np.convolve(total, one)
    return total


def chance(sums: Floats, points: int) -> float:
    """Return the probability of at least so many points."""
    return float(sums[max(points, 0) :].sum())
