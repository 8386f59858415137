"""Policies for Pig that break the contract, each in its own way."""

from simlab.engine.record import Floats, Ints, Row, Words
from simlab.game.policy import policy

NOT_ON_ANY_MENU = 77


@policy()
def raises(
    rules: Row, state: Row, seat: int, menu: Ints, traits: Floats, memory: Ints, rng: Words
) -> int:
    """Raises an exception once it has points."""
    if state.points.items[seat] > 0:
        raise ValueError("cannot count so far")
    return menu[0] if state.turn_total >= 10 else menu[1]


@policy()
def cheats(
    rules: Row, state: Row, seat: int, menu: Ints, traits: Floats, memory: Ints, rng: Words
) -> int:
    """Returns what is not offered once it has points."""
    if state.points.items[seat] > 0:
        return NOT_ON_ANY_MENU
    return menu[0] if state.turn_total >= 10 else menu[1]


@policy()
def meddles(
    rules: Row, state: Row, seat: int, menu: Ints, traits: Floats, memory: Ints, rng: Words
) -> int:
    """Gives itself points."""
    state.points.items[seat] += 1
    return menu[0]


@policy(memory=2)
def sprawls(
    rules: Row, state: Row, seat: int, menu: Ints, traits: Floats, memory: Ints, rng: Words
) -> int:
    """Writes beyond the memory it asked for."""
    memory[2] = 1
    return menu[0] if state.turn_total >= 10 else menu[1]


@policy(memory=1)
def forgets(
    rules: Row, state: Row, seat: int, menu: Ints, traits: Floats, memory: Ints, rng: Words
) -> int:
    """Is lost when its memory of having played is."""
    if memory[0] == 0 and state.points.items[seat] > 0:
        return NOT_ON_ANY_MENU
    memory[0] = 1
    return menu[0] if state.turn_total >= 10 else menu[1]
