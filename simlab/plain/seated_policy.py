"""SeatedPolicy: asks the policy of a plain game, with its traits and what it remembers."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

from simlab.game.policy import ALL_TRAITS, REMEMBERED, Policy
from simlab.plain.chance import Stream
from simlab.plain.game import PlainGame
from simlab.plain.rules import Named
from simlab.plain.view import View


class Memory:
    """What a policy remembers at one seat in one game: an object of the class that it declares."""

    __slots__ = ("_content", "_new")

    def __init__(self, policy: Policy) -> None:
        self._new, self._content = policy.memory_class, None

    @property
    def content(self) -> Any:
        """The object, made when it is asked for first; None if the policy remembers nothing."""
        if self._content is None and self._new is not None:
            self._content = self._new()
        return self._content

    def clear(self) -> None:
        """Forget all, so that the policy gets a new object."""
        self._content = None

    def __deepcopy__(self, copies: dict[int, Any]) -> Memory:
        duplicate = type(self).__new__(type(self))
        duplicate._new, duplicate._content = self._new, copy.deepcopy(self._content, copies)
        return duplicate


Choose = Callable[[View, Sequence[Hashable], Stream, Mapping[str, float], Memory], Hashable]
"""A policy as a function of the view, the choices, its chance, its traits by name and memory."""


def choose_by(policy: Policy) -> Choose:
    """Return the policy as a function that takes all traits and the memory, as it declares them."""
    function, remembers = policy.function, policy.memory_class is not None
    # once for all decisions: to look at a signature takes longer than many a policy
    is_one_argument = has_argument(function, ALL_TRAITS)
    of = f"the traits of {policy.name}"

    def choose(
        view: View,
        choices: Sequence[Hashable],
        chance: Stream,
        traits: Mapping[str, float],
        memory: Memory,
    ) -> Hashable:
        arguments: dict[str, Any] = {**traits}
        if is_one_argument:
            arguments = {ALL_TRAITS: Named(of, traits)}
        if remembers:
            arguments[REMEMBERED] = memory.content
        choice: Hashable = function(view, choices, chance, **arguments)
        return choice

    return choose


def has_argument(function: Callable[..., Any], name: str) -> bool:
    """Return whether a function has an argument with this name, which is not `**name`."""
    argument = inspect.signature(function).parameters.get(name)
    return argument is not None and argument.kind is not inspect.Parameter.VAR_KEYWORD


class SeatedPolicy:
    """A policy with the values of its traits."""

    __slots__ = ("ask", "noise", "policy", "traits")

    def __init__(self, policy: Policy) -> None:
        self.policy, self.ask, self.noise = policy, choose_by(policy), policy.noise
        self.traits = {
            name: _number(policy.weights.get(name, trait.default), trait.whole)
            for name, trait in policy.traits.items()
        }

    def choose(
        self, game: PlainGame, seat: int, choices: list[Any], chance: Stream, memory: Memory
    ) -> Any:
        """Return the choice of the policy, or of its noise.

        Noise clears the memory, because plans made before it may no longer hold.
        """
        if self.noise > 0.0 and chance.uniform() < self.noise:
            memory.clear()
            return chance.pick(choices)
        return self.ask(View(game, seat), choices, chance, self.traits, memory)


def _number(value: float, is_whole: bool) -> float:
    return int(value) if is_whole else value
