"""What grows while games are played: threads publish it, pages listen to it."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Iterable
from contextlib import suppress
from typing import Any

from simlab.errors import SimlabError

Content = dict[str, Any]

DONE, FAILED, STOPPED = "done", "failed", "stopped"
ENDED = (DONE, FAILED, STOPPED)
GRACE_SECONDS = 1.0
"""Time after which games end that no page listens to: a reload may come back to them."""
ALIVE_SECONDS = 10.0
"""A line is sent at least this often, so that a closed page is noticed."""


class Live:
    """Content of a page that grows look by look, until it is complete or stopped."""

    def __init__(self, content: Content) -> None:
        self.stop = threading.Event()
        self.content = content
        self.text = json.dumps(self.content)
        self.version = 0
        self.is_closed = False
        """Whether pages get no more looks, as the server ends."""
        self._listeners: list[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = []

    @property
    def is_ended(self) -> bool:
        """Whether no more games are played."""
        return self.content["state"] in ENDED

    def publish(self, content: Content) -> None:
        """Show a new look to all listeners."""
        self.content = content
        # JavaScript cannot read NaN
        self.text = json.dumps(content, ensure_ascii=False, allow_nan=False)
        self.version += 1
        self._wake()

    def follow(self, contents: Iterable[Content]) -> None:
        """Publish each look as games are played; an error ends them, and the page shows it."""
        try:
            for content in contents:
                self.publish(content)
        except SimlabError as error:
            self.publish({**self.content, "state": FAILED, "problem": str(error)})
        except Exception as error:  # an error of simlab: the page shows it, and the studio goes on
            problem = f"{type(error).__name__}: {error}"
            self.publish({**self.content, "state": FAILED, "problem": problem})

    def close(self) -> None:
        """Stop the games, and end the streams of all pages."""
        self.is_closed = True
        self.stop.set()
        self._wake()

    def _wake(self) -> None:
        # a copy: pages leave the list on their own threads
        for loop, event in list(self._listeners):
            with suppress(RuntimeError):  # the loop of a server that has ended
                loop.call_soon_threadsafe(event.set)

    def listen(self) -> asyncio.Event:
        """Return an event of this loop that is set with each new look."""
        event = asyncio.Event()
        self._listeners.append((asyncio.get_running_loop(), event))
        return event

    def leave(self, event: asyncio.Event) -> None:
        """Listen no more."""
        self._listeners = [listener for listener in self._listeners if listener[1] is not event]

    def end_unheard(self) -> None:
        """Stop the games if no page listens to them."""
        if not self._listeners:
            self.stop.set()


async def events(live: Live) -> AsyncIterator[str]:
    """Yield each look as a server-sent event, until the last one or the page is closed.

    A look that comes while the one before is being sent replaces it.
    """
    changed, sent = live.listen(), -1
    try:
        while not (live.is_closed or (live.is_ended and sent == live.version)):
            if sent != live.version:
                sent = live.version
                yield f"data: {live.text}\n\n"
                continue
            try:
                await asyncio.wait_for(changed.wait(), ALIVE_SECONDS)
            except TimeoutError:
                yield ": waiting\n\n"
            changed.clear()
        # a browser takes the end of a stream for a fault and connects again
        yield "event: end\ndata: {}\n\n"
    finally:
        live.leave(changed)
        if not live.is_ended:
            asyncio.get_running_loop().call_later(GRACE_SECONDS, live.end_unheard)
