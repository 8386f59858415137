"""Games of a study that was stopped are kept: the same command plays only what is missing."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

import simlab
from simlab.errors import FolderError
from simlab.execution.executor import Threads
from simlab.experiment.request import request_experiment
from simlab.studies.kit.blocks import play_blocks
from simlab.studies.kit.kept_games import GameKeeper
from tests.support.play_log import PLAYS

STUDIES: dict[str, Callable[[Path], Any]] = {
    "gate": lambda out: simlab.gate("pig", games=900, out=out, jobs=1),
    "sensitivity": lambda out: simlab.sensitivity(
        "pig", policy="hold", vary="target=60..63", games=60, out=out, jobs=1
    ),
    "calibrate": lambda out: simlab.calibrate(
        "pig", plays=PLAYS / "pig_hold_20.csv", policy="hold", games=200, out=out, jobs=1
    ),
    "tune": lambda out: simlab.tune(
        "pig", policy="hold", target="turns<=16", vary="target=60..63", games=900, out=out, jobs=1
    ),
}


class Counting(Threads):
    """Threads that count the tasks they are given."""

    n_tasks = 0

    def map(self, function: Callable[..., Any], tasks: Iterable[tuple[Any, ...]]) -> Iterator[Any]:
        waiting = list(tasks)
        Counting.n_tasks += len(waiting)
        return super().map(function, waiting)


@pytest.fixture(autouse=True)
def count(monkeypatch: pytest.MonkeyPatch) -> None:
    """Count from 0."""
    monkeypatch.setattr(Counting, "n_tasks", 0)


def keeper(folder: Path, key: str = "key") -> GameKeeper:
    return GameKeeper(Counting(1), folder, key)


@pytest.mark.parametrize(("game", "policy"), [("pig", "hold"), ("taxis", "random")])
def test_kept_games_are_those_that_were_played(tmp_path, game: str, policy: str) -> None:
    (scenario,) = request_experiment(game, {"policy": policy}).scenarios
    played = play_blocks(keeper(tmp_path), scenario, 0, 1_100)
    assert Counting.n_tasks == 3
    again = play_blocks(keeper(tmp_path), scenario, 0, 1_100)
    assert Counting.n_tasks == 3
    assert again.games.equals(played.games, check_metadata=True)
    assert (again.seats is None) == (played.seats is None)
    assert again.seats is None or again.seats.equals(played.seats, check_metadata=True)


@pytest.mark.parametrize(
    ("options", "key"),
    [({"seed": "7"}, "key"), ({"patch": ["target=50"]}, "key"), ({}, "other version")],
)
def test_other_deals_rules_or_versions_are_played(tmp_path, options, key: str) -> None:
    (scenario,) = request_experiment("pig", {"policy": "hold"}).scenarios
    (other,) = request_experiment("pig", {"policy": "hold", **options}).scenarios
    play_blocks(keeper(tmp_path), scenario, 0, 20)
    play_blocks(keeper(tmp_path, key), other, 0, 20)
    assert Counting.n_tasks == 2


@pytest.mark.parametrize("damage", ["flip", "cut", "swap"])
def test_damaged_games_are_played_again(tmp_path, damage: str) -> None:
    (scenario,) = request_experiment("pig", {"policy": "hold"}).scenarios
    played = play_blocks(keeper(tmp_path), scenario, 0, 1_100)
    first, second = sorted(tmp_path.iterdir())[:2]
    raw = first.read_bytes()
    if damage == "swap":
        first.write_bytes(second.read_bytes())
    else:
        first.write_bytes(raw[:-200] if damage == "cut" else raw[:200] + b"?" + raw[201:])
    again = play_blocks(keeper(tmp_path), scenario, 0, 1_100)
    assert Counting.n_tasks == 4, "of three, one is played again"
    assert again.games.equals(played.games)
    assert first.read_bytes() == raw


@pytest.mark.parametrize("name", STUDIES)
def test_a_study_that_was_stopped_goes_on_to_the_same_result(
    tmp_path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr("simlab.api.playing.own_cores", lambda jobs, observer: Counting(jobs))
    study = STUDIES[name]
    whole = study(tmp_path / "whole")
    n_whole = Counting.n_tasks
    module = importlib.import_module(f"simlab.api.{name}")
    with monkeypatch.context() as patched:
        patched.setattr(module, "play", stopped_before_the_end(module.play))
        with pytest.raises(KeyboardInterrupt):
            study(tmp_path / "stopped")
    n_stopped = Counting.n_tasks - n_whole
    again = study(tmp_path / "stopped")
    n_again = Counting.n_tasks - n_whole - n_stopped
    assert again.to_dict() == whole.to_dict()
    assert n_stopped > 0
    assert n_again < n_whole / 2
    assert not (tmp_path / "stopped" / "_games").exists()


@pytest.mark.parametrize("name", STUDIES)
def test_a_study_removes_and_replaces_nothing_that_it_did_not_write(tmp_path, name: str) -> None:
    contents = {
        "games/my_game/notes.txt": "precious",
        "_games/notes.txt": "precious",
        "games/part-00000.parquet": "a run",
        "search.json": "mine",
        "patches/finalist_1.toml": "mine",
    }
    for file, content in contents.items():
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text(content)
    result = STUDIES[name](tmp_path)
    if name == "tune":
        with pytest.raises(FolderError, match=r"finalist_1\.toml: was not written by simlab"):
            result.page(tmp_path)
    else:
        result.page(tmp_path)
    assert {file: (tmp_path / file).read_text() for file in contents} == contents


def stopped_before_the_end(play: Callable[..., Iterator[Any]]) -> Callable[..., Iterator[Any]]:
    """Return a study that is stopped once it has played all and is not yet finished."""

    def stopped(*given: Any) -> Iterator[Any]:
        yield from play(*given)
        raise KeyboardInterrupt

    return stopped
