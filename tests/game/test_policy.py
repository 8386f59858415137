"""@policy: a name, a sentence, weights in a row, and a text that says which player it was."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from simlab.catalog import find_policy
from simlab.engine.loop import MEMORY, TRAITS
from simlab.engine.record import as_record, real, record, whole
from simlab.game.policy import Policy, Trait, policy


@policy(
    traits={
        "caution": Trait(0.5, 0, 1, "how little it dares"),
        "haste": Trait(3, 0, 10, "how soon it wants to be done"),
    },
    memory=12,
    players=(2, 4),
)
def careful(*_: Any) -> int:
    """Waits and sees.

    This is for those who read the source.
    """
    return 0


def undocumented(*_: Any) -> int:
    return 0


def test_a_policy_is_named_like_its_function_and_says_its_first_line() -> None:
    assert (careful.name, careful.sentence) == ("careful", "Waits and sees.")
    assert (careful.memory, careful.players) == (12, (2, 4))
    assert careful.function() == 0


def test_a_policy_without_a_docstring_is_refused() -> None:
    with pytest.raises(ValueError, match="policy undocumented needs a docstring"):
        policy()(undocumented)


@pytest.mark.parametrize(("memory", "n_traits"), [(MEMORY + 1, 0), (0, TRAITS + 1)])
def test_more_memory_or_traits_than_there_are_is_refused(memory: int, n_traits: int) -> None:
    traits = {f"trait_{i}": Trait(0, 0, 1, "nothing") for i in range(n_traits)}
    with pytest.raises(ValueError, match=f"may have {MEMORY} words of memory and {TRAITS} traits"):
        policy(memory=memory, traits=traits)(careful.function)


def test_all_the_memory_and_all_the_traits_may_be_used() -> None:
    traits = {f"trait_{i}": Trait(i, 0, TRAITS, "nothing") for i in range(TRAITS)}
    greedy = policy(memory=MEMORY, traits=traits)(careful.function)
    assert greedy.trait_row(0).tolist() == list(range(TRAITS))


def test_the_trait_row_holds_the_defaults_in_order_and_zeros() -> None:
    assert careful.trait_row(0).tolist() == [0.5, 3, *[0] * (TRAITS - 2)]


def test_a_weight_replaces_a_default_and_later_weights_earlier_ones() -> None:
    changed = careful.with_weights(haste=7).with_weights(caution=0.25, haste=8)
    assert changed.trait_row(0)[:2].tolist() == [0.25, 8]
    assert careful.trait_row(0)[:2].tolist() == [0.5, 3]


def test_every_policy_has_noise_and_makes_none_unless_set() -> None:
    noisy = careful.with_weights(noise=0.2)
    assert (careful.noise, noisy.noise) == (0, 0.2)
    assert noisy.trait_row(0).tolist() == careful.trait_row(0).tolist()


def test_noise_is_read_beside_other_traits() -> None:
    read = find_policy("careful:noise=0.25,caution=1", [careful], 2)
    assert (read.noise, read.trait_row(0)[0]) == (0.25, 1)


def test_a_trait_that_every_policy_has_is_refused() -> None:
    with pytest.raises(ValueError, match="policy careful cannot have a trait noise: every policy"):
        policy(traits={"noise": Trait(0, 0, 9, "loudness")})(careful.function)


def test_two_trait_rows_share_nothing() -> None:
    careful.trait_row(0)[0] = 99
    assert careful.trait_row(0)[0] == 0.5


def test_traits_are_read_by_name() -> None:
    hasty = careful.with_weights(haste=7)
    traits = as_record(hasty.trait_row(0), hasty.trait_record)
    assert (traits.caution, traits.haste) == (0.5, 7)


def test_a_trait_named_like_an_attribute_of_a_row_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot have fields named round"):
        policy(traits={"round": Trait(0, 0, 9, "the round")})(careful.function)


def test_a_policy_is_handed_the_record_that_it_keeps() -> None:
    notes = record(turn=whole("turn of the plan"), value=real("its value"))
    planning = policy(memory=notes)(careful.function)
    assert (planning.memory, planning.memory_record) == (2, notes)
    words = np.array([7, 0])
    kept = as_record(words, planning.memory_record)
    assert kept.turn == 7
    kept.turn = 8
    assert words[0] == 8


@pytest.mark.parametrize(
    ("weights", "text"),
    [
        ({}, "careful"),
        ({"haste": 7}, "careful:haste=7"),
        ({"haste": 7, "caution": 0.25}, "careful:caution=0.25,haste=7"),
        ({"caution": 1e-9}, "careful:caution=1e-09"),
        ({"noise": 0.2, "haste": 7}, "careful:haste=7,noise=0.2"),
    ],
)
def test_the_text_names_the_weights_that_were_set(weights: dict[str, float], text: str) -> None:
    assert str(careful.with_weights(**weights)) == text


@pytest.mark.parametrize("caution", [0.0, 0.75, 1e-12, 0.1234567890123])
def test_the_text_is_read_back_as_the_same_player(caution: float) -> None:
    written = careful.with_weights(caution=caution)
    read: Policy = find_policy(str(written), [careful], 2)
    assert read.trait_row(0).tolist() == written.trait_row(0).tolist()


def test_parentheses_that_are_missing_are_named() -> None:
    def eager() -> None:
        """Takes all."""

    with pytest.raises(TypeError, match=r"write @policy\(\), with parentheses, before eager"):
        policy(eager)


@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf")])
def test_a_trait_is_declared_with_finite_numbers(number: float) -> None:
    for numbers in ((number, 0, 1), (0, number, 1), (0, 0, number)):
        with pytest.raises(ValueError, match="must be finite numbers"):
            Trait(*map(float, numbers), meaning="patience")
