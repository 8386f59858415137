"""A line-up in few words, from which it can be told again when its number of seats is known."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby


def in_short(lineup: Sequence[str]) -> list[str]:
    """Return the policies of a line-up in order, the last one once for all seats that are left.

    Equal neighbours before it are counted: `2 greedy`, `planner`.
    """
    *front, (last, _) = [(policy, len(list(seats))) for policy, seats in groupby(lineup)]
    return [*(policy if n == 1 else f"{n} {policy}" for policy, n in front), last]
