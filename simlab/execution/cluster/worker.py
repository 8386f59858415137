"""Worker side of a cluster: plays the tasks of a call and returns their results with a checksum."""

from __future__ import annotations

import hashlib
import pickle
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import wait
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from dask.distributed import Worker, get_worker

from simlab.errors import SimlabError
from simlab.execution.cluster.environment import difference, environment
from simlab.execution.cluster.sent_scenario import KEPT, unpack_scenario
from simlab.execution.watchdog import TICK_SECONDS, Lookout, start_work
from simlab.experiment.resolve import Scenario
from simlab.files.lock import lock
from simlab.files.paths import cache_folder

COMPILE_LOCK = "compiling.lock"
"""File in the cache folder: one process of a host compiles, the others wait for its code."""


@dataclass(frozen=True)
class Call:
    """Tasks for one worker, as data."""

    environment: Mapping[str, str]
    """That of the process that sends it."""
    topic: str
    """Topic under which warnings are reported."""
    scenarios: Sequence[bytes]
    tasks: bytes
    """The function, and of each task the number of its scenario and the other arguments."""


@dataclass(frozen=True)
class Reply:
    """What a worker returns for a call."""

    worker: str
    refusal: str = ""
    """Why the worker does not play, if it does not."""
    content: bytes = b""
    """The results as data, or the error that ended the call."""
    digest: str = ""
    """SHA-256 of the content."""
    seconds: float = 0.0
    """Seconds of play."""


def play(call: Call) -> Reply:
    """Play the tasks of a call, unless this process differs from the one that sends it."""
    worker = get_worker()
    refusal = difference(call.environment, environment())
    if refusal:
        return Reply(worker.address, refusal)
    began = time.perf_counter()
    outcome = _outcome(call, worker)
    return reply(worker.address, outcome, time.perf_counter() - began)


def reply(worker: str, outcome: list[Any] | SimlabError, seconds: float) -> Reply:
    """Return an outcome with its checksum."""
    content = pickle.dumps(outcome)
    return Reply(worker, "", content, hashlib.sha256(content).hexdigest(), seconds)


def _outcome(call: Call, worker: Worker) -> list[Any] | SimlabError:
    """Return the results, or the error that a game or a policy caused."""
    try:
        function, tasks = pickle.loads(call.tasks)
        scenarios = [unpack_scenario(content) for content in call.scenarios]
        prepare(scenarios)

        def work() -> list[Any]:
            return [
                function(scenarios[number].game.engine(), scenarios[number], *arguments)
                for number, *arguments in tasks
            ]

        return watch_work(work, lambda text: worker.log_event(call.topic, [worker.address, text]))
    except SimlabError as error:
        return error


def watch_work(work: Callable[[], list[Any]], warn: Callable[[str], None]) -> list[Any]:
    """Return what `work` returns; warn of a game that does not go on.

    Raises:
        ContractError: it has not gone on for too long.
    """
    future, thread = start_work(work)
    lookout = Lookout(warn, thread)
    while not future.done():
        wait([future], timeout=TICK_SECONDS)
        lookout.tick()
    return future.result()


@dataclass(frozen=True)
class Readiness:
    """What a worker says of itself before it plays."""

    refusal: str = ""
    is_compiled: bool = False
    error: SimlabError | None = None
    """Why the game or a policy cannot be compiled."""


def readiness(expected_versions: Mapping[str, str], contents: Sequence[bytes]) -> Readiness:
    """Return whether a worker can play scenarios, and has compiled code for them."""
    refusal = difference(expected_versions, environment())
    if refusal:
        return Readiness(refusal)
    try:
        scenarios = [unpack_scenario(content) for content in contents]
        return Readiness(is_compiled=all(map(is_compiled, scenarios)))
    except SimlabError as error:
        return Readiness(error=error)


def prepare_scenarios(expected_versions: Mapping[str, str], contents: Sequence[bytes]) -> Readiness:
    """Compile what is missing for scenarios."""
    answer = readiness(expected_versions, contents)
    if answer.refusal or answer.error or answer.is_compiled:
        return answer
    try:
        prepare([unpack_scenario(content) for content in contents])
    except SimlabError as error:
        return Readiness(error=error)
    return Readiness(is_compiled=True)


def prepare(scenarios: Sequence[Scenario]) -> None:
    """Compile what is missing for scenarios; on a host only one process at a time does."""
    for scenario in scenarios:
        _prepare(scenario)


@lru_cache(maxsize=KEPT)
def _prepare(scenario: Scenario) -> None:
    if is_compiled(scenario):
        scenario.game.engine().prepare(scenario.lineup)
        return
    with compile_lock():
        scenario.game.engine().prepare(scenario.lineup)


def is_compiled(scenario: Scenario) -> bool:
    """Return whether the game and the policies of a scenario are compiled."""
    return scenario.game.is_compiled(scenario.lineup)


@contextmanager
def compile_lock() -> Iterator[None]:
    """Wait until no other process of this host compiles."""
    with (cache_folder() / COMPILE_LOCK).open("wb") as file:
        lock(file.fileno())
        yield
