"""Search as a policy of every game: it tries each choice by playing on with another policy."""

from __future__ import annotations

from typing import Any

from simlab.engine.loop import ROOM, TRAITS
from simlab.engine.search import bound_search
from simlab.errors import InputError
from simlab.policy import Policy, Trait

SEARCH = "search"
SENTENCE = (
    "Plays each choice on to the end, with what it cannot see dealt anew and the policy `base` in"
    " all seats, and takes the best."
)
ROLLOUTS = {"rollouts": Trait(200, 8, 100_000, "games played on at a decision, over all choices")}


def search_over(base: Policy, game: Any) -> Policy:
    """Return the search of a game over one of its policies, whose traits it has beside its own.

    Raises:
        InputError: the base leaves no room for its own traits or for a game in its memory.
    """
    function, words = bound_search(base.function, base.memory, game)
    traits = {**ROLLOUTS, **base.traits}
    if words > ROOM or len(traits) > TRAITS or ROLLOUTS.keys() & base.traits.keys():
        raise InputError(
            f"policy: {SEARCH}: cannot be based on {base.name}: with it, it would have"
            f" {len(base.traits) + 1} traits and {words} words of memory; there are {TRAITS}, none"
            f" of which may be named {', '.join(ROLLOUTS)}, and {ROOM}"
        )
    return Policy(SEARCH, SENTENCE, function, traits, words, base.players, base=base.name)
