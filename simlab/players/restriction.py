"""Restricted policies: a policy that may never make some kinds of choices, `planner:never=draw`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from simlab.engine.loop import MOST_MEMORY, TRAIT_ROW
from simlab.engine.record import WORD, Floats, new
from simlab.engine.restriction import (
    ANY_NUMBER,
    MOST_RANGES,
    Restriction,
    bound_restriction,
    work_record,
)
from simlab.errors import InputError, not_one_of
from simlab.game.policy import Policy, Wrapper, fields_of_policy, with_option

NEVER = "never"
"""What sets a restricted policy apart in its written form, like a trait."""
JOINT = "+"
"""Stands between several forbidden kinds."""

Restrict = Callable[[Policy, Sequence[str], Any], Policy]


class Forbidden(NamedTuple):
    """Choices of a compiled game: a range, or those of it that have a number from some bit on."""

    first: int
    end: int
    lowest_bit: int = 0
    number: int = ANY_NUMBER


@dataclass(frozen=True)
class Restricted(Wrapper):
    """A policy that chooses as another does, but never a choice of the kinds `never`.

    It has the name and the traits of the other, `unrestricted`, and its noise: random choices are
    allowed ones. In a compiled game it counts in its memory: decisions with forbidden choices
    only, and those in which the other policy chose what is forbidden.
    """

    unrestricted: Policy = field(kw_only=True)
    restrict: Restrict = field(kw_only=True, repr=False, compare=False)
    """The function that made it."""
    forbidden: tuple[Forbidden, ...] = field(default=(), kw_only=True)
    """The choices of a compiled game."""

    @property
    def trait_record(self) -> np.dtype[Any]:
        """The record as which the function reads its traits."""
        return Restriction.dtype

    def with_weights(self, **weights: float) -> Policy:
        """Return the same restriction of the other policy with some traits set.

        Raises:
            ValueError: the policy has no such trait.
        """
        return self.restrict(self.unrestricted.with_weights(**weights), self.never, self.game)

    def trait_row(self, seat: int) -> Floats:
        """Return the forbidden ranges, then the traits of the other policy at a seat."""
        traits = new(Restriction.dtype)
        traits["noise"], traits["n_ranges"] = self.unrestricted.noise, len(self.forbidden)
        for index, forbidden_range in enumerate(self.forbidden):
            for name, value in forbidden_range._asdict().items():
                traits[name][0, index] = value
        row = self.unrestricted.trait_row(seat)
        traits["base_traits"][0, : len(row)] = row
        numbers: Floats = traits.view(np.float64)
        return numbers

    def __str__(self) -> str:
        return never_text(str(self.unrestricted), self.never)


def never_text(written: str, never: Sequence[str]) -> str:
    """Return the written form of a restricted policy: `planner:never=draw`."""
    return with_option(written, NEVER, JOINT.join(never))


def restrict_policy(
    policy: Policy,
    never: Sequence[str],
    game: Any,
    rows: Mapping[str, Sequence[Forbidden]] = {},
) -> Policy:
    """Return the restriction of a policy of a compiled game to choices of other kinds.

    `rows` has the choices that name a row of a table, for what `never` has besides kinds.

    Raises:
        InputError: the game has no such kind, or the policy needs too much room.
    """
    kinds = [kind for kind in never if kind not in rows]
    kinds = kinds_in_order(kinds, game) if kinds or not rows else []
    numbers = {**game.kinds, **game.card_kinds}
    forbidden = [Forbidden(numbers[kind].start, numbers[kind].stop) for kind in kinds]
    forbidden += [forbidden_range for row in never for forbidden_range in rows.get(row, ())]
    room = work_record(game.longest_menu, policy.memory)
    n_words = room.itemsize // WORD
    most_traits = Restriction.dtype["base_traits"].shape[0]
    if (
        n_words > MOST_MEMORY
        or len(policy.trait_row(0)) > most_traits
        or len(forbidden) > MOST_RANGES
    ):
        raise InputError(
            f"cannot be restricted: it may need {MOST_MEMORY} words of memory and {most_traits} of"
            f" {TRAIT_ROW} numbers for its traits, and {MOST_RANGES} kinds may be forbidden",
            "policy",
            str(policy),
        )
    records = policy.trait_record, policy.memory_record
    function = bound_restriction(policy.function, *records, policy.kept_memory, game)
    kernel_fields = {"function": function, "memory": n_words, "memory_record": room}
    names, choices = [*kinds, *(row for row in never if row in rows)], tuple(forbidden)
    restrict_again = partial(restrict_policy, rows=rows)
    return restrict_with_fields(
        policy, names, game, restrict_again, forbidden=choices, **kernel_fields
    )


def restrict_with_fields(
    policy: Policy, never: Sequence[str], game: Any, restrict: Restrict, **changes: Any
) -> Restricted:
    """Return a restricted policy with the fields of another policy, and some changes."""
    fields = fields_of_policy(policy) | {"never": tuple(never)} | changes
    return Restricted(**fields, unrestricted=policy, game=game, restrict=restrict)


def kinds_in_order(never: Sequence[str], game: Any) -> list[str]:
    """Return kinds of choices in the order of the game, each once.

    Raises:
        InputError: the game has none, or not one of these.
    """
    names = [*game.kind_names, *game.card_kinds]
    if not names:
        raise InputError(f"{game.title} declares no kinds of choices", "policy", NEVER)
    for kind in never:
        if kind not in names:
            raise InputError(not_one_of(kind, names), "policy", NEVER)
    return [kind for kind in names if kind in never]
