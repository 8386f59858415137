"""Desks: each open page has one, with one thread that answers one question at a time."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable

from simlab.studio.live_answer import LiveAnswer

MOST_DESKS = 8
"""Pages that are answered at once; the one that has not asked for longest is closed."""


class Desk:
    """Answers the questions of one page: a new one ends the one before."""

    def __init__(self, play: Callable[[LiveAnswer], None]) -> None:
        self._play = play
        self._condition = threading.Condition()
        self._next: LiveAnswer | None = None
        self._is_closed = False
        self.current: LiveAnswer | None = None
        threading.Thread(target=self._work, daemon=True, name="studio desk").start()

    def ask(self, answer: LiveAnswer) -> None:
        """Stop the question before and begin this one."""
        with self._condition:
            self.stop()
            self.current = self._next = answer
            self._condition.notify()

    def stop(self) -> None:
        """Stop the question that is being answered; its answer stays."""
        if self.current is not None:
            self.current.stop.set()

    def close(self) -> None:
        """End the thread after the chunk that it plays."""
        with self._condition:
            self.stop()
            self._is_closed = True
            self._condition.notify()

    def _work(self) -> None:
        while (answer := self._awaited()) is not None:
            self._play(answer)

    def _awaited(self) -> LiveAnswer | None:
        """Return the latest question once there is one; None if the desk is closed."""
        with self._condition:
            self._condition.wait_for(lambda: self._next is not None or self._is_closed)
            answer, self._next = self._next, None
            return None if self._is_closed else answer


class Desks:
    """The desks of all pages by their ids, which pages make up."""

    def __init__(self, play: Callable[[LiveAnswer], None]) -> None:
        self._play = play
        self._desks: OrderedDict[str, Desk] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, page: str) -> Desk:
        """Return the desk of a page; a new page gets a new one."""
        with self._lock:
            if page not in self._desks:
                self._desks[page] = Desk(self._play)
            self._desks.move_to_end(page)
            while len(self._desks) > MOST_DESKS:
                self._desks.popitem(last=False)[1].close()
            return self._desks[page]

    def answers(self) -> list[LiveAnswer]:
        """Return the answers that pages show."""
        with self._lock:
            current = [desk.current for desk in self._desks.values()]
        return [answer for answer in current if answer is not None]

    def close(self) -> None:
        """Close all desks."""
        with self._lock:
            for desk in self._desks.values():
                desk.close()
            self._desks.clear()
