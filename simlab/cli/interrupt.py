"""Ctrl-C: what a command says when it is stopped by hand."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from typer import Context
from typer.core import TyperGroup

from simlab.errors import Interrupted

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


class Stoppable(TyperGroup):
    """Commands that keep nothing when they are stopped by hand, unless they say otherwise."""

    # typer's own context is all that ever comes here, and the class it derives from is private
    def invoke(self, ctx: Context) -> Any:  # type: ignore[override]
        """Carry out the command that was asked for."""
        with at_ctrl_c("nothing is kept"):
            return super().invoke(ctx)
