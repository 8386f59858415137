"""Other policies that play a change of a sweep: who they are, and by which rules they play."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from simlab.execution.executor import Threads
from simlab.experiment.request import request_experiment
from simlab.experiment.resolve import Experiment
from simlab.studies.run import other_players as study
from simlab.studies.run.other_players import NamedChange, experiment_of_others, other_players


def swept(policy: str = "hold") -> Experiment:
    table = {"vary": {"target": "20"}, "metric": "turns"}
    return request_experiment(
        "pig", {"policy": policy, "players": [2, 3], "games": 60, "sweep": table}
    )


def changes(experiment: Experiment) -> list[NamedChange]:
    by_name = {scenario.slug: scenario for scenario in experiment.scenarios}
    return [NamedChange(by_name[f"{n}p-unchanged"], by_name[f"{n}p-target_20"]) for n in (2, 3)]


def test_all_policies_play_except_by_chance_and_the_line_up_itself() -> None:
    experiment = swept()
    others = list(other_players(experiment, changes(experiment)))
    assert [(other.change.changed.players, other.policy) for other in others] == [
        (2, "optimal"),
        (2, "hold:noise=0.05"),
        (3, "hold:noise=0.05"),
    ]
    noisy = swept("hold:noise=0.2")
    assert [other.policy for other in other_players(noisy, changes(noisy)[:1])] == [
        "hold",
        "optimal",
    ]


def test_each_plays_both_sets_of_rules_on_the_deals_of_the_sweep() -> None:
    experiment = swept()
    others = list(other_players(experiment, changes(experiment)))
    own = experiment_of_others(experiment, others, 30)
    played = [
        (s.slug, str(s.lineup[0]), len(s.lineup), s.rules.components.values["target"], s.n_asked)
        for s in own.scenarios
    ]
    assert played == [
        ("2p-policy_1_unchanged", "optimal", 2, 100, 30),
        ("2p-policy_1_changed", "optimal", 2, 20, 30),
        ("2p-policy_2_unchanged", "hold:noise=0.05", 2, 100, 30),
        ("2p-policy_2_changed", "hold:noise=0.05", 2, 20, 30),
        ("3p-policy_3_unchanged", "hold:noise=0.05", 3, 100, 30),
        ("3p-policy_3_changed", "hold:noise=0.05", 3, 20, 30),
    ]
    assert {scenario.seed for scenario in own.scenarios} == {experiment.seed}
    assert own.study["run"] == experiment.key()
    assert own.study["others"][1] == {
        "policy": "hold:noise=0.05",
        "changed": "2p-target_20",
        "pair": ["2p-policy_2_unchanged", "2p-policy_2_changed"],
    }


@pytest.mark.parametrize(("seconds", "too_long"), [(0.0374, False), (0.0376, True)])
def test_games_of_all_policies_are_estimated_by_those_of_the_line_up(
    monkeypatch: pytest.MonkeyPatch, seconds: float, too_long: bool
) -> None:
    """Two policies that were not measured play 800 games each on two cores, in 30 seconds."""
    estimate = SimpleNamespace(seconds_per_game=seconds)
    monkeypatch.setattr(study, "estimate_run", lambda *_: estimate)
    experiment = swept()
    others = list(other_players(experiment, changes(experiment)))
    assert study.take_too_long(Threads(2), others) is too_long


def test_the_strongest_player_measured_is_the_witness_of_each_table() -> None:
    experiment = swept("random")
    others = list(other_players(experiment, changes(experiment)))
    tables = [(other.change.changed.players, other.policy) for other in study.witnesses(others)]
    assert tables == [(2, "optimal"), (3, "hold")]
