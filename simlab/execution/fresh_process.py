"""Fresh process: a second Python in which games are played again, with other hashes of texts.

It starts with the environment that this process had at its own start, and it imports while this one
goes on. What games print there is not shown.
"""

from __future__ import annotations

import faulthandler
import os
import pickle
import random
import re
import subprocess
import sys
import tempfile
import threading
import weakref
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import IO, Any, TypeVar

from simlab.execution.cluster.sent_scenario import pack_for_this_machine, unpack_scenario
from simlab.execution.watchdog import in_background, start_work
from simlab.experiment.resolve import Scenario
from simlab.files.error_origin import is_author_code, relative_path

Result = TypeVar("Result")

ENVIRONMENT = dict(os.environ)
"""As it was before a game was played."""
HASH_SEED = "PYTHONHASHSEED"
MOST_HASH_SEEDS = 2**32
FRAME = re.compile(r'^  File "(.+)", line (\d+) in ', re.MULTILINE)
"""A line of the traceback that Python writes when it crashes."""


class ProcessEnded(Exception):
    """The process ended while it worked."""

    def __init__(self, line: str) -> None:
        super().__init__(line)
        self.line = line
        """The author's line that was going on, as `nim.py:25`, if Python wrote it down."""


def start_python(trace: Path) -> subprocess.Popen[bytes]:
    """Start a process that answers calls; if it crashes, it writes where into the file `trace`."""
    return subprocess.Popen(
        # -P: a game in the working folder may be called random.py
        [sys.executable, "-P", "-m", __name__, str(trace)],
        env=other_environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=os.name == "posix",  # it leaves Ctrl-C to this process
    )


def other_environment() -> dict[str, str]:
    """Return the environment of a process in which texts have other hashes."""
    hash_seed = str(random.SystemRandom().randrange(1, MOST_HASH_SEEDS))
    # nobody could answer a debugger there
    return {**ENVIRONMENT, HASH_SEED: hash_seed, "PYTHONBREAKPOINT": "0"}


class FreshProcess:
    """A process that calls functions of the form `function(engine, scenario, *arguments)`."""

    def __init__(self) -> None:
        self.folder = tempfile.TemporaryDirectory(prefix="simlab-again-")
        self.trace = Path(self.folder.name) / "trace"
        self.process = start_python(self.trace)
        self.lock = threading.Lock()
        # also when Python ends, which would leave the process behind
        weakref.finalize(self, _end, self.process, self.folder)

    def call(
        self, function: Callable[..., Result], scenario: Scenario, *arguments: Any
    ) -> Callable[[], Result]:
        """Begin a call; return the function that waits for its result.

        That raises what the call raised, or ProcessEnded. Calls are answered one after the other.
        """
        request = pickle.dumps((Path.cwd(), function, pack_for_this_machine(scenario), arguments))
        future, _ = start_work(partial(self._answer, request))
        return future.result

    def has_ended(self) -> bool:
        """Return whether the process has ended, so that it can be called no more."""
        return self.process.poll() is not None

    def close(self) -> None:
        """End the process."""
        _end(self.process, self.folder)

    def _answer(self, request: bytes) -> Any:
        assert self.process.stdin is not None and self.process.stdout is not None
        with self.lock:
            try:
                _write(self.process.stdin, request)
                content = _read(self.process.stdout)
            except (OSError, ValueError):  # its pipes are closed
                content = None
        if content is None:
            # once it has ended, all of its trace is written
            self.process.wait()
            raise ProcessEnded(self._author_line())
        is_good, result = pickle.loads(content)
        if not is_good:
            raise result
        return result

    def _author_line(self) -> str:
        """Return the innermost line of an author in the traceback of a crash."""
        traceback = (
            self.trace.read_text(encoding="utf-8", errors="replace") if self.trace.exists() else ""
        )
        for file, line in FRAME.findall(traceback):
            if is_author_code(Path(file)):
                return f"{relative_path(Path(file))}:{line}"
        return ""


def _end(process: subprocess.Popen[bytes], folder: tempfile.TemporaryDirectory[str]) -> None:
    """End a process and remove its folder."""
    process.kill()
    # also waits for its end and closes its pipes
    process.communicate()
    folder.cleanup()


def _write(stream: IO[bytes], content: bytes) -> None:
    stream.write(len(content).to_bytes(8, "big") + content)
    stream.flush()


def _read(stream: IO[bytes]) -> bytes | None:
    """Return what was written; None at the end."""
    size = stream.read(8)
    content = stream.read(int.from_bytes(size, "big"))
    return content if len(size) == 8 and len(content) == int.from_bytes(size, "big") else None


def _call_function(content: bytes) -> Any:
    folder, function, packed, arguments = pickle.loads(content)
    os.chdir(folder)
    scenario = unpack_scenario(packed)
    return function(scenario.game.engine(), scenario, *arguments)


def main(trace: str) -> None:
    """Answer calls until the other process ends."""
    # what a game prints must not get between the answers
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    with Path(trace).open("w", encoding="utf-8", newline="\n") as file:
        faulthandler.enable(file)
        while (content := _read(sys.stdin.buffer)) is not None:
            try:
                answer = True, in_background(partial(_call_function, content))
            except BaseException as error:  # an author's code may raise anything
                answer = False, error
            _write(answers, pickle.dumps(answer))


if __name__ == "__main__":
    main(sys.argv[1])
