"""Restricted play: a policy that may not make some kinds of choices, as a wrapper kernel.

The module names the function of a base policy; `bound_restriction` binds it. The base chooses from
the whole menu. If its choice is forbidden, it chooses again, with an empty memory, from what is
allowed; if it returns a forbidden choice all the same, an allowed one is drawn by chance. If only
forbidden choices are on the menu, its first choice stands. Forbidden kinds are ranges of choice
numbers among the traits, so that other kinds need no compilation; of a range, those may be meant
alone in which some bits are a number, such as that of a card. Source: A. Jaffe, A. Miller,
E. Andersen, Y.-E. Liu, A. Karlin and Z. Popović, "Evaluating competitive game balance with
restricted play", AIIDE 2012.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from simlab.engine.build import distinctive_name
from simlab.engine.kernel import apart, bound, kernel, spliced
from simlab.engine.loop import TRAIT_ROW, unbound
from simlab.engine.menu import is_on
from simlab.engine.record import Ints, Record, Row, Words, as_record, real, record, whole
from simlab.engine.rng import below, uniform

MOST_RANGES = 64
"""Most ranges of forbidden choices."""
ANY_NUMBER = -1
NUMBER_MASK = (1 << 16) - 1
"""The bits of a number in a choice of a translated game."""


class Restriction(Record):
    """The traits of a restricted policy."""

    noise = real("share of its choices that are drawn from what is allowed by chance")
    n_ranges = real("ranges of forbidden choices")
    first = real("first choice of each range", shape=MOST_RANGES)
    end = real("choice after the last of each range", shape=MOST_RANGES)
    lowest_bit = real("lowest bit of a number in the choices of each range", shape=MOST_RANGES)
    number = real("that number of forbidden choices, or ANY_NUMBER", shape=MOST_RANGES)
    base_traits = real("traits of the base policy", shape=TRAIT_ROW - 4 * MOST_RANGES - 2)


def restricted(
    rules: Row, state: Row, seat: int, menu: Ints, traits: Row, work: Row, rng: Words
) -> int:
    """Return the choice of the base policy among those that are allowed."""
    n = list_allowed(menu, traits, work)
    work.forced += n == 0
    is_free = n == 0 or n == menu.shape[0]
    if traits.noise > 0.0 and uniform(rng) < traits.noise:
        work.base_memory[KEPT:] = 0
        return menu[below(rng, menu.shape[0])] if is_free else work.allowed[below(rng, n)]
    choice = ask_base(rules, state, seat, menu, traits, work, rng)
    if is_free or not is_forbidden(choice, traits):
        return choice
    work.replaced += 1
    work.base_memory[KEPT:] = 0
    allowed = work.allowed[:n]
    choice = ask_base(rules, state, seat, allowed, traits, work, rng)
    if is_on(allowed, choice):
        return choice
    work.drawn += 1
    work.base_memory[KEPT:] = 0
    return allowed[below(rng, n)]


@kernel
def list_allowed(menu: Ints, traits: Row, work: Row) -> int:
    """List the choices of the menu that are allowed; return how many there are."""
    n = 0
    for i in range(menu.shape[0]):
        if not is_forbidden(menu[i], traits):
            work.allowed[n] = menu[i]
            n += 1
    return n


@kernel
def is_forbidden(choice: int, traits: Row) -> bool:
    """Say whether a choice is in one of the forbidden ranges, with the number if that counts."""
    for i in range(int(traits.n_ranges)):
        if traits.first[i] <= choice < traits.end[i]:
            number = choice >> int(traits.lowest_bit[i]) & NUMBER_MASK
            if traits.number[i] == ANY_NUMBER or number == traits.number[i]:
                return True
    return False


def ask_base(
    rules: Row, state: Row, seat: int, menu: Ints, traits: Row, work: Row, rng: Words
) -> int:
    """Return the choice of the base policy from a menu."""
    base_traits = as_record(traits.base_traits, BASE_TRAITS)
    return base(
        rules, state, seat, menu, base_traits, as_record(work.base_memory, BASE_MEMORY), rng
    )


base = unbound
BASE_TRAITS: Any = None
BASE_MEMORY: Any = None
KEPT = 0
"""First words of the memory that hold for a whole game."""


@functools.cache
def work_record(longest_menu: int, memory: int) -> np.dtype[Any]:
    """Return the record type of a restricted policy; `memory` is the size of the base policy's."""
    return record(
        forced=whole("decisions with forbidden choices only", "decisions"),
        replaced=whole("decisions in which the base chose what is forbidden", "decisions"),
        drawn=whole("those of them in which it did so twice", "decisions"),
        allowed=whole("choices of the menu that are allowed", shape=longest_menu),
        base_memory=whole("memory of the base policy", shape=max(1, memory)),
    )


@functools.cache
def bound_restriction(
    function: Any,
    traits: np.dtype[Any] | None,
    memory: np.dtype[Any] | None,
    n_kept: int,
    game: Any,
) -> Any:
    """Return `restricted` bound to a base policy: its function and the records that it reads.

    The first `n_kept` words of its memory hold for a whole game.
    """
    names: dict[str, Any] = {"BASE_TRAITS": traits, "BASE_MEMORY": memory}
    # inlined twice, a large base takes twice as long to compile
    asking = bound(ask_base, "ask_base", base=spliced(function), **names)
    name = distinctive_name(function, repr(traits), repr(memory))
    return bound(restricted, f"restricted_{game.name}_{name}", ask_base=apart(asking), KEPT=n_kept)
