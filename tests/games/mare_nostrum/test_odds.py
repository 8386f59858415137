"""Odds of a battle in Mare Nostrum [M23]."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from simlab.games.mare_nostrum import GAME
from simlab.games.mare_nostrum.odds import MOST_DICE, ways_of


@pytest.mark.parametrize("dice", range(5))
def test_the_ways_to_roll_a_sum_are_those_that_one_counts(dice: int) -> None:
    faces = [0, 1, 1, 2, 3, 5]
    rolls = [sum(roll) for roll in product(faces, repeat=dice)]
    assert ways_of(faces, dice).tolist() == [rolls.count(n) for n in range(5 * dice + 1)]


def test_odds_are_the_floats_nearest_to_the_exact_ones() -> None:
    """Whatever the processor: a sum of floats would differ in the last digit."""
    rules = GAME.load().row[0]
    for kind, faces in enumerate(rules.die_faces.tolist()):
        for dice in range(MOST_DICE + 1):
            ways = ways_of(faces, dice).tolist()
            for n in range(len(ways)):
                exact = Fraction(sum(ways[n:]), len(faces) ** dice)
                assert rules.tails[kind, dice, n] == float(exact)
