"""Other values of a player's traits: which there are, for whom, and how they are said."""

from __future__ import annotations

from pathlib import Path

import pytest

from simlab.experiment.player_traits import other_values, player_of, traits_to_vary, vary_trait
from simlab.experiment.request import request_experiment
from simlab.experiment.resolve import Scenario
from simlab.game.policy import Policy, Trait
from simlab.players.trained import read_player
from tests.support.compiled_pig import PIG
from tests.support.written_player import bold


def of_pig(*policies: str, players: int = 2) -> Scenario:
    options = {"policy": [*policies], "players": [players]}
    return request_experiment("pig", options).scenarios[0]


def with_trait(value: float, low: float, high: float, *, whole: bool = False) -> Policy:
    trait = Trait(value, low, high, "how bold it is", whole=whole)
    return Policy("bold", "Is bold.", lambda view, choices, chance: choices[0], {"boldness": trait})


@pytest.mark.parametrize(
    ("policy", "others"),
    [
        (with_trait(8, 0, 20), [("halved", 4), ("doubled", 16)]),
        (with_trait(8, 0, 10), [("halved", 4), ("at its limit", 10)]),
        (with_trait(8, 8, 8), []),
        (with_trait(-0.99, -4, 6), [("halved", -0.495), ("doubled", -1.98)]),
        (with_trait(3, 1, 6, whole=True), [("halved", 2), ("doubled", 6)]),
        (with_trait(1, 1, 6, whole=True), [("doubled", 2)]),
        (with_trait(0, -1, 1), []),
    ],
)
def test_a_trait_is_halved_and_doubled_within_its_limits(policy: Policy, others) -> None:
    assert [*other_values(policy, "boldness")] == others
    assert [*traits_to_vary(policy)] == (["boldness"] if others else [])


def test_the_player_is_the_policy_of_all_seats_and_of_a_search_its_base() -> None:
    assert str(player_of(of_pig("hold:at=25"))) == "hold:at=25"
    assert str(player_of(of_pig("search:base=hold"))) == "hold"
    assert player_of(of_pig("hold", "optimal")) is None


def test_traits_say_nothing_of_rules_where_no_seats_compete() -> None:
    for options in ({"players": [3]}, {"players": [1]}):
        scenario = request_experiment("taxis", {"policy": ["greedy"], **options}).scenarios[0]
        assert scenario.lineup[0].traits and player_of(scenario) is None


def test_who_has_no_weights_has_nothing_to_vary(tmp_path: Path) -> None:
    bold(tmp_path / "bold")
    assert traits_to_vary(None) == {}
    assert traits_to_vary(player_of(of_pig("optimal"))) == {}
    assert traits_to_vary(read_player(tmp_path / "bold", PIG)) == {}, "a net has no weights to vary"


def test_what_is_set_is_varied_and_not_the_default() -> None:
    varied = vary_trait("at", [of_pig("hold:at=30"), of_pig("hold", players=3)])
    written = {change: [*map(str, p.values())] for change, p in varied.variations.items()}
    assert written == {
        "halved": ["hold:at=15", "hold:at=10"],
        "doubled": ["hold:at=60", "hold:at=40"],
    }
    assert varied.changes["halved"] == (
        "Turn total at which to hold, in points: 15 instead of 30 with 2 players, 10 instead of 20"
        " with 3 players."
    )
    alone = vary_trait("at", [of_pig("hold")])
    assert alone.changes["doubled"] == "Turn total at which to hold, in points: 40 instead of 20."


def test_a_run_knows_how_many_traits_its_player_has() -> None:
    described = request_experiment("pig", {"policy": ["hold"]}).describe_experiment()
    assert [scenario["n_traits"] for scenario in described["scenarios"]] == [1]
