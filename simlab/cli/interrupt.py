"""Ctrl-C and other signals to end: what a command says when it is stopped."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from typer import Context
from typer.core import TyperGroup

from simlab.errors import Interrupted

ENDING = [signal.Signals[name] for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
LAST_LOOK = "the answer above is that of the last look"
RUN_IS_KEPT = "what was played is kept; the same command, without --fresh, goes on from there"


@contextmanager
def at_ctrl_c(sentence: str) -> Iterator[None]:
    """Say what is left when Ctrl-C ends a command; also a decorator.

    Raises:
        Interrupted: in the place of what Python raises at Ctrl-C.
    """
    try:
        yield
    except KeyboardInterrupt:
        raise Interrupted(f"stopped; {sentence}") from None


@contextmanager
def ended_by_signal() -> Iterator[None]:
    """Let the wish to end of a cluster, a shell or a terminal that closes be heard as Ctrl-C is."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in ENDING}
    for number, handler in before.items():
        if handler is signal.SIG_DFL:
            signal.signal(number, interrupt)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def interrupt(number: int, frame: FrameType | None) -> None:
    """Do what Ctrl-C does now, or would do if it were not ignored."""
    handler = signal.getsignal(signal.SIGINT)
    if not callable(handler):
        raise KeyboardInterrupt
    handler(signal.SIGINT, frame)


class Stoppable(TyperGroup):
    """Commands that keep nothing when they are stopped by hand, unless they say otherwise."""

    # typer's own context is all that ever comes here, and the class it derives from is private
    def invoke(self, ctx: Context) -> Any:  # type: ignore[override]
        """Carry out the command that was asked for."""
        with at_ctrl_c("nothing is kept"):
            return super().invoke(ctx)
