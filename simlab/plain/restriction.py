"""Restricted policies of plain games: a policy that may never make some kinds of choices."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from simlab.plain.chance import Stream
from simlab.plain.view import View
from simlab.policy import Policy
from simlab.restriction import known_kinds, restricted_as

Choose = Callable[..., Hashable]


def restricted(policy: Policy, never: Sequence[str], game: Any) -> Policy:
    """Return the restriction of a policy of a plain game to choices of other kinds.

    Raises:
        InputError: the game has no such kind.
    """
    kinds = known_kinds(never, game)
    function = avoiding(policy.function, frozenset(kinds), policy.noise)
    return restricted_as(policy, kinds, game, restricted, function=function)


def avoiding(base: Choose, never: frozenset[str], noise: float) -> Choose:
    """Return the function of a restricted policy over the function of another.

    As in a compiled game, the base chooses again from what is allowed if its choice is forbidden.
    """

    def choose(
        view: View, choices: Sequence[Hashable], chance: Stream, **traits: float
    ) -> Hashable:
        allowed = [choice for choice in choices if view.kind(choice) not in never]
        if noise > 0.0 and chance.uniform() < noise:
            return chance.pick(allowed or choices)
        choice = base(view, choices, chance, **traits)
        if not allowed or view.kind(choice) not in never:
            return choice
        choice = base(view, allowed, chance, **traits)
        return choice if choice in allowed else chance.pick(allowed)

    return choose
