"""A policy for Pig as a stranger writes it."""

from simlab.engine.record import Ints, Row, Words
from simlab.game.policy import Trait, policy


@policy(traits={"at": Trait(10, 1, 100, "turn total at which to hold, in points")})
def careful(
    rules: Row, state: Row, seat: int, menu: Ints, traits: Row, memory: Ints, rng: Words
) -> int:
    """Holds early."""
    return menu[0] if state.turn_total >= traits.at else menu[1]
