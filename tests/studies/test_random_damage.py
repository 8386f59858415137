"""Random damage of what a study keeps: the same command finds the same numbers, or says why not."""

from __future__ import annotations

import importlib
import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import simlab
from simlab.errors import SimlabError
from tests.support.damage import damage, outcome

pytestmark = pytest.mark.compiled

STUDIES: dict[str, Callable[[Path], Any]] = {
    "tune": lambda out: simlab.tune(
        "pig",
        policy="hold",
        target="turns=12±1",
        vary="target=30..70",
        candidates=8,
        games=400,
        out=out,
        jobs=1,
    ),
    "train": lambda out: simlab.train("pig", games=60, generations=3, out=out, jobs=1),
    "train-tune": lambda out: simlab.train(
        "pig", tune="hold", games=40, generations=3, out=out, jobs=1
    ),
}
KEPT = {".json", ".arrow", ".csv", ".toml", ".npy", ".txt"}
"""Endings of the files that a study reads when it goes on; those in `tables` are for readers."""
UNLIKE = {"player", "policy", "seconds"}
"""Keys of results that two runs of a study do not share: its folder, and how long it took."""


def numbers(content: Any) -> Any:
    """Return the content of a result without what two runs do not share."""
    if isinstance(content, dict):
        return {key: numbers(value) for key, value in content.items() if key not in UNLIKE}
    return [numbers(value) for value in content] if isinstance(content, list) else content


@pytest.fixture(scope="module")
def kept(tmp_path_factory) -> dict[str, tuple[Path, dict[str, Any]]]:
    """The folder of each study with all that it keeps, and its result."""
    studies = {}
    for name, study in STUDIES.items():
        folder = tmp_path_factory.mktemp(name) / "study"
        if name == "tune":  # it removes the games once it has ended
            module = importlib.import_module("simlab.api.tune")
            with pytest.MonkeyPatch.context() as patched, pytest.raises(KeyboardInterrupt):
                patched.setattr(module, "play", stopped_at_the_end(module.play))
                study(folder)
            result = study(shutil.copytree(folder, folder.with_name("whole")))
        else:
            result = study(folder)
        studies[name] = folder, numbers(result.to_dict())
    return studies


def stopped_at_the_end(play: Callable[..., Iterator[Any]]) -> Callable[..., Iterator[Any]]:
    """Return a study that is stopped once it has played all and has no result yet."""

    def stopped(*arguments: Any) -> Iterator[Any]:
        yield from play(*arguments)
        raise KeyboardInterrupt

    return stopped


def check(name: str, kept: dict[str, tuple[Path, dict[str, Any]]], out: Path, seed: int) -> None:
    rng = random.Random(seed)
    folder, expected = kept[name]
    shutil.copytree(folder, out)
    files = [file for file in sorted(out.rglob("*")) if file.suffix in KEPT]
    done = damage(rng, [file for file in files if file.parent.name != "tables"])
    result = outcome(lambda: STUDIES[name](out))
    if isinstance(result, SimlabError):
        assert result.exit_code == 2, (done, result)
        assert str(out) in str(result) or "choose another folder" in str(result), (done, result)
    else:
        assert numbers(result.to_dict()) == expected, done


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", STUDIES)
def test_a_damaged_folder_of_a_study_changes_no_numbers(kept, tmp_path, name, seed) -> None:
    check(name, kept, tmp_path / "study", seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 140))
@pytest.mark.parametrize("name", STUDIES)
def test_no_damage_of_a_study_changes_its_numbers(kept, tmp_path, name, seed) -> None:
    check(name, kept, tmp_path / "study", seed)
