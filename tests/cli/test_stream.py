"""Streams that are closed, full or know few letters, and signals that end a command."""

from __future__ import annotations

import codecs
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from simlab.cli.terminal.stream import SIGNS, SPELLED_OUT, spell_out

ROOT = Path(__file__).parents[2]
codecs.register_error(SPELLED_OUT, spell_out)
RUN = "run pig --policy hold --games 2000 --out run"
GAMES = "games"
needs_full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")


def shell(folder: Path, command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Carry out a command of simlab by a shell, which can close streams."""
    return subprocess.run(
        ["sh", "-c", f"{sys.executable} -m simlab.cli {command}"],
        cwd=folder,
        capture_output=True,
        encoding=environment.get("PYTHONIOENCODING", "utf-8"),
        env={**os.environ, **environment},
    )


@pytest.mark.parametrize(
    "stderr", ["2>&-", pytest.param("2>/dev/full", marks=[needs_full, pytest.mark.long])]
)
def test_a_run_does_not_need_anybody_to_hear_how_far_it_is(tmp_path, stderr: str) -> None:
    done = shell(tmp_path, f"{RUN} {stderr}")
    assert done.returncode == 0
    assert "wins of seat 1" in done.stdout
    assert (tmp_path / "run" / "_manifest.json").exists()


@pytest.mark.parametrize(
    ("words", "stdout"),
    [
        (GAMES, ">&-"),
        pytest.param("--help", ">/dev/full", marks=needs_full),
        ("--help", ">&-"),
        pytest.param(f"{RUN} --json", ">/dev/full", marks=[needs_full, pytest.mark.long]),
        pytest.param(GAMES, ">/dev/full", marks=[needs_full, pytest.mark.long]),
        pytest.param(f"{RUN} --json", ">&-", marks=pytest.mark.long),
        pytest.param("rules pig", ">&-", marks=pytest.mark.long),
        pytest.param("rules pig", ">/dev/full", marks=[needs_full, pytest.mark.long]),
    ],
)
def test_results_that_cannot_be_printed_are_one_error(tmp_path, words: str, stdout: str) -> None:
    done = shell(tmp_path, f"{words} {stdout}")
    assert done.returncode == 1
    *_, last = done.stderr.splitlines()
    assert last.startswith("error: stdout")
    assert "Traceback" not in done.stderr


@pytest.mark.long
def test_no_file_takes_the_number_of_a_closed_stream(tmp_path) -> None:
    assert shell(tmp_path, f"{RUN} <&- >&- 2>&-").returncode == 1
    assert shell(tmp_path, "verify run").returncode == 0


COMPARISON = "ab pig --policy hold --max-games 400 --patch target=90"


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> subprocess.CompletedProcess[str]:
    """A comparison on a stdout that knows every letter."""
    return shell(tmp_path_factory.mktemp("known"), COMPARISON)


@pytest.mark.parametrize(
    "encoding",
    ["ascii", *(pytest.param(name, marks=pytest.mark.long) for name in ("cp1252", "cp437"))],
)
def test_signs_that_stdout_does_not_know_are_spelled_out(tmp_path, known, encoding: str) -> None:
    done = shell(tmp_path, COMPARISON, PYTHONIOENCODING=encoding)
    # stderr tells how far it is, by the clock
    assert done.returncode == known.returncode
    assert "\N{MINUS SIGN}" in known.stdout
    spelled = known.stdout.encode(encoding, SPELLED_OUT).decode(encoding)
    assert re.findall(r"[-+]\d[\d.]*", done.stdout) == re.findall(r"[-+]\d[\d.]*", spelled)
    assert "\\u" not in done.stdout + done.stderr


OF_SHEETS = (
    "simlab/game/components/totals.py",
    "simlab/game/components/encoding.py",
    *(f"simlab/scaffold/{name}.py" for name in ("heading_words", "number_cell", "sheet_file")),
)
"""Files with signs by which sheets are read; none of them is printed."""


def signs_of_the_sources() -> set[str]:
    """The characters in texts of simlab that are neither ASCII nor letters."""
    sources = {*(ROOT / "simlab").rglob("*.py")} - {ROOT / file for file in OF_SHEETS}
    files = [*sources, *(ROOT / "data").rglob("*.toml")]
    characters = set("".join(file.read_text(encoding="utf-8") for file in files))
    return {each for each in characters if not each.isascii() and not each.isalpha()}


def test_every_sign_that_simlab_prints_can_be_spelled_out() -> None:
    assert signs_of_the_sources() <= SIGNS.keys()
    assert all(spelling.isascii() for spelling in SIGNS.values())


def test_a_letter_that_stdout_does_not_know_is_an_escape(tmp_path) -> None:
    done = shell(tmp_path, "run g\u0142.toml", PYTHONIOENCODING="cp1252")
    assert "g\\u0142.toml" in done.stderr


def test_json_is_the_same_for_every_encoding(tmp_path) -> None:
    words = "rules taxis --lang fr --json"
    known, few = (shell(tmp_path, words, PYTHONIOENCODING=name) for name in ("utf-8", "ascii"))
    assert not known.stdout.isascii()
    assert few.stdout.isascii()
    assert json.loads(few.stdout) == json.loads(known.stdout)


def test_python_without_docstrings_is_one_error(tmp_path) -> None:
    done = shell(tmp_path, GAMES, PYTHONOPTIMIZE="2")
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1 and "removes docstrings" in done.stderr


def test_a_working_folder_that_is_gone_is_one_error(tmp_path) -> None:
    (tmp_path / "gone").mkdir()
    program = "import os; os.rmdir('../gone'); from simlab.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", program, *["run", "pig", "--policy", "hold", "--games", "100"]],
        cwd=tmp_path / "gone",
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert done.stderr == "error: the working folder no longer exists; change to another\n"


@pytest.mark.parametrize(
    "number", [signal.SIGTERM, pytest.param(signal.SIGHUP, marks=pytest.mark.long)]
)
def test_other_signals_to_end_keep_what_was_played_too(started, tmp_path, number) -> None:
    run = tmp_path / "stopped"
    process = started("run", "pig", "--policy", "hold", "--games", "300m", "--out", "stopped")
    while not any(run.rglob("part-*.parquet")):
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(number)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err.splitlines()[-1].endswith(f"go on with: simlab resume {run}")


STOPPED_AT = """
import signal, sys

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            signal.raise_signal(signal.SIGINT)

signal.signal(signal.SIGINT, signal.default_int_handler)
sys.meta_path.insert(0, Finder())
from simlab.cli import main
main()
"""


@pytest.mark.parametrize(
    "module",
    [
        "typer",
        "simlab.api.playing",
        *(
            pytest.param(module, marks=pytest.mark.long)
            for module in ("simlab.cli.run", "numpy", "numba", "pandas", "pyarrow")
        ),
    ],
)
def test_ctrl_c_while_simlab_loads_shows_no_traceback(tmp_path, module: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", STOPPED_AT.format(module=module), *RUN.split()],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 130, done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "run").exists()
