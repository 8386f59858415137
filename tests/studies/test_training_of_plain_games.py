"""Players of plain games: kernels train and play them, under the name of the plain game."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import simlab
from simlab.analysis.habit import IDLE, NEVER_CHOSEN, UNSPENT
from simlab.api.observer import Observer
from simlab.api.playing import report_remarks
from simlab.catalog import find_game, game_to_play, in_kernels, name_of
from simlab.engine.net import n_weights
from simlab.engine.observation import SEATS_SEEN, state_numbers
from simlab.errors import InputError
from simlab.execution.executor import Threads
from simlab.experiment.population import equal_players
from simlab.experiment.request import request_experiment
from simlab.experiment.resolve import Scenario, describe_scenario, restore
from simlab.files.checksum import CHECKSUM, PLACEHOLDER, seal_content
from simlab.files.paths import PLAYERS
from simlab.files.toml import toml_bytes
from simlab.game import Game
from simlab.game.habit_limits import LIMITS
from simlab.game.player_file import PLAYER, WEIGHTS, needs_kernels, read_description, remark_on
from simlab.game.strengths import MeasuredPolicy, strengths_toml
from simlab.players.trained import Net, read_player, shipped_players, write_player
from simlab.report.answers.habits import exclusion_sentence
from simlab.studies.ab.comparison import request_comparison
from simlab.studies.headroom.study import request_headroom
from simlab.studies.ladder import strength
from simlab.studies.ladder.request import request_ladder
from simlab.studies.restrict.study import request_restriction
from simlab.studies.train.evaluation_fit import request_evaluation
from simlab.studies.train.request import requested_training
from simlab.studies.train.trait_request import request_tuning
from simlab.studio.listed_game import form_of, list_games

PLAIN_PIG = Path(__file__).parents[1] / "plain" / "plain_pig" / "plain_pig.py"
POLICIES = """\
from simlab.plain import policy


@policy()
def first(view, choices, chance):
    \"\"\"Takes the first choice.\"\"\"
    return choices[0]
"""
LISTS = '[careful]\nsentence = "Holds."\nchoose = ["hold"]\n'


@pytest.fixture(scope="module")
def game() -> Game:
    return in_kernels(find_game(str(PLAIN_PIG)))


@pytest.fixture
def player(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a player with a blank net in the folder of players, below the working folder."""
    monkeypatch.chdir(tmp_path)
    return written_player(tmp_path / "players" / "mine", game)


def written_player(folder: Path, game: Game) -> Path:
    numbers = tuple(state_numbers(game.state_row, game.players[1], 2)[:1])
    net = Net(2, numbers, 0, np.zeros(n_weights(SEATS_SEEN * 2 + 1, 0)))
    write_player(folder, net, game, {})
    return folder


def refusal(policies: list[str], *files: str, game: Path = PLAIN_PIG) -> str:
    """Return why policies cannot play."""
    with pytest.raises(InputError) as error:
        request_experiment(str(game), {"policy": policies, "policy_file": list(files)})
    return str(error.value)


def copied(folder: Path, old: str, new: str) -> Path:
    """Return a copy of the game with another text."""
    shutil.copytree(PLAIN_PIG.parent, folder, ignore=shutil.ignore_patterns("__pycache__"))
    file, text = folder / PLAIN_PIG.name, PLAIN_PIG.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))
    return file


def test_kernels_train_a_player_under_the_name_of_the_game(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    keys = {"game": str(PLAIN_PIG), "games": 250}
    request = requested_training(keys, ["hold"], 1, None, "simlab train")
    experiment = request.experiment
    assert (experiment.game.name, experiment.game.is_plain) == ("plain_pig", False)
    assert request.folder == Path("players/plain_pig-against-2p")
    assert experiment.describe_experiment()["game"]["found"] == str(PLAIN_PIG)
    plain = request_experiment(str(PLAIN_PIG), {"policy": "hold"})
    assert experiment.identity()["foreign_files"] == plain.identity()["foreign_files"]


@pytest.mark.parametrize("text", ["players/mine", "@mine", "search:base=@mine", "hold:or=@mine"])
def test_a_player_with_a_net_lets_kernels_play_the_game(player: Path, text: str) -> None:
    experiment = request_experiment(str(PLAIN_PIG), {"policy": [text, "random"]})
    assert not experiment.game.is_plain
    assert name_of(experiment.game) == str(PLAIN_PIG)
    again = restore(experiment.describe_experiment())
    assert again.game is experiment.game and again.key() == experiment.key()
    assert request_experiment(str(PLAIN_PIG), {"policy": ["hold", "random"]}).game.is_plain


def test_it_takes_part_in_studies(player: Path) -> None:
    keys = {"game": str(PLAIN_PIG), "games": 2_000}
    ladder = request_ladder({**keys, "policy": ["players/mine", "random"]}, "round_robin", None)
    assert not ladder.matchups.experiment.game.is_plain
    headroom = request_headroom(keys, "players/mine", ["hold"], [8], None)
    assert not headroom.matchups.experiment.game.is_plain
    assert "hold" in {each.policy for each in headroom.others}


def test_the_file_of_simlab_compile_has_the_same_players(game: Game, player: Path) -> None:
    compiled = find_game(str(game.home))
    assert (compiled.name, game.name) == ("plain_pig_compiled", "plain_pig")
    before = written_player(player.with_name("before"), compiled)
    assert read_description(before)["game"] == compiled.name
    for folder in (player, before):
        for own in (compiled, game):
            assert read_player(folder, own).name == f"@{folder.name}"


def test_what_only_plain_python_plays_cannot_sit_with_it(player: Path, tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(POLICIES)
    (tmp_path / "lists.toml").write_text(LISTS)
    assert "first chooses in plain Python, and" in refusal(["first", "players/mine"], "own.py")
    lists = refusal(["careful", "players/mine"], "lists.toml")
    assert "in plain Python only, not with players that have a net" in lists
    assert not request_experiment(
        str(PLAIN_PIG), {"policy": ["hold", "players/mine"], "policy_file": "own.py"}
    ).game.is_plain


def test_a_policy_that_cannot_be_translated_is_named(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    sentence = '"""Holds as soon as the turn total reaches a number, or wins."""'
    file = copied(tmp_path / "copy", sentence, f"{sentence}\n    at = at + len(str(view))")
    written_player(tmp_path / "players" / "mine", in_kernels(find_game(str(file))))
    assert "hold chooses in plain Python" in refusal(["hold", "@mine"], game=file)


def test_a_game_that_cannot_be_translated_is_refused_with_its_line(tmp_path: Path) -> None:
    file = copied(
        tmp_path / "other",
        "        self.turn_total = 0\n",
        '        self.turn_total = 0\n        with open("points"):\n            pass\n',
    )
    with pytest.raises(InputError) as error:
        requested_training({"game": str(file)}, [], 1, tmp_path, "simlab train")
    assert "needs Pig in plain Python in machine code, but " in str(error.value)
    assert "plain_pig.py:29 cannot be translated: kernels have no with" in str(error.value)


def test_traits_by_seat_are_tuned_in_kernels(tmp_path: Path) -> None:
    keys, tuned = {"game": str(PLAIN_PIG)}, ["hold:at=12"]
    is_plain = [
        request_tuning(
            keys, tuned, [], 1, tmp_path, "simlab train", by_seat=by_seat
        ).experiment.game.is_plain
        for by_seat in (False, True)
    ]
    assert is_plain == [True, False]


@pytest.mark.parametrize(("value", "needs"), [(12, False), ([12, 20], True)])
def test_a_player_by_seat_needs_kernels(tmp_path: Path, value: object, needs: bool) -> None:
    table = {"game": "plain_pig", "version": 1, "players": 2, "base": "hold"}
    (tmp_path / PLAYER).write_bytes(toml_bytes({**table, "traits": {"at": value}}))
    assert needs_kernels(tmp_path) == needs
    assert find_game(str(PLAIN_PIG), [tmp_path]).is_plain != needs


def test_a_plain_game_has_no_weights_to_fit(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="has no weights to fit: only a game that is written as"):
        request_evaluation({"game": str(PLAIN_PIG)}, [], tmp_path, "simlab train")


@pytest.fixture
def own_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the file of a game beside which lies a player with a blank net."""
    folder = tmp_path / "own"
    shutil.copytree(PLAIN_PIG.parent, folder, ignore=shutil.ignore_patterns("__pycache__"))
    file = folder / PLAIN_PIG.name
    written_player(folder / PLAYERS / "mine", in_kernels(find_game(str(file))))
    monkeypatch.chdir(tmp_path)
    return file


def ranked(*policies: str) -> list[MeasuredPolicy]:
    """Return some policies as they were measured, the strongest first."""
    return [
        MeasuredPolicy(policy, 0.6 - place / 10, 0.5, 0.7, 5_000.0)
        for place, policy in enumerate(policies)
    ]


def strengths_written(
    file: Path, *policies: str, beyond: Mapping[str, float] | None = None
) -> None:
    """Keep that some policies were measured at tables of two, the strongest first.

    `beyond` has the limits that keep the first from being the default.
    """
    game = find_game(str(file))
    first, *others = ranked(*policies)
    measured = [replace(first, beyond=beyond or {}), *others]
    game.strengths_file.write_text(
        strengths_toml(game, {2: measured}, "simlab train"), encoding="utf-8"
    )


def test_a_player_beside_the_file_of_its_game_takes_part_everywhere(own_game: Path) -> None:
    game = game_to_play(str(own_game))
    assert not game.is_plain and game.name == "plain_pig"
    assert "@mine" in map(str, equal_players(game.policies, game, 2))
    assert request_experiment(str(own_game), {"policy": ["@mine"]}).policies[0].name == "@mine"
    assert find_game(str(own_game)).is_plain  # check and compile look at what is written


def test_it_is_the_default_where_it_is_the_strongest(own_game: Path) -> None:
    assert request_experiment(str(own_game), {}).policies[0].name == "hold"
    strengths_written(own_game, "@mine", "hold")
    assert request_experiment(str(own_game), {}).policies[0].name == "@mine"
    request = requested_training({"game": str(own_game)}, [], 1, None, "simlab train")
    assert request.folder == Path("own/players/plain_pig-2p")
    other = requested_training({"game": str(own_game)}, [], 1, Path("mine"), "simlab train")
    assert str(request.reference) == "@mine" and str(other.reference) == "hold"


def test_one_with_habits_beyond_limits_is_not_and_every_output_says_so(own_game: Path) -> None:
    strengths_written(own_game, "@mine", "hold", beyond={"unspent": 0.15})
    experiment = request_experiment(str(own_game), {})
    assert experiment.policies[0].name == "hold"
    sentence = (
        "@mine is stronger than hold, but leaves more than 15\u202f% of what its turns have to"
        " spend unspent, which hold does not: so hold plays where no policy is named, and --policy"
        " @mine asks for the other."
    )
    remarks: list[str] = []

    class Listener(Observer):
        def remark(self, text: str) -> None:
            remarks.append(text)

    report_remarks(experiment.scenarios, Listener())
    assert sentence in remarks
    ruled_out = describe_scenario(experiment.scenarios[0])["ruled_out"]
    assert ruled_out == {"policy": "@mine", "beyond": {"unspent": 0.15}}
    assert exclusion_sentence(ruled_out["policy"], ruled_out["beyond"], "hold") == sentence
    named = request_experiment(str(own_game), {"policy": ["@mine"]})
    assert "ruled_out" not in describe_scenario(named.scenarios[0])
    form = form_of(next(iter(list_games(str(own_game), None).values())))
    assert form["first"][2]["policy"] == "hold"
    assert form["strongest"] == {2: "@mine"}, "the page offers it"


def habit_frames(**beyond: list[str]) -> Callable[..., pd.DataFrame]:
    """Return what measures the habits of some policies, which are beyond these limits."""

    def frame(scenario: Scenario, *_others: object) -> pd.DataFrame:
        keys = beyond.get(scenario.lineup[0].name.strip("@"), [])
        rows = [(habit.name, "", LIMITS[habit.key], habit.key in keys) for habit in (IDLE, UNSPENT)]
        rows.append((NEVER_CHOSEN, "roll", 0.01, True))
        return pd.DataFrame(rows, columns=["habit", "option", "limit", "is_beyond"])

    return frame


@pytest.mark.parametrize(
    ("beyond", "order", "expected"),
    [
        ({"mine": ["idle", "unspent"]}, ["@mine", "hold"], {"idle": 0.25, "unspent": 0.15}),
        ({"mine": ["idle", "unspent"], "hold": ["idle"]}, ["@mine", "hold"], {"unspent": 0.15}),
        ({"mine": ["idle"], "hold": ["idle"]}, ["@mine", "hold"], {}),
        ({"hold": ["idle"]}, ["@mine", "hold"], {}),
        ({"mine": ["idle"]}, ["hold", "@mine"], {}),
    ],
)
def test_a_learnt_player_is_compared_with_the_best_written_policy(
    own_game: Path,
    monkeypatch: pytest.MonkeyPatch,
    beyond: dict[str, list[str]],
    order: list[str],
    expected: dict[str, float],
) -> None:
    monkeypatch.setattr(strength, "habits", habit_frames(**beyond))
    policies = strength.with_learnt_habits(str(own_game), 2, ranked(*order), Threads(1))
    beyond_by_policy = {policy.policy: policy.beyond for policy in policies}
    assert beyond_by_policy == {"@mine": expected, "hold": {}}


def test_players_that_come_with_a_game_keep_their_place(monkeypatch: pytest.MonkeyPatch) -> None:
    frames = habit_frames(strategist=["idle", "unspent"])
    monkeypatch.setattr(strength, "habits", frames)
    policies = ranked("@strategist", "planner")
    assert strength.with_learnt_habits("arriala", 2, policies, Threads(1)) == policies


def test_the_studio_offers_it_and_begins_with_it_where_it_is_fast(
    own_game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    strengths_written(own_game, "@mine", "hold")
    form = form_of(next(iter(list_games(str(own_game), None).values())))
    assert form["policies"][0]["name"] == "@mine"
    assert form["first"][2] == {"policy": "@mine", "traits": {}}
    assert 2 not in form["strongest"]
    monkeypatch.setattr("simlab.studio.listed_game.GAMES_PER_SECOND", 6_000)
    slow = form_of(next(iter(list_games(str(own_game), None).values())))
    assert slow["first"][2]["policy"] == "hold"
    assert slow["strongest"] == {2: "@mine"}


def test_studies_that_forbid_rows_or_kinds_play_without_it(own_game: Path) -> None:
    strengths_written(own_game, "@mine", "hold")
    keys = {"game": str(own_game), "players": ["2"]}
    request = request_restriction(keys, None, ["roll"], [], None, one_seat=False)
    assert request.policy == "hold" and request.matchups.experiment.game.is_plain
    assert not game_to_play(str(own_game)).is_plain


def test_plain_python_plays_without_it(own_game: Path, tmp_path: Path) -> None:
    strengths_written(own_game, "@mine", "hold")
    with simlab.plain_python():
        plain = request_experiment(str(own_game), {})
    assert plain.game.is_plain and plain.policies[0].name == "hold"
    (tmp_path / "own.py").write_text(POLICIES)
    assert request_experiment(str(own_game), {"policy_file": ["own.py"]}).game.is_plain


def test_players_that_are_none_of_the_game_do_not_take_part(own_game: Path) -> None:
    folder = own_game.parent / PLAYERS
    shutil.rmtree(folder / "mine")
    kernels = in_kernels(find_game(str(own_game)))
    numbers = tuple(state_numbers(kernels.state_row, 12, 2)[:1])
    net = Net(2, numbers, 0, np.zeros(n_weights(SEATS_SEEN * 2 + 1, 0)))
    write_player(folder / "response", net, kernels, {"training": {"against": ["hold"]}})
    write_player(folder / "other", net, replace(kernels, name="other", plain=None), {})
    (folder / "broken").mkdir()
    (folder / "broken" / PLAYER).write_text("game = ", encoding="utf-8")
    assert game_to_play(str(own_game)).is_plain and not shipped_players(kernels)


def test_a_player_that_no_longer_fits_is_left_out(own_game: Path) -> None:
    strengths_written(own_game, "@mine", "hold")
    file = own_game.parent / PLAYERS / "mine" / PLAYER
    table = read_description(file.parent) | {"features": ["gone"]}
    file.write_bytes(seal_content(toml_bytes({**table, CHECKSUM: PLACEHOLDER})))
    assert request_experiment(str(own_game), {}).policies[0].name == "hold"


def test_a_player_of_edited_rules_is_named(own_game: Path) -> None:
    folder, game = own_game.parent / PLAYERS / "mine", game_to_play(str(own_game))
    assert remark_on(folder, game) == ""
    own_game.write_text(f"{own_game.read_text()}# edited\n")
    assert "@mine was made before the code" in remark_on(folder, game)


def test_two_versions_are_compared_with_policies_of_their_files(own_game: Path) -> None:
    strengths_written(own_game, "@mine", "hold")
    old = copied(own_game.parent.parent / "old", "if face > 1:", "if face > 2:")
    comparison = request_comparison(str(own_game), {}, str(old))
    assert {policy.name for side in comparison.sides for policy in side.lineup} == {"hold"}


@pytest.mark.long
@pytest.mark.compiled
def test_a_player_is_the_one_that_the_compiled_file_trains(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    [plain] = simlab.new("bazaar").folder.glob("bazaar.py")
    own = simlab.train(plain, games=250, generations=1, jobs=1)
    assert own.folder == Path("players/bazaar-2p")
    compiled = simlab.compile_game(plain, games=10).file
    other = simlab.train(compiled, games=250, generations=1, jobs=1)
    assert (own.folder / WEIGHTS).read_bytes() == (other.folder / WEIGHTS).read_bytes()
    won = [
        simlab.run(file, policy=[str(folder), "random"], games=200, out=tmp_path / name).games()
        for file, folder, name in (
            (plain, own.folder, "one"),
            (compiled, own.folder, "two"),
            (plain, other.folder, "three"),
        )
    ]
    assert won[0].equals(won[1]) and won[0].equals(won[2])
    ladder = simlab.ladder(plain, policy=[str(own.folder), "random"], games=500, jobs=1)
    assert ladder.sentences
    answer = simlab.ab(plain, patch="income=4", policy=str(own.folder), max_games=400, jobs=1)
    assert answer.sentences
