"""Mixed policies of plain games: players who are of two kinds, one in each game."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import Any
from weakref import WeakKeyDictionary

from simlab.game.policy import Policy
from simlab.plain.chance import Stream
from simlab.plain.seated_policy import Memory, SeatedPolicy
from simlab.plain.view import View
from simlab.players.mixture import mix_with_fields

FIRST, SECOND = 0, 1
Memories = tuple[Memory, Memory]


def mix_policies(first: Policy, second: Policy, share: float, game: Any) -> Policy:
    """Return the mixture of two policies of a plain game."""
    implementation = {
        "function": choose_from_either(SeatedPolicy(first), SeatedPolicy(second), share),
        "memory_class": partial(memories_of, first, second),
    }
    return mix_with_fields(first, second, share, game, mix_policies, **implementation)


def memories_of(first: Policy, second: Policy) -> Memories:
    """Return the memories of both, of which a seat needs one."""
    return Memory(first), Memory(second)


def choose_from_either(
    first: SeatedPolicy, second: SeatedPolicy, share: float
) -> Callable[..., Hashable]:
    """Return the function of a mixed policy.

    As in a compiled game, which of the two plays a game is drawn at the first decision of a seat.
    A stream belongs to one seat in one game.
    """
    # weak: the entry of a game goes with its stream
    parts: WeakKeyDictionary[Stream, int] = WeakKeyDictionary()

    def choose(
        view: View, choices: Sequence[Hashable], chance: Stream, memory: Memories, **_: float
    ) -> Hashable:
        if chance not in parts:
            parts[chance] = SECOND if chance.uniform() < share else FIRST
        part_memory = memory[parts[chance]]
        if first.noise > 0.0 and chance.uniform() < first.noise:
            # as noise does for a policy on its own
            part_memory.clear()
            return chance.pick(choices)
        part = (first, second)[parts[chance]]
        return part.ask(view, choices, chance, part.traits, part_memory)

    return choose
