"""simlab studio: the address that it prints, how it ends, and what it refuses."""

from __future__ import annotations

import importlib.util
import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from simlab.cli import studio as command
from simlab.studio.server import HOST

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


def test_it_prints_an_address_that_works_once_and_ends_with_ctrl_c(
    running: subprocess.Popen[str], tmp_path: Path
) -> None:
    address = address_of(running)
    with urllib.request.urlopen(address, timeout=20) as answer:
        assert b"simlab studio" in answer.read()
    with pytest.raises(urllib.error.HTTPError, match="403"):
        urllib.request.urlopen(address, timeout=20)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=20)
    assert running.returncode == 0, err
    assert "The studio is closed" in out
    assert err == ""
    assert not (tmp_path / "runs").exists()


def test_missing_packages_are_named_with_the_command_that_installs_them(
    simlab, monkeypatch: pytest.MonkeyPatch
) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(
        command, "find_spec", lambda name: None if name == "uvicorn" else find(name)
    )
    failed = simlab("studio", "pig")
    assert failed.code == 2
    assert 'needs uvicorn; install it with: pip install "simlab[studio]"' in failed.err


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
