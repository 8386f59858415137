"""Desks: each open page has one, which answers one question at a time."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable

from simlab.studio.live_answer import LiveAnswer

MOST_DESKS = 8
"""Pages that are answered at once; the one that has not asked for longest is closed."""


class Desk:
    """Answers the questions of one page: a new one ends the one before.

    Each question has a thread of its own, so that a new one need not wait for the last chunk of
    the one before. A question that is stopped before it begins plays nothing.
    """

    def __init__(self, play: Callable[[LiveAnswer], None]) -> None:
        self._play = play
        self.current: LiveAnswer | None = None

    def ask(self, answer: LiveAnswer) -> None:
        """Stop the question before and begin this one."""
        self.stop()
        self.current = answer
        threading.Thread(target=self._play, args=(answer,), daemon=True).start()

    def stop(self) -> None:
        """Stop the question that is being answered; its answer stays."""
        if self.current is not None:
            self.current.stop.set()


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
                self._desks.popitem(last=False)[1].stop()
            return self._desks[page]

    def answers(self) -> list[LiveAnswer]:
        """Return the answers that pages show."""
        with self._lock:
            current = [desk.current for desk in self._desks.values()]
        return [answer for answer in current if answer is not None]

    def close(self) -> None:
        """Stop all questions, and end the streams of all pages."""
        for answer in self.answers():
            answer.close()
