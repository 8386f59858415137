"""The wheel is enough: what is installed from it works without the checkout."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

from tests.support.games import GAMES

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment outside the checkout that has simlab from its wheel."""
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=ROOT)
    (wheel,) = folder.glob("*.whl")
    home = folder / "venv"
    venv.create(home, symlinks=True)
    lend_dependencies(home)
    pip: list[str | Path] = [sys.executable, "-m", "pip", "--python", home / "bin" / "python"]
    run(*pip, "install", "-qq", "--no-deps", "--no-index", wheel, cwd=folder)
    return home / "bin"


def lend_dependencies(home: Path) -> None:
    """Let the environment import what this one has, save for an editable simlab."""
    site = Path(sysconfig.get_path("purelib", "venv", {"base": str(home)}))
    lent = {sysconfig.get_path(kind) for kind in ("purelib", "platlib")}
    (site / "lent.pth").write_text("\n".join(sorted(lent)))


def run(*words: str | Path, cwd: Path) -> str:
    done = subprocess.run(words, cwd=cwd, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def contents(folder: Path) -> dict[Path, bytes]:
    files = (file for file in folder.rglob("*") if file.is_file())
    return {file.relative_to(folder): file.read_bytes() for file in files}


def test_simlab_is_imported_from_the_wheel(installed: Path) -> None:
    home = run(installed / "python", "-c", "import simlab; print(simlab.__file__)", cwd=installed)
    assert Path(home).is_relative_to(installed.parent)


def test_the_wheel_carries_the_data_of_each_game(installed: Path) -> None:
    for game in GAMES:
        ask = f"from simlab import paths; print(paths.data_folder({game!r}))"
        carried = Path(run(installed / "python", "-c", ask, cwd=installed))
        assert carried.is_relative_to(installed.parent)
        assert contents(carried) == contents(ROOT / "data" / game)


def test_the_wheel_carries_the_experiments(installed: Path) -> None:
    ask = "from simlab import paths; print(paths.experiments_folder())"
    carried = Path(run(installed / "python", "-c", ask, cwd=installed))
    assert carried.is_relative_to(installed.parent)
    assert contents(carried) == contents(ROOT / "experiments")


def test_the_wheel_carries_the_example_games(installed: Path) -> None:
    ask = "from simlab.scaffold.example_game import FOLDER; print(FOLDER)"
    carried = Path(run(installed / "python", "-c", ask, cwd=installed))
    assert carried.is_relative_to(installed.parent)
    files = {each: text for each, text in contents(carried).items() if each.suffix != ".pyc"}
    sources = contents(ROOT / "simlab" / "examples").items()
    assert files == {each: text for each, text in sources if each.suffix != ".pyc"}


def test_the_simlab_command_lists_the_games_it_carries(installed: Path) -> None:
    listed = run(installed / "simlab", "games", cwd=installed)
    assert [game for game in GAMES if game not in listed] == []


def test_the_wheel_says_that_simlab_has_types(installed: Path) -> None:
    ask = "from importlib.resources import files; print((files('simlab') / 'py.typed').is_file())"
    assert run(installed / "python", "-c", ask, cwd=installed) == "True"
