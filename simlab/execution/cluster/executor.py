"""Executor on a Dask cluster: tasks go to its workers, results are checked as they come back.

Dask repeats the tasks of a worker that dies. Here, a task is repeated elsewhere if its result is
damaged or its worker runs other versions. Few tasks are under way at a time, so that the memory of
this process stays flat; short ones travel together.
"""

from __future__ import annotations

import asyncio
import hashlib
import pickle
import time
import uuid
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from dask.distributed import Client, Future, KilledWorker
from distributed.comm.core import CommClosedError

from simlab.errors import ContractError, RunError, SimlabError
from simlab.execution.cluster.environment import environment
from simlab.execution.cluster.part import play_part
from simlab.execution.cluster.sent_scenario import packed
from simlab.execution.cluster.worker import Call, Readiness, Reply, play, prepared, readiness
from simlab.execution.executor import RunControl, Task
from simlab.execution.part import EncodedPart
from simlab.execution.tally import Tally
from simlab.execution.watchdog import print_warning
from simlab.experiment.plan import Part
from simlab.experiment.resolve import Scenario

Result = TypeVar("Result")

AHEAD = 3
"""Calls under way per core: one is played, the others wait at the worker."""
CALL_SECONDS = 2.0
"""Target seconds of a call: long against the milliseconds that it costs to send it."""
GROWTH = 8
"""Most by which the tasks of a call grow from one call to the next."""
TICK_SECONDS = 0.2
"""Interval at which a call is asked for its reply."""
LOOK_SECONDS = 2.0
"""Interval at which the workers are counted."""
ATTEMPTS = 5
"""Times that a call is sent whose results arrive damaged."""


@dataclass
class Sent:
    """A call under way."""

    call: Call
    n_tasks: int
    future: Future[Any]
    n_attempts: int = 1


class Cluster:
    """Plays on the workers of a Dask cluster."""

    def __init__(self, client: Client, warn: Callable[[str], None] = print_warning) -> None:
        self.client = client
        self.address = str(client.scheduler_info(n_workers=0)["address"])
        self.warn = warn
        self.refused: dict[str, str] = {}
        """Why a worker does not play, by its address."""
        self.topic = f"simlab-{uuid.uuid4().hex}"
        self.workers: dict[str, int] = {}
        """Cores of each worker that plays, by its address."""
        self.last_look = 0.0
        self.seconds_per_task = 0.0
        client.subscribe_topic(self.topic, self._warned)
        self._look()

    @property
    def n_cores(self) -> int:
        """Cores of the workers that play; at least 1, for the estimates."""
        return max(sum(self.workers.values()), 1)

    @property
    def description(self) -> str:
        """Where the games are played, and the address of the dashboard."""
        n_workers, n_cores = len(self.workers), sum(self.workers.values())
        cores = f"{n_workers} workers with {n_cores} cores at {self.address}"
        return f"Played by {cores}. Dashboard: {self.client.dashboard_link}"

    def to_compile(self, scenarios: Sequence[Scenario]) -> str:
        """Return the title of the game and the number of workers, unless all are ready."""
        answers = self._of_each_worker(readiness, scenarios)
        if all(answer.is_compiled for answer in answers):
            return ""
        return f"{scenarios[0].game.title} on {len(answers)} workers (once per machine)"

    def prepare(self, scenarios: Sequence[Scenario]) -> None:
        """Compile the game and the policies on every machine of the cluster."""
        for answer in self._of_each_worker(prepared, scenarios):
            if answer.error is not None:
                raise answer.error

    def map(self, function: Callable[..., Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """Yield the result of each task in order."""
        return self._results(function, list(tasks), lambda: False)

    def play_parts(self, parts: Sequence[Part], control: RunControl) -> Iterator[Tally]:
        """Play parts on the workers; this process stores them."""
        self.warn = control.warn
        tasks = [(part.scenario, part.first_deal, part.n_deals, control.key) for part in parts]
        results = self._results(play_part, tasks, control.stop.is_set)
        for part, (files, *sums) in zip(parts, results, strict=False):
            yield control.keep(part, EncodedPart(Tally(part, *sums), files))

    def _results(
        self, function: Callable[..., Any], tasks: list[Task], is_stopped: Callable[[], bool]
    ) -> Iterator[Any]:
        """Yield results in order; once stopped, only those of calls that are under way."""
        waiting = deque(tasks)
        under_way: deque[Sent] = deque()
        self.seconds_per_task = CALL_SECONDS
        n_tasks = 1
        try:
            while waiting or under_way:
                while waiting and not is_stopped() and len(under_way) < AHEAD * self.n_cores:
                    n_tasks = self._n_tasks(n_tasks, len(waiting))
                    own = [waiting.popleft() for _ in range(n_tasks)]
                    under_way.append(self._send(self._call(function, own), n_tasks))
                if not under_way:
                    return
                yield from self._received(under_way.popleft())
        finally:
            self._cancel(under_way)

    def _n_tasks(self, before: int, n_waiting: int) -> int:
        """Return how many tasks travel together: for CALL_SECONDS, but some for every core."""
        wanted = int(CALL_SECONDS / max(self.seconds_per_task, 1e-6))
        return max(1, min(wanted, before * GROWTH, n_waiting // self.n_cores))

    def _call(self, function: Callable[..., Any], tasks: Sequence[Task]) -> Call:
        scenarios = list(dict.fromkeys(scenario for scenario, *_ in tasks))
        numbered = [(scenarios.index(scenario), *rest) for scenario, *rest in tasks]
        content = pickle.dumps((function, numbered))
        return Call(environment(), self.topic, [packed(each) for each in scenarios], content)

    def _send(self, call: Call, n_tasks: int) -> Sent:
        return Sent(call, n_tasks, self._submitted(play, call))

    def _submitted(
        self, function: Callable[..., Any], *arguments: Any, to: str = ""
    ) -> Future[Any]:
        """Submit a function to one worker, or to any that plays."""
        only = [to] if to else [*self.workers] if self.refused else None
        return self.client.submit(
            function,
            *arguments,
            key=f"{function.__name__}-{uuid.uuid4().hex}",
            pure=False,
            workers=only,
            allow_other_workers=False,
        )

    def _received(self, sent: Sent) -> list[Any]:
        """Return the results of a call; send it again as long as none can be had.

        Raises:
            ContractError: a game or a policy broke its contract.
            RunError: no worker can play, or the scheduler is lost.
        """
        while True:
            reply = self._reply(sent)
            if reply.refusal:
                self._refuse(reply.worker, reply.refusal)
            elif hashlib.sha256(reply.content).hexdigest() != reply.digest:
                self._count_damage(sent, reply.worker)
            else:
                break
            sent.future = self._submitted(play, sent.call)
        outcome = pickle.loads(reply.content)
        if isinstance(outcome, SimlabError):
            raise at_worker(outcome, reply.worker)
        self.seconds_per_task = reply.seconds / sent.n_tasks
        results: list[Any] = outcome
        return results

    def _count_damage(self, sent: Sent, worker: str) -> None:
        """Warn of results that arrived damaged.

        Raises:
            RunError: those of this call always do.
        """
        self.warn(f"results of worker {worker} arrived damaged; the games are played again")
        sent.n_attempts += 1
        if sent.n_attempts > ATTEMPTS:
            raise RunError(f"results of worker {worker} arrive damaged again and again")

    def _count_damage(self, sent: Sent, worker: str) -> None:
        """Warn of results that arrived damaged.

        Raises:
            RunError: those of this call always do.
        """
        self.warn(f"results of worker {worker} arrived damaged; the games are played again")
        sent.n_attempts += 1
        if sent.n_attempts > ATTEMPTS:
            raise RunError(f"results of worker {worker} arrive damaged again and again")

    def _reply(self, sent: Sent) -> Reply:
        """Wait for the reply to a call.

        Raises:
            ContractError: several workers died over the call.
            RunError: the scheduler is lost, or a worker cannot read the call.
        """
        while True:
            try:
                reply: Reply = sent.future.result(timeout=TICK_SECONDS)
            except TimeoutError:
                self._look()
            except KilledWorker as error:
                raise ContractError(
                    "workers died one after the other over the same games: the game or a policy"
                    f" may crash, or take too much memory ({error})"
                ) from error
            except (asyncio.CancelledError, CommClosedError, OSError) as error:
                raise self._lost() from error
            except Exception as error:  # what a worker with other software cannot read
                raise RunError(f"a worker of {self.address} failed: {error!r}") from error
            else:
                return reply

    def _look(self) -> None:
        """Count the workers now and then; warn once when none is left.

        Raises:
            RunError: the scheduler is lost.
        """
        if time.monotonic() - self.last_look < LOOK_SECONDS:
            return
        had_workers = bool(self.workers) or not self.last_look
        self.last_look = time.monotonic()
        try:
            cores: dict[str, int] = self.client.nthreads()
        except (asyncio.CancelledError, CommClosedError, OSError, TimeoutError) as error:
            raise self._lost() from error
        self.workers = {each: n for each, n in cores.items() if each not in self.refused}
        if not self.workers and had_workers:
            self.warn(
                f"no worker is left at {self.address}; the games go on once there is one: dask"
                f" worker {self.address}"
            )

    def _lost(self) -> RunError:
        return RunError(
            f"the scheduler at {self.address} does not answer any more; finished parts are kept"
        )

    def _refuse(self, worker: str, refusal: str) -> None:
        """Let a worker play no more.

        Raises:
            RunError: it was the last one.
        """
        if worker not in self.refused:
            self.warn(f"worker {worker} does not play: it has {refusal}")
        self.refused[worker] = refusal
        self.workers.pop(worker, None)
        if not self.workers:
            reasons = "; ".join(f"{who} has {why}" for who, why in self.refused.items())
            raise RunError(f"no worker of {self.address} can play these games: {reasons}")

    def _of_each_worker(
        self, function: Callable[..., Readiness], scenarios: Sequence[Scenario]
    ) -> list[Readiness]:
        """Return the answer of each worker that plays; those that die or differ are left out."""
        self.last_look = 0.0
        self._look()
        contents = list(dict.fromkeys(packed(scenario) for scenario in scenarios))
        asked = {
            worker: self._submitted(function, environment(), contents, to=worker)
            for worker in self.workers
        }
        answers = [self._answer(worker, future) for worker, future in asked.items()]
        return [answer for answer in answers if answer is not None]

    def _answer(self, worker: str, future: Future[Any]) -> Readiness | None:
        while True:
            try:
                answer: Readiness = future.result(timeout=LOOK_SECONDS)
            except TimeoutError:
                self._look()
                if worker not in self.workers:
                    return None
            except (KilledWorker, asyncio.CancelledError, CommClosedError, OSError):
                return None
            except Exception as error:  # what other software cannot read
                self._refuse(worker, f"other software ({error!r})")
                return None
            else:
                if answer.refusal:
                    self._refuse(worker, answer.refusal)
                    return None
                return answer

    def _cancel(self, calls: Iterable[Sent]) -> None:
        futures = [sent.future for sent in calls]
        if futures and self.client.status == "running":
            self.client.cancel(futures)

    def _warned(self, event: tuple[float, Any]) -> None:
        worker, text = event[1]
        self.warn(f"{text} (worker {worker})")


def at_worker(error: SimlabError, worker: str) -> SimlabError:
    """Return an error of a game or a policy with the worker that met it."""
    if isinstance(error, ContractError):
        return ContractError(f"{error} (worker {worker})")
    return error
