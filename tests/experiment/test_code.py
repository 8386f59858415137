"""A run is known by all foreign code and data that decide what is played."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from simlab.experiment.identity import as_stored, differences
from simlab.experiment.request import request_experiment

ROOT = Path(__file__).parents[2]
COIN = ROOT / "tests" / "cli" / "coin"
POLICY = """
import json
from pathlib import Path
from simlab.game.policy import Trait, policy
from {helper} import lim

LIM = json.loads((Path(__file__).parent / "weights.json").read_text())
AT = Trait(json.loads((Path(__file__).parent / "default.json").read_text()), 1, 100, "when to hold")

@policy(traits={{"at": AT}})
def mine(rules, state, seat, menu, traits, memory, rng):
    "Holds."
    return menu[0] if LIM < traits.at + lim() else menu[menu.shape[0] - 1]
"""
HELPER = """
from simlab.engine.kernel import kernel
from {package}.constant import ONE

@kernel
def lim():
    return ONE
"""


def write(folder: Path, helper: str) -> None:
    """Write a policy file, a module that it imports, a package that this imports, and data."""
    package = f"package_of_{helper}"
    (folder / package).mkdir(parents=True)
    (folder / "mine.py").write_text(POLICY.format(helper=helper))
    (folder / f"{helper}.py").write_text(HELPER.format(package=package))
    (folder / package / "constant.py").write_text("ONE = 1\n")
    (folder / "unused.py").write_text("")
    (folder / "weights.json").write_text("9")
    (folder / "default.json").write_text("20")


def identity(*files: Path, game: str = "pig", policy: str = "mine"):
    options = {"policy_file": [str(file) for file in files], "policy": policy, "games": 10}
    return as_stored(request_experiment(game, options).identity())


def test_a_run_is_known_by_every_file_that_a_policy_file_imports(tmp_path: Path) -> None:
    write(tmp_path, "helper_a")
    there = identity(tmp_path / "mine.py")
    files = ["helper_a.py", "mine.py", "package_of_helper_a/constant.py"]
    assert list(there["foreign_files"]) == files
    for name in files:
        text = (tmp_path / name).read_text()
        (tmp_path / name).write_text(f"{text}# edited\n")
        assert differences(there, identity(tmp_path / "mine.py")) == [f"{name} has changed"]
        (tmp_path / name).write_text(text)
    (tmp_path / "unused.py").write_text("# edited\n")
    assert identity(tmp_path / "mine.py") == there


def test_a_run_is_known_by_the_base_of_a_search(tmp_path: Path) -> None:
    write(tmp_path, "helper_b")
    there = identity(tmp_path / "mine.py", policy="search:base=mine")
    assert "helper_b.py" in there["foreign_files"]
    assert "mine.py: LIM" in there["values"]


def test_files_of_one_name_are_distinguished(tmp_path: Path) -> None:
    for folder, helper in (("a", "helper_c"), ("b", "helper_d")):
        write(tmp_path / folder, helper)
    there = identity(tmp_path / "a" / "mine.py", tmp_path / "b" / "mine.py")
    assert {"a/mine.py", "b/mine.py"} < there["foreign_files"].keys()
    (tmp_path / "b" / "mine.py").write_text((tmp_path / "b" / "mine.py").read_text() + "#")
    here = identity(tmp_path / "a" / "mine.py", tmp_path / "b" / "mine.py")
    assert differences(there, here) == ["b/mine.py has changed"]


def test_a_run_is_known_alike_wherever_its_files_are(tmp_path: Path) -> None:
    write(tmp_path / "here", "helper_e")
    there = identity(tmp_path / "here" / "mine.py")
    (tmp_path / "here").rename(tmp_path / "there")
    for name in ("helper_e", "package_of_helper_e", "package_of_helper_e.constant"):
        del sys.modules[name]
    sys.path.append(str(tmp_path / "there"))
    assert identity(tmp_path / "there" / "mine.py") == there
    sys.path.remove(str(tmp_path / "there"))


def test_a_policy_file_more_or_less_is_named(tmp_path: Path) -> None:
    write(tmp_path, "helper_f")
    (tmp_path / "other.py").write_text(POLICY.format(helper="helper_f").replace("mine", "other"))
    one = identity(tmp_path / "mine.py")
    two = identity(tmp_path / "mine.py", tmp_path / "other.py")
    assert differences(one, two) == ["other.py is new"]
    assert differences(two, one) == ["other.py is left out"]


def test_a_run_is_known_by_every_file_of_a_foreign_game(tmp_path: Path) -> None:
    shutil.copytree(COIN, tmp_path / "coin", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "coin" / "more.py").write_text("")
    game = str(tmp_path / "coin")
    there = identity(game=game, policy="flipper")
    assert list(there["foreign_files"]) == ["__init__.py", "more.py"]
    (tmp_path / "coin" / "more.py").write_text("# edited\n")
    here = identity(game=game, policy="flipper")
    assert differences(there, here) == ["more.py has changed"]


def test_shipped_code_is_known_by_its_version_alone() -> None:
    there = identity(policy="hold")
    assert there["foreign_files"] == {} and "values" not in there


@pytest.fixture
def simlab(tmp_path: Path):
    """Run a command in a new process, which imports what was edited, without the compiler."""

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "simlab.cli", *words],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT), "NUMBA_DISABLE_JIT": "1"},
            capture_output=True,
            text=True,
        )

    return run


@pytest.mark.long
def test_after_an_edit_a_run_is_played_again_and_an_unfinished_one_is_not_gone_on_with(
    simlab, tmp_path: Path
) -> None:
    write(tmp_path, "helper_g")
    shutil.copytree(COIN, tmp_path / "coin")
    words = ["run", "./coin", "--policy-file", "mine.py", "--policy", "mine", "--games", "2"]
    simlab(*words)
    simlab(*words, "--out", "here")
    (tmp_path / "weights.json").write_text("3")
    (tmp_path / "default.json").write_text("30")
    simlab(*words)
    assert len(list((tmp_path / "runs").iterdir())) == 2
    complaint = "holds another run (mine.py: LIM has changed; weights of mine has changed)"
    for done in (simlab(*words, "--out", "here"), simlab("resume", "here")):
        assert done.returncode == 2
        assert complaint in done.stderr
    (tmp_path / "weights.json").write_text("9")
    (tmp_path / "default.json").write_text("20")
    assert "exists already" in simlab("resume", "here").stderr
