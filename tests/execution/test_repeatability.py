"""A plain game that is no function of its seed is refused, however late that shows."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from simlab.catalog import forget_module
from simlab.errors import ContractError, NotRepeatable
from simlab.execution.executor import prepare
from simlab.execution.processes import all_cores
from simlab.execution.repeatability import steps
from simlab.execution.run import run_experiment
from simlab.execution.run_observer import RunObserver
from simlab.execution.verify import verify
from simlab.experiment.request import request_experiment
from simlab.studies.kit.blocks import play_deals
from tests.plain.broken_game import TEXT, written

CHANCE = "7 + chance.below(3)"
CHOICES = '[("take", n) for n in (1, 2) if n <= self.stones]'
OF_A_SET = '[("take", int(t[0])) for t in {f"{n} of {self.stones}" for n in (1, 2)[: self.stones]}]'
BY_HASH = (
    'sorted([("take", n) for n in (1, 2)[: self.stones]], key=lambda c: hash(f"{c}{self.stones}"))'
)
NOT_REPEATABLE = {
    "the order of a set": [(CHANCE, "99"), (CHOICES, OF_A_SET)],
    "a hash": [(CHANCE, "99"), (CHOICES, BY_HASH)],
    "what the game before has left": [(CHANCE, "(SEEN.append(1), 7 + 3 * len(SEEN))[1]")],
}
"""What is replaced in the game. Two texts have the same order in two processes in half of all
cases, those of dozens of steps in practically none."""


def prepare_on_one_core(file: Path) -> None:
    experiment = request_experiment(str(file), {"players": 2, "games": 10})
    prepare(all_cores(1), experiment.scenarios, RunObserver())


@pytest.mark.parametrize("cause", NOT_REPEATABLE)
def test_games_that_are_not_repeatable_are_refused_on_one_core(cause: str, tmp_path: Path) -> None:
    file = written(tmp_path, *NOT_REPEATABLE[cause], ("import random", "SEEN = []"))
    with pytest.raises(ContractError, match=r"nim: two equal seeds differ: game \d") as raised:
        prepare_on_one_core(file)
    assert "[" not in str(raised.value), "the cell that differs, not a whole row of them"


MEMORIES = "import os, collections\n\nSEEN, COUNT = [], 0\nLAST = collections.deque()"
SETUP = "self.stones = 7 + chance.below(3)"
LATE = {
    "a list of the module": ("SEEN.append(1)", "len(SEEN) > 150", "SEEN of nim.py was changed"),
    "a queue of the module": ("LAST.append(1)", "len(LAST) > 150", "LAST of nim.py was changed"),
    "a class": (
        "type(self).n = getattr(type(self), 'n', 0) + 1",
        "self.n > 150",
        "Nim.n of nim.py was changed",
    ),
    "a number of the module": (
        "globals().update(COUNT=COUNT + 1)",
        "COUNT > 150",
        "COUNT of nim.py was changed",
    ),
    "a default": ("n.append(1)", "len(n) > 150", "n of Nim.setup() of nim.py was changed"),
    "the environment": (
        "os.environ.update(NIM_GAMES=os.environ.get('NIM_GAMES', '') + 'x')",
        "len(os.environ['NIM_GAMES']) > 150",
        "what earlier games have left behind",
    ),
    "a file": (
        "open(__file__ + '.txt', 'a').write('x')",
        "os.path.getsize(__file__ + '.txt') > 150",
        "what earlier games have left behind",
    ),
}


@pytest.mark.parametrize("cause", LATE)
def test_what_games_leave_for_later_ones_is_noticed_at_the_end(
    cause: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    remember, is_late, sentence = LATE[cause]
    file = written(
        tmp_path,
        (
            "import random",
            "import os, collections\n\nSEEN, COUNT = [], 0\nLAST = collections.deque()",
        ),
        ("players, chance):\n", "players, chance, n=[]):\n"),
        (SETUP, f"{remember}\n        {SETUP} if not {is_late} else 8"),
    )
    experiment = request_experiment(str(file), {"players": 2, "policy": "greedy", "games": 400})
    with pytest.raises(NotRepeatable, match="two equal seeds differ: game") as raised:
        run_experiment(experiment, out="run", executor=all_cores(1))
    assert sentence in str(raised.value)
    assert not Path("run").exists(), "nobody shall go on with it"


def test_a_policy_that_remembers_is_noticed_in_a_study_without_a_run(tmp_path: Path) -> None:
    file = written(
        tmp_path,
        ("import random", "SEEN = []"),
        ("return choices[-1]", "SEEN.append(1)\n    return choices[-(len(SEEN) < 800)]"),
    )
    experiment = request_experiment(str(file), {"players": 2, "policy": "greedy", "games": 400})
    executor, scenario = all_cores(1), experiment.scenarios[0]
    prepare(executor, [scenario], RunObserver())
    with pytest.raises(NotRepeatable, match=r"SEEN of \S*nim.py was changed"):
        list(executor.map(play_deals, [(scenario, 0, 200), (scenario, 200, 200)]))


def test_a_memory_that_changes_no_game_is_a_warning_and_the_run_can_be_verified(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = written(
        tmp_path,
        ("import random", "SQUARES = {}"),
        (SETUP, f"SQUARES.setdefault(chance.below(9), 1)\n        {SETUP}"),
    )
    experiment = request_experiment(str(file), {"players": 2, "policy": "greedy", "games": 200})
    store = run_experiment(experiment, out=tmp_path / "run", executor=all_cores(1))
    assert "nim.py was changed while games were played" in capsys.readouterr().err
    assert verify(store, 20, executor=all_cores(1)).problems == []


def test_the_identity_of_a_run_is_what_the_modules_hold_before_games(tmp_path: Path) -> None:
    file = written(
        tmp_path, ("import random", "SEEN = []"), (SETUP, f"SEEN.append(1)\n        {SETUP}")
    )
    experiment = request_experiment(str(file), {"players": 2, "policy": "greedy", "games": 10})
    scenario = experiment.scenarios[0]
    steps(scenario.game.engine(), scenario, 0)
    again = request_experiment(str(file), {"players": 2, "policy": "greedy", "games": 10})
    forget_module(file)
    afresh = request_experiment(str(file), {"players": 2, "policy": "greedy", "games": 10})
    assert experiment.identity() == again.identity() == afresh.identity()


def test_a_game_called_like_a_module_of_python_disturbs_nothing(tmp_path: Path) -> None:
    file = written(tmp_path)
    for name in ("random", "string", "pickle"):
        (tmp_path / f"{name}.py").write_text(TEXT, encoding="utf-8")
    command = [sys.executable, "-P", "-m", "simlab.cli", "check", file.name, "--players", "2"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "No problems." in done.stdout, done.stderr
    assert done.returncode == 0
