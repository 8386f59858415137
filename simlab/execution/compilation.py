"""Compilation of a game and its policies before play."""

from __future__ import annotations

from collections.abc import Iterable

from simlab.engine.build import Engine
from simlab.execution.watchdog import in_background
from simlab.game.definition import Game
from simlab.game.policy import Policy


def prepare_engine(game: Game, policies: Iterable[Policy]) -> Engine:
    """Return the engine of a game with these policies compiled, in a background thread.

    A KeyboardInterrupt inside the compiler would corrupt Numba's state.
    """

    def work() -> Engine:
        engine = game.engine()
        engine.prepare(policies)
        return engine

    return in_background(work)
