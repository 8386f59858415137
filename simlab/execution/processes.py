"""Executor on processes of this machine: plain Python plays on one core per process."""

from __future__ import annotations

import os
import signal
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import joblib
from joblib.externals.loky.process_executor import TerminatedWorkerError

from simlab.engine.build import Engine
from simlab.engine.loop import PROGRESS
from simlab.engine.record import new
from simlab.errors import ContractError
from simlab.execution.cluster.part import as_data
from simlab.execution.cluster.sent_scenario import packed_for_this_machine, unpacked
from simlab.execution.compared_rules import compare_rules
from simlab.execution.executor import Result, RunControl, Task, Threads
from simlab.execution.part import EncodedPart, encoded_part
from simlab.execution.repeatability import check_repeatability
from simlab.execution.tally import Tally
from simlab.execution.watchdog import TICK_SECONDS, in_background
from simlab.experiment.plan import Part
from simlab.experiment.resolve import Scenario

SAFE_PATH = "PYTHONSAFEPATH"
_STARTING = threading.Lock()
"""Held while processes start: all threads, such as two pages of a studio, share the environment."""
LEAST_PROCESSES = 2
"""For a game played twice: joblib plays in this process for a single one, where what differs by
process, such as the order of a set of texts, would be alike."""


class EndedProcess(ContractError):
    """A process that plays has ended by itself, or was ended from outside."""


@dataclass(frozen=True)
class Processes:
    """Plays plain games in other processes; they are kept for the next call."""

    n_cores: int

    def to_compile(self, scenarios: Sequence[Scenario]) -> str:
        """Return nothing: plain games are not compiled."""
        return ""

    def prepare(self, scenarios: Sequence[Scenario]) -> None:
        """Do nothing."""

    def map(self, function: Callable[..., Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """Yield the result of each task in order.

        Raises:
            ContractError: a game or a policy broke its contract.
            EndedProcess: a process ended.
        """
        calls = (
            joblib.delayed(_called)(function, packed_for_this_machine(scenario), arguments)
            for scenario, *arguments in tasks
        )
        try:
            with _STARTING, safe_path():
                results = self._parallel()(calls)
            yield from results
        except TerminatedWorkerError as error:
            raise EndedProcess(
                "a process ended while it played: the game or a policy may crash, end Python, or"
                " take too much memory"
            ) from error

    def play_parts(self, parts: Sequence[Part], control: RunControl) -> Iterator[Tally]:
        """Play parts in the processes; this one stores them.

        Raises:
            ContractError: a game or a policy broke its contract.
            EndedProcess: a process ended, and nobody has asked to stop.
        """
        with tempfile.TemporaryDirectory(prefix="simlab-stop-") as folder:
            flag = StopFlag(Path(folder) / "stop")
            threading.Thread(target=flag.follow, args=(control.stop,), daemon=True).start()
            tasks = (
                (part.scenario, part.number, part.first_deal, part.n_deals, control.key, flag)
                for part in parts
                if not control.stop.is_set()
            )
            try:
                for part, played in zip(parts, self.map(play_part, tasks), strict=False):
                    if played is not None:
                        files, *sums = played
                        yield control.keep(part, EncodedPart(Tally(part, *sums), files))
            except EndedProcess:
                # timeout, for one, ends the processes with the signal that asks this one to stop
                if not control.stop.wait(TICK_SECONDS):
                    raise

    def _parallel(self) -> Any:
        return joblib.Parallel(
            n_jobs=self.n_cores, backend="loky", return_as="generator", batch_size=1
        )


@contextmanager
def safe_path() -> Iterator[None]:
    """Let processes that start now look for Python's modules in Python's folders only.

    Else they look in the working folder first, where a game may be called random.py.
    """
    before = os.environ.get(SAFE_PATH)
    os.environ[SAFE_PATH] = "1"
    try:
        yield
    finally:
        del os.environ[SAFE_PATH]
        if before is not None:
            os.environ[SAFE_PATH] = before


@dataclass(frozen=True)
class StopFlag:
    """A file that exists once the processes shall stop; it takes the place of an event."""

    file: Path

    def is_set(self) -> bool:
        """Return whether to stop."""
        return self.file.exists()

    def follow(self, stop: threading.Event) -> None:
        """Set the flag when an event is set; end once the folder of the flag is gone."""
        while self.file.parent.exists():
            if stop.wait(TICK_SECONDS):
                with suppress(OSError):
                    self.file.touch()
                return


def play_part(
    engine: Engine,
    scenario: Scenario,
    number: int,
    first_deal: int,
    n_deals: int,
    key: str,
    stop: StopFlag,
) -> tuple[Any, ...] | None:
    """Return the files of a part, and the sums of its tally; None if stopped before its end."""
    part = Part(scenario, number, first_deal, n_deals)
    encoded = encoded_part(engine, part, key, stop, new(PROGRESS))
    return None if encoded is None else as_data(encoded)


def _called(function: Callable[..., Result], content: bytes, arguments: Sequence[Any]) -> Result:
    """Call the function of a task in this process, which leaves Ctrl-C to its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ["PYTHONBREAKPOINT"] = "0"  # nobody can answer a debugger here
    scenario = unpacked(content)
    return in_background(lambda: function(scenario.game.engine(), scenario, *arguments))


@dataclass(frozen=True)
class LocalCores:
    """Plays on this machine: compiled games on threads, plain ones in processes.

    On a single core plain games are played in this process, where a debugger works.
    """

    n_cores: int

    def to_compile(self, scenarios: Sequence[Scenario]) -> str:
        """Return what must be compiled before scenarios of one game are played, or nothing."""
        return self._for(scenarios[0]).to_compile(scenarios)

    def prepare(self, scenarios: Sequence[Scenario]) -> None:
        """Compile what is missing, or check that a plain game is a function of its seed.

        Raises:
            InputError: the game or a policy cannot be compiled.
            ContractError: a plain game broke its contract.
        """
        executor = self._for(scenarios[0])
        executor.prepare(scenarios)
        if scenarios[0].game.is_plain:
            check_repeatability(Processes(max(self.n_cores, LEAST_PROCESSES)), scenarios)

    def map(self, function: Callable[..., Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """Yield the result of each task in order; all tasks are of one game.

        Raises:
            ContractError: a game or a policy broke its contract.
            InputError: a compiled game does not equal the plain one under rules that are new.
        """
        waiting = list(tasks)
        compare_rules(scenario for scenario, *_ in waiting)
        return self._for(waiting[0][0]).map(function, waiting) if waiting else iter(())

    def play_parts(self, parts: Sequence[Part], control: RunControl) -> Iterator[Tally]:
        """Play and keep parts of a run; yield the tally of each one that is kept.

        Raises:
            ContractError: a game or a policy broke its contract.
            InputError: a compiled game does not equal the plain one under rules that are new.
            RunError: a part cannot be stored.
        """
        compare_rules(part.scenario for part in parts)
        return self._for(parts[0].scenario).play_parts(parts, control)

    def _for(self, scenario: Scenario) -> Threads | Processes:
        is_alone = self.n_cores == 1 or not scenario.game.is_plain
        return Threads(self.n_cores) if is_alone else Processes(self.n_cores)


def all_cores(jobs: int | None = None) -> LocalCores:
    """Return the executor on this number of cores, by default all."""
    return LocalCores(jobs or joblib.cpu_count())
