"""The yardstick."""

from simlab.engine.record import Floats, Ints, Row, Words
from simlab.engine.rng import below
from simlab.games.taxis.rules.choice import DETAIL_BITS
from simlab.policy import policy

MOST_GROUPS = 32
"""More than the kinds of choices that any menu holds."""


@policy(memory=MOST_GROUPS)
def random(
    rules: Row, state: Row, seat: int, menu: Ints, traits: Floats, memory: Ints, rng: Words
) -> int:
    """Picks a kind of choice by chance, then one choice of that kind."""
    n = menu.shape[0]
    if n == 1:
        return menu[0]
    n_kinds = 0
    last = -1
    for i in range(n):
        kind = menu[i] >> DETAIL_BITS
        memory[n_kinds] = i
        n_kinds += kind != last
        last = kind
    memory[n_kinds] = n
    chosen = below(rng, n_kinds)
    first = memory[chosen]
    return menu[first + below(rng, memory[chosen + 1] - first)]
