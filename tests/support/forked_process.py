"""Processes that play games again, forked from one that has imported simlab, which takes a second.

Each test that plays a plain game needs one. In all of them, texts have the same hashes, but others
than in the process of the tests.
"""

from __future__ import annotations

import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from simlab.execution import repeatability
from simlab.execution.fresh_process import main, other_environment
from simlab.plain import engine

assert sys.platform == "linux", "others cannot fork, or wait for a process that is no child"

IMPORTED_ONCE = (repeatability, engine)
"""What plays games again, which a forked process need not import."""
MOST_BYTES = 8192
"""More than the path of a file has."""


@contextmanager
def forked() -> Iterator[None]:
    """Let fresh processes be forked, from one that starts with the first of them."""
    server: list[ForkServer] = []

    def start(trace: Path) -> ForkedProcess:
        if not server:
            server.append(ForkServer(other_environment()))
        return server[0].start(trace)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("simlab.execution.fresh_process.start_python", start)
        yield
    for each in server:
        each.close()


class ForkServer:
    """A process that forks itself on demand."""

    def __init__(self, environment: dict[str, str]) -> None:
        self.requests, its_end = socket.socketpair()
        with its_end:
            self.process = subprocess.Popen(
                [sys.executable, "-P", __file__, str(its_end.fileno())],
                env=environment,
                pass_fds=[its_end.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )

    def start(self, trace: Path) -> ForkedProcess:
        """Fork a process that answers calls, see `simlab.execution.fresh_process.main`."""
        its_stdin, stdin = os.pipe()
        stdout, its_stdout = os.pipe()
        socket.send_fds(self.requests, [os.fsencode(trace)], [its_stdin, its_stdout])
        os.close(its_stdin)
        os.close(its_stdout)
        number = int.from_bytes(self.requests.recv(8), "big")
        return ForkedProcess(number, stdin, stdout)

    def close(self) -> None:
        """End the process that forks itself; those that it has forked go on."""
        self.requests.close()
        self.process.wait()


class ForkedProcess:
    """A process that is no child of this one; it has those methods of Popen that are called."""

    def __init__(self, number: int, stdin: int, stdout: int) -> None:
        self._process = os.fdopen(os.pidfd_open(number), "rb")
        self.stdin, self.stdout = os.fdopen(stdin, "wb"), os.fdopen(stdout, "rb")

    def poll(self) -> int | None:
        """Return 0 if the process has ended."""
        return 0 if self._process.closed or select.select([self._process], [], [], 0)[0] else None

    def wait(self) -> None:
        """Wait until the process has ended."""
        if not self._process.closed:
            select.select([self._process], [], [])

    def kill(self) -> None:
        """End the process."""
        if self.poll() is None:
            signal.pidfd_send_signal(self._process.fileno(), signal.SIGKILL)

    def communicate(self) -> None:
        """Wait until the process has ended, and close its pipes."""
        self.wait()
        for stream in (self.stdin, self.stdout, self._process):
            stream.close()


def serve(requests: socket.socket) -> None:
    """Fork a process for each file that arrives, with two pipes, until nobody asks any more."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody asks how a process has ended
    while True:
        trace, pipes, *_ = socket.recv_fds(requests, MOST_BYTES, 2)
        if not trace:
            return
        number = os.fork()
        if not number:
            requests.close()
            answer(os.fsdecode(trace), *pipes)
        for pipe in pipes:
            os.close(pipe)
        requests.sendall(number.to_bytes(8, "big"))


def answer(trace: str, stdin: int, stdout: int) -> None:
    """Answer calls in a process that was forked, as one that was started does; end it then."""
    os.setsid()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    for pipe, standard in ((stdin, 0), (stdout, 1)):
        os.dup2(pipe, standard)
        os.close(pipe)
    try:
        main(trace)
    finally:
        os._exit(0)


if __name__ == "__main__":
    serve(socket.socket(fileno=int(sys.argv[1])))
