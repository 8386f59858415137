"""Effects: what a function of a plain game may read and change, with all it calls.

`effect.py` has the effects and the places where they happen. Of one function, `surroundings.py`
knows what its names and calls mean in the game, `normal_function.py` its names and returns,
`places.py` where its values stand, `body.py` its effects, and `course.py` their order.
`functions.py` has all functions of a game; `known_functions.py` and `seen_types.py` are what the
analysis of one asks of the others and of the game.
"""

from simlab.compiler.effects.body import Body
from simlab.compiler.effects.course import own_nodes, statements_of
from simlab.compiler.effects.effect import (
    NO_EFFECTS,
    AccessPath,
    Effects,
    is_within,
    items_of,
    meet,
)
from simlab.compiler.effects.functions import Functions
from simlab.compiler.effects.places import without_key

__all__ = [
    "NO_EFFECTS",
    "AccessPath",
    "Body",
    "Effects",
    "Functions",
    "is_within",
    "items_of",
    "meet",
    "own_nodes",
    "statements_of",
    "without_key",
]
