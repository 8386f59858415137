"""The exchange of Mare Nostrum by hand: who may pick what, when it ends, and who gets one more.

Slow and obvious, and sharing nothing with the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

NOBODY = -1

Offers = Mapping[int, Mapping[int, int]]
"""Tokens by kind that each seat taking part has offered."""


class Pick(NamedTuple):
    """A token taken out of a rival's offer."""

    seat: int
    victim: int
    token: int


@dataclass(frozen=True)
class Exchange:
    """An exchange after some picks."""

    seat: int
    """Whose pick it is, if there is one left to make."""
    options: set[Pick]
    """The picks that this seat may make; when there is none, the exchange is over."""
    to: int
    """Who gets a token of the starter's choice if the exchange ends now, or NOBODY."""

    @property
    def is_over(self) -> bool:
        return not self.options


def exchange(
    offers: Offers, starter: int, picks: Sequence[Pick] = (), *, once_each_way: bool = False
) -> Exchange:
    """Return how an exchange stands after some picks, each of which must have been allowed.

    Args:
        once_each_way: whether two seats pick from each other only once each way.

    Raises:
        ValueError: one of the picks was not allowed.
    """
    seat, left = starter, {seat: +Counter(offer) for seat, offer in offers.items()}
    for n_before, pick in enumerate(picks):
        if pick not in options(left, picks[:n_before], seat, once_each_way):
            raise ValueError(f"pick {n_before} was not allowed: {pick}")
        left[pick.victim][pick.token] -= 1
        left[pick.victim] = +left[pick.victim]
        seat = pick.victim
    allowed = options(left, picks, seat, once_each_way)
    return Exchange(seat, allowed, NOBODY if seat == starter else seat)


def options(left: Offers, picks: Sequence[Pick], seat: int, once_each_way: bool) -> set[Pick]:
    """Return the picks that a seat may make of what nobody has picked yet of each offer [M9]."""
    barred = robbed_by(seat, picks) if once_each_way else {locked(picks)}
    victims = left.keys() - {seat} - barred
    return {Pick(seat, victim, token) for victim in victims for token in left[victim]}


def locked(picks: Sequence[Pick]) -> int:
    """Return whom the last robbed seat may not pick from, both having robbed each other [M9]."""
    if len(picks) < 2:
        return NOBODY
    there, back = picks[-2:]
    is_mutual = there.seat == back.victim and there.victim == back.seat
    return back.seat if is_mutual else NOBODY


def robbed_by(seat: int, picks: Sequence[Pick]) -> set[int]:
    """Return those from whom a seat has picked already [M9]."""
    return {pick.victim for pick in picks if pick.seat == seat}


def is_chip_free(chip: int, used: set[int]) -> bool:
    """Say whether a chip may be used after these [M7]."""
    return chip not in used


def used_after(chip: int, used: set[int], n_chips: int) -> set[int]:
    """Return the chips that are blocked once another one has been used [M7]."""
    now = used | {chip}
    return now if len(now) < n_chips else set()
