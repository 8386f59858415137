"""Patches: where they are found, how they stack, what they are called."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from simlab.api.run import run
from simlab.catalog import find_game
from simlab.errors import ExperimentError, InputError
from simlab.experiment.identity import as_stored
from simlab.experiment.patch import (
    Patch,
    PatchValues,
    find_patch,
    patch_files,
    patch_hash,
    read_file,
    stack,
    values_in,
)
from simlab.experiment.request import request_experiment
from simlab.experiment.resolve import restore
from simlab.game import Game
from simlab.game.components.change import changes
from tests.support.games import GAMES

SHIPPED = [(name, patch) for name, game in GAMES.items() for patch in patch_files(game)]
SLOW = "mare_nostrum"
"""Its strongest policy takes a minute to compile."""
PLAYED = [
    pytest.param(name, patch, marks=[pytest.mark.long] * (name == SLOW)) for name, patch in SHIPPED
]


@pytest.fixture(scope="module")
def taxis() -> Game:
    return find_game("taxis")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a patch of a designer's own."""
    (tmp_path / "mine.toml").write_text(
        'title = "Mine"\nquestion = "Is it better?"\nmetric = "sends"\nofficers = 3\n'
        '[soldiers.red_1]\nqty = "+1"\n'
    )
    return tmp_path


def stacked(*patches: Mapping[str, object]) -> PatchValues:
    return stack(map(values_in, patches))


# found


def test_a_patch_file_tells_its_title_its_question_and_its_changes(
    taxis: Game, folder: Path
) -> None:
    assert find_patch("mine.toml", taxis, None, folder) == Patch(
        "mine", {"officers": 3, "soldiers.red_1.copies": "+1"}, "Mine", "Is it better?", "sends"
    )


def test_a_word_is_a_file_before_a_rule_before_a_shipped_patch(taxis: Game, folder: Path) -> None:
    assert find_patch("third_officer", taxis, None, folder).title == "A third officer"
    assert find_patch("officers=4", taxis, None, folder).values == {"officers": "4"}
    for name in ("third_officer", "officers=4"):
        (folder / name).write_text("officers = 1\n")
        assert find_patch(name, taxis, None, folder).values == {"officers": 1}


def test_patches_of_a_data_folder_are_found_before_those_of_the_game(
    taxis: Game, folder: Path
) -> None:
    (folder / "patches").mkdir()
    (folder / "patches" / "third_officer.toml").write_text("officers = 4\n")
    assert find_patch("third_officer", taxis, folder).values == {"officers": 4}
    assert find_patch("no_events", taxis, folder).values == {"events": False}


@pytest.mark.parametrize(
    ("word", "near"),
    [
        ("thrid_officer", 'Did you mean "third_officer"?'),
        ("oficers", 'Did you mean "officers=..."?'),
        ("xyz", "shipped patch. Les Taxis de la Marne ships bonus_after_arrival, four_actions, "),
    ],
)
def test_a_patch_that_is_nowhere_is_reported_the_nearest(taxis: Game, word: str, near: str) -> None:
    with pytest.raises(ExperimentError, match="no file, no KEY=VALUE and no shipped") as caught:
        find_patch(word, taxis)
    assert near in str(caught.value)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("officers = = 3", " broken TOML"),
        ("title = 3", "1: title must be text in quotes, not 3"),
        ("\nquestion = ['a']", "2: question must be text in quotes"),
        ("metric = 3", "1: metric must be text in quotes, not 3"),
        (
            'metric = "sends"\nmetric_target = "5"',
            '2: metric_target: "5" is not a number such as 55',
        ),
        ("officers = 3\nmetric_target = 5", "2: metric_target: is a value of a metric; name it"),
    ],
)
def test_a_broken_patch_file_is_named(taxis: Game, tmp_path: Path, text: str, problem: str) -> None:
    (tmp_path / "mine.toml").write_text(text)
    with pytest.raises(ExperimentError, match=f"patch: .*mine.toml:{problem}"):
        find_patch("mine.toml", taxis, None, tmp_path)


def test_a_heading_is_no_rule_outside_a_patch_file(taxis: Game) -> None:
    for patch in ("title=Mine", {"question": "Is it better?", "officers": 3}):
        with pytest.raises(InputError, match="is no rule; it stands at the top of patch files"):
            request_experiment("taxis", {"patch": [patch]})


# told by file and line


WRONG = """titel = "Mine"
officers = 9
[taxis]
orsay_9.value = 3
[soldiers.joker_3]
Qty = 99
"""


@pytest.fixture
def wrong(tmp_path: Path) -> Path:
    """A patch file in which everything is wrong."""
    (tmp_path / "wrong.toml").write_text(WRONG)
    return tmp_path / "wrong.toml"


def problems(what: str, **options: object) -> list[str]:
    with pytest.raises(InputError) as caught:
        request_experiment(what, options)
    return str(caught.value).splitlines()


def test_what_is_wrong_in_a_patch_file_is_reported_with_its_line(wrong: Path) -> None:
    complaints = problems("taxis", patch=[str(wrong)])
    assert [problem.partition(": ")[2].removeprefix(str(wrong)) for problem in complaints] == [
        ":2: officers: 9 is out of range 1 to 4.",
        ':4: taxis.orsay_9: no such row. Did you mean "orsay_4"? A new row also needs street.',
        ":6: soldiers.joker_3.copies: 99 is out of range 0 to 60.",
        ':1: titel: no such rule. Did you mean "title"?',
    ]


def test_a_value_on_top_of_a_patch_file_is_not_reported_with_its_line(wrong: Path) -> None:
    assert "patch: officers: 8 is out of range 1 to 4." in problems(
        "taxis", patch=[str(wrong), "officers=8"]
    )


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('patch = "wrong.toml"\n', "2: patch: "),
        ('[[scenario]]\n[[scenario]]\npatch = "wrong.toml"\n', "4: scenario.2.patch: "),
        ('[houserule]\npatch = "wrong.toml"\n', "3: patch: "),
    ],
)
def test_an_experiment_names_its_own_line_and_that_of_the_patch_file(
    wrong: Path, text: str, place: str
) -> None:
    file = wrong.with_name("mine.toml")
    file.write_text(f'game = "taxis"\n{text}')
    assert f"{file}:{place}{wrong}:2: officers: 9 is out of range 1 to 4." in problems(str(file))


def test_a_patch_that_all_scenarios_share_is_reported_once(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('game = "taxis"\npatch = "officers=9"\n[[scenario]]\n[[scenario]]\nplayers = 3')
    assert problems(str(file)) == [f"{file}:2: patch: officers: 9 is out of range 1 to 4."]


def test_a_sweep_names_the_line_of_the_patch_file_that_it_stands_on(wrong: Path) -> None:
    complaints = problems("taxis", patch=[str(wrong)], sweep={"vary": {"events": []}})
    assert any(f"{wrong}:2: officers: 9 is out of range" in problem for problem in complaints)


# stacked


def test_steps_add_up_and_go_on_from_numbers() -> None:
    assert stacked({"officers": "+1"}, {"officers": "+1"}) == {"officers": "+2"}
    assert stacked({"officers": "+1"}, {"officers": "-3"}) == {"officers": "-2"}
    assert stacked({"officers": 3}, {"officers": "+1"}) == {"officers": 4}
    assert stacked({"officers": "3"}, {"officers": "-1"}) == {"officers": 2}
    assert stacked({"officers": "+1"}, {"officers": 4}) == {"officers": 4}


def test_two_steps_from_five_lead_to_seven() -> None:
    (scenario,) = request_experiment(
        "taxis", {"patch": ["hand_limit=+1", {"hand_limit": "+1"}]}
    ).scenarios
    assert scenario.rules.components.values["hand_limit"] == 7


def test_a_step_from_what_is_no_number_is_refused() -> None:
    for before in (True, "lots"):
        with pytest.raises(ExperimentError, match="cannot follow"):
            stacked({"events": before}, {"events": "+1"})


def test_patches_for_one_cell_meet_however_its_column_is_spelled() -> None:
    assert stacked({"soldiers.red_1.qty": "+1"}, {"soldiers": {"red_1": {"Copies": "+1"}}}) == {
        "soldiers.red_1.copies": "+2"
    }


def test_a_patch_of_a_row_ends_patches_of_its_cells() -> None:
    cell, row = {"soldiers.joker_3.value": 2}, {"soldiers.joker_3": False}
    assert stacked(cell, {"soldiers.joker_30.value": 1}, row) == {
        "soldiers.joker_30.value": 1,
        "soldiers.joker_3": False,
    }
    assert stacked(row, cell) == {"soldiers.joker_3": False, "soldiers.joker_3.value": 2}


# named by content


def test_a_hash_depends_on_what_a_patch_says_and_on_nothing_else() -> None:
    written = values_in({"officers": 3, "events": False, "soldiers": {"red_1": {"qty": 2}}})
    typed = stacked({"soldiers.red_1.copies": "2"}, {"events": "OFF"}, {"officers": " 3 "})
    assert patch_hash(written) == patch_hash(typed)
    assert len(patch_hash(written)) == 8
    for other in ({}, {"officers": "+3"}, {"officers": 3}, {**written, "events": True}):
        assert patch_hash(values_in(other)) != patch_hash(written)


def test_the_run_key_depends_on_what_a_patch_says_and_not_on_its_name(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('title = "Mine"\ntarget = 50\n')
    keys = {
        request_experiment("pig", {"patch": [patch]}).key()
        for patch in ("half_way", "target=50", str(tmp_path / "mine.toml"))
    }
    assert len(keys) == 1
    (tmp_path / "mine.toml").write_text("target = 51\n")
    assert request_experiment("pig", {"patch": [str(tmp_path / "mine.toml")]}).key() not in keys


def test_an_experiment_that_names_shipped_patches_means_the_same_anywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        'game = "taxis"\npatch = "no_events"\n'
        '[[scenario]]\npatch = ["third_officer", "officers=+1"]\n'
    )
    experiment = request_experiment(str(file), {"games": 100})
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    Path("third_officer").write_text("officers = 1\n")
    for again in (
        request_experiment(str(file), {"games": 100}),
        restore(as_stored(experiment.describe_experiment())),
    ):
        assert again.key() == experiment.key()
        assert again.scenarios[0].rules.components.values["officers"] == 4
    assert 'patch = [{ officers = "+1" }, { officers = "+1" }]' in experiment.source


# shipped


@pytest.mark.parametrize("name", sorted(GAMES.keys() - {"pig"}))
def test_each_game_but_the_one_to_copy_ships_five_patches(name: str) -> None:
    assert len(patch_files(GAMES[name])) >= 5


@pytest.mark.parametrize(("name", "patch"), SHIPPED)
def test_a_shipped_patch_says_what_it_is_and_changes_what_it_names(name: str, patch: str) -> None:
    game = find_game(name)
    patch_found = find_patch(patch, game)
    before, after = game.read(None, {}), game.load(None, patch_found.values).components
    assert patch_found.title and patch_found.question.endswith("?")
    assert set(after.patched) == set(patch_found.values)
    assert changes(before, after, game.schema)


@pytest.mark.parametrize(("name", "patch"), PLAYED)
def test_most_games_under_a_shipped_patch_end(name: str, patch: str, tmp_path: Path) -> None:
    policy = find_game(name).policies[-1].name
    games = run(name, patch=patch, policy=policy, games=20, out=tmp_path).games()
    assert games["finished"].mean() > 0.75


def test_a_step_without_quotes_is_refused_since_toml_drops_its_sign(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('title = "Mine"\nofficers = +1\n')
    with pytest.raises(
        ExperimentError, match=r"mine.toml:2: officers = \+1: put a step into quotes"
    ):
        read_file(file)
