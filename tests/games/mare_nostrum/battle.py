"""Battles of Mare Nostrum by hand: what dice can show, and what a roll does to both sides.

Slow and obvious, exact, and sharing nothing with the game.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import NamedTuple

SIX = (1, 2, 3, 4, 5, 6)


@dataclass(frozen=True)
class Terms:
    """What all battles have in common."""

    divisor: int = 5
    """Points for one hit."""
    fortress_points: int = 5
    cancels: int = 1
    """Hits that a fortress cancels."""
    most_dice: int = 9


@dataclass(frozen=True)
class Side:
    """One side of a battle."""

    units: int
    """Legions or triremes."""
    has_fortress: bool = False
    per_die: int = 0
    """Points that each die counts more."""
    more: int = 0
    """Points beyond those of the dice and the fortress."""
    is_unstoppable: bool = False
    """Whether no fortress cancels its hits."""

    def n_dice(self, terms: Terms) -> int:
        return min(self.units, terms.most_dice)

    @property
    def is_there(self) -> bool:
        return self.units > 0 or self.has_fortress


class Loss(NamedTuple):
    """What a side loses."""

    units: int
    fortress: bool


def points(side: Side, dice: Sequence[int], terms: Terms) -> int:
    """Return the points of a side whose dice show this [M23]."""
    fortress = terms.fortress_points if side.has_fortress else 0
    return sum(face + side.per_die for face in dice) + fortress + side.more


def hits(side: Side, rival: Side, dice: Sequence[int], terms: Terms) -> int:
    """Return the hits that a side lands, those that the rival's fortress cancels left out [M23]."""
    landed = points(side, dice, terms) // terms.divisor
    if rival.has_fortress and not side.is_unstoppable:
        landed -= terms.cancels
    return max(landed, 0)


def loss(side: Side, n_hits: int) -> Loss:
    """Return what a side loses by a number of hits, its fortress last [M23]."""
    return Loss(min(n_hits, side.units), side.has_fortress and n_hits > side.units)


def left(side: Side, lost: Loss) -> Side:
    """Return what remains of a side."""
    return Side(side.units - lost.units, side.has_fortress and not lost.fortress)


def fought(
    one: Side, other: Side, dice: tuple[Sequence[int], Sequence[int]], terms: Terms
) -> tuple[Loss, Loss]:
    """Return what both sides lose by one roll, both at once [M23]."""
    own, others = dice
    return (
        loss(one, hits(other, one, others, terms)),
        loss(other, hits(one, other, own, terms)),
    )


# Chances.


def rolls(n_dice: int, faces: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield all that a number of dice can show, each as likely as the others."""
    yield from product(faces, repeat=n_dice)


def share(counts: Counter[int]) -> dict[int, Fraction]:
    """Return how likely each outcome is."""
    return {key: Fraction(n, counts.total()) for key, n in sorted(counts.items())}


def hit_chances(
    side: Side, rival: Side, faces: Sequence[int] = SIX, terms: Terms | None = None
) -> dict[int, Fraction]:
    """Return how likely each number of hits is."""
    terms = terms or Terms()
    shown = rolls(side.n_dice(terms), faces)
    return share(Counter(hits(side, rival, dice, terms) for dice in shown))


class Chances(NamedTuple):
    """How likely each end of a battle is."""

    first_alone: Fraction
    both: Fraction
    second_alone: Fraction
    none: Fraction


def battle_chances(
    one: Side, other: Side, faces: Sequence[int] = SIX, terms: Terms | None = None
) -> Chances:
    """Return who is how likely to be left after one roll."""
    chances: defaultdict[tuple[bool, bool], Fraction] = defaultdict(Fraction)
    for own, own_chance in hit_chances(one, other, faces, terms).items():
        for others, others_chance in hit_chances(other, one, faces, terms).items():
            stays = left(one, loss(one, others)).is_there
            resists = left(other, loss(other, own)).is_there
            chances[stays, resists] += own_chance * others_chance
    ends = [(True, False), (True, True), (False, True), (False, False)]
    return Chances(*(chances[end] for end in ends))
