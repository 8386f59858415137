"""Latency of the studio: time from a dial to the first picture, and delays of its event loop."""

from __future__ import annotations

import asyncio
import json
import statistics
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import numpy as np

from simlab.execution.processes import all_cores
from simlab.studio.access import Keys
from simlab.studio.application import Studio
from simlab.studio.listed_game import ListedGame, form_of, list_games
from simlab.studio.server import HOST, StudioServer, open_socket
from simlab.studio.tried import Tried

CHANGES = 50
"""Changes of a dial for each policy: enough for a 95 % quantile."""
BEAT_SECONDS = 0.005
"""Interval at which the event loop is asked whether it is blocked."""
PAGE = "latency000"
PERCENT = 95


@dataclass(frozen=True)
class Latency:
    """Latency of questions on one game and policy, in milliseconds."""

    game: str
    policy: str
    players: int
    rule: str
    """The rule that was changed."""
    changes: int
    picture_median: float
    """From the change to the first counts and histograms."""
    picture_p95: float
    interval_median: float
    """From the change to the first effect with its interval."""
    interval_p95: float
    blocked: float
    """Longest time for which the event loop did not answer."""


class BeatingServer(StudioServer):
    """A server that measures how late its event loop is."""

    latest = 0.0
    """Seconds by which a beat came late at most since it was set to 0."""

    async def serve(self, sockets: Any = None) -> None:
        """Serve, while a task beats."""
        beat = asyncio.create_task(self._beat())
        await super().serve(sockets)
        beat.cancel()

    async def _beat(self) -> None:
        while True:
            started = time.perf_counter()
            await asyncio.sleep(BEAT_SECONDS)
            self.latest = max(self.latest, time.perf_counter() - started - BEAT_SECONDS)


def latencies(game: str | None) -> Iterator[Latency]:
    """Yield the latency of each policy of a game, by default of all shipped ones.

    All seats have the policy, at the largest table.

    Raises:
        InputError: there is no such game.
    """
    games = list_games(game, None)
    names = [next(iter(games))] if game else list(games)
    studio = Studio(games, all_cores(), Tried(None), Path("no runs"))
    with serve_studio(studio) as (server, connection):
        for name in names:
            for policy, players in tables_of(games[name]):
                yield measure_latency(games[name], policy, players, server, connection)


def tables_of(listed: ListedGame) -> Iterator[tuple[str, int]]:
    """Yield each policy with the most players that it can sit with."""
    for policy in listed.game.policies:
        yield policy.name, (policy.players or listed.game.players)[1]


@contextmanager
def serve_studio(studio: Studio) -> Iterator[tuple[BeatingServer, Page]]:
    """Serve a studio on a thread; yield the server and a connection with its cookie."""
    listening = open_socket(0)
    keys = Keys(listening.getsockname()[1])
    server = BeatingServer(studio, keys)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    connection = Page(HOST, keys.port)
    connection.cookie = f"{keys.cookie_name}={keys.cookie}"
    try:
        yield server, connection
    finally:
        server.should_exit = True
        thread.join()
        listening.close()


class Page(HTTPConnection):
    """The requests of a page."""

    cookie = ""

    def ask(self, method: str, path: str, content: Mapping[str, Any] | None = None) -> Any:
        """Send a request; return the answer, whose body is still to be read."""
        origin = f"http://{self.host}:{self.port}"
        headers = {"Cookie": self.cookie, "Origin": origin, "Content-Type": "application/json"}
        self.request(method, path, None if content is None else json.dumps(content), headers)
        return self.getresponse()


def measure_latency(
    listed: ListedGame,
    policy: str,
    players: int,
    server: BeatingServer,
    page: Page,
) -> Latency:
    """Return the latency of one policy; each change comes while the question before is played."""
    rule = next(rule for rule in form_of(listed)["rules"] if rule["control"] == "stepper")
    values = [value for value in values_near(rule) if value != rule["value"]]
    question = {
        "page": PAGE,
        "game": listed.name,
        "players": players,
        "seats": [{"policy": policy}] * players,
    }
    times_of_change({**question, "patch": {rule["name"]: values[0]}}, page)  # compiles and warms up
    server.latest = 0.0
    times = [
        times_of_change({**question, "patch": {rule["name"]: values[i % len(values)]}}, page)
        for i in range(CHANGES)
    ]
    pictures, intervals = zip(*times, strict=True)
    return Latency(
        listed.name,
        policy,
        players,
        rule["name"],
        CHANGES,
        1e3 * statistics.median(pictures),
        1e3 * float(np.percentile(pictures, PERCENT)),
        1e3 * statistics.median(intervals),
        1e3 * float(np.percentile(intervals, PERCENT)),
        1e3 * server.latest,
    )


def values_near(rule: Mapping[str, Any]) -> list[int]:
    """Return values of a rule that differ by up to three from its own, within its range."""
    base_value = int(rule["value"])
    return [v for v in range(base_value - 3, base_value + 4) if rule["low"] <= v <= rule["high"]]


def times_of_change(question: Mapping[str, Any], page: Page) -> tuple[float, float]:
    """Change a dial; return the seconds until the first picture and the first interval.

    Raises:
        RuntimeError: the games cannot be played.
    """
    started = time.perf_counter()
    answer = page.ask("POST", "/api/questions", question)
    key = json.load(answer)["key"]
    picture = 0.0
    stream = page.ask("GET", f"/api/answers/{question['page']}/{key}")
    for line in stream:
        # the stream also has names of events, empty lines and an empty end
        if not line.startswith(b'data: {"'):
            continue
        look = json.loads(line[6:])
        if look["state"] == "failed":
            raise RuntimeError(look["problem"])
        if look["blocks"] and not picture:
            picture = time.perf_counter() - started
        if "headline" in look:
            break
    seconds = time.perf_counter() - started
    page.close()  # the stream goes on
    return picture, seconds
