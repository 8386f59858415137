"""simlab studio: the address that it prints, how it ends, and what it refuses."""

from __future__ import annotations

import importlib.util
import json
import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from simlab.cli import studio as command
from simlab.studio.server import HOST
from tests.support.studio import PAGE, question

ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)/\?token=\S+")


@pytest.fixture
def running(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    words = [sys.executable, "-m", "simlab.cli", "studio", "pig", "--no-browser", "--port", "0"]
    process = subprocess.Popen(
        words, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    yield process
    process.kill()
    process.communicate()


def address_of(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    for line in process.stdout:
        if ADDRESS.match(line):
            return line.strip()
    raise AssertionError("no address was printed")


def open_stream(origin: str, cookie: str) -> Any:
    """Ask a question that takes long; return the stream of its answer."""
    headers = {"Cookie": cookie, "Origin": origin, "Content-Type": "application/json"}
    content = json.dumps(question({"target": 99})).encode()
    asked = urllib.request.Request(f"{origin}/api/questions", content, headers)
    with urllib.request.urlopen(asked, timeout=60) as answer:
        key = json.load(answer)["key"]
    stream = urllib.request.Request(f"{origin}/api/answers/{PAGE}/{key}", headers=headers)
    return urllib.request.urlopen(stream, timeout=60)


def test_it_prints_an_address_that_works_once_and_ends_with_ctrl_c(
    running: subprocess.Popen[str],
) -> None:
    address = address_of(running)
    with urllib.request.urlopen(address, timeout=20) as answer:
        assert b"simlab studio" in answer.read()
        cookie = answer.headers["Set-Cookie"].partition(";")[0]
    with pytest.raises(urllib.error.HTTPError, match="403"):
        urllib.request.urlopen(address, timeout=20)
    with open_stream(address.partition("/?")[0], cookie) as stream:
        assert stream.readline().startswith(b"data: ")
        running.send_signal(signal.SIGINT)
        stream.read()
    out, err = running.communicate(timeout=20)
    assert running.returncode == 0, err
    assert "The studio is closed" in out
    assert err == ""


def test_missing_packages_are_named_with_the_command_that_installs_them(
    simlab, monkeypatch: pytest.MonkeyPatch
) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(
        command, "find_spec", lambda name: None if name == "uvicorn" else find(name)
    )
    failed = simlab("studio", "pig")
    assert failed.code == 2
    assert "needs uvicorn; install it with: " in failed.err
    assert " -m pip install " in failed.err and "simlab[studio]" not in failed.err


def test_an_unknown_game_is_refused_before_anything_opens(simlab) -> None:
    assert 'Did you mean "pig"?' in simlab("studio", "pigg").err


def test_a_data_folder_needs_its_game(simlab) -> None:
    assert "simlab studio GAME --data DIR" in simlab("studio", "--data", "x").err


def test_a_port_in_use_is_refused(simlab) -> None:
    with socket.socket() as other:
        other.bind((HOST, 0))
        other.listen()
        port = str(other.getsockname()[1])
        failed = simlab("studio", "pig", "--no-browser", "--port", port)
    assert "cannot be used" in failed.err
