"""A small noise: which line-ups are played with one, and which say nothing with one."""

from __future__ import annotations

import pytest

from simlab.errors import InputError
from simlab.experiment.request import requested
from simlab.experiment.small_noise import with_small_noise


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
    (scenario,) = requested("pig", {"policy": policy, "players": [2]}).scenarios
    policy_with_noise = with_small_noise(scenario.lineup)
    assert (policy_with_noise and str(policy_with_noise)) == noisy


def test_a_house_rule_of_a_cooperative_game_plays_none() -> None:
    options = {"houserule": {"patch": ["hand_limit=4"]}, "players": ["2"]}
    slugs = [scenario.slug for scenario in requested("taxis", options).scenarios]
    assert not any("noise" in slug for slug in slugs)


def test_a_problem_of_the_line_up_is_reported_with_those_of_the_patch() -> None:
    with pytest.raises(InputError, match='"holt" is not one of'):
        requested("pig", {"policy": ["holt"], "houserule": {"patch": ["target=50"]}})
