"""Pairings: who is compared with whom, and in which line-ups they meet.

Where seats win or lose, a policy is compared with an even share of the wins of its line-up: one
seat of it among rivals. A line-up of one against the rest has as many seatings as seats, so its
rotations are all of them. With two seats, a line-up of A and B answers for both; with more, one A
among B's and one B among A's are two pairings, for a policy may do well only while it is rare.

Where all seats share one score, the scores of two line-ups are compared on the same deals.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement

from simlab.analysis.crosstable import Lineup, Pairing
from simlab.analysis.ladder import FOCUS, GAUNTLET
from simlab.experiment.lineup import in_short


def pairings(
    form: str, policies: Sequence[str], players: int, *, is_cooperative: bool
) -> list[Pairing]:
    """Return all pairings of a ladder of at least two policies.

    In a round robin every two policies meet; in a gauntlet the first meets each of the others; in
    focus one seat of the first policy is tried among all mixtures of the others. The line-ups do
    not depend on the order in which the policies are named, but for who is the first.
    """
    if form == FOCUS:
        return list(_focus(policies, players, is_cooperative))
    pairs = list(combinations(policies, 2))
    if form == GAUNTLET:
        pairs = [pair for pair in pairs if pair[0] == policies[0]]
    if is_cooperative:
        return [Pairing(a, b, (a,) * players, (b,) * players) for a, b in pairs]
    if players == 2:
        return [Pairing(a, b, (min(a, b), max(a, b))) for a, b in pairs]
    both = [pair for a, b in pairs for pair in ((a, b), (b, a))]
    return [Pairing(a, b, (a, *(b,) * (players - 1))) for a, b in both]


def lineups_of(pairings: Sequence[Pairing]) -> list[Lineup]:
    """Return the different line-ups that some pairings need."""
    return list(dict.fromkeys(lineup for pairing in pairings for lineup in pairing.lineups))


def _focus(policies: Sequence[str], players: int, is_cooperative: bool) -> Iterator[Pairing]:
    """Yield a pairing for each line-up that the first policy joins.

    It joins mixtures where seats win or lose; a cooperative table is one of a single policy, in
    which the first policy takes one seat.
    """
    first, others = policies[0], sorted(policies[1:])
    if is_cooperative:
        for other in others:
            yield Pairing(first, other, (first, *(other,) * (players - 1)), (other,) * players)
        return
    for rivals in combinations_with_replacement(others, players - 1):
        yield Pairing(first, ", ".join(in_short(rivals)), (first, *rivals))
