"""Mixed policies of plain games: players who are of two kinds, one in each game."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any
from weakref import WeakKeyDictionary

from simlab.mixture import mixed_as
from simlab.plain.chance import Stream
from simlab.plain.engine import SeatedPolicy
from simlab.plain.view import View
from simlab.policy import Policy

Choose = Callable[..., Hashable]


def mixed(first: Policy, second: Policy, share: float, game: Any) -> Policy:
    """Return the mixture of two policies of a plain game."""
    function = playing_either(SeatedPolicy(first), SeatedPolicy(second), share)
    return mixed_as(first, second, share, game, mixed, function=function)


def playing_either(first: SeatedPolicy, second: SeatedPolicy, share: float) -> Choose:
    """Return the function of a mixed policy.

    As in a compiled game, which of the two plays a game is drawn at the first decision of a seat.
    A stream belongs to one seat in one game.
    """
    parts: WeakKeyDictionary[Stream, SeatedPolicy] = WeakKeyDictionary()

    def choose(view: View, choices: Sequence[Hashable], chance: Stream, **_: float) -> Hashable:
        if chance not in parts:
            parts[chance] = second if chance.uniform() < share else first
        if first.noise > 0.0 and chance.uniform() < first.noise:
            return chance.pick(choices)
        part = parts[chance]
        choice: Hashable = part.function(view, choices, chance, **part.traits)
        return choice

    return choose
