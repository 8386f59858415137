"""Sessions of open pages: each answers one question of its page at a time."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable

from simlab.studio.live_answer import LiveAnswer

MOST_SESSIONS = 8
"""Pages that are answered at once; the one that has not asked for longest is closed."""


class PageSession:
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


class PageSessions:
    """The sessions of all pages by their ids, which pages make up.

    No more questions than sessions play at once: each takes memory and a thread for each core.
    """

    def __init__(self, play: Callable[[LiveAnswer], None]) -> None:
        self._play = play
        self._turns = threading.BoundedSemaphore(MOST_SESSIONS)
        self._sessions: OrderedDict[str, PageSession] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, page: str) -> PageSession:
        """Return the session of a page; a new page gets a new one."""
        with self._lock:
            if page not in self._sessions:
                self._sessions[page] = PageSession(self._play_in_turn)
            self._sessions.move_to_end(page)
            while len(self._sessions) > MOST_SESSIONS:
                self._sessions.popitem(last=False)[1].stop()
            return self._sessions[page]

    def _play_in_turn(self, answer: LiveAnswer) -> None:
        with self._turns:
            self._play(answer)

    def answers(self) -> list[LiveAnswer]:
        """Return the answers that pages show."""
        with self._lock:
            current = [session.current for session in self._sessions.values()]
        return [answer for answer in current if answer is not None]

    def close(self) -> None:
        """Stop all questions, and end the streams of all pages."""
        for answer in self.answers():
            answer.close()
