"""Executor on processes of this machine: plain Python plays on one core per process."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import joblib
from joblib.externals.loky.process_executor import TerminatedWorkerError

from simlab.errors import ContractError
from simlab.execution.cluster.part import play_part
from simlab.execution.cluster.sent_scenario import packed_for_this_machine, unpacked
from simlab.execution.executor import Result, RunControl, Task, Threads
from simlab.execution.part import EncodedPart
from simlab.execution.repeatability import check_repeatability
from simlab.execution.tally import Tally
from simlab.execution.watchdog import in_background
from simlab.experiment.plan import Part
from simlab.experiment.resolve import Scenario


@dataclass(frozen=True)
class Processes:
    """Plays plain games in other processes; they are kept for the next call."""

    n_cores: int

    def to_compile(self, scenarios: Sequence[Scenario]) -> str:
        """Return nothing: plain games are not compiled."""
        return ""

    def prepare(self, scenarios: Sequence[Scenario]) -> None:
        """Check that the first games go alike in two processes.

        Raises:
            ContractError: two equal seeds differ.
        """
        check_repeatability(self, scenarios)

    def map(self, function: Callable[..., Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """Yield the result of each task in order.

        Raises:
            ContractError: a game or a policy broke its contract, or ended the process.
        """
        calls = (
            joblib.delayed(_called)(function, packed_for_this_machine(scenario), arguments)
            for scenario, *arguments in tasks
        )
        try:
            yield from self._parallel()(calls)
        except TerminatedWorkerError as error:
            raise ContractError(
                "a process ended while it played: the game or a policy may crash, end Python, or"
                " take too much memory"
            ) from error

    def play_parts(self, parts: Sequence[Part], control: RunControl) -> Iterator[Tally]:
        """Play parts in the processes; this one stores them."""
        tasks = (
            (part.scenario, part.first_deal, part.n_deals, control.key)
            for part in parts
            if not control.stop.is_set()
        )
        for part, (files, *sums) in zip(parts, self.map(play_part, tasks), strict=False):
            yield control.keep(part, EncodedPart(Tally(part, *sums), files))

    def _parallel(self) -> Any:
        return joblib.Parallel(
            n_jobs=self.n_cores, backend="loky", return_as="generator", batch_size=1
        )


def _called(function: Callable[..., Result], content: bytes, arguments: Sequence[Any]) -> Result:
    """Call the function of a task in this process, which leaves Ctrl-C to its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
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
        self._for(scenarios[0]).prepare(scenarios)

    def map(self, function: Callable[..., Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """Yield the result of each task in order; all tasks are of one game.

        Raises:
            ContractError: a game or a policy broke its contract.
        """
        waiting = list(tasks)
        return self._for(waiting[0][0]).map(function, waiting) if waiting else iter(())

    def play_parts(self, parts: Sequence[Part], control: RunControl) -> Iterator[Tally]:
        """Play and keep parts of a run; yield the tally of each one that is kept.

        Raises:
            ContractError: a game or a policy broke its contract.
            RunError: a part cannot be stored.
        """
        return self._for(parts[0].scenario).play_parts(parts, control)

    def _for(self, scenario: Scenario) -> Threads | Processes:
        is_alone = self.n_cores == 1 or not scenario.game.is_plain
        return Threads(self.n_cores) if is_alone else Processes(self.n_cores)


def all_cores(jobs: int | None = None) -> LocalCores:
    """Return the executor on this number of cores, by default all."""
    return LocalCores(jobs or joblib.cpu_count())
