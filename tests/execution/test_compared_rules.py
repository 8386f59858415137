"""A compiled game under rules that were never compared is compared with the plain one first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import simlab
from simlab.api.compile_game import CompileResult
from simlab.catalog import find_game, in_kernels
from simlab.errors import ContractError, InputError
from simlab.execution import compared_rules
from simlab.execution.compared_rules import GAMES, compare_rules, rules_to_compare
from simlab.execution.game_pair import GamePair
from simlab.experiment.request import request_experiment
from simlab.experiment.resolve import Scenario
from simlab.players.trained import read_player, write_tuned_player
from tests.check.test_proof import mistranslated, written

SIESTA = str(Path(__file__).parents[1] / "plain" / "siesta" / "siesta.py")


@pytest.fixture(scope="module", autouse=True)
def records(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep what is compared in a folder of these tests, which earlier ones do not know."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("records")
        patch.setattr(compared_rules, "cache_folder", lambda: folder)
        yield


@pytest.fixture(scope="module")
def result(records: None, tmp_path_factory: pytest.TempPathFactory) -> CompileResult:
    """Return what compiling the game gave."""
    return simlab.compile_game(written(tmp_path_factory.mktemp("tiny") / "tiny"), games=20)


@pytest.fixture
def wrong(result: CompileResult) -> Path:
    """Return the file of a translation whose bonus is at most 5."""
    return mistranslated(result).home


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the deals that are compared, as the test goes on."""
    deals: list[int] = []
    difference = GamePair.difference

    def noted(pair: GamePair, *arguments: object) -> object:
        deals.append(arguments[3])
        return difference(pair, *arguments)

    monkeypatch.setattr(GamePair, "difference", noted)
    return deals


def scenario(file: Path, *patch: str, **options: object) -> Scenario:
    """Return a scenario of a game under some rules."""
    asked = {"players": 2, "games": 100, "patch": list(patch), **options}
    return request_experiment(str(file), asked).scenarios[0]


def test_rules_of_the_proof_are_not_compared_again(result: CompileResult) -> None:
    assert rules_to_compare([scenario(result.file)]) == []
    other = scenario(result.file, "bonus=4")
    assert rules_to_compare([other, other]) == [other]


def test_new_rules_are_compared_once_in_all_processes(
    result: CompileResult, played: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    compare_rules([scenario(result.file, "bonus=6")])
    compare_rules([scenario(result.file, "bonus=7")])
    assert len(set(played)) == 2 * GAMES, "each set of rules with other deals"
    monkeypatch.setattr(compared_rules, "_KNOWN", {})
    compare_rules([scenario(result.file, "bonus=6", policy=["random:noise=0.5"])])
    assert len(played) == 2 * GAMES


def test_a_changed_file_is_compared_again(result: CompileResult) -> None:
    file = result.file.with_name("changed.py")
    text = result.file.read_text(encoding="utf-8")
    file.write_text(text + "# changed\n", encoding="utf-8")
    new = scenario(file)
    assert rules_to_compare([new]) == [new]


def test_a_difference_names_rules_deal_and_commands(wrong: Path) -> None:
    with pytest.raises(InputError) as refused:
        compare_rules([scenario(wrong, "bonus=8")])
    problem = str(refused.value)
    assert "with bonus=8, game " in problem
    assert "in the plain game and" in problem
    assert "simlab check " in problem
    assert "wrong.py --against " in problem
    assert "tiny.py --patch bonus=8; to see this one: simlab replay " in problem
    assert "--seed 6173 --game " in problem


def test_a_search_is_compared_by_its_base(result: CompileResult, played: list[int]) -> None:
    searching = scenario(result.file, "bonus=2", policy=["search:base=random,rollouts=20"])
    compare_rules([searching])
    assert len(played) == GAMES
    assert rules_to_compare([scenario(result.file, "bonus=2")]) == []


def test_a_tuned_player_is_compared_with_its_traits(tmp_path: Path, played: list[int]) -> None:
    game = in_kernels(find_game(SIESTA))
    [worker] = [policy for policy in game.policies if policy.name == "worker"]
    tuned = worker.with_weights(rests=0.9)
    write_tuned_player(tmp_path / "tuned", tuned, 2, game, {"training": {}})
    player = read_player(tmp_path / "tuned", game)
    asked = {"players": [2], "games": 100, "policy": ["worker"]}
    written = request_experiment(SIESTA, asked).scenarios[0]
    compiled = replace(written, game=game, rules=game.load(), lineup=(player, player))
    compare_rules([compiled])
    assert len(played) == GAMES


def test_rules_under_which_the_plain_game_stops_are_refused(result: CompileResult) -> None:
    with pytest.raises(ContractError, match=r"with length=0, Tiny stops: .*tiny\.py:"):
        compare_rules([scenario(result.file, "length=0")])


@pytest.mark.parametrize(("name", "patch"), [("pig", "target=50"), ("taxis", "officers=2")])
def test_games_that_come_with_simlab_are_left_alone(name: str, patch: str) -> None:
    assert rules_to_compare([scenario(Path(name), patch)]) == []


COMMANDS = (
    ("run", "--patch", "bonus=9", "--games", "20"),
    ("ab", "--patch", "bonus=9", "--max-games", "200"),
    ("houserule", "--patch", "bonus=9", "--games", "20"),
    ("sweep", "--vary", "bonus=3,9", "--metric", "wins_of_seat_1", "--games", "20"),
    ("sensitivity", "--vary", "bonus=3,9", "--metric", "wins_of_seat_1", "--games", "200"),
    ("tune", "--vary", "bonus=3,9", "--target", "score=20±1", "--games", "200"),
)


@pytest.mark.parametrize("words", COMMANDS, ids=[words[0] for words in COMMANDS])
def test_each_command_refuses_a_wrong_translation(command, wrong: Path, words) -> None:
    name, *options = words
    answer = command(name, str(wrong), "--players", "2", *options)
    assert answer.code == 2, answer.err
    assert "with bonus=9, game " in answer.err
    assert "simlab check " in answer.err
    if name not in ("sensitivity", "tune"):  # these make their sets of rules as they play
        assert "Comparing the compiled game with the plain one" in answer.err
