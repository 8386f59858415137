"""Programs that begin in a process forked from one that has imported the large packages.

Their import is half of the work of a short command. What is imported is none of simlab: a program
finds simlab, its caches and the environment as one that Python starts does, but texts have the same
hashes in all of them. Tests of streams, of the start itself and of what depends on hashes start
Python.
"""

from __future__ import annotations

import atexit
import functools
import io
import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import IO, Any

PACKAGES = ("joblib", "numba", "numpy", "pandas", "pyarrow.parquet", "pydantic", "rich", "typer")
"""What most commands import, in their order or in any other."""
MOST_BYTES = 1 << 16
"""More than a program has, with its words and the environment."""
NUMBER = 4
"""Bytes of the number of a process, and of its exit code."""


def start_program(
    code: str, *words: str, folder: Path, environment: dict[str, str]
) -> subprocess.Popen[str] | ForkedProgram:
    """Start a program in Python, with words, in a folder; its output can be read as text."""
    if sys.platform == "linux":
        return ForkedProgram(server(), code, words, folder, environment)
    return subprocess.Popen(
        [sys.executable, "-c", code, *words],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@functools.cache
def server() -> socket.socket:
    """Return the connection to the process that is forked, which starts now and ends with it."""
    requests, its_end = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with its_end:
        process = subprocess.Popen(
            [sys.executable, "-P", __file__, str(its_end.fileno())],
            pass_fds=[its_end.fileno()],
            stdin=subprocess.DEVNULL,
        )
    atexit.register(process.wait)
    atexit.register(requests.close)  # first
    return requests


class ForkedProgram:
    """A program that is no child of this process; it has those methods of Popen that are called."""

    returncode: int | None = None

    def __init__(
        self,
        server: socket.socket,
        code: str,
        words: Sequence[str],
        folder: Path,
        environment: dict[str, str],
    ) -> None:
        pipes = [os.pipe() for _ in range(3)]
        request = json.dumps([code, words, str(folder), environment]).encode()
        assert len(request) < MOST_BYTES
        socket.send_fds(server, [request], [its_end for _, its_end in pipes])
        for _, its_end in pipes:
            os.close(its_end)
        stdout, stderr, status = (here for here, _ in pipes)
        self.stdout: IO[str] = os.fdopen(stdout, encoding="utf-8")
        self.stderr: IO[str] = os.fdopen(stderr, encoding="utf-8")
        self._status = os.fdopen(status, "rb", buffering=0)
        self.pid = int.from_bytes(self._status.read(NUMBER), "big")

    def poll(self) -> int | None:
        """Return the exit code, or None while the program runs."""
        return self._exit_code(0)

    def wait(self, timeout: float | None = None) -> int:
        """Return the exit code, at the end of the program."""
        code = self._exit_code(timeout)
        if code is None:
            raise subprocess.TimeoutExpired("a forked program", timeout or 0)
        return code

    def send_signal(self, number: int) -> None:
        """Send a signal to the program."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """End the program."""
        self.send_signal(signal.SIGKILL)

    def communicate(self, timeout: float | None = None) -> tuple[str, str]:
        """Return what is left to read of both streams, at the end of the program."""
        with ThreadPoolExecutor(2) as readers:
            texts = [readers.submit(stream.read) for stream in (self.stdout, self.stderr)]
            try:
                self.wait(timeout)
            except subprocess.TimeoutExpired:
                self.kill()
                raise
        for stream in (self.stdout, self.stderr, self._status):
            stream.close()
        out, err = (text.result() for text in texts)
        return out, err

    def _exit_code(self, timeout: float | None) -> int | None:
        if self.returncode is None and select.select([self._status], [], [], timeout)[0]:
            self.returncode = int.from_bytes(self._status.read(NUMBER), "big", signed=True)
        return self.returncode


def serve(requests: socket.socket) -> list[Any]:
    """Fork a process for each program; return in it, or when nobody asks any more."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody asks how these processes have ended
    while True:
        request, pipes, *_ = socket.recv_fds(requests, MOST_BYTES, 3)
        if not request:
            return []
        if not os.fork():
            requests.close()
            stand_by(*pipes)
            return list(json.loads(request))
        for pipe in pipes:
            os.close(pipe)


def stand_by(stdout: int, stderr: int, status: int) -> None:
    """Fork once more: return in the program, and tell its number and exit code in the other."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    program = os.fork()
    if not program:
        os.close(status)
        for pipe, standard in ((stdout, 1), (stderr, 2)):
            os.dup2(pipe, standard)
            os.close(pipe)
        return
    for pipe in (stdout, stderr):
        os.close(pipe)
    os.write(status, program.to_bytes(NUMBER, "big"))
    _, how_it_ended = os.waitpid(program, 0)
    code = os.waitstatus_to_exitcode(how_it_ended)
    os.write(status, code.to_bytes(NUMBER, "big", signed=True))
    os._exit(0)


def unbuffered(standard: int, errors: str) -> IO[str]:
    """Return a stream that writes at once, as PYTHONUNBUFFERED asks for."""
    raw = io.FileIO(standard, "w", closefd=False)
    return io.TextIOWrapper(raw, encoding="utf-8", errors=errors, write_through=True)


def run(code: str, words: list[str], folder: str, environment: dict[str, str]) -> None:
    """Run a program as `python -u -c` does."""
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    sys.argv = ["-c", *words]
    added = [path for path in environment.get("PYTHONPATH", "").split(os.pathsep) if path]
    sys.path[:0] = ["", *added]
    sys.dont_write_bytecode = bool(environment.get("PYTHONDONTWRITEBYTECODE"))
    sys.stdout, sys.stderr = unbuffered(1, "strict"), unbuffered(2, "backslashreplace")
    module = ModuleType("__main__")
    sys.modules["__main__"] = module
    exec(code, vars(module))


if __name__ == "__main__":
    for package in PACKAGES:
        import_module(package)
    if program := serve(socket.socket(fileno=int(sys.argv[1]))):
        run(*program)
