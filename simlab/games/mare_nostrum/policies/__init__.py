"""Players of Mare Nostrum."""

from simlab.games.mare_nostrum.policies.archetype import (
    conqueror,
    patron,
    politician,
    pyramid_saver,
)
from simlab.games.mare_nostrum.policies.balanced import balanced
from simlab.games.mare_nostrum.policies.greedy import greedy
from simlab.games.mare_nostrum.policies.random import random

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
