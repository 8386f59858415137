"""Commands that install the packages of an extra, in this Python."""

from __future__ import annotations

import re
import shlex
import sys
import tomllib
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from types import SimpleNamespace

import pytest

from simlab import extras, shell
from simlab.extras import PROJECT, install_command
from tests.support.documents import ROOT

EXTRAS = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["optional-dependencies"]


def words(extra: str) -> list[str]:
    """Return the command for an extra as a shell splits it."""
    return shlex.split(install_command(extra))


def lose(name: str) -> list[str]:
    raise PackageNotFoundError(name)


@pytest.mark.parametrize("extra", EXTRAS)
def test_the_packages_of_an_extra_are_named_not_simlab(extra: str) -> None:
    program, *rest = words(extra)
    assert Path(program).absolute() == Path(sys.executable) and rest[:3] == ["-m", "pip", "install"]
    assert {word.partition(">")[0] for word in rest[3:]} == {
        requirement.partition(">")[0] for requirement in EXTRAS[extra]
    }


@pytest.mark.parametrize("extra", EXTRAS)
def test_a_clone_on_the_path_has_no_metadata(extra: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "requires", lose)
    assert words(extra)[4:] == EXTRAS[extra]


def test_uv_installs_where_there_is_no_pip(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda name: None)
    *uv, python, _ = words("tune")
    assert uv == ["uv", "pip", "install", "--python"]
    assert Path(python).absolute() == Path(sys.executable)


def test_no_document_installs_simlab_from_an_index() -> None:
    """No index has it; of a clone, `pip install ".[tune]"` installs what is there."""
    from_index = re.compile(r"""pip install [^`#\n]*(?<![./\w])simlab\b""")
    files = [ROOT / "README.md", *(ROOT / "simlab").rglob("*.md"), *(ROOT / "simlab").rglob("*.py")]
    assert [f for f in files if from_index.search(f.read_text(encoding="utf-8"))] == []
    assert from_index.search("""`pip install -U "simlab[tune]"`""")
    assert not from_index.search("pip install ./simlab    # a clone")


def test_in_a_clone_the_python_of_its_environment_has_a_short_path(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    clone = tmp_path / "my clone"
    programs = clone / ".venv" / "bin"
    programs.mkdir(parents=True)
    monkeypatch.setattr(sys, "executable", str(programs / "python"))
    for here, program in [
        (clone, ".venv/bin/python"),
        (programs, str(programs / "python")),  # a name alone would be another Python
        (tmp_path / "my clone" / ".venv", "bin/python"),
    ]:
        monkeypatch.chdir(here)
        assert words("tune")[0] == program


def test_on_windows_requirements_are_in_double_quotes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shell, "sys", SimpleNamespace(platform="win32"))
    assert '"optuna>=' in install_command("tune")
