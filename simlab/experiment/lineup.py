"""Short names of line-ups and policies."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby

SEARCH = re.compile(r"(?P<name>\w+):base=(?P<base>\w+)(?:,(?P<traits>.+))?")
"""Written form of a search over a base policy."""


def in_short(lineup: Sequence[str]) -> list[str]:
    """Return the policies of a line-up in order, the last one once for all remaining seats.

    Equal neighbours before it are counted: `2 greedy`, `planner`. With the number of seats the
    line-up can be restored.
    """
    *front, (last, _) = [(policy, len(list(seats))) for policy, seats in groupby(lineup)]
    return [*(policy if n == 1 else f"{n} {policy}" for policy, n in front), last]


def display_name(policy: str) -> str:
    """Return the display name of a policy: `search over planner (50 rollouts)`."""
    match = SEARCH.fullmatch(policy)
    if not match:
        return policy
    name = f"{match['name']} over {match['base']}"
    traits = [_spoken(trait) for trait in (match["traits"] or "").split(",") if trait]
    return f"{name} ({', '.join(traits)})" if traits else name


def display_names(policies: Iterable[str]) -> dict[str, str]:
    """Return the display name of each policy, without its traits if it is unique without them."""
    whole = {policy: display_name(policy) for policy in policies}
    brief = {policy: name.partition(" (")[0] for policy, name in whole.items()}
    n_called = Counter(brief.values())
    return {
        policy: brief[policy] if n_called[brief[policy]] == 1 else whole[policy] for policy in whole
    }


def _spoken(trait: str) -> str:
    name, _, value = trait.partition("=")
    return f"{value} {name}" if name == "rollouts" else f"{name} {value}"
