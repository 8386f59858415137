"""The policies of Pig."""

from simlab.engine.record import Ints, Row, Words
from simlab.engine.rng import below
from simlab.games.pig.rules import HOLD, ROLL
from simlab.policy import Trait, policy


@policy()
def random(
    rules: Row, state: Row, seat: int, menu: Ints, traits: Row, memory: Ints, rng: Words
) -> int:
    """Rolls or holds by the toss of a coin."""
    return menu[below(rng, menu.shape[0])]


@policy(traits={"at": Trait(20, 1, 100, "turn total at which to hold, in points")})
def hold(
    rules: Row, state: Row, seat: int, menu: Ints, traits: Row, memory: Ints, rng: Words
) -> int:
    """Holds as soon as the turn total reaches a number, or wins."""
    enough = min(traits.at, rules.target - state.players[seat].score)
    return HOLD if state.turn_total >= enough else ROLL


@policy(players=(2, 2))
def optimal(
    rules: Row, state: Row, seat: int, menu: Ints, traits: Row, memory: Ints, rng: Words
) -> int:
    """Rolls exactly when that gives the better chance to win against another such player."""
    own, rival = state.players[seat].score, state.players[1 - seat].score
    if own + state.turn_total >= rules.target:
        return HOLD
    return ROLL if rules.should_roll[own, rival, state.turn_total] else HOLD
