"""Mixture: a policy that plays each game as one of two policies, as a wrapper kernel.

The module names the functions of the two; `bound_mixture` binds them. Which one it is is drawn at
the first decision of a seat, from the stream of its policy. The wrapper makes random choices
itself, since they clear the memory, and a player stays the same after one.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from simlab.engine.build import distinctive_name
from simlab.engine.kernel import apart, bound, spliced
from simlab.engine.loop import unbound
from simlab.engine.record import Ints, Row, Words, as_record, real, record, whole
from simlab.engine.rng import below, uniform

FIRST, SECOND = 1, 2
"""Which of the two policies a seat plays, as its memory has it; 0 before it is drawn."""


def mixed(rules: Row, state: Row, seat: int, menu: Ints, traits: Row, work: Row, rng: Words) -> int:
    """Return the choice of the policy that the seat plays in this game, or a random one."""
    if work.part == 0:
        work.part = SECOND if uniform(rng) < traits.share else FIRST
    if traits.noise > 0.0 and uniform(rng) < traits.noise:
        work.memory[:] = 0
        return menu[below(rng, menu.shape[0])]
    if work.part == SECOND:
        return ask_second(rules, state, seat, menu, traits, work, rng)
    return ask_first(rules, state, seat, menu, traits, work, rng)


def first_choice(
    rules: Row, state: Row, seat: int, menu: Ints, traits: Row, work: Row, rng: Words
) -> int:
    """Return the choice of the first policy."""
    part_traits, memory = as_record(traits.first, PART_TRAITS), as_record(work.memory, PART_MEMORY)
    return part(rules, state, seat, menu, part_traits, memory, rng)


def second_choice(
    rules: Row, state: Row, seat: int, menu: Ints, traits: Row, work: Row, rng: Words
) -> int:
    """Return the choice of the second policy."""
    part_traits, memory = as_record(traits.second, PART_TRAITS), as_record(work.memory, PART_MEMORY)
    return part(rules, state, seat, menu, part_traits, memory, rng)


part = ask_first = ask_second = unbound
PART_TRAITS: Any = None
PART_MEMORY: Any = None


@functools.cache
def trait_record(n_first: int, n_second: int) -> np.dtype[Any]:
    """Return the record of the traits of a mixture, given how many numbers each part reads."""
    return record(
        noise=real("share of its choices that are drawn from the menu by chance"),
        share=real("share of its games that it plays as the second policy"),
        first=real("traits of the first policy", shape=n_first),
        second=real("traits of the second policy", shape=n_second),
    )


@functools.cache
def work_record(memory: int) -> np.dtype[Any]:
    """Return the record type of a mixture; `memory` is the larger size of those of its parts."""
    return record(
        part=whole("the policy that it plays in this game, 1 or 2"),
        memory=whole("memory of that policy", shape=max(1, memory)),
    )


Part = tuple[Any, np.dtype[Any] | None, np.dtype[Any] | None]
"""The function of a policy, the record of its traits and that of its memory."""


@functools.cache
def bound_mixture(first_part: Part, second_part: Part, traits: np.dtype[Any], game: Any) -> Any:
    """Return `mixed` bound to two policies."""
    names = [
        distinctive_name(function, repr(part_traits), repr(part_memory))
        for function, part_traits, part_memory in (first_part, second_part)
    ]
    bound_parts = [
        apart(
            bound(
                ask,
                ask.__name__,
                part=spliced(function),
                PART_TRAITS=part_traits,
                PART_MEMORY=part_memory,
            )
        )
        for ask, (function, part_traits, part_memory) in (
            (first_choice, first_part),
            (second_choice, second_part),
        )
    ]
    name = f"mixed_{game.name}_{'_'.join(names)}_{traits.itemsize}"
    return bound(mixed, name, ask_first=bound_parts[0], ask_second=bound_parts[1])
