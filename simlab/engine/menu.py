"""Menus, for policies: looking a choice up, picking one by chance."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from simlab.engine.kernel import kernel
from simlab.engine.record import Ints, Row, Words
from simlab.engine.rng import below

MOST_KINDS = 32
"""More than the kinds of choices that any menu holds; words of memory that `pick` needs."""


@kernel
def is_on(menu: Ints, choice: int) -> bool:
    """Say whether a choice is on the menu."""
    for i in range(menu.shape[0]):
        if menu[i] == choice:
            return True
    return False


@kernel
def pick(menu: Ints, detail_bits: int, memory: Ints, rng: Words) -> int:
    """Return a choice of a kind picked by chance, with the choices of each kind in a row.

    The kind of a choice is what stands above its `detail_bits`. `memory` is overwritten.
    """
    n = menu.shape[0]
    if n == 1:
        return menu[0]
    n_kinds = 0
    last = -1
    for i in range(n):
        kind = menu[i] >> detail_bits
        memory[n_kinds] = i
        n_kinds += kind != last
        last = kind
    memory[n_kinds] = n
    kind_index = below(rng, n_kinds)
    first = memory[kind_index]
    return menu[first + below(rng, memory[kind_index + 1] - first)]


def random_by_kind(detail_bits: int) -> Callable[..., Any]:
    """Return a policy's function for a game: a random kind of choice, then a random one of it.

    It needs MOST_KINDS words of memory.
    """

    def random(
        rules: Row, state: Row, seat: int, menu: Ints, traits: Row, memory: Ints, rng: Words
    ) -> int:
        """Picks a kind of choice by chance, then one choice of that kind."""
        return pick(menu, detail_bits, memory, rng)

    return random
