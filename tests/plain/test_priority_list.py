"""Priority lists in TOML play like the same policy in Python, and say what is wrong with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from simlab.catalog import find_game, find_policy, policies_of
from simlab.errors import ContractError, InputError
from tests.support.compiled_pig import PIG

MARKET = find_game(str(Path(__file__).parent / "market" / "market.py"))
THRIFTY = '[mine]\nchoose = ["buy, most points", "coins"]\n'


def lists_in(folder: Path, text: str):
    file = folder / "mine.toml"
    file.write_text(text, encoding="utf-8")
    return policies_of(MARKET, [file])


def rows(policies, *names):
    lineup = [find_policy(name, policies, len(names), MARKET) for name in names]
    return MARKET.engine().play(MARKET.load().row, lineup, 1914, 0, 40)


def bought(policies, name):
    return rows(policies, name, "random")["seats"]["bought"][:, 0]


def test_a_list_plays_as_the_same_policy_in_python(tmp_path) -> None:
    policies = lists_in(tmp_path, THRIFTY)
    assert (rows(policies, "mine", "random") == rows(policies, "thrifty", "random")).all()
    assert policies[0].sentence == "buy, most points; else coins."


def test_conditions_preferences_and_traits_decide(tmp_path) -> None:
    """Cards, the own coins, words and traits are features."""
    policies = lists_in(
        tmp_path,
        """
        [rich]
        choose = ["buy if coins >= 15 and points >= worth, least price", "coins"]
        traits = { worth = 2 }
        [never]
        choose = ["buy if points > 13", "any if n = 3", "coins"]
        [silky]
        choose = ["buy if card = silk", "coins if coins < 8", "any"]
        """,
    )
    assert not bought(policies, "never").any()
    results = rows(policies, "rich", "random")["seats"][:, 0]
    assert (results["income"][results["bought"] > 0] >= 15).all()
    assert results["bought"].any()
    assert not bought(policies, "rich:worth=14").any()
    assert bought(policies, "silky").any()


def test_without_a_fitting_line_it_chooses_at_random(tmp_path) -> None:
    policies = lists_in(tmp_path, '[lost]\nchoose = ["buy if points > 99"]\n')
    assert (rows(policies, "lost", "lost") == rows(policies, "random", "random")).all()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('[a]\nchoose = ["byu"]', 'a: choose 1: "byu" is not one of coins, buy, any. Did you mean'),
        ('[a]\nchoose = ["buy if points"]', 'a: choose 1: "buy if points" is no line such as'),
        ('[a]\nchoose = ["buy, points"]', 'a: choose 1: "buy, points" is no line such as'),
        ("[a]\nchose = []", 'a: "chose" is not one of sentence, choose, traits. Did you mean'),
        ("[a]\nchoose = []", "a: choose: must be a list of lines"),
        ('[a]\nchoose = ["buy"]\ntraits = {x = "y"}', "a: traits: x: must be a number, not 'y'"),
        ('[a]\nchoose = ["buy"]\ntraits = {noise = 1}', "a: traits: noise: is a trait of every"),
        ('[a]\nchoose = ["buy"]\ntraits = {memory = 1}', "a: traits: memory: is no name of"),
        ('[a]\nchoose = ["buy"]\ntraits = {x = nan}', "a.traits.x: is nan; write a finite number"),
        ('[a]\nchoose = ["buy"]\ntraits = {x = -inf}', "a.traits.x: is infinite, or too large"),
        (
            '[a]\nchoose = ["buy"]\ntraits = {x = 2e6}',
            "a: traits: x: 2000000.0 is out of range -1000000 to 1000000",
        ),
        ("a = 3", "a: write [NAME] and a line choose"),
        ("", "defines no policy"),
        ("[a", "broken TOML"),
    ],
)
def test_a_broken_list_is_an_error_with_its_place(text, problem, tmp_path) -> None:
    with pytest.raises(InputError) as raised:
        lists_in(tmp_path, text)
    assert "mine.toml: " in str(raised.value)
    assert problem in str(raised.value)


def test_a_feature_that_no_choice_has_is_named_with_the_game(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    policies = lists_in(Path(), '[mine]\nchoose = ["buy if pionts > 2", "coins"]\n')
    with pytest.raises(ContractError) as raised:
        rows(policies, "mine", "mine")
    first, second = str(raised.value).splitlines()
    assert first.startswith(
        'mine.toml: mine: "buy if pionts > 2": a choice of kind buy has no "pionts".'
        ' Did you mean "points"? It has coins, '
    )
    assert "--policy-file mine.toml" in second


@pytest.mark.parametrize("wish", ["most", "least"])
def test_of_texts_none_is_the_most_or_the_least(tmp_path, wish) -> None:
    policies = lists_in(tmp_path, f'[mine]\nchoose = ["buy, {wish} card", "coins"]\n')
    with pytest.raises(ContractError, match=r"card is '\w+', a text; most and least need a number"):
        rows(policies, "mine", "mine")


def test_a_compiled_game_takes_no_list(tmp_path) -> None:
    with pytest.raises(InputError, match="priority lists play games in plain Python only"):
        policies_of(PIG, [tmp_path / "mine.toml"])
