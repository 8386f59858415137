from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from simlab.cli import main
from tests.support.forked_program import ForkedProgram, start_program
from tests.support.undrawn import blank_pictures

__all__ = ["blank_pictures"]


@dataclass(frozen=True)
class Answer:
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def problems(self) -> list[str]:
        """The error lines without their label."""
        lines = self.err.splitlines()
        return [line.removeprefix("error: ") for line in lines if line.startswith("error: ")]


Simlab = Callable[..., Answer]


@pytest.fixture
def simlab(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Simlab:
    """Run a command in this process, in an empty folder, on a terminal of 120 columns."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")

    def run(*words: str | Path) -> Answer:
        monkeypatch.setattr(sys, "argv", ["simlab", *map(str, words)])
        with pytest.raises(SystemExit) as end:
            main()
        code = end.value.code
        assert isinstance(code, int)
        return Answer(code, *capfd.readouterr())

    return run


LISTEN = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)
"""
"""Hear signals, also where the tests run in the background of a shell, which tells all not to."""


@pytest.fixture
def started(tmp_path: Path) -> Callable[..., subprocess.Popen[str] | ForkedProgram]:
    """Start a command in a process of its own, in an empty folder."""

    def start(*words: str | Path, before: str = "") -> subprocess.Popen[str] | ForkedProgram:
        return start_program(
            f"{LISTEN}\n{before}\nfrom simlab.cli import main\nmain()",
            *map(str, words),
            folder=tmp_path,
            environment={**os.environ, "PYTHONUNBUFFERED": "1"},
        )

    return start
