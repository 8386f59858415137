"""simlab: a board-game balance laboratory.

From Python:

    import simlab
    run = simlab.run("taxis", players=3, policy="planner", games=100_000)
    run.games()                     # one row per game, as a pandas DataFrame
    simlab.read_run(run.folder)     # the same run, another day
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from simlab.version import VERSION

if TYPE_CHECKING:
    from simlab.execution.run import read_run as read_run
    from simlab.execution.run import run as run

__version__ = VERSION
__all__ = ["read_run", "run"]


def __getattr__(name: str) -> object:
    """Import what is public when it is first used, so that `import simlab` costs nothing."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module("simlab.execution.run"), name)
