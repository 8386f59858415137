"""Players of Mare Nostrum."""

from simlab.engine.menu import MOST_KINDS, random_by_kind
from simlab.game.policy import policy
from simlab.games.mare_nostrum.policies.archetype import (
    conqueror,
    patron,
    politician,
    pyramid_saver,
)
from simlab.games.mare_nostrum.policies.balanced import balanced
from simlab.games.mare_nostrum.policies.greedy import greedy
from simlab.games.mare_nostrum.rules.choice import DETAIL_BITS

random = policy(memory=MOST_KINDS)(random_by_kind(DETAIL_BITS))

ALL = (random, greedy, pyramid_saver, patron, conqueror, politician, balanced)

__all__ = [
    "ALL",
    "balanced",
    "conqueror",
    "greedy",
    "patron",
    "politician",
    "pyramid_saver",
    "random",
]
