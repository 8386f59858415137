"""Mixed policies play each game as one of two, drawn for each seat."""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np
import pytest

import simlab
from simlab.catalog import find_game, find_policy
from simlab.check.contract import problems_of
from simlab.engine.build import compiled_policy
from simlab.errors import InputError
from simlab.execution.stepper import Case
from simlab.game import Game
from simlab.game.policy import Policy
from simlab.games.taxis import GAME as TAXIS
from tests.support.compiled_pig import PIG

PLAIN_PIG = find_game(str(Path(__file__).parents[1] / "plain" / "plain_pig" / "plain_pig.py"))
BOTH = pytest.mark.parametrize("game", [PIG, PLAIN_PIG], ids=["compiled", "plain"])


def policy_of(text: str, game: Game = PIG) -> Policy:
    return find_policy(text, game.policies, game.players[0], game)


def played(*texts: str, game: Game = PIG, count: int = 100):
    lineup = [policy_of(text, game) for text in texts]
    return game.engine().play(game.load().row, lineup, 1914, 0, count)


@BOTH
@pytest.mark.parametrize(("share", "name"), [(0, "hold:at=12"), (1, "hold")])
def test_a_share_of_none_or_all_games_is_one_of_the_two(share: int, name: str, game: Game) -> None:
    rows = played(f"hold:at=12,or=hold,share={share}", "hold", game=game)
    assert (rows == played(name, "hold", game=game)).all()


def test_each_seat_is_one_of_the_two_for_a_whole_game() -> None:
    mixture = "hold:at=12,or=hold,share=0.4"
    rows = played(mixture, mixture, count=400)
    pairs = itertools.product(("hold:at=12", "hold"), repeat=2)
    alike = np.array([rows == played(*pair, count=400) for pair in pairs])
    assert alike.any(axis=0).all()
    only = alike[:, alike.sum(axis=0) == 1].mean(axis=1)
    assert (only > 0.05).all()


def test_the_share_of_the_games_is_the_one_that_is_set() -> None:
    count = 1_000
    alone = [played(each, "hold:at=1", count=count) for each in ("random", "hold")]
    rows = played("random:or=hold,share=0.3", "hold:at=1", count=count)
    won = [own["seats"]["credit"][:, 0].mean() for own in (*alone, rows)]
    expected = 0.7 * won[0] + 0.3 * won[1]
    assert abs(won[2] - expected) < 5 * np.sqrt(0.25 / count)
    assert won[1] - won[0] > 10 * np.sqrt(0.25 / count)


def test_plain_and_compiled_games_are_alike_under_a_mixture() -> None:
    one, other = (
        played("hold:at=12,noise=0.3,or=random,share=0.4", "random:or=hold", game=game)
        for game in (PIG, PLAIN_PIG)
    )
    assert (one["seats"]["score"] == other["seats"]["score"]).all()
    assert (one["decisions"] == other["decisions"]).all()


def test_another_share_needs_no_compilation() -> None:
    one, other = (
        compiled_policy(policy_of(f"hold:at={at},or=random,share={share}"), PIG)
        for at, share in ((12, 0.1), (20, 0.9))
    )
    assert one is other


def test_a_mixed_policy_is_found_by_its_written_form() -> None:
    policy = policy_of("hold:or=random,at=25,share=0.3,noise=0.1")
    assert str(policy) == "hold:at=25,noise=0.1,or=random,share=0.3"
    assert policy_of(str(policy)) == policy
    assert str(policy.with_weights(at=30, share=0.5)) == "hold:at=30,noise=0.1,or=random,share=0.5"
    assert policy != policy_of("hold:at=25,noise=0.1,or=random,share=0.2")
    assert str(policy_of("hold:or=random")) == "hold:or=random,share=0.5"


@BOTH
def test_a_mixed_policy_may_be_restricted(game: Game) -> None:
    rows = played("hold:or=random,share=0.4,never=hold", "hold", game=game)
    assert not rows["seats"]["score"][:, 0].any()


@pytest.mark.compiled
def test_a_restriction_does_not_change_which_of_the_two_plays_a_game() -> None:
    rows, first, second = (
        played(f"greedy:or=random,share={share},never=bonus", game=TAXIS) for share in (0.5, 0, 1)
    )
    assert ((rows == first) | (rows == second)).all()
    assert (rows != first).any()
    assert (rows != second).any()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("hold:or=rando", 'policy: "rando" is not one of'),
        ("hold:or=hold:at=12", "policy: or: hold:at=12 sets traits"),
        ("hold:or=random,or=hold", "policy: hold: or: is given twice"),
        ("hold:or=random,share=1.5", "policy: hold:or=random,share=0.5: share: 1.5 is out of"),
        ("hold:or=random,share=few", 'policy: hold:or=random,share=0.5: share: "few" is not a'),
        ("hold:share=0.5", 'policy: hold: no trait "share"; it has at, noise'),
    ],
)
def test_a_mixture_that_is_none_is_refused(text: str, problem: str) -> None:
    with pytest.raises(InputError) as error:
        policy_of(text)
    assert str(error.value).startswith(problem)


@pytest.mark.long
def test_mixed_policies_keep_the_contract() -> None:
    lineup = (policy_of("hold:or=random"), policy_of("random"))
    assert problems_of(Case(PIG, PIG.load(), lineup, n_deals=1)) == []


def test_a_page_has_the_sentences_on_both_policies(tmp_path) -> None:
    run = simlab.run("pig", policy="hold:or=random,share=0.3", games=40, out=tmp_path / "run")
    page = run.page()
    text = Path(page).read_text()
    assert "or wins. Or: Chooses at random." in text
