"""Search is found by name in every game, over any of its policies, and keeps the contract."""

from __future__ import annotations

from dataclasses import replace

import pytest

from simlab.catalog import find_policy
from simlab.check.contract import problems_of
from simlab.errors import InputError
from simlab.execution.stepper import Case
from simlab.game.policy import Policy, Trait, policy
from simlab.games.arriala import GAME as ARRIALA
from tests.support.compiled_pig import PIG


def pig_policy(text: str, players: int = 2) -> Policy:
    return find_policy(text, PIG.policies, players, PIG)


def test_a_search_is_based_on_the_last_policy_that_can_sit_there() -> None:
    assert pig_policy("search").base == "optimal"
    assert pig_policy("search", players=3).base == "hold"


def test_a_search_has_the_traits_of_its_base_beside_its_own() -> None:
    search = pig_policy("search:base=hold,at=15,turns=1,rollouts=50,noise=0.1")
    assert str(search) == "search:base=hold,rollouts=50,turns=1,at=15,noise=0.1"
    assert str(pig_policy(str(search))) == str(search)
    assert search.trait_row(0)[:9].tolist() == [50, 2, 1, 1, 1, 0, 0, 0, 15]
    assert search.noise == 0.1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("serch", 'policy: "serch" is not one of random, hold, optimal, search. Did you mean "sea'),
        (
            "search:base=hald",
            'policy: search: base: "hald" is not one of random, hold, optimal. D',
        ),
        (
            "search:bose=hold",
            'policy: search:base=optimal: no trait "bose"; it has base, rollouts, doubt,',
        ),
        (
            "search:rollouts=2",
            "policy: search:base=optimal: rollouts: 2 is out of range 8 to 100000",
        ),
        (
            "search:rollouts=50.5",
            "policy: search:base=optimal: rollouts: 50.5 is not a whole number",
        ),
        ("search:base=hold,base=random", "policy: search: base: is given twice"),
        ("hold:at=20,at=25", "policy: hold: at: is given twice"),
    ],
)
def test_what_is_wrong_with_a_search_is_reported(text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        pig_policy(text)
    assert str(error.value).startswith(message)


def test_where_positions_are_not_evaluated_the_error_says_so() -> None:
    game = replace(PIG, evaluate=None)
    with pytest.raises(InputError, match="range 0 to 0; 0: to the end, since this game evaluates"):
        find_policy("search:turns=3", game.policies, 2, game)


def test_a_policy_without_weights_is_known_for_certain() -> None:
    with pytest.raises(InputError, match="range 0 to 0; 0: not at all, since optimal has no weigh"):
        pig_policy("search:base=optimal,uncertainty=1")


def test_a_search_looks_as_far_ahead_as_the_game_says_unless_set_otherwise() -> None:
    game = replace(PIG, horizon=5)
    for text, turns in (("search", 5), ("search:turns=2", 2), ("search:turns=0", 0)):
        assert find_policy(text, game.policies, 2, game).trait_row(0)[3] == turns


def test_a_search_plans_whole_turns_as_the_game_says_over_its_best_policy() -> None:
    game = replace(PIG, plans=16)
    for text, plans in (("search", 16), ("search:base=hold", 0), ("search:base=hold,plans=8", 8)):
        assert find_policy(text, game.policies, 2, game).trait_row(0)[5] == plans


def test_a_search_over_a_learner_plans_whole_turns_and_may_know_the_others_little() -> None:
    text = "search:base=@strategist,uncertainty=1"
    search = find_policy(text, ARRIALA.policies, 2, ARRIALA)
    assert search.trait_row(0)[5:7].tolist() == [ARRIALA.plans, 1]


def test_a_game_for_more_plans_than_there_is_room_for_is_refused() -> None:
    with pytest.raises(ValueError, match="game pig: plans: must be from 0 to 64, not 65"):
        replace(PIG, plans=65)


@policy(traits={"rollouts": Trait(1, 0, 9, "a name that is taken")})
def rival(*_: object) -> int:
    """Has a trait that a search has itself."""
    return 0


def test_a_base_whose_traits_would_hide_those_of_the_search_is_refused() -> None:
    with pytest.raises(InputError, match="cannot be based on rival"):
        find_policy("search:base=rival", [rival], 2, PIG)


def test_a_policy_of_ones_own_may_be_named_search() -> None:
    own = Policy("search", "Its own.", rival.function)
    assert find_policy("search", [own], 2, ARRIALA) is own


@pytest.mark.parametrize("plans", [0, 8])
def test_search_keeps_the_contract_beside_its_base(plans: int) -> None:
    lineup = (pig_policy(f"search:base=hold,rollouts=8,plans={plans}"), PIG.policies[1])
    assert problems_of(Case(PIG, PIG.load(), lineup, n_deals=1)) == []
