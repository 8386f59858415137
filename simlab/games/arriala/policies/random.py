"""Baseline policy: a random kind of choice, then a random choice of that kind."""

from simlab.engine.menu import MOST_KINDS, pick
from simlab.engine.record import Ints, Row, Words
from simlab.games.arriala.rules.choice import DETAIL_BITS
from simlab.policy import policy


@policy(memory=MOST_KINDS)
def random(
    rules: Row, state: Row, seat: int, menu: Ints, traits: Row, memory: Ints, rng: Words
) -> int:
    """Picks a kind of choice by chance, then one choice of that kind."""
    return pick(menu, DETAIL_BITS, memory, rng)
