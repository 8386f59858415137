"""The yardstick."""

from simlab.engine.record import Floats, Ints, Row, Words
from simlab.engine.rng import below
from simlab.games.taxis.rules.choice import DETAILS
from simlab.policy import policy


@policy()
def random(
    rules: Row, state: Row, seat: int, menu: Ints, traits: Floats, memory: Ints, rng: Words
) -> int:
    """Picks a kind of choice by chance, then one choice of that kind."""
    n = menu.shape[0]
    if n == 1:
        return menu[0]
    n_kinds = 1
    for i in range(1, n):
        n_kinds += menu[i] // DETAILS != menu[i - 1] // DETAILS
    skipped = below(rng, n_kinds)
    first = 0
    while skipped > 0:
        first += 1
        skipped -= menu[first] // DETAILS != menu[first - 1] // DETAILS
    last = first + 1
    while last < n and menu[last] // DETAILS == menu[first] // DETAILS:
        last += 1
    return menu[first + below(rng, last - first)]
