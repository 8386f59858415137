"""Runner: plays the missing parts of a plan, stores them and handles Ctrl-C."""

from __future__ import annotations

import os
import queue
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from simlab.errors import Interrupted, NotRepeatable
from simlab.execution.executor import Executor, RunControl, prepare
from simlab.execution.part import EncodedPart
from simlab.execution.run_observer import RunObserver
from simlab.execution.store import Store
from simlab.execution.tally import Tally
from simlab.execution.watchdog import TICK_SECONDS, Watchdog
from simlab.experiment.plan import Part, Plan


def execute(
    plan: Plan, store: Store, executor: Executor, observer: RunObserver, fresh: bool = False
) -> None:
    """Play the missing parts of a plan; the bytes do not depend on executor or interruptions.

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
        # compile first: an error leaves no folder
        prepare(executor, plan.experiment.scenarios, observer, plan.n_games)
    with store.lock():
        store.begin(plan, fresh)
        unplayed = store.parts_to_play(plan)
        observer.damaged([flaw for flaws in unplayed.values() for flaw in flaws])
        store.reopen()
        if unplayed:
            try:
                with stop_on_interrupt(observer) as stop:
                    _Run(plan, store, executor, observer, stop).play(list(unplayed))
            except NotRepeatable:
                store.remove()  # nobody shall go on with games that are no result
                raise
        else:
            observer.already_finished()
        store.finish(plan)


class _Run:
    """One execution: the executor plays, the main thread reports."""

    def __init__(
        self,
        plan: Plan,
        store: Store,
        executor: Executor,
        observer: RunObserver,
        stop: threading.Event,
    ) -> None:
        self.plan = plan
        self.store = store
        self.executor = executor
        self.observer = observer
        self.watchdog = Watchdog(store.folder)
        self.news: queue.SimpleQueue[Tally | str | BaseException | None] = queue.SimpleQueue()
        self.control = RunControl(
            plan.experiment.key(), self._keep, self.news.put, self.watchdog, stop
        )

    def play(self, missing: list[Part]) -> None:
        n_games = sum(part.n_games for part in missing)
        prepare(self.executor, self.plan.experiment.scenarios, self.observer, n_games)
        # A separate thread waits for the executor: the main thread must stay free for Ctrl-C and
        # for the watchdog.
        threading.Thread(target=self._feed, args=(missing,), daemon=True).start()
        self.observer.begins(self.plan, missing)
        n_played = 0
        while (news := self._next_news()) is not None:
            if isinstance(news, BaseException):
                raise news
            if isinstance(news, str):
                self.observer.stuck(news)
                continue
            n_played += 1
            self.observer.played(news)
        if n_played < len(missing):
            n_kept = len(self.plan.parts) - len(missing) + n_played
            raise Interrupted(
                f"stopped; {n_kept} of {len(self.plan.parts)} parts are kept, {self.store.way_on()}"
            )

    def _next_news(self) -> Tally | str | BaseException | None:
        while True:
            try:
                return self.news.get(timeout=TICK_SECONDS)
            except queue.Empty:
                self.observer.waiting()
                for warning in self.watchdog.warnings():
                    self.observer.stuck(warning)
                if self.control.stop.is_set() and self.watchdog.is_still():
                    return None

    def _feed(self, missing: list[Part]) -> None:
        try:
            for tally in self.executor.play_parts(missing, self.control):
                self.news.put(tally)
            self.news.put(None)
        except BaseException as error:
            self.control.stop.set()
            self.news.put(error)

    def _keep(self, part: Part, encoded: EncodedPart) -> Tally:
        self.store.write(part, self.plan, encoded.files)
        return encoded.tally


@contextmanager
def stop_on_interrupt(observer: RunObserver) -> Iterator[threading.Event]:
    """Make a first Ctrl-C request a stop, and a second one exit at once."""
    stop = threading.Event()

    def on_interrupt(signum: int, frame: object) -> None:
        if stop.is_set():
            # compiled code on other threads cannot be interrupted, so nobody waits for them
            os._exit(Interrupted.exit_code)
        stop.set()
        observer.stopping()

    # Python lets only the main thread handle signals; a notebook or the studio may use others
    if threading.current_thread() is not threading.main_thread():
        yield stop
        return
    before = signal.signal(signal.SIGINT, on_interrupt)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)
