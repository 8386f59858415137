"""Pairings of a ladder: which policies are compared, and in which line-ups they meet.

In competitive games one seat of a policy plays among rivals, and its share of the wins is compared
with an even share. The rotations of such a line-up are all its seatings. With two seats, a line-up
of A and B measures both; with more, one A among Bs and one B among As are two pairings, since a
policy may do well only while it is rare.

In cooperative games the scores of two line-ups are compared on the same deals.
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
    focus one seat of the first policy plays among all mixtures of the others. Line-ups do not
    depend on the order of the policies, except for the first one.
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
    """Return the distinct line-ups that some pairings need."""
    return list(dict.fromkeys(lineup for pairing in pairings for lineup in pairing.lineups))


def _focus(policies: Sequence[str], players: int, is_cooperative: bool) -> Iterator[Pairing]:
    """Yield a pairing for each line-up that the first policy joins.

    In competitive games the others are mixtures; in cooperative games they are one policy.
    """
    first, others = policies[0], sorted(policies[1:])
    if is_cooperative:
        for other in others:
            yield Pairing(first, other, (first, *(other,) * (players - 1)), (other,) * players)
        return
    for rivals in combinations_with_replacement(others, players - 1):
        yield Pairing(first, ", ".join(in_short(rivals)), (first, *rivals))
