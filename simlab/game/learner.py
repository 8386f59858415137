"""Learner: a policy of a game that takes the plan for its turn that a net values most."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from simlab.engine.net import NET
from simlab.engine.record import WORD, Floats, fields_of, nested, real, record
from simlab.game.policy import Policy, Trait, record_of_traits

OWN = {
    "threshold": Trait(0.2, 0, 4, "even shares of a win that another plan must add to be preferred")
}
"""The traits of every learner. A net is fitted to games in which the planned one is nearly always
played, so that small gains are mostly errors."""


@dataclass(frozen=True)
class Learner(Policy):
    """A policy that a game offers for learning.

    Its traits are those of the policy that proposes plans, then OWN. Its traits record has the
    former as `planner`, then `threshold` and `net`. Its memory record has

        asked          number of the plan to take, modulo the number of plans, from 1; 0: the best
        is_described   1 if `features` are those of the position at the end of the turn
        features       these, as reals

    Without a net it plays like the base policy, which proposes the plans.
    """

    features: tuple[str, ...] = ()
    most_decisions: int = 1000
    """Decisions after which a rollout counts as a game that does not end."""

    def proposing(self, base: Policy) -> Learner:
        """Return the learner whose plans are those of a policy: with its traits.

        Raises:
            ValueError: the policy has traits that the learner does not have, noise, or traits by
                seat.
        """
        traits = {
            name: base.weights.get(name, trait.default) for name, trait in base.traits.items()
        }
        if not traits or traits.keys() - self.traits.keys():
            raise ValueError(f"{base.name} does not propose plans for {self.name}")
        if base.seat_traits or base.noise:
            raise ValueError(f"plans of {base.name} have neither traits by seat nor noise")
        changed = {name: x for name, x in traits.items() if x != self.traits[name].default}
        return replace(self, weights=changed)

    @property
    def n_features(self) -> int:
        """Number of features of a position."""
        return len(self.features)

    @property
    def trait_record(self) -> np.dtype[Any]:
        """The record as which the function reads its traits and the net."""
        return learner_traits(tuple(self.traits))


def learner_traits(names: tuple[str, ...]) -> np.dtype[Any]:
    """Return the traits record of a learner: traits by name, OWN last, and a net."""
    planned = tuple(name for name in names if name not in OWN)
    return record(
        planner=nested(record_of_traits(planned), "traits of the policy that proposes plans"),
        threshold=real(OWN["threshold"].meaning),
        net=nested(NET, "the net"),
    )


def names_of(dtype: np.dtype[Any], path: str = "") -> tuple[str, ...]:
    """Return the path of each number of a record of reals, in their order."""
    names: list[str] = []
    for name, field in fields_of(dtype).items():
        for index in np.ndindex(field.shape):
            number_path = f"{path}{name}" + "".join(f"[{i}]" for i in index)
            if field.dtype.names:
                names += names_of(field.dtype, f"{number_path}.")
            else:
                names.append(number_path)
    assert len(names) == dtype.itemsize // WORD or path, "a record of reals only"
    return tuple(names)


def net_words(weights: Floats, n_features: int, n_hidden: int) -> Floats:
    """Return a net as the numbers that a learner reads after its traits."""
    net = np.zeros(1, NET)
    net["n_features"], net["n_hidden"] = n_features, n_hidden
    net["weights"][0, : len(weights)] = weights
    numbers: Floats = net.view(np.float64)
    return numbers
