"""simlab train, as typed."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.compiled

FEW = ("train", "pig", "--games", "250", "--generations", "2")


def test_a_player_is_trained_and_plays_in_every_command(simlab, tmp_path) -> None:
    answer = simlab(*FEW)
    assert answer.code == 0
    assert answer.out.startswith("The player in one seat and optimal in the other seat: it wins ")
    assert answer.out.splitlines()[-1].endswith("--policy players/pig-2p")
    for words in (
        ("run", "pig", "--policy", "@pig-2p", "--policy", "hold", "--games", "20"),
        ("ladder", "pig", "--policy", "players/pig-2p", "--policy", "hold", "--games", "200"),
        ("skill", "pig", "--policy", "players/pig-2p", "--noise", "0,0.5", "--games", "200"),
        ("replay", "pig", "--policy", "players/pig-2p:noise=0.1", "--game", "3"),
    ):
        assert simlab(*words).code == 0


@pytest.mark.long
def test_a_player_keeps_the_contract(simlab) -> None:
    simlab(*FEW)
    assert simlab("check", "pig", "--policy-file", "players/pig-2p", "--deals", "1").code == 0


def test_the_result_is_there_for_programs(simlab) -> None:
    answer = simlab(*FEW, "--out", "mine", "--json").json
    assert answer["player"] == "mine"
    assert answer["reference"] == "optimal"
    assert [row["generation"] for row in answer["curve"]] == [1, 2]
    assert 0 < answer["result"]["low"] < answer["result"]["estimate"] < 0.6


def test_another_training_does_not_replace_a_player(simlab) -> None:
    simlab(*FEW)
    again = simlab(*FEW, "--seed", "3")
    assert again.code == 2
    assert again.problems == [
        "out: players/pig-2p holds the training of: simlab train pig --games 250; choose another"
        " folder"
    ]


def test_mistakes_on_the_command_line_are_answered(simlab) -> None:
    assert simlab("train", "pig", "--against", "hodl").problems == [
        'policy: "hodl" is not one of random, hold, optimal, search. Did you mean "hold"?'
    ]
    assert simlab("train", "pig", "--players", "2,3").problems == [
        "players: all tables are of one size here; name one number"
    ]
    assert simlab("train", "pig", "--generations", "0").code == 2


def test_traits_are_tuned_to_a_policy_that_can_be_played(simlab) -> None:
    few = ("train", "pig", "--tune", "hold", "--games", "40", "--generations", "1")
    answer = simlab(*few)
    assert answer.code == 0
    assert answer.out.startswith("One seat of the tuned policy among hold: it wins ")
    assert "Play it: --policy players/pig-hold-2p, or --policy hold:at=" in answer.out
    for policy in ("players/pig-hold-2p", "@pig-hold-2p", simlab(*few, "--json").json["policy"]):
        assert simlab("run", "pig", "--policy", policy, "--games", "20").code == 0


def test_a_trait_that_is_not_there_is_not_tuned(simlab) -> None:
    assert simlab("train", "pig", "--tune", "hodl").problems == [
        'policy: "hodl" is not one of random, hold, optimal, search. Did you mean "hold"?'
    ]
