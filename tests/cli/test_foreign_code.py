"""Games and policies that simlab has never heard of."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
COIN = HERE / "coin"
STRANGER = HERE / "stranger.py"


def test_a_game_is_found_by_the_path_of_its_package(simlab) -> None:
    answer = simlab("run", COIN, "--games", "200", "--json").json
    assert Path(answer["run"]).name.startswith("coin-")
    assert answer["scenarios"][0]["policies"] == ["flipper", "flipper"]
    assert simlab("verify", answer["run"]).code == 0
    assert "Player 2 flips" in simlab("replay", answer["run"], "--game", "3").out
    assert simlab("rules", COIN, "--patch", "heads=5", "--json").json["rules"][0]["value"] == 5


def test_a_game_found_by_a_path_can_be_resumed_from_elsewhere(
    simlab, tmp_path, monkeypatch
) -> None:
    simlab("run", os.path.relpath(COIN, tmp_path), "--games", "200", "--out", "here")
    Path("here/_manifest.json").unlink()
    Path("here/games/part-00001.parquet").unlink()
    monkeypatch.chdir(tmp_path.parent)
    assert "100 games in" in simlab("resume", tmp_path / "here").err


def test_a_stranger_s_game_keeps_the_contract(simlab) -> None:
    assert simlab("check", COIN).out.splitlines()[-1] == "No problems."


def test_an_experiment_names_a_game_and_a_policy_file_beside_it(simlab, tmp_path) -> None:
    folder = tmp_path / "sub"
    folder.mkdir()
    (folder / "mine.py").write_text(STRANGER.read_text())
    (folder / "mine.toml").write_text(
        'game = "pig"\npolicy = "careful"\npolicy_file = "mine.py"\ngames = 100\n'
    )
    answer = simlab("run", "sub/mine.toml", "--json").json
    assert answer["scenarios"][0]["policies"] == ["careful", "careful"]
    assert simlab("resume", answer["run"]).code == 0


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Install the package `coin`, which names its game."""
    site = tmp_path / "site"
    info = site / "coin-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: coin\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[simlab.games]\ncoin = coin:GAME\n")
    for folder in (HERE, site):
        monkeypatch.syspath_prepend(folder)


@pytest.mark.usefixtures("installed")
def test_an_installed_game_is_found_by_its_name(simlab) -> None:
    assert "coin" in [game["name"] for game in simlab("games", "--json").json["games"]]
    answer = simlab("run", "coin", "--games", "200", "--patch", "heads=1", "--json").json
    assert answer["games"] == 200
    assert simlab("verify", answer["run"], "--json").json["is_good"]


PLAY_AND_LIST_THE_CACHE = """
import sys
from pathlib import Path
from simlab.cli import main
from simlab.engine.cache import fingerprinted_folder
from tests.support.compiled_pig import PIG as GAME
try:
    main()
finally:
    cache = fingerprinted_folder(Path("mine.py").resolve(), GAME.home)
    print(sorted((f.name, f.stat().st_mtime_ns) for f in cache.rglob("*.code")), file=sys.stderr)
"""


@pytest.mark.long
def test_a_policy_file_is_compiled_once_for_all_processes(tmp_path) -> None:
    # its own words lead to its own folder of the cache, which no other test writes to meanwhile
    (tmp_path / "mine.py").write_text(STRANGER.read_text() + "\n# compiled once\n")
    words = ("replay", "pig", "--game", "0", "--policy", "careful", "--policy-file", "mine.py")

    def cached() -> str:
        program = [sys.executable, "-c", PLAY_AND_LIST_THE_CACHE, *words]
        done = subprocess.run(program, cwd=tmp_path, capture_output=True, text=True)
        assert "Player 1 banks" in done.stdout
        return done.stderr.splitlines()[-1]

    first = cached()
    assert "careful" in first
    assert cached() == first


def test_a_policy_that_cannot_be_compiled_leaves_nothing_behind(simlab, tmp_path) -> None:
    text = STRANGER.read_text().replace("state.turn_total", "state.turn_totl")
    (tmp_path / "mine.py").write_text(text)
    answer = simlab("run", "pig", "--policy-file", "mine.py", "--policy", "careful")
    assert answer.code == 2
    assert answer.problems == [
        f'{tmp_path}/mine.py:12: state has no field "turn_totl". Did you mean "turn_total"?'
    ]
    assert [path.name for path in tmp_path.iterdir()] == ["mine.py"]


def test_a_policy_file_does_not_replace_a_module_of_its_name(simlab, tmp_path) -> None:
    import copy
    import typing

    for name in ("copy", "typing", "numpy", "queue"):
        (tmp_path / f"{name}.py").write_text(STRANGER.read_text().replace("careful", name))
    files = [
        word for name in ("copy", "typing", "numpy") for word in ("--policy-file", name + ".py")
    ]
    answer = simlab("run", "pig", *files, "--policy", "copy", "--policy", "typing", "--games", "10")
    assert answer.code == 0
    assert (sys.modules["copy"], sys.modules["typing"]) == (copy, typing)
    assert sys.path[0] != str(tmp_path)
