"""Engine: one per game, shared by threads; it names the culprit when a contract is broken."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from simlab.engine.build import Engine, compiled_policy, distinctive_name
from simlab.errors import ContractError
from simlab.game.policy import Policy
from tests.support.walk_game import GAME, cheating, counting, moody, rules, slow, steady, stumbling


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(GAME)


def complaint(engine: Engine, *lineup: Policy, closed_at: int = -1) -> str:
    """Return what is said of games 4 to 6, where the one at seat 1 gets tired first."""
    with pytest.raises(ContractError) as caught:
        engine.play(rules(gusts=1, closed_at=closed_at), lineup, 42, 4, 3, rotation=1)
    return str(caught.value)


def test_a_choice_that_was_not_offered_is_named_with_its_place(engine: Engine) -> None:
    assert complaint(engine, cheating, slow) == (
        "walk: policy cheating at seat 1, decision 13 of game 4 (seed 42, rotation 1):"
        " returned choice 7, which is not on its menu"
    )


def test_a_policy_that_raises_is_named_with_its_place(engine: Engine) -> None:
    assert complaint(engine, stumbling, slow) == (
        "walk: policy stumbling at seat 1, decision 13 of game 4 (seed 42, rotation 1):"
        " ValueError('stumbled')"
    )


def test_a_policy_is_named_with_its_weights(engine: Engine) -> None:
    assert "policy steady:pace=9 at seat 0, decision 0 of" in complaint(
        engine, slow, steady.with_weights(pace=9)
    )


def test_an_empty_menu_is_the_fault_of_the_game(engine: Engine) -> None:
    message = complaint(engine, slow, slow, closed_at=3)
    assert ": legal, decision 3 of game 4 (seed 42, rotation 1)" in message
    assert message.endswith(": the game offers 0 choices; 1 to 3 (longest_menu) may be")


def test_games_go_on_after_a_complaint(engine: Engine) -> None:
    before = engine.play(rules(), (slow, slow), 42, 4, 3)
    complaint(engine, cheating, slow)
    complaint(engine, stumbling, slow)
    assert np.array_equal(engine.play(rules(), (slow, slow), 42, 4, 3), before)


@pytest.mark.compiled
def test_threads_that_play_at_once_do_not_disturb_each_other(engine: Engine) -> None:
    lineup = (moody, counting, steady)
    starts = range(0, 8_000, 200)
    alone = engine.play(rules(), lineup, 1914, 0, 8_000)
    with ThreadPoolExecutor(2) as threads:
        slices = threads.map(lambda deal: engine.play(rules(), lineup, 1914, deal, 200), starts)
        assert np.array_equal(np.concatenate(list(slices)), alone)


def test_other_weights_need_no_compilation(engine: Engine) -> None:
    other = compiled_policy(steady.with_weights(pace=3), engine.game)
    assert other is compiled_policy(steady, engine.game)


def test_a_game_that_was_compiled_is_known_to_be(engine: Engine) -> None:
    assert Engine.is_compiled(engine.game)


def test_code_compiled_with_other_bounds_has_another_name() -> None:
    narrow, wide = [(0.0, 1.0, False)], [(0.0, 9.0, False)]
    name = distinctive_name(steady.function, narrow)
    assert distinctive_name(steady.function, narrow) == name
    assert distinctive_name(steady.function, wide) != name
