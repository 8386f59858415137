"""Players of Arriala."""

from simlab.engine.menu import MOST_KINDS, random_by_kind
from simlab.game.policy import policy
from simlab.games.arriala.policies.archetype import builder, lock_rusher, spoiler, vintner
from simlab.games.arriala.policies.greedy import greedy
from simlab.games.arriala.policies.planner import planner
from simlab.games.arriala.rules.choice import DETAIL_BITS

random = policy(memory=MOST_KINDS)(random_by_kind(DETAIL_BITS))

ALL = (random, greedy, builder, lock_rusher, vintner, spoiler, planner)

__all__ = ["ALL", "builder", "greedy", "lock_rusher", "planner", "random", "spoiler", "vintner"]
