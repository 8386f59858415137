"""The policy that every plain game has."""

from collections.abc import Hashable, Sequence

from simlab.plain.chance import Stream
from simlab.plain.view import View
from simlab.policy import policy


@policy()
def random(view: View, choices: Sequence[Hashable], chance: Stream) -> Hashable:
    """Chooses at random."""
    return chance.pick(choices)
