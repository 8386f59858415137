"""Policies for Pig that cheat or err in ways that compiled code does not notice."""

from simlab.engine.kernel import kernel
from simlab.engine.loop import TRAIT_ROW
from simlab.engine.record import Floats, Ints, Row, Words
from simlab.game.policy import policy


@kernel
def deeper(x: int) -> int:
    return 0 if x < 0 else deeper(x + 1) + 1


@policy()
def lowers(
    rules: Row, state: Row, seat: int, menu: Ints, traits: Floats, memory: Ints, rng: Words
) -> int:
    """Makes the game shorter."""
    rules.target = 10
    return menu[0] if state.turn_total >= 10 else menu[1]


@policy()
def offers(
    rules: Row, state: Row, seat: int, menu: Ints, traits: Floats, memory: Ints, rng: Words
) -> int:
    """Writes its own menu."""
    menu[0] = 77
    return 77


@policy()
def far(
    rules: Row, state: Row, seat: int, menu: Ints, traits: Floats, memory: Ints, rng: Words
) -> int:
    """Writes far beyond its memory."""
    memory[10**9] = 5
    return menu[1]


@policy()
def ninth(
    rules: Row, state: Row, seat: int, menu: Ints, traits: Floats, memory: Ints, rng: Words
) -> int:
    """Reads what a player has who is not there."""
    if state.turn_total > 15:
        return menu[0] + 0 * state.points.items[19]
    return menu[1]


@policy()
def rivals(
    rules: Row, state: Row, seat: int, menu: Ints, traits: Floats, memory: Ints, rng: Words
) -> int:
    """Writes the weights of its rival."""
    traits[TRAIT_ROW] = 0
    return menu[0] if state.turn_total >= 10 else menu[1]


@policy()
def booleans(
    rules: Row, state: Row, seat: int, menu: Ints, traits: Floats, memory: Ints, rng: Words
) -> int:
    """Adds up what numpy adds up to True."""
    n = (state.points.items[0] == 0) + (state.points.items[1] == 0)
    return menu[0] if state.turn_total >= 5 * n + 5 else menu[1]


@policy()
def half(
    rules: Row, state: Row, seat: int, menu: Ints, traits: Floats, memory: Ints, rng: Words
) -> int:
    """Returns what is no choice, which is cut to one."""
    return 0.5 if state.turn_total >= 10 else menu[1] * 1.0


@policy()
def recurses(
    rules: Row, state: Row, seat: int, menu: Ints, traits: Floats, memory: Ints, rng: Words
) -> int:
    """Calls itself without end."""
    return deeper(1) * 0 if state.turn_total >= 10 else menu[1]
