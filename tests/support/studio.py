"""A studio for tests, its page's requests, and its server."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from simlab.execution.executor import Threads
from simlab.studies.ab.watched_comparison import WatchedComparison
from simlab.studio import live_answer
from simlab.studio.access import Keys
from simlab.studio.application import Studio, application
from simlab.studio.listed_game import list_games
from simlab.studio.server import HOST, StudioServer, open_socket
from simlab.studio.tried import Tried

PORT = 8914
ORIGIN = f"http://{HOST}:{PORT}"
PAGE = "abcdefgh0123"
FEW_BLOCKS = 300


OPENED: list[Studio] = []
"""The studios whose games may still be played."""


def studio_in(folder: Path, game: str = "pig", data: Path | None = None) -> Studio:
    """Return a studio that keeps what was tried in a folder."""
    tried, runs = Tried(folder / "runs" / "studio"), folder / "runs"
    OPENED.append(Studio(list_games(game, data), Threads(1), tried, runs))
    return OPENED[-1]


def close_studios() -> None:
    """Stop the games of all studios: a question that no test waits for plays for minutes."""
    while OPENED:
        OPENED.pop().close()


def page_of(studio: Studio) -> TestClient:
    """Return a client with the cookie of the page and the headers of a browser."""
    client = client_of(studio, keys := Keys(PORT))
    assert client.get("/", params={"token": keys.token}).status_code == 200
    client.headers["Origin"] = ORIGIN
    return client


def client_of(studio: Studio, keys: Keys) -> TestClient:
    """Return a client without cookie."""
    return TestClient(application(studio, keys), base_url=ORIGIN)


def with_few_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every answer end after few blocks."""
    few = partial(WatchedComparison, most_blocks=FEW_BLOCKS)
    monkeypatch.setattr(live_answer, "WatchedComparison", few)


def question(patch: dict[str, object] | None = None, **more: Any) -> dict[str, Any]:
    """Return a question on Pig with two policies that hold."""
    seats = [{"policy": "hold", "traits": {}}] * 2
    asked = {"page": PAGE, "game": "pig", "players": 2, "seats": seats, "patch": patch or {}}
    return {**asked, **more}


@contextmanager
def served(studio: Studio) -> Iterator[str]:
    """Serve a studio at a free port of this machine; yield the address with the token."""
    listening = open_socket(0)
    keys = Keys(listening.getsockname()[1])
    server = StudioServer(studio, keys)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    try:
        yield f"http://{HOST}:{keys.port}/?token={keys.token}"
    finally:
        server.should_exit = True
        thread.join(10)
        listening.close()


def awaited(is_there: Any, seconds: float = 20.0) -> None:
    """Wait until something is there; fail if it does not come."""
    end = time.monotonic() + seconds
    while not is_there():
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.02)
