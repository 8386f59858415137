"""Workers of a Dask cluster: who is there, who may play, and calls to one or any of them."""

from __future__ import annotations

import threading
import time
import uuid
from collections.abc import Callable
from typing import Any

from dask.distributed import CancelledError, Client, Future
from distributed.comm.core import CommClosedError

from simlab.errors import RunError

LOOK_SECONDS = 2.0
"""Interval at which the workers are counted."""
FETCH_SECONDS = 30.0
"""Seconds in which a result that is there must arrive; else the workers are counted again."""
LOST = (CancelledError, CommClosedError, OSError)
"""What Dask raises once the scheduler does not answer any more."""


class Submitted:
    """A function that was submitted; Dask's own short timeouts may lose a result that just came."""

    def __init__(self, future: Future[Any]) -> None:
        self.future = future
        self._is_done = threading.Event()
        future.add_done_callback(lambda _: self._is_done.set())

    def result(self, seconds: float) -> Any:
        """Return the result, or raise the error, once there is one.

        Raises:
            TimeoutError: there is none after some seconds.
        """
        if not self._is_done.wait(seconds):
            raise TimeoutError
        return self.future.result(timeout=FETCH_SECONDS)


class Workers:
    """The workers of a cluster that play games; those with other versions do not."""

    def __init__(self, client: Client, warn: Callable[[str], None]) -> None:
        self.client = client
        self.warn = warn
        # 0: the address is enough, and Dask would send the state of all workers, too
        self.address = str(client.scheduler_info(n_workers=0)["address"])
        self.cores: dict[str, int] = {}
        """Cores of each worker that plays, by its address."""
        self.refused: dict[str, str] = {}
        """Why a worker does not play, by its address."""
        self.last_look = 0.0
        self.look()

    @property
    def n_cores(self) -> int:
        """Cores of the workers that play."""
        return sum(self.cores.values())

    @property
    def in_words(self) -> str:
        """Return `3 workers with 6 cores at tcp://host:8786`."""
        cores = f"{self.n_cores} core{'s' * (self.n_cores != 1)}"
        return f"{n_workers(len(self.cores))} with {cores} at {self.address}"

    def look(self, at_once: bool = False) -> None:
        """Count the workers now and then; warn once when none is left.

        Raises:
            RunError: the scheduler is lost.
        """
        if not at_once and time.monotonic() - self.last_look < LOOK_SECONDS:
            return
        had_workers = bool(self.cores) or not self.last_look
        self.last_look = time.monotonic()
        try:
            cores: dict[str, int] = self.client.nthreads()
        except LOST as error:
            raise self.scheduler_error() from error
        self.cores = {worker: n for worker, n in cores.items() if worker not in self.refused}
        if had_workers and not self.cores:
            self.warn(
                f"no worker is left at {self.address}; the games go on once there is one: dask"
                f" worker {self.address}"
            )

    def submit(self, function: Callable[..., Any], *arguments: Any, to: str = "") -> Submitted:
        """Submit a function to one worker, or to any that plays."""
        only = [to] if to else [*self.cores] if self.refused else None
        future: Future[Any] = self.client.submit(
            function,
            *arguments,
            # of its own: Dask would return the result of an equal call, which may be damaged
            key=f"{function.__name__}-{uuid.uuid4().hex}",
            pure=False,
            workers=only,
            allow_other_workers=False,
        )
        return Submitted(future)

    def refuse(self, worker: str, refusal: str) -> None:
        """Let a worker play no more.

        Raises:
            RunError: it was the last one.
        """
        if worker not in self.refused:
            self.warn(f"worker {worker} does not play: it has {refusal}")
        self.refused[worker] = refusal
        self.cores.pop(worker, None)
        if not self.cores:
            reasons = "; ".join(
                f"{refused_worker} has {why}" for refused_worker, why in self.refused.items()
            )
            raise RunError(f"no worker of {self.address} can play these games: {reasons}")

    def scheduler_error(self) -> RunError:
        """Return the error of a lost scheduler."""
        return RunError(
            f"the scheduler at {self.address} does not answer any more; finished parts are kept"
        )


def n_workers(n: int) -> str:
    """Return `1 worker`, `2 workers`."""
    return f"{n} worker{'s' * (n != 1)}"
