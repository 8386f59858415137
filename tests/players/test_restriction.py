"""Restricted policies never choose what is forbidden, unless nothing else is offered."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from simlab.catalog import find_game, find_policy
from simlab.check.contract import problems_of
from simlab.engine.build import compiled_policy
from simlab.errors import InputError
from simlab.execution.stepper import Case
from simlab.game import Game
from simlab.game.policy import Policy
from simlab.games.arriala import GAME as ARRIALA
from tests.support.compiled_pig import PIG

MARKET = find_game(str(Path(__file__).parents[1] / "plain" / "market" / "market.py"))
PLAIN_PIG = find_game(str(Path(__file__).parents[1] / "plain" / "plain_pig" / "plain_pig.py"))


def policy_of(text: str, game: Game = PIG) -> Policy:
    return find_policy(text, game.policies, 2, game)


def played(*texts: str, game: Game = PIG, count: int = 100):
    lineup = [policy_of(text, game) for text in texts]
    return game.engine().play(game.load().row, lineup, 1914, 0, count)


@pytest.mark.parametrize("game", [PIG, PLAIN_PIG])
@pytest.mark.parametrize("kind", ["roll", "hold"])
def test_who_may_not_roll_or_may_not_hold_never_scores(game: Game, kind: str) -> None:
    rows = played(f"hold:never={kind}", "hold", game=game)
    assert rows["finished"].all()
    assert not rows["seats"]["score"][:, 0].any()


@pytest.mark.parametrize("noise", ["", "noise=0.5,"])
def test_a_row_of_a_table_that_may_never_be_chosen_is_only_chosen_by_others(noise: str) -> None:
    journal: list[dict[str, object]] = []
    lineup = [policy_of(f"random:{noise}never=cards.pearl", MARKET), policy_of("random", MARKET)]
    MARKET.engine().play(MARKET.load().row, lineup, 1914, 0, 60, journal=journal)
    buyers = [each["seat"] for each in journal if str(each.get("card")) == "pearl"]
    assert set(buyers) == {1}
    with pytest.raises(InputError, match=r"is not one of coins, buy, cards\.ROW"):
        policy_of("random:never=card.pearl", MARKET)


def test_if_everything_is_forbidden_the_policy_plays_as_usual() -> None:
    assert (played("hold:never=hold+roll", "hold") == played("hold", "hold")).all()


def test_another_kind_needs_no_compilation() -> None:
    one, other = (
        compiled_policy(policy_of(f"hold:never={kind}"), PIG) for kind in ("roll", "hold")
    )
    assert one is other


@pytest.mark.parametrize("game", [PIG, PLAIN_PIG])
def test_random_choices_are_allowed_ones(game: Game) -> None:
    rows = played("hold:noise=0.5,never=roll", "hold:noise=0.5", game=game)
    assert not rows["seats"]["score"][:, 0].any()


def test_plain_and_compiled_games_are_alike_under_a_restriction() -> None:
    one, other = (
        played("hold:at=12,noise=0.3,never=hold", "random", game=game) for game in (PIG, PLAIN_PIG)
    )
    assert (one["seats"]["score"] == other["seats"]["score"]).all()
    assert (one["decisions"] == other["decisions"]).all()


def test_a_restricted_policy_is_found_by_its_written_form() -> None:
    policy = policy_of("hold:never=roll,at=25,noise=0.1")
    assert str(policy) == "hold:at=25,noise=0.1,never=roll"
    assert policy_of(str(policy)) == policy
    assert str(policy.with_weights(at=30)) == "hold:at=30,noise=0.1,never=roll"
    assert policy != policy_of("hold:at=25,noise=0.1,never=hold")


def test_a_search_may_be_restricted() -> None:
    rows = played("search:base=hold,rollouts=8,never=hold", "hold", count=3)
    assert not rows["seats"]["credit"][:, 0].any()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("hold:never=rol", 'policy: never: "rol" is not one of hold, roll. Did you mean "roll"?'),
        ("hold:never=roll,never=hold", "policy: hold: never: is given twice"),
        ("hodl:never=roll", 'policy: "hodl" is not one of'),
    ],
)
def test_a_restriction_that_is_none_is_refused(text: str, problem: str) -> None:
    with pytest.raises(InputError) as error:
        policy_of(text)
    assert str(error.value).startswith(problem)


@pytest.mark.long
def test_restricted_policies_keep_the_contract() -> None:
    lineup = (policy_of("hold:never=hold"), policy_of("random"))
    assert problems_of(Case(PIG, PIG.load(), lineup, n_deals=1)) == []


def test_the_numbers_of_each_kind_are_where_the_game_says() -> None:
    for game in (PIG, ARRIALA):
        for kind, numbers in game.kinds.items():
            assert {game.kind(numbers.start), game.kind(numbers.stop - 1)} == {kind}
    assert np.all([len(numbers) > 0 for numbers in ARRIALA.kinds.values()])
