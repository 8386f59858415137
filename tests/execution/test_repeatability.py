"""A plain game that is no function of its seed is refused before it is played, on one core too."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from simlab.errors import ContractError
from simlab.execution.executor import prepare
from simlab.execution.processes import all_cores
from simlab.execution.run_observer import RunObserver
from simlab.experiment.request import requested
from tests.plain.broken_game import TEXT, written

CHANCE = "7 + chance.below(3)"
NOT_REPEATABLE = {
    "the order of a set": (
        CHANCE,
        "7 + list(map(str, range(99))).index(list(set(map(str, range(99))))[0])",
    ),
    "a hash": (CHANCE, '7 + hash("x") % 1_000'),
    "what the game before has left": (CHANCE, "(SEEN.append(1), 7 + 3 * len(SEEN))[1]"),
}


def prepare_on_one_core(file: Path) -> None:
    experiment = requested(str(file), {"players": 2, "games": 10})
    prepare(all_cores(1), experiment.scenarios, RunObserver())


@pytest.mark.parametrize("cause", NOT_REPEATABLE)
def test_games_that_are_not_repeatable_are_refused_on_one_core(cause: str, tmp_path: Path) -> None:
    file = written(tmp_path, NOT_REPEATABLE[cause], ("import random", "SEEN = []"))
    with pytest.raises(ContractError, match=r"nim: two equal seeds differ: game \d"):
        prepare_on_one_core(file)


def test_a_game_that_ends_python_ends_no_command(tmp_path: Path) -> None:
    ends = ("self.stones -= choice[1]", "__import__('os')._exit(7)")
    with pytest.raises(ContractError, match="a process ended while it played"):
        prepare_on_one_core(written(tmp_path, ends))


def test_a_game_called_like_a_module_of_python_disturbs_nothing(tmp_path: Path) -> None:
    file = written(tmp_path)
    (tmp_path / "random.py").write_text(TEXT, encoding="utf-8")
    command = [sys.executable, "-P", "-m", "simlab.cli", "check", file.name, "--players", "2"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "No problems." in done.stdout, done.stderr
    assert done.returncode == 0
