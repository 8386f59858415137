"""The wheel works without the checkout, and the archive of the sources builds the same wheel."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tarfile
import venv
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from simlab.files.paths import cache_folder
from tests.support.games import GAMES

ROOT = Path(__file__).parent.parent
BUILD = [sys.executable, "-m", "hatchling", "build"]
MOST_BYTES_OF_A_PICTURE = 100_000


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the archive of the sources and the wheel."""
    folder = tmp_path_factory.mktemp("dist")
    run(*BUILD, "-d", folder, cwd=ROOT)
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    (file,) = built.glob("*.whl")
    return file


@pytest.fixture(scope="module")
def sources(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that the archive of the sources holds."""
    (file,) = built.glob("*.tar.gz")
    folder = tmp_path_factory.mktemp("sources")
    with tarfile.open(file) as archive:
        archive.extractall(folder, filter="data")
    (top,) = folder.iterdir()
    return top


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment outside the checkout that has simlab from its wheel."""
    home = tmp_path_factory.mktemp("wheel") / "venv"
    venv.create(home, symlinks=os.name != "nt")
    lend_dependencies(home)
    programs = Path(sysconfig.get_path("scripts", "venv", {"base": str(home)}))
    pip: list[str | Path] = [sys.executable, "-m", "pip", "--python", programs / "python"]
    run(*pip, "install", "-qq", "--no-deps", "--no-index", wheel, cwd=home)
    return programs


def lend_dependencies(home: Path) -> None:
    """Let the environment import what this one has, save for an editable simlab."""
    site = Path(sysconfig.get_path("purelib", "venv", {"base": str(home)}))
    lent = {sysconfig.get_path(kind) for kind in ("purelib", "platlib")}
    (site / "lent.pth").write_text("\n".join(sorted(lent)))


def run(*words: str | Path, cwd: Path, env: dict[str, str] | None = None) -> str:
    done = subprocess.run(words, cwd=cwd, env=env, capture_output=True, encoding="utf-8")
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
        ask = f"from simlab.files import paths; print(paths.data_folder({game!r}))"
        carried = Path(run(installed / "python", "-c", ask, cwd=installed))
        assert carried.is_relative_to(installed.parent)
        assert contents(carried) == contents(ROOT / "data" / game)


def test_the_wheel_carries_the_experiments(installed: Path) -> None:
    ask = "from simlab.files import paths; print(paths.experiments_folder())"
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


@pytest.fixture
def alone(installed: Path, tmp_path: Path) -> Callable[..., str]:
    """Runs the installed command in an empty folder and an environment without variables."""
    needed = {name: os.environ[name] for name in ("SYSTEMROOT",) if name in os.environ}
    empty = {**needed, "HOME": str(tmp_path), "SIMLAB_CACHE_DIR": str(cache_folder())}
    return partial(run, installed / "simlab", cwd=tmp_path, env=empty)


@pytest.mark.long
def test_a_game_is_played_and_has_a_page(alone: Callable[..., str], tmp_path: Path) -> None:
    alone("run", "pig", "--policy", "hold", "--games", "200", "--out", "run", "--jobs", "1")
    assert "report.html" in alone("report", "run", "--out", "page")
    assert (tmp_path / "page" / "report.html").is_file()


def test_a_game_of_ones_own_is_made_and_played(alone: Callable[..., str]) -> None:
    assert "bazaar.py" in alone("new", "bazaar")
    assert "wins of seat 1" in alone("run", "bazaar/bazaar.py", "--games", "40", "--jobs", "1")


def test_the_studio_has_help(alone: Callable[..., str]) -> None:
    assert "Usage: simlab studio" in alone("studio", "--help")


def test_the_sources_build_the_same_wheel(wheel: Path, sources: Path, tmp_path: Path) -> None:
    run(*BUILD, "-t", "wheel", "-d", tmp_path, cwd=sources)
    assert (tmp_path / wheel.name).read_bytes() == wheel.read_bytes()


def test_the_sources_are_the_repository(sources: Path) -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("these are sources without a repository")
    git = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = run(*git, cwd=ROOT).split("\0")
    present = {Path(name) for name in names if name and (ROOT / name).is_file()}
    assert contents(sources).keys() == present | {Path("PKG-INFO")}


def test_the_sources_have_no_runs_and_no_large_pictures(sources: Path) -> None:
    carried = contents(sources)
    assert [path for path in carried if "runs" in path.parts] == []
    pictures = {path: len(carried[path]) for path in carried if path.suffix == ".png"}
    assert {p: n for p, n in pictures.items() if n > MOST_BYTES_OF_A_PICTURE} == {}
