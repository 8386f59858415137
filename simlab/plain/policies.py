"""Policies that every plain game can have."""

from collections.abc import Hashable, Sequence
from dataclasses import replace

from simlab.game.policy import policy
from simlab.plain.chance import Stream
from simlab.plain.view import View


@policy()
def random(view: View, choices: Sequence[Hashable], chance: Stream) -> Hashable:
    """Chooses at random."""
    return chance.pick(choices)


@policy()
def _pick_by_kind(view: View, choices: Sequence[Hashable], chance: Stream) -> Hashable:
    """Picks a kind of choice by chance, then one choice of that kind."""
    if len(choices) == 1:
        return choices[0]
    kinds = [view.kind(choice) for choice in choices]
    starts = [n for n, kind in enumerate(kinds) if n == 0 or kind != kinds[n - 1]]
    starts.append(len(choices))
    n = chance.below(len(starts) - 1)
    return choices[starts[n] + chance.below(starts[n + 1] - starts[n])]


random_by_kind = replace(_pick_by_kind, name="random")
"""The policy `random` of a game that names it in `define`: first a kind of choice is drawn, then
one choice of it, so that a kind of many choices is not likelier. Choices of a kind must follow each
other."""
