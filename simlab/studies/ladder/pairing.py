"""Pairings of a ladder: which policies are compared, and in which line-ups they meet.

In competitive games one seat of a policy plays among rivals, and its share of the wins is compared
with an even share. The rotations of such a line-up are all its seatings. With two seats, a line-up
of A and B measures both; with more, one A among Bs and one B among As are two pairings, since a
policy may do well only while it is rare.

Where seats play for points, the score of the policy is compared with that of another line-up on the
same deals: what a seat of A among Bs gets more than a seat of B does there. In cooperative games
tables of A are compared with tables of B.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement

from simlab.analysis.crosstable import Lineup, Pairing
from simlab.experiment.lineup import in_short
from simlab.studies.ladder.result import FOCUS, GAUNTLET


def pairings(
    form: str,
    policies: Sequence[str],
    players: int,
    *,
    is_cooperative: bool,
    is_for_points: bool = False,
) -> list[Pairing]:
    """Return all pairings of a ladder of at least two policies.

    In a round robin every two policies meet; in a gauntlet the first meets each of the others; in
    focus one seat of the first policy plays among all mixtures of the others. Line-ups do not
    depend on the order of the policies, except for the first one.
    """
    if form == FOCUS:
        return list(_focus(policies, players, is_cooperative or is_for_points))
    pairs = list(combinations(policies, 2))
    if form == GAUNTLET:
        pairs = [pair for pair in pairs if pair[0] == policies[0]]
    if is_cooperative:
        return [Pairing(a, b, (a,) * players, (b,) * players) for a, b in pairs]
    if players == 2 and not is_for_points:
        # in order: two players meet in both seats anyway, so that (a, b) and (b, a) are the same
        # games
        return [Pairing(a, b, (min(a, b), max(a, b))) for a, b in pairs]
    # one a among several b is another table than one b among several a
    both = [pair for a, b in pairs for pair in ((a, b), (b, a))]
    return [_one_among(a, b, players, is_for_points) for a, b in both]


def _one_among(single: str, rivals: str, players: int, is_for_points: bool) -> Pairing:
    """Return the pairing of one seat of a policy among seats of another."""
    lineup = (single, *(rivals,) * (players - 1))
    base = (rivals,) * players if is_for_points else None
    return Pairing(single, rivals, tuple(sorted(lineup)) if players == 2 else lineup, base)


def lineups_of(pairings: Sequence[Pairing]) -> list[Lineup]:
    """Return the distinct line-ups that some pairings need."""
    return list(dict.fromkeys(lineup for pairing in pairings for lineup in pairing.lineups))


def _focus(policies: Sequence[str], players: int, is_for_points: bool) -> Iterator[Pairing]:
    """Yield a pairing for each line-up that the first policy joins.

    The others are mixtures; where seats play for points they are one policy.
    """
    first, other_policies = policies[0], sorted(policies[1:])
    if is_for_points:
        for rival in other_policies:
            yield Pairing(first, rival, (first, *(rival,) * (players - 1)), (rival,) * players)
        return
    for rivals in combinations_with_replacement(other_policies, players - 1):
        yield Pairing(first, ", ".join(in_short(rivals)), (first, *rivals))
