"""Games that are translated and compared without Numba's compilation, in a process of its own.

What is compared is the translation as it stands, in a tenth of the time; long tests compile it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import simlab
from tests.support.documents import ROOT


def what_is_wrong(files: Sequence[Path], games: int) -> list[list[str]]:
    """Return of each game what differs or is refused, and which policies are left out."""
    wrong: list[list[str]] = answer_without_numba(__name__, str(games), *map(str, files))
    return wrong


def answer_without_numba(module: str, *words: str) -> Any:
    """Return what a module prints last, as JSON, where it runs without Numba's compilation."""
    done = subprocess.run(
        [sys.executable, "-m", module, *words],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def wrong_in(file: Path, games: int) -> list[str]:
    """Return what differs or is refused in a game, and which policies are left out."""
    result = simlab.compile_game(file, games=games)
    return [*result.problems, *result.translation.left_out]


if __name__ == "__main__":
    n_games, *paths = sys.argv[1:]
    print(json.dumps([wrong_in(Path(path), int(n_games)) for path in paths]))
