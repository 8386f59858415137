"""Learner: a policy of a game that takes the plan for its turn that a net values most."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from simlab.engine.net import NET
from simlab.engine.record import WORD, Floats, fields_of, nested, record
from simlab.policy import Policy, record_of_traits


@dataclass(frozen=True)
class Learner(Policy):
    """A policy that a game offers for learning.

    Its traits record has the traits of `base_policy` as `planner`, then the `net`. Its memory
    record has

        asked          number of the plan to take, modulo the number of plans, from 1; 0: the best
        is_described   1 if `features` are those of the position at the end of the turn
        features       these, as reals

    Without a net it plays like the base policy, which proposes the plans.
    """

    features: tuple[str, ...] = ()
    most_decisions: int = 1000
    """Decisions after which a rollout counts as a game that does not end."""

    @property
    def n_features(self) -> int:
        """Number of features of a position."""
        return len(self.features)

    @property
    def trait_record(self) -> np.dtype[Any]:
        """The record as which the function reads its traits and the net."""
        return learner_traits(tuple(self.traits))


def learner_traits(names: tuple[str, ...]) -> np.dtype[Any]:
    """Return the traits record of a learner: traits by name, and a net."""
    return record(
        planner=nested(record_of_traits(names), "traits of the policy that proposes plans"),
        net=nested(NET, "the net"),
    )


def names_of(dtype: np.dtype[Any], path: str = "") -> tuple[str, ...]:
    """Return the path of each number of a record of reals, in their order."""
    names: list[str] = []
    for name, field in fields_of(dtype).items():
        for index in np.ndindex(field.shape):
            place = f"{path}{name}" + "".join(f"[{i}]" for i in index)
            if field.dtype.names:
                names += names_of(field.dtype, f"{place}.")
            else:
                names.append(place)
    assert len(names) == dtype.itemsize // WORD or path, "a record of reals only"
    return tuple(names)


def net_words(weights: Floats, n_features: int, n_hidden: int) -> Floats:
    """Return a net as the numbers that a learner reads after its traits."""
    net = np.zeros(1, NET)
    net["n_features"], net["n_hidden"] = n_features, n_hidden
    net["weights"][0, : len(weights)] = weights
    words: Floats = net.view(np.float64)
    return words
