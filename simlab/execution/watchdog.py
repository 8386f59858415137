"""Watchdog for compiled code that does not return; keeps Ctrl-C responsive."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, wait
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import numpy.typing as npt
from numba.core.compiler_lock import global_compiler_lock

from simlab import shell
from simlab.engine.build import PLAYING, Play, PolicyLike, who_acts
from simlab.engine.kernel import config
from simlab.engine.loop import Progress
from simlab.engine.record import new
from simlab.errors import ContractError
from simlab.experiment.plan import Part

STUCK_SECONDS = 20.0
"""Seconds without a decision until a warning: longer than any search decision in practice."""
GIVE_UP_SECONDS = 600.0
"""Seconds without a decision until a command gives up; far above the longest search."""
STOP_SECONDS = 3.0
"""Seconds without a decision after which Ctrl-C does not wait for the workers."""
ENDLESS = 1_000_000
"""Decisions after which a game of STUCK_SECONDS is endless; shipped games have about 600."""
TICK_SECONDS = 0.2
"""Interval of checks: Ctrl-C feels immediate, and the cost is negligible."""

Answer = TypeVar("Answer")


def in_background(work: Callable[[], Answer], tick: Callable[[], None] | None = None) -> Answer:
    """Return what `work` returns; while it runs in a thread, Ctrl-C works and `tick` is called.

    Without a `tick`, warnings about games that stand still go to stderr. If the wait ends early, by
    Ctrl-C or an exception in `tick`, the thread is abandoned.

    Raises:
        ContractError: no decision was made for GIVE_UP_SECONDS.
    """
    look = tick or Lookout().tick
    future, _ = start_work(work)
    while not future.done():
        wait([future], timeout=TICK_SECONDS)
        look()
    return future.result()


def start_work(work: Callable[[], Answer]) -> tuple[Future[Answer], int]:
    """Start `work` in a thread; return its future and the number of the thread."""
    future: Future[Answer] = Future()
    thread = threading.Thread(target=_fulfil, args=(future, work), daemon=True)
    thread.start()
    assert thread.ident is not None
    return future, thread.ident


def _fulfil(future: Future[Answer], work: Callable[[], Answer]) -> None:
    try:
        future.set_result(work())
    # exits too, else the thread that waits would wait for ever
    except BaseException as error:
        future.set_exception(error)


def is_compiling() -> bool:
    """Return whether some thread is compiling, which may take long."""
    # Numba has no public way to ask; the lock is reentrant, so only another thread is seen
    lock = global_compiler_lock._lock
    if lock.acquire(blocking=False):
        lock.release()
        return False
    return True


class Stillness:
    """Measures how long a game has been at the same decision, or has been going on."""

    def __init__(self, progress: npt.NDArray[Any] | None = None) -> None:
        self.progress: npt.NDArray[Any] = new(Progress.dtype) if progress is None else progress
        now = time.monotonic()
        self.seen: tuple[int, ...] = ()
        self.since = self.deal_since = self.last_warned = now

    def seconds(self) -> float:
        """Return the seconds since the last decision.

        What Numba compiles meanwhile does not count, nor anything without the JIT, where one may
        debug.
        """
        now, position = time.monotonic(), self.at("deal", "decision")
        if position[:1] != self.seen[:1]:
            self.deal_since = now
        if position != self.seen or config.DISABLE_JIT or is_compiling():
            self.seen, self.since = position, now
        return now - self.since

    def is_endless(self) -> bool:
        """Return whether a game makes decisions without end."""
        (decision,) = self.at("decision")
        return decision > ENDLESS and time.monotonic() - self.deal_since > STUCK_SECONDS

    def is_stuck(self) -> bool:
        """Return whether no decision was made for STUCK_SECONDS, or a game seems endless.

        It is true at most once per STUCK_SECONDS.
        """
        is_stuck = self.seconds() > STUCK_SECONDS or self.is_endless()
        now = time.monotonic()
        if not is_stuck or now - self.last_warned < STUCK_SECONDS:
            return False
        self.last_warned = now
        return True

    def at(self, *names: str) -> tuple[int, ...]:
        """Return fields of the loop's progress: game, decision, seat."""
        return tuple(int(self.progress[name][0]) for name in names)

    def sentence(self, lineup: Sequence[PolicyLike]) -> str:
        """Return a sentence: which function does not return, or that the game does not end."""
        if self.is_endless():
            return f"the game has not ended after {self.at('decision')[0]:,} decisions"
        return f"{who_acts(self.progress, lineup)} has not returned for {STUCK_SECONDS:.0f} s"


def print_warning(warning: str) -> None:
    """Print a warning on stderr."""
    print(f"warning: {warning}", file=sys.stderr, flush=True)


class Lookout:
    """Warns about stuck games of this process, or of one thread, and gives up after a while."""

    def __init__(
        self, warn: Callable[[str], None] = print_warning, thread: int | None = None
    ) -> None:
        self.warn = warn
        self.thread = thread
        self.watched: dict[int, tuple[Play, Stillness]] = {}

    def tick(self) -> None:
        """Check every game that is being played.

        Raises:
            ContractError: one has been stuck for GIVE_UP_SECONDS.
        """
        # a copy, as games begin and end on other threads meanwhile
        for thread, play in list(PLAYING.items()):
            if self.thread not in (None, thread):
                continue
            watched_play, stillness = self.watched.get(thread, (None, None))
            if watched_play is not play or stillness is None:
                stillness = Stillness(play.progress)
                self.watched[thread] = play, stillness
            if stillness.is_stuck():
                self._warn_or_give_up(play, stillness)

    def _warn_or_give_up(self, play: Play, stillness: Stillness) -> None:
        warning = (
            f"{play.game.name}: {stillness.sentence(play.lineup)},"
            f" {decision_in_words(stillness, play.seed)}"
        )
        if stillness.seconds() > GIVE_UP_SECONDS:
            raise ContractError(warning)
        self.warn(f"{warning}; {ways_out()}")


def decision_in_words(stillness: Stillness, seed: int) -> str:
    """Return the current decision and game in words."""
    deal, decision, rotation = stillness.at("deal", "decision", "rotation")
    return f"decision {decision} of game {deal} (seed {seed}, rotation {rotation})"


def ways_out() -> str:
    """Return the ways in which the wait ends."""
    return f"Ctrl-C stops; without a decision, simlab gives up after {GIVE_UP_SECONDS:.0f} s"


class Watchdog:
    """Detects stuck parts of a run and names the game."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.watched: dict[Part, Stillness] = {}
        self.lock = threading.Lock()

    @contextmanager
    def over(self, part: Part) -> Iterator[npt.NDArray[Any]]:
        """Watch a part while it is played; yields its progress record."""
        stillness = Stillness()
        with self.lock:
            self.watched[part] = stillness
        try:
            yield stillness.progress
        finally:
            with self.lock:
                del self.watched[part]

    def warnings(self) -> list[str]:
        """Return a warning for each stuck part.

        Raises:
            ContractError: one has been stuck for GIVE_UP_SECONDS.
        """
        return [self._warning(part, still) for part, still in self._parts() if still.is_stuck()]

    def is_still(self) -> bool:
        """Return whether no part has made a decision for STOP_SECONDS."""
        parts = self._parts()
        return bool(parts) and all(still.seconds() > STOP_SECONDS for _, still in parts)

    def _parts(self) -> list[tuple[Part, Stillness]]:
        with self.lock:
            return list(self.watched.items())

    def _warning(self, part: Part, stillness: Stillness) -> str:
        scenario = part.scenario
        (deal,) = stillness.at("deal")
        warning = (
            f"scenario {scenario.slug}, {part.file}: {stillness.sentence(scenario.lineup)},"
            f" {decision_in_words(stillness, scenario.seed)}"
        )
        if stillness.seconds() > GIVE_UP_SECONDS:
            raise ContractError(warning)
        replay = ["simlab", "replay", str(self.folder), "--scenario", scenario.slug]
        command = shell.join([*replay, "--game", str(deal)])
        return f"{warning}; {ways_out()}. Replay: {command}"
