"""What a policy or a game writes to without leave is noticed while games are played."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from simlab.engine.build import Engine
from simlab.engine.kernel import kernel
from simlab.engine.loop import MOST_MEMORY, WATCHED_EVERY, WATCHED_FIRST, is_watched
from simlab.engine.record import Floats, Ints, Row, Words
from simlab.errors import ContractError
from simlab.game.policy import Policy, policy
from tests.support.walk_game import GAME, OFF_THE_MENU, TIRED, counting, rules, slow


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(GAME)


def complaint(engine: Engine, *lineup: Policy, first: int = 0, count: int = 2) -> str:
    """Return what is said of games in which the seats take one step at a time."""
    with pytest.raises(ContractError) as caught:
        engine.play(rules(gusts=1), lineup, 42, first, count)
    return str(caught.value)


@policy()
def lowers_the_goal(
    rules: Row, state: Row, seat: int, menu: Ints, traits: Floats, memory: Ints, rng: Words
) -> int:
    """Makes the way shorter when tired."""
    if state.players[seat].steps >= TIRED:
        rules.goal = 10
    return menu[0]


def test_a_policy_that_changes_the_rules_is_noticed_and_nobody_else_plays_by_them(
    engine: Engine,
) -> None:
    shared = rules(gusts=1)
    honest = engine.play(shared, (slow, slow), 42, 0, 3)
    with pytest.raises(ContractError) as caught:
        engine.play(shared, (lowers_the_goal, slow), 42, 0, 3)
    assert str(caught.value) == (
        "walk: a policy (lowers_the_goal, slow) or the game writes to the rules"
    )
    assert shared.tobytes() == rules(gusts=1).tobytes()
    assert np.array_equal(engine.play(shared, (slow, slow), 42, 0, 3), honest)


@policy()
def moves_on(
    rules: Row, state: Row, seat: int, menu: Ints, traits: Floats, memory: Ints, rng: Words
) -> int:
    """Takes a step in passing when tired."""
    if state.players[seat].steps >= TIRED:
        state.players[seat].steps += 1
    return menu[0]


def test_a_policy_that_changes_the_state_is_named_with_its_place(engine: Engine) -> None:
    assert complaint(engine, slow, moves_on) == (
        "walk: policy moves_on at seat 1, decision 13 of game 0 (seed 42, rotation 0):"
        " it changes the state, which only the game may do"
    )


@pytest.mark.compiled
def test_the_first_deals_and_some_of_the_others_are_watched(engine: Engine) -> None:
    watched = [deal for deal in range(2100) if is_watched(deal)]
    assert watched == [*range(WATCHED_FIRST), 1024, 2048]
    assert "of game 1024" in complaint(engine, moves_on, first=129, count=WATCHED_EVERY)


@policy()
def rewrites_its_menu(
    rules: Row, state: Row, seat: int, menu: Ints, traits: Floats, memory: Ints, rng: Words
) -> int:
    """Offers itself a jump."""
    menu[0] = OFF_THE_MENU
    return OFF_THE_MENU


def test_a_choice_that_a_policy_wrote_on_its_menu_is_not_offered(engine: Engine) -> None:
    message = complaint(engine, rewrites_its_menu)
    assert message.endswith(": returned choice 7, which is not on its menu")


@policy()
def disarms_its_rival(
    rules: Row, state: Row, seat: int, menu: Ints, traits: Floats, memory: Ints, rng: Words
) -> int:
    """Writes to the weights of the next seat."""
    traits[traits.shape[0]] = 9.0
    return menu[0]


@pytest.mark.compiled
def test_a_policy_that_writes_to_weights_is_noticed(engine: Engine) -> None:
    assert "writes to the weights of the policies" in complaint(engine, disarms_its_rival, slow)


@policy()
def confuses_its_rival(
    rules: Row, state: Row, seat: int, menu: Ints, traits: Floats, memory: Ints, rng: Words
) -> int:
    """Writes to the memory of the next seat."""
    memory[MOST_MEMORY] = 5
    return menu[0]


@pytest.mark.compiled
def test_a_policy_that_writes_to_the_memory_of_another_seat_is_noticed(engine: Engine) -> None:
    message = complaint(engine, confuses_its_rival, counting)
    assert message.endswith(
        "at seat 0, decision 0 of game 0 (seed 42, rotation 0): it changes the"
        " memory of another seat"
    )
    message = complaint(engine, confuses_its_rival, slow)
    assert message.endswith("writes to memory that no policy asked for")


@policy(memory=2)
def sprawls(
    rules: Row, state: Row, seat: int, menu: Ints, traits: Floats, memory: Ints, rng: Words
) -> int:
    """Writes beyond the memory it asked for."""
    memory[0] += 1
    memory[2] = 1
    return menu[0]


def test_a_policy_that_takes_more_memory_than_it_asked_for_is_noticed(engine: Engine) -> None:
    assert "writes to memory that no policy asked for" in complaint(engine, sprawls)


def test_a_policy_may_change_its_own_memory_and_its_stream(engine: Engine) -> None:
    assert len(engine.play(rules(), (counting, slow), 42, 0, 3)) == 3


@kernel
def legal_with_a_fourth(rules: Row, state: Row, menu: Ints) -> int:
    for i in range(4):
        menu[i] = i + 1
    return 4


@kernel
def legal_without_end(rules: Row, state: Row, menu: Ints) -> int:
    for i in range(200):
        menu[i] = i + 1
    return 200


@pytest.mark.compiled
@pytest.mark.parametrize(("menu", "n"), [(legal_with_a_fourth, 4), (legal_without_end, 200)])
def test_a_menu_longer_than_the_longest_is_the_fault_of_the_game(
    menu: Callable[..., Any], n: int
) -> None:
    game = replace(GAME, name=f"walk_offering_{n}", legal=menu)
    message = complaint(Engine(game), slow)
    assert message.endswith(f"the game offers {n} choices; 1 to 3 (longest_menu) may be")
