"""Compiling before play."""

from __future__ import annotations

from collections.abc import Iterable

from simlab.engine.build import Engine
from simlab.execution.watchdog import in_background
from simlab.game import Game
from simlab.policy import Policy


def prepared_engine(game: Game, policies: Iterable[Policy]) -> Engine:
    """Return the engine of a game with these policies compiled, in one thread, not the main one.

    Numba is left in pieces when Ctrl-C breaks into it.
    """

    def work() -> Engine:
        engine = Engine(game)
        engine.prepare(policies)
        return engine

    return in_background(work)
