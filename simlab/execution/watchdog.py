"""Compiled code that may never return: noticing it, and staying free for Ctrl-C meanwhile."""

from __future__ import annotations

import shlex
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import numpy.typing as npt

from simlab.engine.loop import PROGRESS
from simlab.engine.record import new
from simlab.experiment.plan import Part

STUCK_SECONDS = 20.0
TICK_SECONDS = 0.2

Answer = TypeVar("Answer")


def in_background(work: Callable[[], Answer], tick: Callable[[], None] = lambda: None) -> Answer:
    """Return what `work` returns; while it runs in a thread, Ctrl-C works and `tick` is called.

    The thread is left to itself when the wait ends early, by Ctrl-C or an exception in `tick`.
    """
    future: Future[Answer] = Future()
    threading.Thread(target=_fulfil, args=(future, work), daemon=True).start()
    while not future.done():
        wait([future], timeout=TICK_SECONDS)
        tick()
    return future.result()


def _fulfil(future: Future[Answer], work: Callable[[], Answer]) -> None:
    try:
        future.set_result(work())
    except BaseException as error:
        future.set_exception(error)


class Stillness:
    """Tells how long a game has stood at the same decision."""

    def __init__(self) -> None:
        self.progress: npt.NDArray[Any] = new(PROGRESS)
        self.seen: tuple[int, ...] = ()
        self.since = 0.0

    def is_stuck(self) -> bool:
        """Say whether no decision was made for STUCK_SECONDS; once in as many seconds."""
        now, here = time.monotonic(), self.at("deal", "decision")
        is_stuck = here == self.seen and now - self.since > STUCK_SECONDS
        if here != self.seen or is_stuck:
            self.seen, self.since = here, now
        return is_stuck

    def at(self, *names: str) -> tuple[int, ...]:
        """Return the game, decision or seat that the loop has come to."""
        return tuple(int(self.progress[name][0]) for name in names)


class Watchdog:
    """Notices a policy that does not return, and says in which game."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.watched: dict[Part, Stillness] = {}
        self.lock = threading.Lock()

    @contextmanager
    def over(self, part: Part) -> Iterator[npt.NDArray[Any]]:
        """Watch a part while it is being played; yields the record its progress is written to."""
        stillness = Stillness()
        with self.lock:
            self.watched[part] = stillness
        try:
            yield stillness.progress
        finally:
            with self.lock:
                del self.watched[part]

    def warnings(self) -> list[str]:
        """Return a warning for each part that stands still."""
        with self.lock:
            watched = list(self.watched.items())
        return [self._warning(part, still) for part, still in watched if still.is_stuck()]

    def _warning(self, part: Part, stillness: Stillness) -> str:
        deal, decision, seat = stillness.at("deal", "decision", "seat")
        slug = part.scenario.slug
        return (
            f"no decision for {STUCK_SECONDS:.0f} s in scenario {slug}, {part.file}, game {deal},"
            f" decision {decision}, seat {seat}: a policy may never return. Replay: simlab replay"
            f" {shlex.quote(str(self.folder))} --scenario {slug} --game {deal}"
        )
