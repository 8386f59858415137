"""Executor on a Dask cluster: tasks go to its workers, results are checked as they come back.

Dask repeats the tasks of a worker that dies. Here, a task is repeated elsewhere if its result is
damaged or its worker runs other versions. Few tasks are under way at a time, so that the memory of
this process stays flat; short ones travel together.
"""

from __future__ import annotations

import hashlib
import pickle
import uuid
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, TypeVar

from dask.distributed import Client, KilledWorker

from simlab.errors import ContractError, RunError, SimlabError
from simlab.execution.cluster.environment import environment
from simlab.execution.cluster.part import play_part
from simlab.execution.cluster.sent_scenario import pack_scenario
from simlab.execution.cluster.worker import (
    Call,
    Readiness,
    Reply,
    play,
    prepare_scenarios,
    readiness,
)
from simlab.execution.cluster.workers import LOOK_SECONDS, LOST, Submitted, Workers, n_workers
from simlab.execution.compared_rules import compare_rules
from simlab.execution.executor import RunControl, Task
from simlab.execution.part import EncodedPart
from simlab.execution.tally import Tally
from simlab.execution.watchdog import TICK_SECONDS, print_warning
from simlab.experiment.plan import Part
from simlab.experiment.resolve import Scenario

Result = TypeVar("Result")

AHEAD = 3
"""Calls under way per core: one is played, the others wait at the worker."""
CALL_SECONDS = 2.0
"""Target seconds of a call: long against the milliseconds that it costs to send it."""
GROWTH = 8
"""Most by which the tasks of a call grow from one call to the next."""
ATTEMPTS = 5
"""Times that a call is sent whose results arrive damaged."""


@dataclass
class Sent:
    """A call under way."""

    call: Call
    n_tasks: int
    submitted: Submitted
    n_attempts: int = 1


class NobodyLeft(Exception):
    """The user stopped the run, and no worker is left."""


class Cluster:
    """Plays on the workers of a Dask cluster."""

    def __init__(self, client: Client, warn: Callable[[str], None] = print_warning) -> None:
        self.client = client
        self.workers = Workers(client, warn)
        self.topic = f"simlab-{uuid.uuid4().hex}"
        """Topic under which workers warn of games that do not go on."""
        self.seconds_per_task = CALL_SECONDS
        client.subscribe_topic(self.topic, self._pass_on_warning)

    @property
    def n_cores(self) -> int:
        """Cores of the workers that play, at least 1."""
        return max(self.workers.n_cores, 1)

    @property
    def description(self) -> str:
        """Where the games are played, and the address of Dask's dashboard, which needs bokeh."""
        played_by = f"Played by {self.workers.in_words}."
        has_dashboard = find_spec("bokeh") is not None
        return (
            f"{played_by} Dashboard: {self.client.dashboard_link}" if has_dashboard else played_by
        )

    def to_compile(self, scenarios: Sequence[Scenario]) -> str:
        """Return the title of the game and the number of workers, unless all are ready."""
        answers = self._of_each_worker(readiness, scenarios)
        if all(answer.is_compiled for answer in answers):
            return ""
        return f"{scenarios[0].game.title} on {n_workers(len(answers))} (once per machine)"

    def prepare(self, scenarios: Sequence[Scenario], n_games: int = 0) -> None:
        """Compile the game and the policies on every machine of the cluster."""
        for answer in self._of_each_worker(prepare_scenarios, scenarios):
            if answer.error is not None:
                raise answer.error

    def map(self, function: Callable[..., Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """Yield the result of each task in order.

        Raises:
            InputError: a compiled game does not equal the plain one under rules that are new.
        """
        waiting = list(tasks)
        compare_rules(scenario for scenario, *_ in waiting)
        return self._results(function, waiting, lambda: False)

    def play_parts(self, parts: Sequence[Part], control: RunControl) -> Iterator[Tally]:
        """Play parts on the workers; this process stores them."""
        compare_rules(part.scenario for part in parts)
        self.workers.warn = control.warn
        tasks = [
            (part.scenario, part.number, part.first_deal, part.n_deals, control.key)
            for part in parts
        ]
        # fewer results than parts if the run is stopped
        results = self._results(play_part, tasks, control.stop.is_set)
        for part, (files, *sums) in zip(parts, results, strict=False):
            yield control.keep(part, EncodedPart(Tally(part, *sums), files))

    def _results(
        self, function: Callable[..., Any], tasks: list[Task], is_stopped: Callable[[], bool]
    ) -> Iterator[Any]:
        """Yield results in order; once stopped, only those of calls that are under way."""
        waiting, under_way = deque(tasks), deque[Sent]()
        self.seconds_per_task = CALL_SECONDS
        n_tasks = 1
        try:
            while waiting or under_way:
                while waiting and not is_stopped() and len(under_way) < AHEAD * self.n_cores:
                    n_tasks = self._n_tasks(n_tasks, len(waiting))
                    next_tasks = [waiting.popleft() for _ in range(n_tasks)]
                    under_way.append(self._send(function, next_tasks))
                if not under_way:
                    return
                yield from self._receive(under_way.popleft(), is_stopped)
        except NobodyLeft:
            return
        finally:
            self._cancel(under_way)

    def _n_tasks(self, before: int, n_waiting: int) -> int:
        """Return how many tasks travel together: CALL_SECONDS of them, but some for every core."""
        # a call may be shorter than the clock can tell
        n_wanted = int(CALL_SECONDS / max(self.seconds_per_task, 1e-6))
        return max(1, min(n_wanted, before * GROWTH, n_waiting // (AHEAD * self.n_cores)))

    def _send(self, function: Callable[..., Any], tasks: Sequence[Task]) -> Sent:
        scenarios = list(dict.fromkeys(scenario for scenario, *_ in tasks))
        numbered = [(scenarios.index(scenario), *arguments) for scenario, *arguments in tasks]
        # pickled here: a worker with other software must be able to read the call and refuse it
        content = pickle.dumps((function, numbered))
        call = Call(
            environment(), self.topic, [pack_scenario(scenario) for scenario in scenarios], content
        )
        return Sent(call, len(tasks), self.workers.submit(play, call))

    def _receive(self, sent: Sent, is_stopped: Callable[[], bool]) -> list[Any]:
        """Return the results of a call; send it again as long as none can be had.

        Raises:
            NobodyLeft: stopped, and no worker is left to finish the call.
            ContractError: a game or a policy broke its contract.
            RunError: no worker can play, or the scheduler is lost.
        """
        while True:
            reply = self._reply(sent, is_stopped)
            if reply.refusal:
                self.workers.refuse(reply.worker, reply.refusal)
            elif hashlib.sha256(reply.content).hexdigest() != reply.digest:
                self._count_damage(sent, reply.worker)
            else:
                break
            sent.submitted = self.workers.submit(play, sent.call)
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
        self.workers.warn(f"results of worker {worker} arrived damaged; the games are played again")
        sent.n_attempts += 1
        if sent.n_attempts > ATTEMPTS:
            raise RunError(f"results of worker {worker} arrive damaged again and again")

    def _reply(self, sent: Sent, is_stopped: Callable[[], bool]) -> Reply:
        """Wait for the reply to a call.

        Raises:
            NobodyLeft: stopped, and no worker is left to finish the call.
            ContractError: several workers died over the call.
            RunError: the scheduler is lost, or a worker cannot read the call.
        """
        while True:
            try:
                reply: Reply = sent.submitted.result(TICK_SECONDS)
            except TimeoutError:
                self.workers.look()
                if is_stopped() and not self.workers.cores:
                    raise NobodyLeft from None
            except KilledWorker as error:
                raise ContractError(
                    "workers died one after the other over the same games: the game or a policy"
                    f" may crash, or take too much memory ({error})"
                ) from error
            except LOST as error:
                raise self.workers.scheduler_error() from error
            except Exception as error:  # what a worker with other software cannot read
                raise RunError(f"a worker of {self.workers.address} failed: {error!r}") from error
            else:
                return reply

    def _of_each_worker(
        self, function: Callable[..., Readiness], scenarios: Sequence[Scenario]
    ) -> list[Readiness]:
        """Return the answer of each worker that plays; those that die or differ are left out."""
        self.workers.look(at_once=True)
        contents = list(dict.fromkeys(pack_scenario(scenario) for scenario in scenarios))
        submitted_by_worker = {
            worker: self.workers.submit(function, environment(), contents, to=worker)
            for worker in self.workers.cores
        }
        answers = [
            self._answer(worker, submitted) for worker, submitted in submitted_by_worker.items()
        ]
        return [answer for answer in answers if answer is not None]

    def _answer(self, worker: str, submitted: Submitted) -> Readiness | None:
        """Return what a worker says of itself, or None if it dies or differs."""
        while worker in self.workers.cores:
            try:
                answer: Readiness = submitted.result(LOOK_SECONDS)
            except TimeoutError:
                self.workers.look()
            except (KilledWorker, *LOST):
                return None
            except Exception as error:  # what other software cannot read
                self.workers.refuse(worker, f"other software ({error!r})")
            else:
                if not answer.refusal:
                    return answer
                self.workers.refuse(worker, answer.refusal)
        return None

    def _cancel(self, calls: Iterable[Sent]) -> None:
        futures = [sent.submitted.future for sent in calls]
        if futures and self.client.status == "running":
            self.client.cancel(futures)

    def _pass_on_warning(self, event: tuple[float, Any]) -> None:
        worker, warning = event[1]
        self.workers.warn(f"{warning} (worker {worker})")


def at_worker(error: SimlabError, worker: str) -> SimlabError:
    """Return an error of a game or a policy with the worker that met it."""
    if isinstance(error, ContractError):
        return ContractError(f"{error} (worker {worker})")
    return error
