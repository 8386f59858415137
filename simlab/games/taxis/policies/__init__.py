"""The policies of Les Taxis de la Marne."""

from simlab.engine.menu import MOST_KINDS, random_by_kind
from simlab.game.policy import policy
from simlab.games.taxis.policies.greedy import greedy
from simlab.games.taxis.policies.planner import planner
from simlab.games.taxis.rules.choice import DETAIL_BITS

random = policy(memory=MOST_KINDS)(random_by_kind(DETAIL_BITS))

__all__ = ["greedy", "planner", "random"]
