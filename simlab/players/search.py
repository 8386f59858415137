"""The search policy of every game: rollouts with a base policy."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from simlab.engine.afterstate import PLAYER_TRAITS
from simlab.engine.loop import MOST_MEMORY, TRAIT_ROW, TRAITS
from simlab.engine.plan import MOST_PLANS
from simlab.engine.record import WORD, Floats, real, record
from simlab.engine.search import bound_search, work_record
from simlab.errors import InputError
from simlab.game.learner import Learner
from simlab.game.policy import Policy, Trait

SEARCH = "search"
SENTENCE = (
    "Thinks ahead: plays each choice, or each plan for its turn, on many times with `base` in all"
    " seats and what it cannot see dealt again, and leaves the choice of `base` only where another"
    " does clearly better."
)
OWN = {
    "rollouts": Trait(
        200,
        8,
        100_000,
        "games played on, over all plans or choices, at least one for each",
        whole=True,
    ),
    "doubt": Trait(2, 0, 6, "how clearly another must do better, in standard errors"),
    "exploration": Trait(
        1, 0, 10, "how far its own later choices are varied in a tree; 0: all are those of `base`"
    ),
    "turns": Trait(
        0,
        0,
        1000,
        "turns of its own after which the game's evaluation ends a rollout; 0: to the end",
        whole=True,
    ),
    "common": Trait(
        1,
        0,
        1,
        "1: all choices meet the same hidden things and chance; 0: each its own",
        whole=True,
    ),
    "plans": Trait(
        0,
        0,
        MOST_PLANS,
        "plans for its whole turn that `base` proposes, tried in place of its next choice; 0: none",
        whole=True,
    ),
    "uncertainty": Trait(
        0,
        0,
        9,
        "how little it knows the others: their weights, those of `base`, differ in each rollout, by"
        " a factor of up to 1 + this; 0: not at all",
    ),
    "early": Trait(
        0,
        0,
        6,
        "how clearly all others must be worse than the choice of `base`, in standard errors, for it"
        " to be taken before all rollouts are played; 0: never",
    ),
}
"""The search's own traits."""
OVER_LEARNT = {
    "rollouts": replace(OWN["rollouts"], default=64),
    "doubt": replace(OWN["doubt"], default=1.5),
    "turns": replace(
        OWN["turns"],
        default=1,
        meaning="turns of its own after which the net of `base` ends a rollout; 0: to the end",
    ),
    "early": replace(OWN["early"], default=1),
}
"""Those that differ over a learnt player. METHODS.md: A search over a learnt player."""
SETTINGS = record(
    **{name: real(trait.meaning) for name, trait in OWN.items()},
    base_traits=real("traits of the base policy", shape=TRAIT_ROW - len(OWN)),
)
"""The record of a search's traits: its own, then those of the base policy."""


@dataclass(frozen=True)
class Search(Policy):
    """A search over a base policy."""

    base_policy: Policy = field(kw_only=True)

    @property
    def trait_record(self) -> np.dtype[Any]:
        """The record as which the function reads its traits."""
        return SETTINGS

    def trait_row(self, seat: int) -> Floats:
        """Return its own traits and those of the base policy at a seat.

        If these differ by seat, those of the base policy at every seat follow.
        """
        row = super().trait_row(seat)
        if not self.seat_traits:
            return row
        n_seats = len(next(iter(self.seat_traits.values())))
        names = [name for name in self.traits if name not in OWN]
        everywhere = [
            self.trait_at(name, seat_number) for seat_number in range(n_seats) for name in names
        ]
        return np.concatenate([row[: len(self.traits)], everywhere])


def search_over(base: Policy, game: Any) -> Policy:
    """Return the search of a compiled game over a base policy; it has the traits of both.

    Raises:
        InputError: the base policy has too many traits, needs too much memory, or has a trait with
            the name of one of the search.
    """
    bounds = bounds_of(base)
    n_constants = 0 if base.constants is None else len(base.constants)
    room = work_record(game, base.memory, max(len(base.traits) + n_constants, 1))
    n_seat_traits = len(bounds) if base.seat_traits else 0
    records = base.trait_record, base.memory_record
    return Search(
        **fields_of_search(base, game, room.itemsize // WORD),
        function=bound_search(base.function, *records, bounds, n_seat_traits, has_net(base), game),
        memory_record=room,
        constants=base.constants,
        seat_traits=base.seat_traits,
    )


def has_net(base: Policy) -> bool:
    """Say whether a policy is a learnt player, whose net values positions."""
    return base.trait_record is PLAYER_TRAITS


def net_of(policy: Policy) -> Floats | None:
    """Return the net by which a learnt player, or a search over one, values positions, if any."""
    player = policy.base_policy if isinstance(policy, Search) else policy
    return player.constants if has_net(player) else None


def bounds_of(base: Policy) -> tuple[tuple[float, float, bool], ...]:
    """Return the lowest and highest value of each trait, and whether it is whole."""
    return tuple((trait.low, trait.high, trait.whole) for trait in base.traits.values())


def fields_of_search(base: Policy, game: Any, memory: int) -> dict[str, Any]:
    """Return what the searches of compiled and plain games have alike, by name.

    Raises:
        InputError: see `search_over`; `memory` is how many words the search needs.
    """
    search_traits = own_traits(game) | (OVER_LEARNT if has_net(base) else {})
    best = [policy.function for policy in (*game.policies[-1:], game.learner) if policy]
    if all(base.function is not function for function in best):
        # weaker policies propose worse plans than single choices
        search_traits["plans"] = OWN["plans"]
    tries_choices = base.constants is not None and not isinstance(base, Learner)
    if tries_choices or not base.traits:
        no_weights = f"0: not at all, since {base.name} has no weights that could differ"
        search_traits["uncertainty"] = replace(OWN["uncertainty"], high=0, meaning=no_weights)
    if tries_choices:
        none = f"0: none, since {base.name} proposes no plans"
        search_traits["plans"] = replace(OWN["plans"], default=0, high=0, meaning=none)
    traits = {**search_traits, **base.traits}
    if memory > MOST_MEMORY or len(traits) > TRAITS or search_traits.keys() & base.traits.keys():
        raise InputError(
            f"cannot be based on {base.name}: with it, it would have"
            f" {len(search_traits) + len(base.traits)} traits and {memory} words of memory; there"
            f" are {TRAITS}, none of which may be named {', '.join(search_traits)}, and"
            f" {MOST_MEMORY}",
            "policy",
            SEARCH,
        )
    return {
        "name": SEARCH,
        "sentence": SENTENCE,
        "traits": traits,
        "memory": memory,
        "players": base.players,
        "base": base.name,
        "base_policy": base,
        "files": base.files,
    }


def own_traits(game: Any) -> dict[str, Trait]:
    """Return the search's own traits, with the defaults of a game.

    In a game without an evaluation, rollouts always play to the end.
    """
    to_the_end = "0: to the end, since this game evaluates no position"
    turns = (
        replace(OWN["turns"], high=0, meaning=to_the_end)
        if game.evaluate is None
        else replace(OWN["turns"], default=game.horizon)
    )
    return {**OWN, "turns": turns, "plans": replace(OWN["plans"], default=game.plans)}
