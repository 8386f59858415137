"""A Dask scheduler and workers in processes of their own on this machine, which may be killed."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dask.distributed import Client

SECONDS = 60.0
"""Seconds within which a process starts on a busy machine."""
DASK = (sys.executable, "-m", "dask")
LOCAL = ("--host", "127.0.0.1", "--no-dashboard")


def wait_until(is_so: Callable[[], bool], what: str) -> None:
    """Wait until something is so; fail after SECONDS."""
    deadline = time.monotonic() + SECONDS
    while not is_so():
        assert time.monotonic() < deadline, f"waited in vain: {what}"
        time.sleep(0.02)


class DaskCluster:
    """A scheduler and its workers, one thread each, without processes that start them again."""

    def __init__(self, folder: Path, options: Sequence[str] = ()) -> None:
        self.folder = folder
        self.options = options
        """Options of scheduler and workers."""
        self.file = folder / "scheduler.json"
        self.workers: dict[str, subprocess.Popen[bytes]] = {}
        self.scheduler = self._started(
            "scheduler", "--port", "0", "--scheduler-file", str(self.file)
        )
        wait_until(self.file.exists, "the scheduler has a file")

    @property
    def address(self) -> str:
        """Address of the scheduler."""
        return str(json.loads(self.file.read_text())["address"])

    def add(self, *names: str, options: Sequence[str] = ()) -> None:
        """Start workers with these names and options, and wait until they have joined."""
        for name in names:
            self.workers[name] = self._started(
                *("worker", self.address, "--name", name, "--nthreads", "1", "--no-nanny"),
                *("--local-directory", str(self.folder), *options),
            )
        if names:
            self._wait_for(names)

    def kill(self, name: str) -> None:
        """End a worker with SIGKILL."""
        self.workers[name].kill()
        self.workers[name].wait()

    def kill_scheduler(self) -> None:
        """End the scheduler with SIGKILL."""
        self.scheduler.kill()
        self.scheduler.wait()

    def stop(self) -> None:
        """End all processes."""
        for process in (*self.workers.values(), self.scheduler):
            process.kill()
            process.wait()

    def _started(self, kind: str, *words: str) -> subprocess.Popen[bytes]:
        command = [*DASK, kind, *words, *LOCAL, *self.options]
        with (self.folder / f"{kind}-{len(self.workers)}.log").open("wb") as log:
            return subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder)

    def _wait_for(self, names: Sequence[str]) -> None:
        from dask.distributed import Client

        with Client(self.address, set_as_default=False) as client:
            for name in names:
                wait_until(lambda name=name: self._has_joined(name, client), f"{name} has joined")

    def _has_joined(self, name: str, client: Client) -> bool:
        assert self.workers[name].poll() is None, f"worker {name} has ended"
        known = client.scheduler_info(n_workers=-1)["workers"].values()
        return name in {worker["name"] for worker in known}


@contextmanager
def dask_cluster(folder: Path, *workers: str, options: Sequence[str] = ()) -> Iterator[DaskCluster]:
    """Yield a cluster with some workers, and end it."""
    cluster = DaskCluster(folder, options)
    try:
        cluster.add(*workers)
        yield cluster
    finally:
        cluster.stop()
