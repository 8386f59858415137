"""A house rule as an experiment: which scenarios it makes, and what it refuses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from simlab.errors import ExperimentError, InputError
from simlab.experiment.request import request_experiment, single_patch
from simlab.experiment.resolve import Experiment, restore


def house_rule(*patches: str, game: str = "pig", **options: Any) -> Experiment:
    return request_experiment(game, {"houserule": {"patch": list(patches)}, **options})


def test_both_sets_of_rules_are_played_by_the_line_up_and_by_all_others() -> None:
    experiment = house_rule("target=50", players=["3"], games="2000")
    scenarios = {
        s.slug: (s.n_games, s.rules.components.values["target"]) for s in experiment.scenarios
    }
    assert scenarios == {
        "3p-random-unchanged": (400, 100),
        "3p-random-changed": (400, 50),
        "3p-hold_noise_0.05-unchanged": (400, 100),
        "3p-hold_noise_0.05-changed": (400, 50),
        "3p-unchanged": (2000, 100),
        "3p-changed": (2000, 50),
    }
    assert [str(policy) for policy in experiment.scenarios[-1].lineup] == ["hold"] * 3


def test_the_study_names_the_pairs_and_tells_the_change() -> None:
    study = house_rule("target=50", players=["3"]).study
    assert study["kind"] == "houserule"
    assert study["pairs"] == [["3p-unchanged", "3p-changed"]]
    assert study["others"] == [
        ["3p-random-unchanged", "3p-random-changed"],
        ["3p-hold_noise_0.05-unchanged", "3p-hold_noise_0.05-changed"],
    ]
    assert study["change"] == ["Points that win the game: 50 instead of 100 [P5]."]


def test_each_number_of_players_makes_a_pair_with_those_who_can_sit_there() -> None:
    study = house_rule("target=50", players=["2", "4"], policy=["hold"]).study
    assert study["pairs"] == [[f"{n}p-unchanged", f"{n}p-changed"] for n in (2, 4)]
    assert [names[0] for names in study["others"]] == [
        "2p-random-unchanged",
        "2p-optimal-unchanged",
        "2p-hold_noise_0.05-unchanged",
        "4p-random-unchanged",
        "4p-hold_noise_0.05-unchanged",
    ]


def test_patches_stack_on_top_of_those_that_both_have() -> None:
    experiment = house_rule("target=60", "target=40", patch=["target=80"])
    *_, unchanged, changed = experiment.scenarios
    assert (unchanged.rules.components.values["target"]) == 80
    assert (changed.rules.components.values["target"]) == 40
    assert experiment.study["change"] == ["Points that win the game: 40 instead of 80 [P5]."]


def test_a_file_may_ask_the_same_and_name_patches_beside_it(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text("target = 50\n")
    text = 'game = "pig"\nplayers = 3\ngames = 2000\n[houserule]\npatch = "mine.toml"\n'
    (tmp_path / "short.toml").write_text(text)
    from_file = request_experiment(str(tmp_path / "short.toml"), {})
    assert from_file.key() == house_rule("target=50", players=["3"], games="2000").key()
    assert from_file.name == "short"


def test_what_was_asked_in_words_can_be_asked_again_from_its_text(tmp_path: Path) -> None:
    experiment = house_rule("target=50", players=["2"], games="200")
    (tmp_path / "again.toml").write_text(experiment.source)
    again = request_experiment(str(tmp_path / "again.toml"), {})
    assert (again.key(), again.study) == (experiment.key(), experiment.study)
    assert restore(experiment.describe_experiment()).key() == experiment.key()


@pytest.mark.parametrize(
    ("patch", "problem"),
    [
        ("target=100", "patch: changes nothing; these are the rules without it"),
        ("taget=50", "no such rule"),
        ("short", "no file, no KEY=VALUE and no shipped patch"),
    ],
)
def test_a_change_that_is_none_or_unknown_is_refused(patch, problem) -> None:
    with pytest.raises(InputError, match=problem):
        house_rule(patch)


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        ('[[scenario]]\npolicy = "hold"', "houserule: makes the scenarios itself"),
        ('[sweep]\nvary = { target = "50..60" }', "leave out \\[houserule\\]"),
        ("[houserule.more]", "no such key; allowed are patch"),
    ],
)
def test_a_house_rule_makes_all_scenarios_itself(tmp_path, more, problem) -> None:
    text = f'game = "pig"\n[houserule]\npatch = {{ target = 50 }}\n{more}\n'
    (tmp_path / "both.toml").write_text(text)
    with pytest.raises(InputError, match=problem):
        request_experiment(str(tmp_path / "both.toml"), {})


def test_the_author_of_a_single_patch_asks_the_question() -> None:
    assert single_patch("taxis", ["four_actions"], None).question.endswith("?")
    assert single_patch("taxis", ["four_actions", "no_events"], None) is None
    assert single_patch("taxis", ["actions_per_turn=4"], None).question == ""


def test_other_policies_play_400_games_or_none() -> None:
    few = house_rule("target=50", players=["3"], games="399")
    assert few.study["others"] == []
    n_games = {s.n_games for s in house_rule("target=50", players=["3"], games="400").scenarios}
    assert n_games == {400}


def test_a_target_needs_a_metric_and_is_in_the_study_only_if_it_is_given(tmp_path: Path) -> None:
    asked = {"patch": ["half_way"], "metric": "turns"}
    assert "metric_target" not in request_experiment("pig", {"houserule": asked}).study
    aimed = {**asked, "metric_target": 12.5}
    assert request_experiment("pig", {"houserule": aimed}).study["metric_target"] == 12.5
    file = tmp_path / "mine.toml"
    file.write_text('game = "pig"\n[houserule]\npatch = "half_way"\nmetric_target = 12\n')
    with pytest.raises(ExperimentError, match=r"mine.toml:4: .*is a value of a metric; name it"):
        request_experiment(str(file), {})
    added = request_experiment(str(file), {"houserule": {"metric": "turns"}})
    assert added.study["metric_target"] == 12


def test_a_metric_given_to_an_experiment_file_keeps_its_change(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('game = "pig"\n[houserule]\npatch = "half_way"\nmetric = "turns"\n')
    assert request_experiment(str(file), {}).study["metric"] == "turns"
    other = request_experiment(str(file), {"houserule": {"metric": "rounds"}})
    assert other.study["metric"] == "rounds"
    assert other.scenarios[-1].patch == {"target": 50}


def test_a_certificate_of_a_house_rule_is_the_same_comparison_on_other_deals() -> None:
    change = {"patch": ["half_way"]}
    first = request_experiment("pig", {"houserule": change})
    own = request_experiment("pig", {"houserule": {**change, "certify": True}})
    assert own.study["pairs"] == first.study["pairs"]
    assert own.study["certifies"] == {"seed": first.seed, "compared": 1}
    assert own.seed != first.seed
    assert [s.patch for s in own.scenarios] == [s.patch for s in first.scenarios]


def test_an_experiment_file_is_certified_without_naming_its_change_again(tmp_path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('game = "pig"\n[houserule]\npatch = "half_way"\n', encoding="utf-8")
    own = request_experiment(str(file), {"houserule": {"certify": True}})
    assert "certifies" in own.study
    assert own.scenarios[-1].patch == {"target": 50}
