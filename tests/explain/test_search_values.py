"""Values of a search at a decision, compared with exact win probabilities in Pig."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from simlab.errors import InputError
from simlab.experiment.request import request_experiment
from simlab.experiment.resolve import Scenario
from simlab.explain.decision import Decision, replay_game
from simlab.explain.search_values import (
    UNCERTAINTY,
    SearchAt,
    policies_at,
    search_values,
    searches_at,
)
from tests.games.pig.exact import TARGET, Chances, hold_at, win_chances
from tests.support.compiled_pig import HOLD, ROLL

AT = 10


@cache
def chances() -> Chances:
    """Return the chance to win, about to begin a turn, of a player who holds at AT among such."""
    return win_chances(hold_at(AT), hold_at(AT))[0]


def of_holding(own: int, rival: int, total: int) -> float:
    """Return the chance to win of a player who holds now, and at AT from then on."""
    return 1.0 if own + total >= TARGET else 1 - float(chances()[rival, own + total])


def of_rolling(own: int, rival: int, total: int) -> float:
    """Return the chance to win of a player who rolls now, and holds at AT from then on."""
    after = [of_going_on(own, rival, total + face) for face in range(2, 7)]
    return (1 - float(chances()[rival, own]) + sum(after)) / 6


def of_going_on(own: int, rival: int, total: int) -> float:
    is_enough = total >= min(AT, TARGET - own)
    return (of_holding if is_enough else of_rolling)(own, rival, total)


def scores(here: Decision) -> tuple[int, int, int]:
    """Return own score, that of the rival, and the turn total."""
    state = here.table.state[0]
    own, rival = (int(state["points"]["items"][seat]) for seat in (here.seat, 1 - here.seat))
    return own, rival, int(state["turn_total"])


def table(*policies: str, base: str | None = None, rollouts: int = 100, game: str = "pig"):
    """Return a scenario and its searches."""
    experiment = request_experiment(game, {"policy": list(policies)})
    (scenario,) = experiment.scenarios
    known = policies_at(scenario)
    return scenario, searches_at(scenario, 0, known, base, rollouts)


def hasty_hold(scenario: Scenario) -> Decision:
    """Return the first decision at which a player held who had better rolled."""
    return next(
        here
        for deal in range(10)
        for here in replay_game(scenario, deal, 0).each_decision()
        if here.played == HOLD and of_rolling(*scores(here)) > of_holding(*scores(here)) + 0.05
    )


def test_what_choices_are_worth_agrees_with_the_exact_chances() -> None:
    scenario, searches = table(f"hold:at={AT}", f"hold:at={AT}", rollouts=8000)
    here = hasty_hold(scenario)
    certain = searches[here.seat].search.with_weights(uncertainty=0)
    values = search_values(here, replace(searches[here.seat], search=certain))
    assert values.choices == [HOLD, ROLL]
    assert values.answer == ROLL
    exact = np.array([of_holding(*scores(here)), of_rolling(*scores(here))])
    error = np.sqrt(exact * (1 - exact) / values.rollouts)
    assert (np.abs(values.total / values.rollouts - exact) < 5 * error).all()


def only(text: str, base: str | None = None) -> SearchAt:
    """Return the search of a seat of a policy."""
    return table(text, text, base=base)[1][0]


def test_a_player_is_judged_by_playing_on_as_it_does_without_its_noise() -> None:
    assert str(only("hold:at=15,noise=0.2").base) == "hold:at=15"
    assert (
        str(only("hold:at=15").search)
        == "search:base=hold,rollouts=100,exploration=0,turns=0,plans=0,uncertainty=1,at=15"
    )


def test_a_search_is_judged_by_playing_on_with_its_base() -> None:
    assert str(only("search:base=hold,at=15,rollouts=9").base) == "hold:at=15"
    assert str(only("search:base=hold,at=15,doubt=1").search) == str(only("hold:at=15").search)


def test_rivals_are_uncertain_but_neither_partners_nor_policies_without_weights() -> None:
    assert only("hold").uncertainty == UNCERTAINTY
    assert only("optimal").uncertainty == 0
    assert table("planner", game="taxis")[1][0].uncertainty == 0


def test_another_base_may_be_named() -> None:
    assert str(only("random", base="hold:at=12").base) == "hold:at=12"


def test_a_base_that_is_not_there_is_refused_and_so_are_too_few_rollouts() -> None:
    with pytest.raises(InputError, match=r'^base: "hald" is not one of random, hold, optimal. Did'):
        only("random", base="hald")
    with pytest.raises(InputError, match="rollouts: must be from 8 to 100000, not 7"):
        table("hold", "hold", rollouts=7)
