"""Without the compiler, the engine is plain Python that passes the same tests."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


FILES = [f"tests/engine/test_{module}.py" for module in ("rng", "record", "loop")]
FOLDERS = ("tests/check", "tests/compiler", "tests/engine")
"""Where tests are marked in_plain_python."""
SEARCH = "tests/engine/test_search.py::test_search_plays_the_same_games_compiled_or_not"


COIN = "tests/cli/coin"


def test_a_game_is_played_without_warnings_and_without_a_word_of_compiling(tmp_path: Path) -> None:
    run = ["-m", "simlab.cli", "run", f"./{COIN}", "--games", "10", "--out", str(tmp_path / "run")]
    done = subprocess.run(
        [sys.executable, *run],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "SIMLAB_CACHE_DIR": str(tmp_path / "cache")},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "Warning" not in done.stderr and "Compiling" not in done.stderr


@pytest.mark.compiled
def test_what_compiled_code_says_is_said_without_the_compiler() -> None:
    """All tests marked in_plain_python, most of which would compile a game of their own."""
    assert_passed("-m", "in_plain_python", *FOLDERS)


@pytest.mark.long
def test_tests_of_the_engine_pass_without_the_compiler() -> None:
    assert_passed(*FILES, SEARCH)


def assert_passed(*words: str) -> None:
    """Run tests without the compiler; they must pass."""
    # words of random streams overflow on purpose, of which NumPy warns where Numba does not
    pytest_here = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-o", "filterwarnings="]
    done = subprocess.run(
        [sys.executable, *pytest_here, *words],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout
