"""Ctrl-C and termination signals: the last sentence of a command that is stopped."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, TypeVar, cast

from typer import Context
from typer.core import TyperGroup

from simlab.errors import Interrupted

Answer = TypeVar("Answer")

ENDING = [signal.Signals[name] for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
LAST_LOOK = "the answer above is from the last look"
GAMES_ARE_KEPT = "the games played are kept; the same command goes on with them"
RUN_IS_KEPT = "the games played are kept; the same command, without --fresh, continues the run"


@contextmanager
def at_ctrl_c(sentence: str) -> Iterator[None]:
    """Turn Ctrl-C into an error with this sentence; also a decorator.

    Raises:
        Interrupted: in place of KeyboardInterrupt.
    """
    try:
        yield
    except KeyboardInterrupt:
        raise Interrupted(f"stopped; {sentence}") from None


def last_answer(study: Callable[[], Answer]) -> tuple[Answer, bool]:
    """Return the result of a study, and whether Ctrl-C stopped it.

    If so, the result is from the last look.

    Raises:
        Interrupted: it was stopped and has no result.
    """
    try:
        return study(), False
    except Interrupted as stop:
        if stop.result is None:
            raise
        return cast(Answer, stop.result), True


@contextmanager
def end_on_signal() -> Iterator[None]:
    """Treat SIGTERM and SIGHUP like Ctrl-C, unless they have a handler already."""
    # Python lets only the main thread handle signals
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
    """Call the handler of Ctrl-C, or raise KeyboardInterrupt if it has none."""
    handler = signal.getsignal(signal.SIGINT)
    if not callable(handler):
        raise KeyboardInterrupt
    handler(signal.SIGINT, frame)


class Stoppable(TyperGroup):
    """A group of commands that report at Ctrl-C that nothing is kept, unless they say otherwise."""

    # only typer's own context is passed here, and its base class is private
    def invoke(self, ctx: Context) -> Any:  # type: ignore[override]
        """Run the chosen command."""
        with at_ctrl_c("nothing is kept"):
            return super().invoke(ctx)
