"""Plays the missing parts of a plan on threads, stores them, and stops cleanly when asked to."""

from __future__ import annotations

import os
import queue
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol

import joblib
import numpy as np
import numpy.typing as npt

from simlab.engine.build import Engine
from simlab.engine.loop import PROGRESS
from simlab.engine.record import new
from simlab.errors import Interrupted
from simlab.execution.store import Store
from simlab.execution.tables import seats_table, table_of
from simlab.experiment.plan import Part, Plan

TIMELINE_GAMES = 10_000
"""Games at the start of each scenario whose rounds are kept."""
SLICE_SECONDS = 0.2
"""How long one call into compiled code should take: short enough to stop, too long to cost."""
FIRST_SLICE = 50
TICK_SECONDS = 0.2
STUCK_SECONDS = 20.0


class Audience:
    """Whoever watches a run; this one does not."""

    def compiling(self, what: str) -> None:
        """A game is being compiled, once."""

    def begins(self, plan: Plan, missing: list[Part]) -> None:
        """These parts are going to be played."""

    def played(self, tally: Tally) -> None:
        """A part is finished and on disk."""

    def waiting(self) -> None:
        """Nothing has happened for a moment."""

    def stuck(self, warning: str) -> None:
        """A policy has not returned for a long time."""

    def stopping(self) -> None:
        """The user asked to stop; the workers are coming to rest."""


def execute(plan: Plan, store: Store, jobs: int, audience: Audience) -> None:
    """Play what is missing of a plan; the same bytes for any number of jobs, stopped or not.

    Raises:
        Interrupted: stopped by Ctrl-C; finished parts are kept.
        ContractError: a game or a policy broke its contract.
        RunError: the results cannot be written.
    """
    store.begin(plan)
    missing = store.missing(plan)
    if missing:
        with stop_on_interrupt(audience) as stop:
            _Run(plan, store, jobs, audience, stop).play(missing)
    store.finish(plan)


class _Run:
    """One execution: worker threads that play and write, and the main thread that listens."""

    def __init__(
        self, plan: Plan, store: Store, jobs: int, audience: Audience, stop: threading.Event
    ) -> None:
        self.plan = plan
        self.store = store
        self.jobs = jobs
        self.audience = audience
        self.stop = stop
        self.engine = prepared_engine(plan, audience)
        self.watch = Watchdog(store)
        self.news: queue.SimpleQueue[Tally | BaseException | None] = queue.SimpleQueue()

    def play(self, missing: list[Part]) -> None:
        # The workers' results are awaited in a thread of their own, even for one job: the main
        # thread must stay free for Ctrl-C and for the watchdog.
        threading.Thread(target=self._feed, args=(missing,), daemon=True).start()
        self.audience.begins(self.plan, missing)
        n_played = 0
        while (item := self._next_news()) is not None:
            if isinstance(item, BaseException):
                raise item
            n_played += 1
            self.audience.played(item)
        if n_played < len(missing):
            raise Interrupted(
                f"stopped; {len(self.plan.parts) - len(missing) + n_played} of"
                f" {len(self.plan.parts)} parts are kept, {self.store.way_on()}"
            )

    def _next_news(self) -> Tally | BaseException | None:
        while True:
            try:
                return self.news.get(timeout=TICK_SECONDS)
            except queue.Empty:
                self.audience.waiting()
                for warning in self.watch.warnings():
                    self.audience.stuck(warning)

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
        """Play and write one part; None when stopped before its end."""
        with self.watch.over(part) as progress:
            played = play_part(self.engine, part, self.stop, progress)
        if played is None:
            return None
        rows, timeline = played
        game = part.scenario.game
        tables = {"games": table_of(rows, game.outcome_row)}
        if not game.cooperative:
            tables["seats"] = seats_table(rows, part.scenario)
        if timeline is not None and game.timeline_row is not None:
            tables["timeline"] = table_of(timeline, game.timeline_row)
        self.store.write(part, self.plan, tables)
        return tally_of(part, rows)


def prepared_engine(plan: Plan, audience: Audience) -> Engine:
    """Return the engine with every policy of the plan compiled, before the work fans out."""
    game = plan.experiment.game
    if not Engine.is_compiled(game):
        audience.compiling(game.title)
    engine = Engine(game)
    engine.prepare(policy for scenario in plan.experiment.scenarios for policy in scenario.lineup)
    return engine


def play_part(
    engine: Engine, part: Part, stop: threading.Event, progress: Rows
) -> tuple[Rows, Rows | None] | None:
    """Return OUTCOME and timeline rows in order of deal and rotation; None when stopped."""
    played, kept = [], []
    for rotation in range(part.scenario.n_rotations):
        rows, timeline = [], []
        for first, count in slices_of(part):
            if stop.is_set():
                return None
            more_rows, more_timeline = play_slice(engine, part, first, count, rotation, progress)
            rows.append(more_rows)
            timeline.append(more_timeline)
        played.append(np.concatenate(rows))
        kept.append(np.concatenate(timeline))
    return np.stack(played, axis=1).reshape(-1), 


def slices_of(part: Part) -> Iterator[tuple[int, int]]:
    """Cut a part into calls of about SLICE_SECONDS, growing from a few games on."""
    first, end, count = part.first_deal, part.first_deal + part.n_deals, FIRST_SLICE
    while first < end:
        count = min(count, end - first)
        began = time.perf_counter()
        yield first, count
        first += count
        elapsed = time.perf_counter() - began
        count = int(min(count * SLICE_SECONDS / max(elapsed, 1e-6), count * 8.0)) + 1


def timeline_space(engine: Engine, part: Part, first: int, count: int) -> npt.NDArray[Any] | None:
    """Return room for the rounds of a slice, or None where no timeline is kept."""
    game = engine.game
    if game.timeline_row is None or first * part.scenario.n_rotations >= TIMELINE_GAMES:
        return None
    return np.empty(count * game.most_rounds, game.timeline_row)


def tally_of(part: Part, rows: npt.NDArray[Any]) -> Tally:
    """Sum up a part for the eye: scores where all share one, else the credit of the first seat."""
    cooperative = part.scenario.game.cooperative
    values = rows["score"] if cooperative else rows["seats"]["credit"][:, 0]
    values = values.astype(np.float64)
    n_capped = int((rows["finished"] == 0).sum())
    return Tally(part, len(rows), n_capped, float(values.sum()), float((values**2).sum()))


class Watchdog:
    """Notices a policy that does not return, and says in which game."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.watched: dict[str, tuple[Part, npt.NDArray[Any]]] = {}
        self.seen: dict[str, tuple[tuple[int, int], float]] = {}
        self.lock = threading.Lock()

    @contextmanager
    def over(self, part: Part) -> Iterator[npt.NDArray[Any]]:
        """Watch a part while it is being played; yields the record its progress is written to."""
        progress = new(PROGRESS)
        key = f"{part.scenario.slug} {part.file}"
        with self.lock:
            self.watched[key] = part, progress
        try:
            yield progress
        finally:
            with self.lock:
                del self.watched[key]
                self.seen.pop(key, None)

    def warnings(self) -> list[str]:
        """Return a warning for each part in which no decision was made for STUCK_SECONDS."""
        now = time.monotonic()
        with self.lock:
            watched = list(self.watched.items())
        found = []
        for key, (part, progress) in watched:
            at = int(progress["deal"][0]), int(progress["decision"][0])
            last, since = self.seen.get(key, (None, now))
            if last != at:
                since = now
            elif now - since > STUCK_SECONDS:
                found.append(self._warning(part, progress))
                since = now
            self.seen[key] = at, since
        return found

    def _warning(self, part: Part, progress: npt.NDArray[Any]) -> str:
        deal, decision, seat = (int(progress[name][0]) for name in ("deal", "decision", "seat"))
        return (
            f"no decision for {STUCK_SECONDS:.0f} s: scenario {part.scenario.slug}, {part.file},"
            f" game {deal}, decision {decision}, seat {seat}; a policy may never return. Replay:"
            f" simlab replay {self.store.folder} --scenario {part.scenario.slug} --game {deal}"
        )


@contextmanager
def stop_on_interrupt(audience: Audience) -> Iterator[threading.Event]:
    """Turn a first Ctrl-C into a request to stop and a second into an exit at once."""
    stop = threading.Event()

    def on_interrupt(signum: int, frame: object) -> None:
        if stop.is_set():
            os._exit(Interrupted.exit_code)
        stop.set()
        audience.stopping()

    if threading.current_thread() is not threading.main_thread():
        yield stop
        return
    before = signal.signal(signal.SIGINT, on_interrupt)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)
