"""Battles by hand: what one roll does, and the exact numbers of the rules page."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from tests.games.mare_nostrum.battle import (
    Loss,
    Side,
    Terms,
    battle_chances,
    fought,
    hit_chances,
    hits,
    loss,
    points,
)

TERMS = Terms()
NOBODY_THERE = Side(0)
LONE_FORTRESS = Side(0, has_fortress=True)


def garrison(legions: int) -> Side:
    """Return legions beside a fortress of theirs."""
    return Side(legions, has_fortress=True)


@pytest.mark.parametrize(
    ("n_dice", "expected"),
    [
        (1, (0.6667, 0.3333)),
        (2, (0.1667, 0.6667, 0.1667)),
        (3, (0.0185, 0.3565, 0.5324, 0.0926)),
        (4, (0.0008, 0.0965, 0.4591, 0.3897, 0.0540)),
    ],
)
def test_dice_hit_as_often_as_the_rules_page_says(n_dice: int, expected: tuple[float, ...]) -> None:
    chances = hit_chances(Side(n_dice), Side(1))
    assert sum(chances.values()) == 1
    assert tuple(round(float(chances[n]), 4) for n in sorted(chances)) == expected


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (Side(1), Side(1), (0.222, 0.444, 0.222, 0.111)),
        (Side(2), Side(1), (0.833, 0.167, 0, 0)),
        (Side(2), Side(2), (0.139, 0.694, 0.139, 0.028)),
        (Side(3), Side(2), (0.625, 0.375, 0, 0)),
        (Side(3), garrison(1), (0.093, 0.907, 0, 0)),
        (Side(6), garrison(3), (0.206, 0.794, 0, 0)),
        (Side(3), LONE_FORTRESS, (0.625, 0.375, 0, 0)),
    ],
    ids=str,
)
def test_battles_end_as_often_as_the_rules_page_says(
    one: Side, other: Side, expected: tuple[float, ...]
) -> None:
    chances = battle_chances(one, other)
    assert sum(chances) == 1
    assert tuple(round(float(chance), 3) for chance in chances) == expected


def test_an_equal_fight_of_two_dice_is_counted_by_hand() -> None:
    assert battle_chances(Side(1), Side(1)) == tuple(Fraction(n, 9) for n in (2, 4, 2, 1))


@pytest.mark.parametrize("faces", [(1, 2, 3, 4, 5, 5), (1, 2, 3, 3, 4, 5), (0, 20, 20, 7, 3, 1)])
def test_faces_decide_how_often_dice_hit(faces: tuple[int, ...]) -> None:
    sums = [sum(dice) // 5 for dice in product(faces, repeat=2)]
    expected = {n: Fraction(sums.count(n), 36) for n in sorted(set(sums))}
    assert hit_chances(Side(2), Side(1), faces) == expected


def test_points_are_divided_and_rounded_down() -> None:
    assert [hits(Side(2), Side(1), dice, TERMS) for dice in [(2, 2), (4, 1), (5, 4), (5, 5)]] == [
        *(0, 1, 1, 2)
    ]


def test_a_fortress_adds_its_points_and_cancels_a_hit() -> None:
    assert points(garrison(1), [3], TERMS) == 8
    assert hits(garrison(1), Side(3), [3], TERMS) == 1
    assert hits(Side(3), garrison(1), [6, 6, 3], TERMS) == 2


def test_a_lone_fortress_counts_five_without_dice() -> None:
    assert LONE_FORTRESS.n_dice(TERMS) == 0
    assert points(LONE_FORTRESS, [], TERMS) == 5


def test_a_fortress_cancels_no_hit_that_is_not_there() -> None:
    assert hits(Side(1), garrison(1), [4], TERMS) == 0


def test_whom_no_fortress_stops_still_meets_its_points() -> None:
    perseus = Side(3, is_unstoppable=True)
    assert hits(perseus, garrison(1), [6, 6, 3], TERMS) == 3
    assert fought(perseus, garrison(1), ([1, 1, 1], [5]), TERMS) == (Loss(2, False), Loss(0, False))


def test_a_bonus_counts_for_each_die_that_is_rolled() -> None:
    assert points(Side(3, per_die=2), [1, 2, 3], TERMS) == 12
    assert points(Side(0, has_fortress=True, per_die=2), [], TERMS) == 5
    capped = Side(12, per_die=1)
    assert capped.n_dice(TERMS) == 9


def test_points_beyond_the_dice_are_counted_once() -> None:
    assert points(Side(2, more=5), [1, 2], TERMS) == 8


def test_a_fortress_is_lost_last() -> None:
    assert loss(garrison(2), 2) == Loss(2, False)
    assert loss(garrison(2), 3) == Loss(2, True)


def test_hits_beyond_what_is_there_are_lost() -> None:
    assert loss(Side(2), 5) == Loss(2, False)
    assert loss(garrison(1), 9) == Loss(1, True)


def test_a_limit_of_dice_is_no_limit_of_losses() -> None:
    terms = Terms(most_dice=2)
    assert Side(6).n_dice(terms) == 2
    assert loss(Side(6), 5) == Loss(5, False)


def test_both_sides_strike_at_once() -> None:
    assert fought(Side(1), Side(1), ([6], [5]), TERMS) == (Loss(1, False), Loss(1, False))


def test_nobody_is_hit_by_nobody() -> None:
    assert battle_chances(Side(1), NOBODY_THERE).first_alone == 1
