"""Mixed policies: players who are of two kinds, `planner:or=greedy,share=0.3`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from simlab.engine.loop import MOST_MEMORY, TRAIT_ROW
from simlab.engine.mixture import bound_mixture, trait_record, work_record
from simlab.engine.record import WORD, Floats, new
from simlab.errors import InputError
from simlab.game.policy import (
    NOISE,
    Policy,
    Trait,
    Wrapper,
    fields_of_policy,
    shortest_decimal,
    with_option,
)

OR, SHARE = "or", "share"
"""What sets a mixed policy apart in its written form, like traits."""
DEFAULT_SHARE = 0.5
SHARE_TRAIT = Trait(DEFAULT_SHARE, 0, 1, "share of the games that it plays as the second policy")

Mix = Callable[[Policy, Policy, float, Any], Policy]


@dataclass(frozen=True)
class Mixed(Wrapper):
    """A policy that plays each game as `first` or, in a share of the games, as `second`.

    Each seat draws for itself. It has the name and the traits of `first`; its noise is that of
    both.
    """

    first: Policy = field(kw_only=True)
    second: Policy = field(kw_only=True)
    share: float = field(kw_only=True)
    mix: Mix = field(kw_only=True, repr=False, compare=False)
    """The function that made it."""

    @property
    def kept_memory(self) -> int:
        """The word that says which of the two plays this game."""
        return 1

    @property
    def settable(self) -> dict[str, Trait]:
        """The traits of the first policy, the share, and those of every policy."""
        return {**self.first.settable, SHARE: SHARE_TRAIT}

    @property
    def trait_record(self) -> np.dtype[Any]:
        """The record as which the function reads its traits."""
        return trait_record(len(self.first.trait_row(0)), len(self.second.trait_row(0)))

    def with_weights(self, **weights: float) -> Policy:
        """Return the same mixture with the share or some traits of the first policy set.

        Raises:
            ValueError: the policy has no such trait.
        """
        share = weights.pop(SHARE, self.share)
        return self.mix(self.first.with_weights(**weights), self.second, share, self.game)

    def trait_row(self, seat: int) -> Floats:
        """Return noise and share, then the traits of both policies at a seat."""
        traits = new(self.trait_record)
        traits["noise"], traits["share"] = self.first.noise, self.share
        traits["first"][0] = self.first.trait_row(seat)
        traits["second"][0] = self.second.trait_row(seat)
        numbers: Floats = traits.view(np.float64)
        return numbers

    def __str__(self) -> str:
        either = either_text(str(self.first), str(self.second))
        return with_option(either, SHARE, shortest_decimal(self.share))


def either_text(first_name: str, second_name: str) -> str:
    """Return the written form of a mixture without its share: `planner:or=greedy`."""
    return with_option(first_name, OR, second_name)


def mix_policies(first_policy: Policy, second_policy: Policy, share: float, game: Any) -> Policy:
    """Return the mixture of two policies of a compiled game.

    Raises:
        InputError: the policies need too much room.
    """
    room = work_record(max(first_policy.memory, second_policy.memory))
    n_words = room.itemsize // WORD
    traits = trait_record(len(first_policy.trait_row(0)), len(second_policy.trait_row(0)))
    if n_words > MOST_MEMORY or traits.itemsize // WORD > TRAIT_ROW:
        raise InputError(
            f"cannot be mixed: the two may need {MOST_MEMORY} words of memory and {TRAIT_ROW}"
            " numbers for their traits",
            "policy",
            f"{first_policy}, {second_policy}",
        )
    parts = [
        (policy.function, policy.trait_record, policy.memory_record)
        for policy in (first_policy, second_policy)
    ]
    function = bound_mixture(parts[0], parts[1], traits, game)
    kernel_fields = {"function": function, "memory": n_words, "memory_record": room}
    return mix_with_fields(first_policy, second_policy, share, game, mix_policies, **kernel_fields)


def mix_with_fields(
    first_policy: Policy, second_policy: Policy, share: float, game: Any, mix: Mix, **changes: Any
) -> Mixed:
    """Return a mixed policy with the fields of the first policy, and some changes."""
    if NOISE in second_policy.weights:
        raise InputError("both have the noise of the first policy", "policy", OR)
    files = {"files": (*first_policy.files, *second_policy.files)}
    fields = fields_of_policy(first_policy) | files | changes
    return Mixed(
        **fields, first=first_policy, second=second_policy, share=share, game=game, mix=mix
    )
