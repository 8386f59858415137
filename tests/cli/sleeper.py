"""A policy for Pig that never answers."""

from simlab.engine.record import Floats, Ints, Row, Words
from simlab.game.policy import policy


@policy()
def sleeps(
    rules: Row, state: Row, seat: int, menu: Ints, traits: Floats, memory: Ints, rng: Words
) -> int:
    """Never answers once it has points."""
    while state.points.items[seat] > 0:
        pass
    return menu[0] if state.turn_total >= 10 else menu[1]
