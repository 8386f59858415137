"""Runner: plays the missing parts of a plan on threads, stores them and handles Ctrl-C."""

from __future__ import annotations

import os
import queue
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import joblib
import numpy as np
import numpy.typing as npt

from simlab.engine.build import NO_TIMELINE, Engine
from simlab.errors import Interrupted, Problem
from simlab.execution.compilation import prepared_engine
from simlab.execution.store import Store
from simlab.execution.tables import tables_of
from simlab.execution.tally import Tally, tally_of
from simlab.execution.watchdog import TICK_SECONDS, Watchdog
from simlab.experiment.plan import Part, Plan
from simlab.experiment.resolve import Scenario

Rows = npt.NDArray[Any]

TIMELINE_GAMES = 10_000
"""Games at the start of each scenario with a timeline: enough for narrow bands, little disk."""
SLICE_SECONDS = 0.2
"""Target seconds of a call into compiled code: short for Ctrl-C, long against overhead."""
FIRST_SLICE = 50
"""Games of the first call, before the speed of a game is known."""


class RunObserver:
    """Observer of a run; this one ignores all events."""

    def already_finished(self) -> None:
        """The run is already finished."""

    def damaged(self, flaws: list[Problem]) -> None:
        """Files of the run are missing or damaged; their parts are played again."""

    def compiling(self, what: str) -> None:
        """A game is being compiled, once."""

    def begins(self, plan: Plan, missing: list[Part]) -> None:
        """These parts will be played."""

    def played(self, tally: Tally) -> None:
        """A part is finished and on disk."""

    def waiting(self) -> None:
        """Nothing has happened for a moment."""

    def stuck(self, warning: str) -> None:
        """A policy has not returned for a long time."""

    def stopping(self) -> None:
        """The user asked to stop; workers finish their calls."""


def execute(
    plan: Plan, store: Store, jobs: int, observer: RunObserver, fresh: bool = False
) -> None:
    """Play the missing parts of a plan; the bytes do not depend on jobs or interruptions.

    With `fresh`, a run in the folder is removed first.

    Raises:
        InputError: a game or a policy cannot be compiled.
        Interrupted: stopped by Ctrl-C; finished parts are kept.
        ContractError: a game or a policy broke its contract.
        RunError: the results cannot be written.
    """
    if not fresh and store.holds(plan):
        observer.already_finished()
        return
    if fresh or not store.is_run():
        announced_engine(plan, observer)  # compile first: an error leaves no folder
    with store.locked():
        store.begin(plan, fresh)
        unplayed = store.unplayed(plan)
        observer.damaged([flaw for flaws in unplayed.values() for flaw in flaws])
        store.reopen()
        if unplayed:
            with stop_on_interrupt(observer) as stop:
                _Run(plan, store, jobs, observer, stop).play(list(unplayed))
        else:
            observer.already_finished()
        store.finish(plan)


class _Run:
    """One execution: worker threads play and write, the main thread reports."""

    def __init__(
        self, plan: Plan, store: Store, jobs: int, observer: RunObserver, stop: threading.Event
    ) -> None:
        self.plan = plan
        self.store = store
        self.jobs = jobs
        self.observer = observer
        self.stop = stop
        self.engine = announced_engine(plan, observer)
        self.watchdog = Watchdog(store.folder)
        self.news: queue.SimpleQueue[Tally | BaseException | None] = queue.SimpleQueue()

    def play(self, missing: list[Part]) -> None:
        # A separate thread waits for the workers, even for one job: the main thread must stay free
        # for Ctrl-C and for the watchdog.
        threading.Thread(target=self._feed, args=(missing,), daemon=True).start()
        self.observer.begins(self.plan, missing)
        n_played = 0
        while (item := self._next_news()) is not None:
            if isinstance(item, BaseException):
                raise item
            n_played += 1
            self.observer.played(item)
        if n_played < len(missing):
            n_kept = len(self.plan.parts) - len(missing) + n_played
            raise Interrupted(
                f"stopped; {n_kept} of {len(self.plan.parts)} parts are kept, {self.store.way_on()}"
            )

    def _next_news(self) -> Tally | BaseException | None:
        while True:
            try:
                return self.news.get(timeout=TICK_SECONDS)
            except queue.Empty:
                self.observer.waiting()
                for warning in self.watchdog.warnings():
                    self.observer.stuck(warning)
                if self.stop.is_set() and self.watchdog.is_still():
                    return None

    def _feed(self, missing: list[Part]) -> None:
        work = joblib.Parallel(n_jobs=self.jobs, backend="threading", return_as="generator")
        try:
            for tally in work(joblib.delayed(self._play_part)(part) for part in missing):
                if tally is not None:
                    self.news.put(tally)
            self.news.put(None)
        except BaseException as error:
            self.stop.set()
            self.news.put(error)

    def _play_part(self, part: Part) -> Tally | None:
        """Play and write one part; None if stopped before its end."""
        with self.watchdog.over(part) as progress:
            played = play_part(self.engine, part, self.stop, progress)
        if played is None:
            return None
        rows, timeline = played
        tally, tables = tally_of(part, rows), tables_of(part.scenario, rows, timeline)
        del played, rows, timeline  # frees memory: tables are as large again
        self.store.write(part, self.plan, tables)
        return tally


def announced_engine(plan: Plan, observer: RunObserver) -> Engine:
    """Return the engine with every policy of the plan compiled; tell the observer first."""
    game, policies = plan.experiment.game, plan.experiment.policies
    if not Engine.is_compiled(game, policies):
        observer.compiling(game.title)
    return prepared_engine(game, policies)


def play_part(
    engine: Engine, part: Part, stop: threading.Event, progress: Rows
) -> tuple[Rows, Rows] | None:
    """Return OUTCOME and timeline rows in order of deal and rotation; None if stopped."""
    n_rotations = part.scenario.n_rotations
    rows = np.empty((part.n_deals, n_rotations), part.scenario.game.outcome_row)
    timelines = []
    for rotation in range(n_rotations):
        for first, count in slices_of(part):
            if stop.is_set():
                return None
            played, timeline = play_slice(engine, part.scenario, first, count, rotation, progress)
            start = first - part.first_deal
            rows[start : start + count, rotation] = played
            timelines.append(timeline)
    return rows.reshape(-1), in_order(np.concatenate(timelines))


def in_order(rows: Rows) -> Rows:
    """Return rows sorted by deal and rotation (stable)."""
    return rows[np.lexsort((rows["rotation"], rows["deal"]))]


def slices_of(part: Part) -> Iterator[tuple[int, int]]:
    """Yield calls of about SLICE_SECONDS that cover a part, starting with few games."""
    first, end, count = part.first_deal, part.first_deal + part.n_deals, FIRST_SLICE
    while first < end:
        count = min(count, end - first)
        began = time.perf_counter()
        yield first, count
        first += count
        elapsed = time.perf_counter() - began
        count = int(min(count * SLICE_SECONDS / max(elapsed, 1e-6), count * 8.0)) + 1


def play_slice(
    engine: Engine, scenario: Scenario, first: int, count: int, rotation: int, progress: Rows
) -> tuple[Rows, Rows]:
    """Play some deals in one call; return OUTCOME rows, and timeline rows of the first games."""
    game = scenario.game
    last = TIMELINE_GAMES // scenario.n_rotations
    n_timed = min(max(last - first, 0), count)
    timeline = np.empty(n_timed * game.most_rounds, game.timeline_row or NO_TIMELINE)
    rows = engine.play(
        scenario.rules.row,
        scenario.lineup,
        scenario.seed,
        first,
        count,
        rotation,
        progress=progress,
        timeline=timeline,
    )
    kept = timeline[: progress["timeline_rows"][0]]
    return rows, kept[kept["deal"] < last]


@contextmanager
def stop_on_interrupt(observer: RunObserver) -> Iterator[threading.Event]:
    """Make a first Ctrl-C request a stop, and a second one exit at once."""
    stop = threading.Event()

    def on_interrupt(signum: int, frame: object) -> None:
        if stop.is_set():
            os._exit(Interrupted.exit_code)
        stop.set()
        observer.stopping()

    if threading.current_thread() is not threading.main_thread():
        yield stop
        return
    before = signal.signal(signal.SIGINT, on_interrupt)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)
