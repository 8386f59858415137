"""Players in experiments: by path or name, known by their content wherever they are."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from simlab.execution.cluster.code_bundle import bundle_of
from simlab.execution.cluster.sent_scenario import pack_scenario, unpack_scenario
from simlab.experiment.request import request_experiment
from simlab.experiment.resolve import restore
from simlab.experiment.spec import collect_players
from simlab.files.checksum import CHECKSUM
from simlab.game.player_file import PLAYER, WEIGHTS, WEIGHTS_HASH
from tests.support.written_player import bold, timid


@pytest.fixture(autouse=True)
def _players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two players in the folder of players, which is below the working folder."""
    monkeypatch.chdir(tmp_path)
    bold(tmp_path / "players" / "bold")
    timid(tmp_path / "players" / "timid")


def experiment(*policies: str):
    return request_experiment("pig", {"policy": list(policies), "games": 10})


def test_a_path_becomes_the_name_of_the_player() -> None:
    assert collect_players(["a/b:noise=0.1", "search:base=./c/d/,rollouts=9", "@e", "hold"]) == (
        ["@b:noise=0.1", "search:base=@d,rollouts=9", "@e", "hold"],
        ["a/b", "./c/d/"],
    )


def test_a_player_by_path_and_by_name_is_the_same_run(tmp_path: Path) -> None:
    by_name = experiment("@bold", "optimal")
    by_path = experiment("players/bold", "optimal")
    assert by_name.key() == by_path.key()
    shutil.copytree(tmp_path / "players" / "bold", tmp_path / "elsewhere" / "bold")
    assert experiment("elsewhere/bold", "optimal").key() == by_name.key()


def test_other_weights_are_another_run(tmp_path: Path) -> None:
    before = experiment("search:base=players/bold", "optimal").key()
    folder = tmp_path / "players" / "bold"
    np.save(folder / WEIGHTS, np.load(folder / WEIGHTS) + 1e-9)
    lines = (folder / PLAYER).read_text().splitlines()
    unsealed = [line for line in lines if not line.startswith((CHECKSUM, WEIGHTS_HASH))]
    (folder / PLAYER).write_text("\n".join(unsealed))
    assert experiment("search:base=players/bold", "optimal").key() != before


def test_the_description_of_a_run_has_the_hashes_of_its_players() -> None:
    described = experiment("@bold", "@timid").describe_experiment()
    assert sorted(described["identity"]["foreign_files"]) == [
        "bold/player.toml",
        "bold/weights.npy",
        "timid/player.toml",
        "timid/weights.npy",
    ]


def test_a_run_is_restored_from_another_folder(tmp_path: Path, monkeypatch) -> None:
    described = experiment("players/bold:noise=0.1", "@timid").describe_experiment()
    (tmp_path / "other").mkdir()
    monkeypatch.chdir(tmp_path / "other")
    restored = restore(described)
    assert [str(policy) for policy in restored.policies] == ["@bold:noise=0.1", "@timid"]
    assert restored.key() == described["key"]


@pytest.mark.parametrize("policies", [("@bold", "@bold"), ("players/bold", "search:base=@timid")])
def test_players_travel_to_a_worker_that_does_not_have_them(
    policies: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scenario = experiment(*policies).scenarios[0]
    content = pack_scenario(scenario)
    shutil.rmtree(tmp_path / "players")
    there = unpack_scenario(content)
    assert list(map(str, there.lineup)) == list(map(str, scenario.lineup))
    for one, other in zip(there.lineup, scenario.lineup, strict=True):
        assert one.trait_row(0).tobytes() == other.trait_row(0).tobytes()
    assert all(not file.is_relative_to(tmp_path) for file in there.policy_files)


def test_the_bundle_has_the_files_of_the_players_that_play() -> None:
    scenario = experiment("@bold", "optimal").scenarios[0]
    bundle = bundle_of(scenario.game, scenario.lineup, scenario.policy_files)
    assert sorted(bundle.files) == ["bold/player.toml", "bold/weights.npy"]
    assert bundle.policy_files == ("bold",)
