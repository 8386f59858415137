"""Players of Arriala."""

from simlab.games.arriala.policies.archetype import builder, lock_rusher, spoiler, vintner
from simlab.games.arriala.policies.greedy import greedy
from simlab.games.arriala.policies.planner import planner
from simlab.games.arriala.policies.random import random

ALL = (random, greedy, builder, lock_rusher, vintner, spoiler, planner)

__all__ = ["ALL", "builder", "greedy", "lock_rusher", "planner", "random", "spoiler", "vintner"]
