"""A small noise: which line-ups are played with one, and which say nothing with one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from simlab.catalog import find_game
from simlab.check.declaration import declaration_problems
from simlab.errors import InputError
from simlab.experiment.request import request_experiment
from simlab.experiment.small_noise import with_small_noise
from simlab.studies.tune.request import request_tune


@pytest.mark.parametrize(
    ("policy", "noisy"),
    [
        (["hold"], "hold:noise=0.05"),
        (["hold:at=25"], "hold:at=25,noise=0.05"),
        (["hold", "hold"], "hold:noise=0.05"),
        (["hold", "optimal"], None),
        (["hold:noise=0"], None),
        (["hold:noise=0.2"], None),
        (["random"], None),
        (["search:base=hold"], None),
    ],
)
def test_one_policy_in_all_seats_gets_a_noise_unless_it_has_one(policy, noisy) -> None:
    (scenario,) = request_experiment("pig", {"policy": policy, "players": [2]}).scenarios
    policy_with_noise = with_small_noise(scenario.lineup, scenario.game)
    assert (policy_with_noise and str(policy_with_noise)) == noisy


def test_a_house_rule_of_a_cooperative_game_plays_none() -> None:
    options = {"houserule": {"patch": ["hand_limit=4"]}, "players": ["2"]}
    slugs = [scenario.slug for scenario in request_experiment("taxis", options).scenarios]
    assert not any("noise" in slug for slug in slugs)


def test_a_problem_of_the_line_up_is_reported_with_those_of_the_patch() -> None:
    with pytest.raises(InputError, match='"holt" is not one of'):
        request_experiment("pig", {"policy": ["holt"], "houserule": {"patch": ["target=50"]}})


@pytest.mark.parametrize(
    ("game", "policy"), [("pig", "hold"), ("mare_nostrum", "@robust:noise=0.05")]
)
def test_where_no_policy_is_named_the_best_plays_with_the_noise_of_the_game(game, policy) -> None:
    (scenario,) = request_experiment(game, {"players": [3]}).scenarios
    assert {str(each) for each in scenario.lineup} == {policy}


def test_a_plain_game_may_have_a_noise(tmp_path) -> None:
    duel = Path(__file__).parents[1] / "plain" / "duel" / "duel.py"
    text = duel.read_text().replace("    events = ", "    noise = 0.1\n    events = ", 1)
    (tmp_path / "duel.py").write_text(text)
    (scenario,) = request_experiment(str(tmp_path / "duel.py"), {}).scenarios
    assert [str(each) for each in scenario.lineup] == ["duellist:noise=0.1"] * 2


def test_a_noise_of_a_game_is_a_share() -> None:
    game = replace(find_game("pig"), noise=1.5)
    assert "pig: noise: must be from 0 to 1, not 1.5" in declaration_problems(game)


def test_tuning_of_rules_ends_with_the_players_of_the_answer_and_a_small_noise() -> None:
    asked = {"target": ["turns=30±5 @2"], "vary": {"target": "80..100"}}
    others = request_tune("pig", {"policy": ["hold"]}, asked).others
    assert [*others] == ["optimal", "hold:noise=0.05"]
