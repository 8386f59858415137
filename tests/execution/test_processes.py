"""Processes play plain games, stop when asked to, and report a process that ends."""

from __future__ import annotations

import os
import signal
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from joblib.externals.loky import reusable_executor

from simlab.errors import ContractError, Interrupted
from simlab.execution.executor import Threads
from simlab.execution.processes import Processes, all_cores
from simlab.execution.run_observer import RunObserver
from simlab.execution.runner import execute
from simlab.execution.store import Store
from simlab.execution.tally import Tally
from simlab.experiment.plan import plan
from simlab.experiment.request import requested
from simlab.study.blocks import play_blocks

MARKET = str(Path(__file__).parents[1] / "plain" / "market" / "market.py")


def market(n_games: int):
    return requested(MARKET, {"players": 2, "policy": "random", "games": n_games})


def test_compiled_games_play_on_threads_and_plain_ones_in_processes() -> None:
    pig, plain = (requested(game, {"games": 100}).scenarios[0] for game in ("pig", MARKET))
    assert isinstance(all_cores(2)._for(pig), Threads)
    assert isinstance(all_cores(2)._for(plain), Processes)
    assert isinstance(all_cores(1)._for(plain), Threads)


def test_a_stopped_run_goes_on_to_the_same_bytes(tmp_path) -> None:
    class Stopper(RunObserver):
        def played(self, tally: Tally) -> None:
            if tally.part.number == 0:
                signal.raise_signal(signal.SIGINT)

    stopped, whole = Store(tmp_path / "stopped"), Store(tmp_path / "whole")
    with pytest.raises(Interrupted, match="parts are kept"):
        execute(plan(market(3_000)), stopped, Processes(2), Stopper())
    assert not stopped.is_finished()
    execute(plan(market(3_000)), stopped, Processes(2), RunObserver())
    execute(plan(market(3_000)), whole, Threads(1), RunObserver())
    assert stopped.manifest()["files"] == whole.manifest()["files"]


def test_two_threads_may_play_at_the_same_time() -> None:
    """As two pages of a studio do, or one that is loaded again while it plays."""
    scenario, executor = market(100).scenarios[0], Processes(2)

    def plays(first: int) -> list[int]:
        played = [play_blocks(executor, scenario, first + 5 * i, 5) for i in range(12)]
        return [games.n_blocks for games in played]

    with ThreadPoolExecutor(4) as threads:
        results = list(threads.map(plays, range(0, 400, 100)))
    assert results == [[5] * 12] * 4


def ends(engine, scenario) -> None:
    os._exit(3)


def test_processes_that_a_signal_ends_with_the_command_are_no_mistake_of_the_game(tmp_path) -> None:
    """`timeout`, for one, sends its signal to the processes as well."""

    class Ended(RunObserver):
        def played(self, tally: Tally) -> None:
            if tally.part.number == 0:
                for process in reusable_executor._executor._processes.values():
                    process.terminate()
                signal.raise_signal(signal.SIGINT)

    with pytest.raises(Interrupted, match="parts are kept"):
        execute(plan(market(3_000)), Store(tmp_path), Processes(2), Ended())


def test_a_process_that_is_ended_alone_ends_the_run(tmp_path) -> None:
    class Ended(RunObserver):
        def played(self, tally: Tally) -> None:
            for process in reusable_executor._executor._processes.values():
                process.terminate()

    with pytest.raises(ContractError, match="a process ended while it played"):
        execute(plan(market(3_000)), Store(tmp_path), Processes(2), Ended())


def test_a_process_that_ends_is_reported() -> None:
    scenario = market(100).scenarios[0]
    with pytest.raises(ContractError, match="a process ended while it played"):
        list(Processes(2).map(ends, [(scenario,)]))
