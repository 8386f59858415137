"""The policies of Les Taxis de la Marne."""

from simlab.games.taxis.policies.greedy import greedy
from simlab.games.taxis.policies.planner import planner
from simlab.games.taxis.policies.random import random

__all__ = ["greedy", "planner", "random"]
