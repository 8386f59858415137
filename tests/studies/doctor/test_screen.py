"""The screen: which effects can be faults by what else it shows, and the usual card."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from simlab.studies.doctor.result import fault
from simlab.studies.doctor.result.effects import EffectKey
from simlab.studies.doctor.result.fault import Fault
from simlab.studies.doctor.result.screen import CHEAP, COSTLY, OFTEN, UNCERTAIN, Screen, is_settled

Means = Mapping[tuple[Fault, str], float]
SMALL = 0.01


def screen_of(means: Means, changed: Mapping[str, float] | None = None) -> Screen:
    """Return a screen by the means of its effects."""
    effects = {
        EffectKey(kind, subject, 2): np.full(4, mean) for (kind, subject), mean in means.items()
    }
    return Screen(effects, changed or {})


def possible(means: Means, changed: Mapping[str, float] | None = None) -> set[tuple[Fault, str]]:
    return {(key.fault, key.subject) for key in screen_of(means, changed).possible_faults()}


@pytest.mark.parametrize("kind", [fault.USELESS_CHOICE, fault.MANDATORY_CHOICE])
def test_a_kind_of_choice_must_be_made_often_to_be_useless_or_mandatory(kind: Fault) -> None:
    means = {(kind, "trade"): 0.0}
    assert possible(means, {"never trade": OFTEN}) == set(means)
    assert possible(means, {"never trade": OFTEN - SMALL}) == set()


def test_of_two_kinds_that_are_both_mandatory_neither_is_a_fault() -> None:
    """Turns are made of both, such as roll and stop."""
    lost = fault.MANDATORY_CHOICE.limit / 2
    means = {(fault.MANDATORY_CHOICE, "roll"): lost, (fault.MANDATORY_CHOICE, "hold"): lost}
    assert possible(means, {"never roll": 1.0, "never hold": 1.0}) == set()
    alone = {"never roll": 1.0, "never hold": OFTEN - SMALL}
    assert possible(means, alone) == {(fault.MANDATORY_CHOICE, "roll")}


def test_a_kind_is_not_useless_if_making_it_alone_is_costly() -> None:
    changed = {"never trade": 1.0, "only trade": 0.0}
    for gain, is_possible in ((CHEAP, True), (CHEAP - SMALL, False)):
        means = {(fault.USELESS_CHOICE, "trade"): 0.0, (fault.DOMINANT_STRATEGY, "trade"): gain}
        keys = possible(means, changed)
        assert ((fault.USELESS_CHOICE, "trade") in keys) == is_possible


def test_a_strategy_dominates_only_if_to_do_without_it_costs_something() -> None:
    """Who makes a rare choice whenever it can be made plays nearly as usual."""
    changed = {"only reveal": 1.0, "only trade": 1.0, "never reveal": 1.0}
    for without, is_possible in ((COSTLY, True), (COSTLY + SMALL, False)):
        means = {
            (fault.DOMINANT_STRATEGY, "reveal"): 0.0,
            (fault.DOMINANT_STRATEGY, "trade"): COSTLY,
            (fault.USELESS_CHOICE, "reveal"): without,
        }
        assert ((fault.DOMINANT_STRATEGY, "reveal") in possible(means, changed)) == is_possible


def test_a_strategy_dominates_only_if_another_one_costs_something() -> None:
    changed = {"only fight": 1.0, "only trade": 1.0}
    for other, is_possible in ((COSTLY, True), (COSTLY + SMALL, False)):
        means = {
            (fault.DOMINANT_STRATEGY, "fight"): 0.0,
            (fault.DOMINANT_STRATEGY, "trade"): other,
        }
        assert ((fault.DOMINANT_STRATEGY, "fight") in possible(means, changed)) == is_possible
    assert possible({(fault.DOMINANT_STRATEGY, "fight"): 0.0}, changed) == set()


def test_a_strategy_that_is_usual_play_does_not_dominate() -> None:
    means = {(fault.DOMINANT_STRATEGY, "fight"): 0.0, (fault.DOMINANT_STRATEGY, "trade"): -0.4}
    changed = {"only fight": OFTEN - SMALL, "only trade": 1.0}
    assert (fault.DOMINANT_STRATEGY, "fight") not in possible(means, changed)


def test_one_player_alone_is_asked_for_only_if_it_is_open_who_wins() -> None:
    low, high = UNCERTAIN
    for won, is_possible in (
        (low, True),
        (high, True),
        (low - SMALL, False),
        (high + SMALL, False),
    ):
        means = {(fault.SOLO, ""): 0.0, (fault.TOO_EASY, ""): won}
        assert ((fault.SOLO, "") in possible(means)) == is_possible
    assert (fault.SOLO, "") in possible({(fault.SOLO, ""): 0.0})  # with a victory table


def test_all_other_effects_can_be_faults() -> None:
    means = {(fault.ENDLESS, ""): 0.0, (fault.SEAT_ADVANTAGE, "seat 1"): 0.0}
    assert possible(means) == set(means)


def test_a_card_is_strong_beyond_the_median_card_and_weak_by_itself() -> None:
    losses = {"gold": 0.3, "rope": 0.1, "flag": -0.2, "dust": 0.0}
    means = {(fault.STRONG_CARD, card): loss for card, loss in losses.items()}
    means |= {(fault.WEAK_CARD, card): -loss for card, loss in losses.items()}
    means |= {(fault.DEAD_CARD, card): float(card != "dust") for card in losses}
    screen = screen_of(means)
    assert screen.usual_card == pytest.approx(0.1)  # not that of dust, which nobody uses
    worths = {
        (key.fault, key.subject): values.mean() for key, values in screen.possible_faults().items()
    }
    assert worths == pytest.approx(
        {
            (fault.STRONG_CARD, "gold"): 0.2,
            (fault.STRONG_CARD, "rope"): 0.0,
            (fault.STRONG_CARD, "flag"): -0.3,
            (fault.WEAK_CARD, "gold"): -0.3,
            (fault.WEAK_CARD, "rope"): -0.1,
            (fault.WEAK_CARD, "flag"): 0.2,
            **{(fault.DEAD_CARD, card): float(card != "dust") for card in losses},
        }
    )


def test_unknown_values_are_no_part_of_a_mean() -> None:
    known, unknown = EffectKey(fault.STALLING, "gold", 2), EffectKey(fault.TIES, "", 2)
    screen = Screen({known: np.array([0.2, np.nan, 0.4]), unknown: np.full(3, np.nan)}, {})
    assert screen.means == {(fault.STALLING, "gold"): pytest.approx(0.3)}


def test_a_rule_is_settled_once_it_changes_many_games() -> None:
    changed = np.zeros(100)
    changed[: int(100 * OFTEN)] = 1
    assert is_settled(changed)
    changed[0] = 0
    assert not is_settled(changed)
