"""From words and files to an experiment, and back."""

from __future__ import annotations

import json
import shutil
import tomllib
from itertools import product
from pathlib import Path

import pytest

from simlab.errors import ExperimentError, InputError
from simlab.experiment.file_paths import with_full_paths
from simlab.experiment.identity import as_stored, differences
from simlab.experiment.request import request_experiment
from simlab.experiment.resolve import resolve, restore
from simlab.experiment.spec import check_table, read_table, whole_number, with_overrides
from simlab.experiment.toml_text import text_of
from simlab.files.paths import PACKAGE, data_folder

WRITTEN = """
game = "pig"
question = "Who wins, \\"hold\\" or chance?"
seed = 9223372036854775807
games = "2k"
policy = ["hold:at=25", "random"]
patch = { target = 60 }

[[scenario]]
name = "short"
patch = { target = 30 }

[[scenario]]
policy = "hold"
players = [2, 4]
games = 1e3
"""


def written():
    return resolve(read_table(WRITTEN, "mine.toml"), "mine", WRITTEN)


@pytest.mark.parametrize(
    ("word", "number"),
    [
        ("5000", 5000),
        ("200k", 200_000),
        ("1.5m", 1_500_000),
        ("1e6", 1_000_000),
        ("1_000", 1000),
        (1e16, 10**16),
        ("9007199254740993", 9007199254740993),
        (" 20K ", 20_000),
    ],
)
def test_whole_numbers_are_read_as_people_write_them(word, number) -> None:
    assert whole_number(word) == number


@pytest.mark.parametrize("word", ["many", "1.5", "k", "1k5", "", 2.5])
def test_what_is_no_whole_number_is_left_for_the_message(word) -> None:
    assert whole_number(word) == word


def test_scenarios_take_from_the_top_what_they_do_not_say() -> None:
    short, *held = written().scenarios
    assert [scenario.slug for scenario in held] == ["2p-hold", "4p-hold"]
    assert (short.slug, short.players, short.n_games) == ("2p-short", 2, 2000)
    assert short.rules.components.values["target"] == 30
    assert [scenario.n_games for scenario in held] == [1000, 1000]
    assert {scenario.rules.components.values["target"] for scenario in held} == {60}
    assert {scenario.seed for scenario in written().scenarios} == {2**63 - 1}


@pytest.mark.parametrize(
    ("lineup", "name"),
    [
        (["hold"] * 3, "3p-hold"),
        (["hold", "random"], "2p-hold-random"),
        (["hold", "random", "random"], "3p-hold-random"),
        (["hold", "hold", "random"], "3p-2_hold-random"),
        (["hold", "random", "hold"], "3p-hold-random-hold"),
        (["hold", "hold", "random", "random"], "4p-2_hold-random"),
        (["hold:at=25", "hold:at=25", "hold:at=25", "hold"], "4p-3_hold_at_25-hold"),
        (["search:base=hold,rollouts=50"], "2p-search_over_hold_50_rollouts"),
    ],
)
def test_a_scenario_is_named_after_its_line_up_the_last_policy_at_all_seats_left(
    lineup, name
) -> None:
    (scenario,) = request_experiment("pig", {"policy": lineup}).scenarios
    assert scenario.slug == name


@pytest.mark.parametrize(
    ("policies", "seated"),
    [
        (["hold"], ["hold", "hold", "hold", "hold"]),
        (["random", "hold"], ["random", "hold", "hold", "hold"]),
        (["hold", "random", "hold"], ["hold", "random", "hold", "hold"]),
    ],
)
@pytest.mark.parametrize("is_of_scenario", [True, False])
def test_the_last_policy_of_a_line_up_has_all_remaining_seats(
    policies: list[str], seated: list[str], is_of_scenario: bool
) -> None:
    lineup = {"policy": policies}
    table = {"scenario": [lineup]} if is_of_scenario else lineup
    (scenario,) = request_experiment("pig", {"players": ["4"], **table}).scenarios
    assert [str(policy) for policy in scenario.lineup] == seated


def test_all_line_ups_of_a_table_have_names_of_their_own_in_one_experiment() -> None:
    lineups = list(product(("hold", "random"), repeat=4))
    table = check_table({"game": "pig", "scenario": [{"policy": [*each]} for each in lineups]})
    names = [scenario.slug for scenario in resolve(table, "all").scenarios]
    assert len(set(names)) == len(lineups)


def test_a_name_given_in_the_file_wins() -> None:
    raw = {"game": "pig", "policy": ["hold", "hold", "random"], "scenario": [{"name": "mine"}]}
    (scenario,) = resolve(check_table(raw), "x").scenarios
    assert scenario.slug == "3p-mine"


def test_games_are_rounded_up_to_whole_blocks() -> None:
    (scenario,) = request_experiment(
        "pig", {"policy": ["hold", "random", "hold"], "games": 100}
    ).scenarios
    assert (scenario.n_rotations, scenario.n_deals, scenario.n_games) == (3, 34, 102)


def test_an_experiment_survives_being_written_as_toml() -> None:
    table = read_table(WRITTEN, "mine.toml")
    assert check_table(tomllib.loads(text_of(table))) == table


def test_an_experiment_is_restored_from_its_description() -> None:
    experiment = written()
    described = json.loads(json.dumps(experiment.describe_experiment()))
    restored = restore(described)
    assert restored.key() == experiment.key()
    assert as_stored(restored.describe_experiment()) == described


def test_an_experiment_whose_file_has_any_name_is_restored() -> None:
    experiment = resolve(read_table(WRITTEN, "x"), "my plan (2)", WRITTEN)
    assert restore(experiment.describe_experiment()).name == "my plan (2)"


def test_the_key_is_that_of_what_is_played_and_not_of_its_name() -> None:
    table = read_table(WRITTEN, "mine.toml")
    key = resolve(table, "mine").key()
    assert resolve(table, "yours").key() == key
    for option in ({"seed": 5}, {"games": 3000}, {"patch": {"target": 59}}, {"policy": "random"}):
        changes = check_table({"game": "pig", **option})
        assert resolve(with_overrides(table, changes), "mine").key() != key


def test_options_are_put_over_all_scenarios_and_patches_on_top() -> None:
    table = read_table(WRITTEN, "mine.toml")
    options = check_table({"game": "pig", "games": 500, "patch": "target=20"})
    changes = with_full_paths(options, Path())
    changed = resolve(with_overrides(table, changes), "mine")
    assert {scenario.n_games for scenario in changed.scenarios} == {500}
    assert {scenario.rules.components.values["target"] for scenario in changed.scenarios} == {20}
    assert [scenario.n_games for scenario in written().scenarios] == [2000, 1000, 1000]


def test_an_anchored_experiment_means_the_same_anywhere(tmp_path) -> None:
    (tmp_path / "short.toml").write_text("[target]\n")
    (tmp_path / "short.toml").write_text("target = 40\n")
    raw = {"game": "pig", "data": "mine", "policy_file": "p.py", "patch": ["short.toml", "a=b"]}
    table = with_full_paths(check_table(raw), tmp_path)
    assert table.data == str(tmp_path / "mine")
    assert table.policy_file == [str(tmp_path / "p.py")]
    assert table.patch == [{"target": 40}, {"a": "b"}]
    assert with_full_paths(table, Path("/elsewhere")) == table


def test_a_patch_may_be_a_file_a_word_or_several_stacked(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.toml").write_text("target = 40\n")

    def target(*patch: str) -> object:
        (scenario,) = request_experiment("pig", {"patch": [*patch], "policy": "hold"}).scenarios
        return scenario.rules.components.values["target"]

    assert target("a.toml") == 40
    assert target("a.toml", "target=50") == 50
    assert target("target=50", "a.toml") == 40


def test_all_problems_of_all_scenarios_are_reported_at_once() -> None:
    text = 'game = "pig"\n[[scenario]]\npolicy = "hlod"\n[[scenario]]\npatch = { targt = 3 }\n'
    with pytest.raises(InputError) as error:
        resolve(read_table(text, "x"), "x", text)
    first, second = str(error.value).splitlines()
    assert first.startswith('scenario.1.policy: "hlod" is not one of')
    assert second.startswith("scenario.2.patch: targt: no such rule.")


def test_patches_that_cannot_be_found_are_reported_at_once_with_their_lines(tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    file.write_text(
        'game = "pig"\n[[scenario]]\npatch = "half"\n[[scenario]]\npatch = { title = "x" }\n'
    )
    with pytest.raises(InputError) as error:
        request_experiment(str(file), {})
    first, second = str(error.value).splitlines()
    assert first.startswith(f"{file}:3: scenario.1.patch: half: no file, no KEY=VALUE and no ")
    assert second.startswith(f"{file}:5: scenario.2.patch: title: is no rule; ")


def test_every_broken_key_is_reported_with_its_line() -> None:
    text = 'game = "pig"\nseed = -1\n[[scenario]]\n[[scenario]]\ngames = "some"\nplayer = 3\n'
    with pytest.raises(ExperimentError) as error:
        read_table(text, "x.toml")
    assert [problem.partition(";")[0] for problem in str(error.value).splitlines()] == [
        "x.toml:2: seed: must be at least 0, not -1",
        'x.toml:5: scenario.2.games: "some" is not a whole number such as 5000, 200k or 1e6',
        "x.toml:6: scenario.2.player: no such key",
    ]


def test_differences_name_what_differs() -> None:
    here = as_stored(written().identity())
    there = as_stored(written().identity())
    there["seed"] = 3
    there["scenarios"][0]["files"]["rules.toml"] = "other"
    assert differences(there, here) == ["other seed", "rules.toml has changed"]
    there["scenarios"][0]["deals"] = 1
    assert differences(there, here)[:2] == ["other seed", "other scenarios"]
    assert differences({**there, "game": ["taxis", 1]}, here) == ["of taxis"]


def test_files_below_the_working_folder_are_written_as_they_are_typed_there(
    tmp_path, monkeypatch
) -> None:
    shutil.copytree(PACKAGE / "games" / "pig", tmp_path / "oink")
    shutil.copytree(data_folder("pig"), tmp_path / "mine")
    monkeypatch.chdir(tmp_path)
    source = request_experiment("./oink", {"data": "mine"}).source
    table = tomllib.loads(source)
    assert (table["game"], table["data"]) == ("./oink", "./mine")
    (tmp_path / "again.toml").write_text(source)
    assert (
        request_experiment("again.toml", {}).identity()
        == request_experiment("./oink", {"data": "mine"}).identity()
    )
