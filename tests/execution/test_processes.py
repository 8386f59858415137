"""Processes play plain games, stop when asked to, and report a process that ends."""

from __future__ import annotations

import re
import signal
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from joblib.externals.loky import reusable_executor

from simlab.errors import ContractError, Interrupted
from simlab.execution.executor import Threads
from simlab.execution.processes import Processes, all_cores
from simlab.execution.repeatability import steps
from simlab.execution.run_observer import RunObserver
from simlab.execution.runner import execute
from simlab.execution.store import Store
from simlab.execution.tally import Tally
from simlab.experiment.plan import plan
from simlab.experiment.request import request_experiment
from simlab.studies.kit.blocks import play_blocks, play_deals
from tests.plain.broken_game import written

PLAY = "self.stones -= choice[1]"
MARKET = str(Path(__file__).parents[1] / "plain" / "market" / "market.py")


def market(n_games: int):
    return request_experiment(MARKET, {"players": 2, "policy": "random", "games": n_games})


def test_compiled_games_play_on_threads_and_plain_ones_in_processes() -> None:
    pig, plain = (request_experiment(game, {"games": 100}).scenarios[0] for game in ("pig", MARKET))
    assert isinstance(all_cores(2)._for([pig]), Threads)
    assert isinstance(all_cores(2)._for([plain]), Processes)
    assert isinstance(all_cores(1)._for([plain]), Processes)


@pytest.mark.parametrize("line", ["breakpoint()", "import pdb; pdb.set_trace()"])
def test_a_game_that_calls_a_debugger_plays_here_on_one_core(line: str, tmp_path: Path) -> None:
    asks = (
        "        self.stones -= choice[1]\n",
        f"        {line}\n        self.stones -= choice[1]\n",
    )
    scenario = request_experiment(str(written(tmp_path, asks)), {"players": 2}).scenarios[0]
    assert isinstance(all_cores(1)._for([scenario]), Threads)
    assert isinstance(all_cores(2)._for([scenario]), Processes)


def test_a_stopped_run_goes_on_to_the_same_bytes(tmp_path) -> None:
    class Stopper(RunObserver):
        def played(self, tally: Tally) -> None:
            if tally.part.number == 0:
                signal.raise_signal(signal.SIGINT)

    stopped, whole = Store(tmp_path / "stopped"), Store(tmp_path / "whole")
    eight_parts = plan(market(800))
    with pytest.raises(Interrupted, match="parts are kept"):
        execute(eight_parts, stopped, Processes(2), Stopper())
    assert not stopped.is_finished()
    execute(eight_parts, stopped, Processes(2), RunObserver())
    execute(eight_parts, whole, Threads(1), RunObserver())
    assert stopped.manifest()["files"] == whole.manifest()["files"]


CRASHES = {
    "a signal": ("os.kill(os.getpid(), 9)", r"nim\.py"),
    "a crash in C": ("__import__('ctypes').string_at(0)", r"nim\.py:25"),
}


@pytest.mark.parametrize("n_cores", [1, 2])
@pytest.mark.parametrize("cause", CRASHES)
def test_a_game_that_ends_its_process_is_named_with_its_place(
    cause: str, n_cores: int, tmp_path: Path
) -> None:
    line, place = CRASHES[cause]
    file = written(tmp_path, ("import random", "import os"), (PLAY, f"{line}; {PLAY}"))
    scenario = request_experiment(str(file), {"players": 2, "policy": "greedy"}).scenarios[0]
    with pytest.raises(ContractError) as raised:
        list(Processes(n_cores).map(steps, [(scenario, 7)]))
    assert re.search(
        rf"^\S*{place}: a process ended while it played.*\n"
        r"in play\(\) of seat 0, decision 0 of game 7; to play it again: simlab replay .*--game 7",
        str(raised.value),
    )


def test_a_process_that_ends_late_names_the_games_that_were_going_on(tmp_path: Path) -> None:
    ends_late = (PLAY, f"SEEN.append(1); len(SEEN) > 50 and os.kill(os.getpid(), 9); {PLAY}")
    file = written(tmp_path, ("import random", "import os\n\nSEEN = []"), ends_late)
    scenario = request_experiment(str(file), {"players": 2, "policy": "greedy"}).scenarios[0]
    with pytest.raises(ContractError, match=r"played alone does not end it\nin play\(\) of seat"):
        list(Processes(1).map(play_deals, [(scenario, 0, 100)]))


def test_two_threads_may_play_at_the_same_time() -> None:
    """As two pages of a studio do, or one that is loaded again while it plays."""
    scenario, executor = market(100).scenarios[0], Processes(2)

    def plays(first: int) -> list[int]:
        played = [play_blocks(executor, scenario, first + 5 * i, 5) for i in range(12)]
        return [games.n_blocks for games in played]

    with ThreadPoolExecutor(4) as threads:
        results = list(threads.map(plays, range(0, 400, 100)))
    assert results == [[5] * 12] * 4


def test_processes_that_a_signal_ends_with_the_command_are_no_mistake_of_the_game(tmp_path) -> None:
    """`timeout`, for one, sends its signal to the processes as well."""

    class Ended(RunObserver):
        def played(self, tally: Tally) -> None:
            if tally.part.number == 0:
                for process in list(reusable_executor._executor._processes.values()):
                    process.terminate()
                signal.raise_signal(signal.SIGINT)

    with pytest.raises(Interrupted, match="parts are kept"):
        execute(plan(market(2_000)), Store(tmp_path), Processes(2), Ended())


def test_a_process_that_is_ended_alone_ends_the_run(tmp_path) -> None:
    class Ended(RunObserver):
        def played(self, tally: Tally) -> None:
            for process in reusable_executor._executor._processes.values():
                process.terminate()

    with pytest.raises(ContractError, match="a process ended while it played"):
        execute(plan(market(2_000)), Store(tmp_path), Processes(2), Ended())
